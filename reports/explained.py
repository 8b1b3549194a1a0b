"""A rule set in sentences, made from its table: what beats what, how a hand ends and is scored."""

from __future__ import annotations

from collections.abc import Iterator

from sim.combinations import EVERY_BOMB, KINDS, NO_BOMB, Bomb, Combination
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.table import SHOWN_SIZE

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
"""Small numbers in words."""


def counted(number: int, thing: str) -> str:
    """Say a small number of things in words.

    Examples
    --------
    >>> counted(1, "deck"), counted(4, "player")
    ('one deck', 'four players')
    """
    return f"{NUMBERS[number]} {thing}{'' if number == 1 else 's'}"


def listed(words: list[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def title_of(rules: RuleSet) -> str:
    """Return a rule set's title as its options make it: players, decks and sides as they are.

    Examples
    --------
    >>> from sim.games import find_rules
    >>> title_of(find_rules("fuqing6")), title_of(find_rules("liaoning", {"players": "3"}))
    ('Fuqing rules, fixed sides, six players', 'Liaoning rules, three players')
    >>> title_of(find_rules("fiftyk4", {"seats": "6", "decks": "2"}))
    'Fifty K, six players, two decks'
    """
    if not isinstance(rules, Rules):
        return rules.title
    facts = {
        "player": counted(rules.seats, "player"),
        "deck": counted(rules.decks, "deck"),
        "sides": {"solo": "each for itself"}.get(rules.sides, f"{rules.sides} sides"),
    }
    parts = [part.strip() for part in rules.title.split(",")]
    named = {name for name in facts for part in parts[1:] if name in part}
    kept = [
        next((facts[name] for name in named if place and name in part), part)
        for place, part in enumerate(parts)
    ]
    base = rules.declared or rules
    changed = {
        "player": rules.seats != base.seats,
        "deck": rules.decks != base.decks,
        "sides": rules.sides != base.sides,
    }
    kept += [facts[name] for name in facts if changed[name] and name not in named]
    return ", ".join(kept)


def sides_of(rules: RuleSet) -> str:
    """Say who plays with whom.

    Examples
    --------
    >>> from sim.games import find_rules
    >>> sides_of(find_rules("fuqing6"))
    'seats 0, 2, 4 against seats 1, 3, 5'
    """
    if rules.hidden:
        return (
            "the holders of the spade aces against the others, one alone against three if one seat "
            "holds both; nobody is told"
        )
    if rules.solo:
        return f"{rules.seats} seats, each for itself"
    return " against ".join("seats " + ", ".join(map(str, team)) for team in rules.teams)


def facts_of(rules: RuleSet) -> list[tuple[str, str]]:
    """Return (name, text) of what a reader asks first."""
    if not isinstance(rules, Rules):
        return [
            ("rule set", f"{rules.id}, rules number {rules.number}"),
            ("cards", str(rules.pack_size)),
            ("sides", sides_of(rules)),
        ]
    sizes = " + ".join(str(size) for size in rules.hand_sizes(0))
    packs = counted(rules.decks, "deck") + (" with jokers" if rules.jokers else "")
    return [
        ("rule set", f"{rules.id}, rules number {rules.number}"),
        ("cards", f"{rules.pack_size} ({packs}): {sizes}; {rules.pack_points} card points in all"),
        ("sides", sides_of(rules)),
        ("leader", f"who was dealt the {'first ' * (rules.decks > 1)}{rules.leader_card}"),
    ]


def beating(rules: Rules) -> list[str]:
    """Say what beats what, a sentence a rule."""
    return list(_beating(rules))


def _beating(rules: Rules) -> Iterator[str]:
    free = [row.kind for row in rules.combinations if row.any_length]
    yield (
        "A combination is beaten by a higher one of the same type and number of cards; equal ones "
        "never beat each other."
    )
    if free:
        yield (
            f"Lengths may differ in {_types(free)}: the higher top rank wins, and of equal top "
            "ranks the longer run."
        )
    for row in rules.combinations:
        below = KINDS[row.kind].above
        if any(other.kind == below for other in rules.combinations):
            yield (
                f"A {_type(row.kind)} counts as a {_type(below)}: the higher top rank wins, and of "
                f"equal top ranks and lengths the {_type(row.kind)} stands above. Cards in one "
                f"suit are always a {_type(row.kind)}."
            )
    yield from _bombs_beat(rules)
    if rules.wild_jokers:
        yield (
            "A joker stands for any card of 3 … 2 in combinations of several cards, beside at "
            "least one natural card; as a single, in the pair of jokers and in bombs it is itself."
        )
    if any(row.low_ace for row in rules.combinations):
        yield (
            "An ace may stand below 2 at the low end of a straight or above the king at its high "
            "end; a straight is ranked by its top card."
        )
    yield "Cards that read as a bomb are that bomb only; a bomb may be split."


def _bombs_beat(rules: Rules) -> Iterator[str]:
    if not rules.bombs:
        yield "There are no bombs."
        return
    by_threshold: dict[str, list[str]] = {}
    for row in rules.combinations:
        weakest = row.beaten_from
        if weakest == EVERY_BOMB and not rules.bombs_beat_all:
            weakest = NO_BOMB
        by_threshold.setdefault(weakest, []).append(row.kind)
    if set(by_threshold) == {EVERY_BOMB}:
        yield "Every bomb beats every other combination."
    elif set(by_threshold) == {NO_BOMB}:
        yield "A bomb beats nothing but lower bombs."
    else:
        for weakest, kinds in by_threshold.items():
            if weakest == EVERY_BOMB:
                yield f"Every bomb beats {_types(kinds)}."
            elif weakest == NO_BOMB:
                yield f"No bomb beats {_types(kinds)}."
            else:
                rungs = [bomb for bomb in rules.bombs if str(bomb) == weakest]
                yield (
                    f"Of the bombs, only {rung_words(rungs[0])} and those above it in the list "
                    f"beat {_types(kinds)}."
                )
    yield "Among bombs the list below decides; " + "; ".join(_within(rules.bombs)) + "."
    if rules.show_bombs == "auto":
        yield (
            f"A bomb of {SHOWN_SIZE} or more of a rank is shown to all after the deal; that "
            "happens by itself."
        )
    elif rules.show_bombs == "never":
        yield f"No bomb has {SHOWN_SIZE} or more cards of a rank."


def _within(bombs: tuple[Bomb, ...]) -> Iterator[str]:
    kinds = {bomb.kind: bomb for bomb in bombs}
    if any(bomb.kind == "bomb" for bomb in bombs):
        yield "of equal size the higher rank is higher"
    if "pure_fifty_k" in kinds:
        by_suit = kinds["pure_fifty_k"].by_suit
        order = "rank spade > heart > club > diamond" if by_suit else "are equal"
        yield f"pure fifty-Ks {order}"
    if "mixed_fifty_k" in kinds:
        yield "mixed fifty-Ks are equal"
    if any(bomb.kind == "joker_bomb" and not bomb.cards for bomb in bombs):
        named = any(bomb.cards for bomb in bombs)
        which = "where the list does not name them" if named else "whichever jokers they are"
        yield f"bombs of as many jokers are equal, {which}"


def rung_words(bomb: Bomb) -> str:
    """Say a rung of the ladder of bombs.

    Examples
    --------
    >>> rung_words(Bomb("bomb", 6)), rung_words(Bomb("joker_bomb", 2, cards="LB"))
    ('six of a rank', 'jokers LB')
    """
    if bomb.kind == "bomb":
        number = NUMBERS[bomb.size] if bomb.size < len(NUMBERS) else str(bomb.size)
        return f"{number} of a rank"
    if bomb.kind == "joker_bomb":
        return f"jokers {bomb.cards}" if bomb.cards else counted(bomb.size, "joker")
    return bomb.kind.replace("_fifty_k", " fifty-K").replace("_", " ")


def row_words(row: Combination) -> str:
    """Say what a row of combinations is made of, with its limits."""
    words = [KINDS[row.kind].text]
    if row.is_run:
        cards = row.shortest if row.shortest == row.longest else f"{row.shortest} to {row.longest}"
        words.append(f"{cards} ranks")
        words.append("A 2 3 … K A" if row.low_ace else f"{row.low} to {row.high}")
    return ", ".join(words)


def scoring(rules: Rules) -> list[str]:
    """Say how a hand ends and what it pays, a sentence a rule."""
    return [*_ending(rules), *_points(rules), *_paying(rules)]


def _ending(rules: Rules) -> Iterator[str]:
    if rules.hand_ends == "one_left":
        yield "The hand ends when one seat is left holding cards."
    elif rules.hand_ends == "side_out":
        yield "The hand ends when all seats of a side are out."
    else:
        text = "The hand ends when a side is out before any opponent, or one seat is left"
        yield text + (
            "; where one plays against three, also when the one is out." if rules.hidden else "."
        )
    yield "The play that ends it takes the points on the table."


def _points(rules: Rules) -> Iterator[str]:
    who = "seat" if rules.solo else "side"
    yield f"Each {who} has the card points that it captured."
    if rules.first_out_bonus:
        yield f"The first out gets {rules.first_out_bonus} points."
    if rules.left_penalty:
        yield f"Each seat still holding cards loses {rules.left_penalty} points."
    if rules.left_points == "deducted":
        yield "Card points left in a hand are taken off; nobody receives them."
    elif rules.left_points == "third_out":
        yield "Card points left in the last hand go to the side of the third out."
    else:
        yield "Card points left in hands count for nobody."
    if rules.last_tricks == "to_first":
        uneven = ", unless one plays against three" if rules.hidden else ""
        yield f"What the last seat captured goes to the first out{uneven}."
    if rules.catch != "off":
        yield from _catching(rules)
    if rules.sweep != "none":
        paid = "every captured point" if rules.sweep == "captured" else f"{rules.sweep} points"
        uneven = "; of one against three, only the one can" if rules.hidden else ""
        yield (
            f"Instead of all this, a side that is out before any opponent (a sweep{uneven}) gets "
            f"{paid}, the others nothing."
        )


def _catching(rules: Rules) -> Iterator[str]:
    prices = [
        f"{price} points for {counted(seats, 'seat')} left"
        for seats, price in ((1, rules.catch_one), (2, rules.catch_two))
        if price
    ]
    if not prices:
        return
    to = "to the other side" if rules.catch == "transfer" else "to nobody"
    only = " that does not have the first out" if rules.catch_by_first else ""
    yield f"A side with seats left{only} pays {to} {listed(prices)}."


def _paying(rules: Rules) -> Iterator[str]:
    earlier = f"the {'seat' if rules.solo else 'side'} that was out earlier"
    level = earlier if rules.tie == "first_out" else "nobody"
    yield f"The highest points win; at equal points {level}."
    if rules.doubling == "losers_empty":
        yield (
            "If the losing side captured nothing and has not the first out, both sides' points "
            "are doubled."
        )
    elif rules.doubling == "others_empty":
        yield "If all below the winner captured nothing together, all points are doubled."
    yield {
        "full": "Each seat is paid the points" + (" of its side." if not rules.solo else "."),
        "shared": "The seats of a side share its points equally.",
        "margin": "Each seat is paid its side's points less the other's, divided by "
        f"{rules.payoff_step}.",
        "steps": f"Each seat of the winners is paid 1, with more than {rules.payoff_step} points "
        f"more 2, with more than {2 * rules.payoff_step} more 3; the losers pay as much.",
    }[rules.payoff]


def _type(kind: str) -> str:
    return kind.replace("_", " ")


def _types(kinds: list[str]) -> str:
    return listed([_type(kind) for kind in kinds])
