"""The rungs that decide most pairs: two values, or two relations of two sides, by fingerprint.

Unequal values prove expressions different, equal ones are confirmed exactly. Two equations that
are multiples of each other have differences with a rational quotient, so a quotient that is not a
small fraction in the field rules that out.
"""

from __future__ import annotations

from typing import Literal

from generator.judge.arithmetic import Opaque
from generator.judge.fingerprint import PRIME, value
from generator.judge.scalars import Outcome, compare, confirmed
from generator.judge.sides import same_equation, same_inequality, same_sides
from generator.judge.survey import children, has_signs
from generator.judge.tree import (
    FLIPPED,
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Root,
    Sum,
    Symbol,
)

_VALUES = frozenset((Number, Symbol, Constant, Sum, Product, Negative, Quotient, Power, Root))
_LEAVES = frozenset((Number, Symbol, Constant))
_DIFFERENT = Outcome(equal=False, rule="fingerprint", why="")
MAX_SCALE = 1 << 30
"""Largest numerator and denominator of a factor between two equations."""


def quick(left: Node, right: Node, level: Literal["answer", "node"], seed: str) -> Outcome | None:
    """Return the outcome for two values or two relations of two sides; None for other pairs."""
    first, second = type(left), type(right)
    try:
        if first in _VALUES and second in _VALUES:
            return _values(left, right)
        if isinstance(left, Relation) and isinstance(right, Relation):
            return _relations(left, right, level, seed)
    except Opaque:
        return _opaque_equations(left, right, level, seed)
    return None


def _opaque_equations(
    left: Node, right: Node, level: Literal["answer", "node"], seed: str
) -> Outcome | None:
    """Compare equations of two values with functions or roots of letters; None for other pairs."""
    if level == "node" or not _is_equation(left) or not _is_equation(right):
        return None
    if not isinstance(left, Relation) or not isinstance(right, Relation):
        return None
    return same_equation(left, right, seed)


def _is_equation(node: Node) -> bool:
    """Whether a node is an equation of two values without ±."""
    if not isinstance(node, Relation) or node.signs != ("=",) or has_signs(node):
        return False
    return all(type(side) in _VALUES or type(side) is Call for side in node.sides)


def _values(left: Node, right: Node) -> Outcome:
    """Compare two values; raises Opaque where one has no fingerprint."""
    if type(left) is Number and type(right) is Number:
        return compare(left, right, "")
    if value(left) != value(right):
        return _DIFFERENT
    return confirmed(left, right, "")


def _relations(
    left: Relation, right: Relation, level: Literal["answer", "node"], seed: str
) -> Outcome | None:
    """Compare two relations of two sides; raises Opaque where a side has no fingerprint."""
    if len(left.signs) > 1 or len(right.signs) > 1:
        return None
    if left.signs[0] not in _TURN or right.signs[0] not in _TURN:
        return None
    named = type(left.sides[0]) is Symbol and left.sides[0] == right.sides[0]
    if level == "answer" and named and left.signs == right.signs == ("=",):
        return same_equation(left, right, seed)
    return _two_sides(left, right, level)


def _two_sides(left: Relation, right: Relation, level: Literal["answer", "node"]) -> Outcome:
    """Compare two relations of two sides by the values of their sides."""
    sign, other = left.signs[0], right.signs[0]
    a, b, c, d = *map(value, left.sides), *map(value, right.sides)
    if (a == c and b == d and sign == other) or (a == d and b == c and sign == FLIPPED[other]):
        return same_sides(left, right, "")
    if level == "node":
        return _DIFFERENT
    if other not in (sign, FLIPPED[sign]):
        return Outcome(equal=False, rule="sides", why="their relation signs differ")
    if not _has_letters_below(left, right) and not _in_proportion(a - b, c - d):
        return _DIFFERENT
    return (same_equation if sign == "=" else same_inequality)(left, right, "")


_TURN = frozenset(FLIPPED)
"""Signs that may be turned round."""


def _has_letters_below(left: Relation, right: Relation) -> bool:
    """Whether a relation has a quotient or power that may be cleared of its denominator."""
    return any(map(_divides, (*left.sides, *right.sides)))


def _divides(node: Node) -> bool:
    """Whether a quotient by something else than a number, or a negative power, is written."""
    if type(node) in _LEAVES:
        return False
    if isinstance(node, Quotient):
        return type(node.denominator) is not Number or _divides(node.numerator)
    if isinstance(node, Power):
        return not (type(node.exponent) is Number and node.exponent.numerator >= 0)
    return any(map(_divides, children(node)))


def _in_proportion(first: int, second: int) -> bool:
    """Whether first / second in the field may be a fraction below MAX_SCALE."""
    first, second = first % PRIME, second % PRIME
    if first == 0 or second == 0:
        return first == second
    old, new = PRIME, first * pow(second, -1, PRIME) % PRIME
    s, t = 0, 1
    while new > MAX_SCALE:
        quotient, rest = divmod(old, new)
        old, new, s, t = new, rest, t, s - quotient * t
    return abs(t) < MAX_SCALE
