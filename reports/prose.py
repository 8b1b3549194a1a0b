"""The two marks that sentences of a report may use, taken apart into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_MARK = re.compile(r"`(?P<code>[^`]+)`|\[\[(?P<word>[^\]|]+)(?:\|(?P<shown>[^\]]+))?\]\]")


_FIGURE = re.compile(r"(?<=[\d)]) (?=[±%])|(?<=±) (?=\d)")


def unbroken(text: str) -> str:
    """Keep the parts of a figure on one line: no break before ``±`` and ``%`` or after ``±``."""
    return _FIGURE.sub("\N{NO-BREAK SPACE}", text)


@dataclass(frozen=True)
class Piece:
    """A stretch of a sentence that is set in one way."""

    kind: Literal["text", "code", "term"]
    text: str
    """What is read."""
    word: str = ""
    """For a term: the word of the glossary it links to."""


def pieces(sentence: str) -> Iterator[Piece]:
    """Split a sentence at its marks.

    Examples
    --------
    >>> [piece.text for piece in pieces("`lowest`: 200 [[block|blocks]]")]
    ['lowest', ': 200 ', 'blocks']
    """
    start = 0
    for mark in _MARK.finditer(sentence):
        if mark.start() > start:
            yield Piece("text", sentence[start : mark.start()])
        start = mark.end()
        if mark["code"]:
            yield Piece("code", mark["code"])
        else:
            yield Piece("term", mark["shown"] or mark["word"], mark["word"])
    if start < len(sentence):
        yield Piece("text", sentence[start:])
