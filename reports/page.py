"""What a report says, as plain frozen dataclasses without a word of HTML.

A page module fills these from numbers; `reports.render` lays them out. Sentences (answers,
captions, "how measured", cards, glossary) may use two marks: `` `name` `` sets a name in code
type, with its swatch when it is one of the report's strategies, and ``[[block]]`` or
``[[block|blocks]]`` links a word to its entry in the glossary. A blank line starts a new
paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from analysis.estimates import Estimate

CellKind = Literal["text", "number", "share", "estimate", "p_value", "strategy"]
"""How a column is shown: `text`; `number` (int or float); `share` (0 to 1, a float or an
Estimate, shown as percent); `estimate` (an Estimate); `p_value`; `strategy` (a name, with its
swatch)."""


@dataclass(frozen=True)
class Link:
    """A text that leads somewhere."""

    text: str
    href: str


Cell = str | int | float | Estimate | Link | None
"""One value of a table; None where there is nothing to say."""

_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_RESERVED = frozenset({"verdict", "provenance", "glossary", "contents", "top"})


def check_slug(slug: str) -> None:
    """Refuse a slug that cannot be an anchor and a file name."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"slug {slug!r}: use small letters, digits and hyphens, a letter first")


@dataclass(frozen=True)
class Picture:
    """One drawing at one width: SVG elements without the `<svg>` around them."""

    width: int
    height: int
    body: str
    """SVG markup whose ids start with ``@@``, exchanged on the page for something unique."""


@dataclass(frozen=True)
class Drawing:
    """A figure drawn twice, for a wide column and for a phone, so that its text is never shrunk."""

    wide: Picture
    narrow: Picture


@dataclass(frozen=True)
class Figure:
    """A drawing with its words."""

    svg: Drawing
    """What a function of `reports.figures` returned."""
    caption: str
    """What is seen and what the bars are: "95 % intervals, 200,000 blocks"."""
    title: str
    """Short name of the figure for readers who do not see it."""
    description: str
    """What the figure shows, in words with its main numbers."""


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    key: str
    """Name of the column in the CSV and JSON files."""
    label: str
    """Heading."""
    unit: str = ""
    """Unit, shown in the heading: "points a hand", "deals"."""
    kind: CellKind = "text"
    digits: int | None = None
    """Decimals of `number` cells and of plain `share` cells (in percent); None: as the size
    suggests."""


@dataclass(frozen=True)
class Table:
    """A table to read, sort and download."""

    slug: str
    """Anchor and file name, unique in the report."""
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Cells in the order of the columns; the first names the row."""
    folded: bool = False
    """Whether the page shows only its caption until it is opened: for detail that few need."""

    def __post_init__(self) -> None:
        """Refuse rows that do not fit the columns, and column names used twice."""
        check_slug(self.slug)
        keys = [column.key for column in self.columns]
        if len(set(keys)) != len(keys):
            raise ValueError(f"table {self.slug}: a column key is used twice in {keys}")
        for place, row in enumerate(self.rows):
            if len(row) != len(keys):
                raise ValueError(
                    f"table {self.slug}, row {place}: {len(row)} cells for {len(keys)} columns"
                )


@dataclass(frozen=True)
class Fact:
    """One line of provenance: a name and its value."""

    label: str
    value: str
    code: bool = False
    """Whether the value is something to type or copy: a command, a hash."""


@dataclass(frozen=True)
class Term:
    """One entry of the glossary."""

    word: str
    meaning: str

    @property
    def anchor(self) -> str:
        """Where the entry is on the page."""
        return "term-" + re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")


@dataclass(frozen=True)
class Section:
    """A question, its answer, and the proof."""

    slug: str
    """Anchor, unique in the report."""
    question: str
    """Heading: "Which strategy wins, and by what?"."""
    answer: str
    """The answer as a sentence with numbers; may be empty when `empty_reason` is given."""
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    how_measured: str = ""
    """Folded away below the tables."""
    empty_reason: str | None = None
    """Why there is nothing to show: "No strategy of this run ever doubled a hand."."""
    label: str = ""
    """Short name in the contents list; the question when empty."""
    facts: tuple[Fact, ...] = ()
    """Names and values listed after the answer (seeds, versions, the command)."""

    def __post_init__(self) -> None:
        """Refuse a section that would be empty without saying why."""
        check_slug(self.slug)
        if self.slug in _RESERVED:
            raise ValueError(f"section slug {self.slug!r} is taken by the page itself")
        if not (self.figures or self.tables or self.facts or self.empty_reason):
            raise ValueError(f"section {self.slug}: no figure, table or fact, and no empty_reason")
        if not (self.answer or self.empty_reason):
            raise ValueError(f"section {self.slug}: no answer")


@dataclass(frozen=True)
class Card:
    """A small box under the verdict: one number worth remembering."""

    label: str
    """What the number is: "Hand type worth most"."""
    value: Estimate | float | str
    """The number; a text stands as it is (for instance "not decided")."""
    unit: str
    sentence: str
    """One sentence that says what it means."""
    section: str = ""
    """Slug of the section that proves it."""
    kind: Literal["estimate", "share"] = "estimate"
    """Whether the number is shown as it is or as percent."""


@dataclass(frozen=True)
class Verdict:
    """The first screen: one sentence, the figure that shows it, three cards."""

    sentence: str
    figure: Figure | None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Report:
    """A whole report."""

    title: str
    verdict: Verdict
    sections: tuple[Section, ...]
    provenance: tuple[Fact, ...]
    """Rules and options, seeds, deals, strategies with parameters, versions, date, the command."""
    glossary: tuple[Term, ...] = ()
    strategies: tuple[str, ...] = ()
    """The strategies in the order that gives them their colours; see `palette.strategy_inks`."""
    subtitle: str = ""
    """One line under the title: rules, deals, date."""

    def __post_init__(self) -> None:
        """Refuse anchors used twice and cards that point nowhere."""
        _refuse_repeats("section", [section.slug for section in self.sections])
        _refuse_repeats("table", [table.slug for table in self.tables])
        _refuse_repeats("glossary", [term.anchor for term in self.glossary])
        slugs = {section.slug for section in self.sections}
        for card in self.verdict.cards:
            if card.section and card.section not in slugs:
                raise ValueError(f"card {card.label!r} points to no section: {card.section!r}")

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables in reading order."""
        return tuple(table for section in self.sections for table in section.tables)


def _refuse_repeats(what: str, names: list[str]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"{what} names used twice: {', '.join(repeated)}")
