"""Angles: degrees, minutes and seconds after a number."""

from __future__ import annotations

from generator.judge.numerals import quotient, rational
from generator.judge.reader import Reader
from generator.judge.tree import Constant, Node, Number, Product


def degrees(r: Reader, base: Node) -> Node:
    """Return an angle: radians inside a trigonometric argument, else the number and a unit."""
    if r.angled:
        return Product((base, quotient(Constant("pi"), Number(180))))
    scale = r.tokens[r.at]
    if scale in ("C", "F"):
        r.at += 1
    r.units[{"C": "celsius", "F": "fahrenheit"}.get(scale, "degree")] = None
    return _minutes(r, base, 60) if type(base) is Number else base


def _minutes(r: Reader, angle: Number, parts: int) -> Node:
    """Read minutes of arc, then seconds, after an angle in degrees."""
    tokens, at = r.tokens, r.at
    if not tokens[at].isdigit():
        return angle
    end = at + 1 + (tokens[at + 1] == "^")
    marks = 1 if parts == 60 else 2
    if tokens[end : end + marks] != ["'"] * marks:
        return angle
    r.at = end + marks
    top = angle.numerator * parts + int(tokens[at]) * angle.denominator
    whole = rational(top, angle.denominator * parts)
    return _minutes(r, whole, 3600) if parts == 60 else whole
