"""Are two scalars equal? Fingerprint, exact canonical form, balls, separation bound."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from generator.judge.arithmetic import Opaque, Undefined
from generator.judge.balls import CONSTANT_BITS, PRECISIONS, Point, at_point, points
from generator.judge.exact import Algebra
from generator.judge.fingerprint import value
from generator.judge.rootbound import separation
from generator.judge.tree import Call, Constant, Negative, Node, Number, Power, Root, Sum, Symbol


class Outcome(NamedTuple):
    """What a rung found."""

    equal: bool | None
    """None when no rung could tell."""
    rule: str
    why: str


VALID_POINTS = 12
"""Points where both sides are defined that are asked for before balls count as equal; all points
are asked for when a function that changes its form (|x|, an even root, floor) is written."""
MAX_MARKS = 24
"""Most numbers near which points are put."""
FEWEST_POINTS = 3
"""Fewest such points, when the domain is small."""


def compare(left: Node, right: Node, seed: str) -> Outcome:
    """Compare two scalars; `seed` is made of both strings and chooses the points."""
    if type(left) is Number and type(right) is Number:
        return _numbers(left, right)
    try:
        first, second = value(left), value(right)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")
    except Opaque:
        return _opaque(left, right, seed)
    if first != second:
        return Outcome(equal=False, rule="fingerprint", why="their values differ")
    return _confirmed(left, right, seed)


def _numbers(left: Number, right: Number) -> Outcome:
    """Compare two exact rationals."""
    equal = left.numerator == right.numerator and left.denominator == right.denominator
    return Outcome(equal=equal, rule="number", why="")


def _confirmed(left: Node, right: Node, seed: str) -> Outcome:
    """Confirm a match of fingerprints exactly."""
    try:
        equal = Algebra().same(left, right)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")
    except Opaque:
        return _numeric(left, right, seed)
    return Outcome(equal=equal, rule="exact", why="")


def _opaque(left: Node, right: Node, seed: str) -> Outcome:
    """Compare scalars with functions, or roots of letters: formally, then by balls."""
    algebra = Algebra()
    try:
        equal = algebra.same(left, right)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")
    except Opaque:
        return _numeric(left, right, seed)
    if equal or not algebra.atoms:
        return Outcome(equal=equal, rule="exact", why="")
    return _numeric(left, right, seed)


def _numeric(left: Node, right: Node, seed: str) -> Outcome:
    """Compare by balls at points derived from both strings."""
    signed = _infinities(left, right)
    if signed is not None:
        return signed
    names = sorted(letters(left) | letters(right))
    try:
        if not names:
            return _constants(left, right)
        return _sampled(left, right, names, seed)
    except Opaque:
        equal = left == right
        return Outcome(equal=equal, rule="structure", why="")


def _infinities(left: Node, right: Node) -> Outcome | None:
    """Compare when a side is plus or minus infinity; None when neither is."""
    signs = _infinity(left), _infinity(right)
    if signs == (0, 0):
        return None
    return Outcome(equal=signs[0] == signs[1], rule="infinity", why="")


def _infinity(node: Node) -> int:
    """Return the sign of an infinity, 0 for other scalars."""
    if type(node) is Negative:
        return -_infinity(node.term)
    return 1 if node == Constant("infinity") else 0


def _constants(left: Node, right: Node) -> Outcome:
    """Compare constants at one high precision; of roots, with a proof."""
    written = imaginary(left) or imaginary(right)
    for bits in (PRECISIONS[0], CONSTANT_BITS):
        overlap = at_point(left, right, {}, complex_values=written, bits=bits)
        if overlap is False:
            return Outcome(equal=False, rule="balls", why="")
    if overlap is None:
        return Outcome(equal=None, rule="too large", why="neither side has a value in reach")
    if not written and _proved(left, right):
        return Outcome(equal=True, rule="root bound", why="")
    return Outcome(equal=True, rule="numeric", why=f"they agree to {CONSTANT_BITS} bits")


def _proved(left: Node, right: Node) -> bool:
    """Whether the difference of two constants is proved to be zero by its separation bound."""
    bits = separation(Sum((left, Negative(right))))
    if bits is None:
        return False
    return at_point(left, right, {}, complex_values=False, bits=2 * bits + 128) is True


def _sampled(left: Node, right: Node, names: list[str], seed: str) -> Outcome:
    """Compare at points until they differ, or enough of them agree."""
    written = imaginary(left) or imaginary(right)
    bent = _bends(left) or _bends(right)
    marks = _marks(left, right) if bent else []
    valid = 0
    for point in points(names, seed, marks):
        overlap = _overlap(left, right, point, complex_values=written)
        if overlap is False:
            return Outcome(equal=False, rule="balls", why="")
        valid += overlap is True
        if valid == VALID_POINTS and not bent:
            break
    if valid < FEWEST_POINTS:
        return Outcome(equal=None, rule="undecided", why="there is no point to compare them at")
    return Outcome(equal=True, rule="numeric", why=f"they agree at {valid} points to 300 bits")


def _overlap(left: Node, right: Node, point: Point, *, complex_values: bool) -> bool | None:
    """Compare at one point, at both precisions if the first finds no difference."""
    for bits in PRECISIONS:
        overlap = at_point(left, right, point, complex_values=complex_values, bits=bits)
        if overlap is False:
            break
    return overlap


_BENT = frozenset(("abs", "floor", "ceil", "max", "min"))


def _bends(node: Node) -> bool:
    """Whether a function is written that has different forms in different places."""
    if type(node) is Call and node.name in _BENT:
        return True
    if type(node) is Root or (type(node) is Power and type(node.exponent) is Number):
        if type(node) is Root or node.exponent.denominator > 1:
            return True
    return any(_bends(part) for part in children(node))


def _marks(left: Node, right: Node) -> list[Fraction]:
    """Return the numbers of two trees and their quotients, where such a function may bend."""
    found = {abs(number) for number in (*_constants_in(left), *_constants_in(right)) if number}
    sizes = sorted(found)[:6]
    quotients = {a / b for a in sizes for b in sizes} | set(sizes)
    return sorted(quotients | {-mark for mark in sizes[:2]})[:MAX_MARKS]


def _constants_in(node: Node) -> list[Fraction]:
    """Return the rationals written in a tree."""
    if type(node) is Number:
        return [Fraction(node.numerator, node.denominator)]
    return [number for part in children(node) for number in _constants_in(part)]


@lru_cache(maxsize=4096)
def letters(node: Node) -> frozenset[str]:
    """Return the names in a tree."""
    if type(node) is Symbol:
        return frozenset((node.name,))
    found: frozenset[str] = frozenset()
    for part in children(node):
        found |= letters(part)
    return found


def imaginary(node: Node) -> bool:
    """Whether i is written in a tree."""
    if type(node) is Constant:
        return node.name == "i"
    return any(imaginary(part) for part in children(node))


def children(node: Node) -> list[Node]:
    """Return the nodes directly under a node."""
    found: list[Node] = []
    for field in fields(node):
        _collect(getattr(node, field.name), found)
    return found


def _collect(part: object, found: list[Node]) -> None:
    """Append the nodes in a field's value, which may be tuples of tuples."""
    if isinstance(part, tuple):
        for inner in part:
            _collect(inner, found)
    elif hasattr(part, "__dataclass_fields__"):
        found.append(part)  # type: ignore[arg-type]
