"""Cut a piece of maths into its relations, their sides and the neighbouring pairs of chains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from generator.judge.spans import Span

Part: TypeAlias = tuple[str, Span]
"""What is compared, and the place where it stands."""

TOKEN = re.compile(
    r"(?P<skip>\\left\s*\\?[.{|]|\\right\s*\\?[.}|]|\\[{}])"
    r"|(?P<comma>(?<=\d),(?=\d{3}(?!\d)))"
    r"|(?P<cut>\\begin\{\w+\*?\}(?:\{[clr|@ ]*\})?|\\end\{\w+\*?\}|\\\\|\\q?quad\b|\\text\{[^{}]*\}"
    r"|\\(?:Rightarrow|Leftrightarrow|implies|iff|therefore|because|Longrightarrow|wedge|vee|land|lor)\b"
    r"|[,，;；、。&⇒∴∵∧∨]|[\u4e00-\u9fff]+)"
    r"|(?P<sign>=|<=|>=|!=|<|>|≤|≥|≠|\\(?:leqslant|geqslant|leq|geq|le|ge|neq|ne|lt|gt)(?![A-Za-z]))"
    r"|(?P<open>[({\[])|(?P<close>[)}\]])"
)


def parts(text: str, start: int, end: int) -> Iterator[Part]:
    """Yield every relation, side, neighbouring pair and pair of ends of text[start:end].

    Commas, line breaks of a system, arrows and words separate relations; only signs outside
    brackets count. Linear in the length of the text.
    """
    for sides, signs in _pieces(text, start, end):
        yield from _emit(text, sides, signs)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[list[Span], list[str]]]:
    """Yield, for each separated piece, the spans of its sides and the signs between them."""
    sides: list[Span] = []
    signs: list[str] = []
    depth = 0
    for match in TOKEN.finditer(text, start, end):
        kind = match.lastgroup
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        if kind not in {"cut", "sign"} or (depth and not match[0].startswith(("\\begin", "\\end"))):
            continue
        sides.append((start, match.start()))
        start = match.end()
        if kind == "sign":
            signs.append(match[0])
        else:
            yield sides, signs
            sides, signs, depth = [], [], 0
    yield [*sides, (start, end)], signs


def _emit(text: str, sides: list[Span], signs: list[str]) -> Iterator[Part]:
    """Yield the parts of one relation, chain or single expression; empty sides are left out."""
    sides = [_tight(text, span) for span in sides]
    filled = [side for side in sides if side[1] > side[0]]
    if len(filled) == len(sides) > 1:
        yield from _joined(text, sides, signs)
    yield from ((text[slice(*side)], side) for side in filled)


def _joined(text: str, sides: list[Span], signs: list[str]) -> Iterator[Part]:
    """Yield a whole relation, the neighbouring pairs of a chain, and the ends of an equality."""
    whole = (sides[0][0], sides[-1][1])
    yield text[slice(*whole)], whole
    if len(sides) > 2:
        for left, right in pairwise(sides):
            yield text[left[0] : right[1]], (left[0], right[1])
        if set(signs) == {"="}:
            yield f"{text[slice(*sides[0])]} = {text[slice(*sides[-1])]}", whole


def _tight(text: str, span: Span) -> Span:
    """Return the span without blanks and full stops at its ends."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".。"):
        end -= 1
    return start, end
