"""Equations up to a factor and exchanged sides, inequalities up to a positive factor."""

from __future__ import annotations

from flint import fmpz_mpoly

from generator.judge.arithmetic import Opaque
from generator.judge.exact import Algebra, Fraction, Polynomial, added, is_zero, multiplied
from generator.judge.scalars import Outcome, compare
from generator.judge.tree import FLIPPED, Node, Relation


def same_sides(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare two relations side by side, or with both sides of one exchanged."""
    if len(left.sides) != len(right.sides):
        return Outcome(equal=False, rule="sides", why="they have a different number of sides")
    straight = _aligned(left, right.sides, right.signs, seed)
    if straight.equal or any(sign not in FLIPPED for sign in right.signs):
        return straight
    flipped = tuple(FLIPPED[sign] for sign in reversed(right.signs))
    turned = _aligned(left, tuple(reversed(right.sides)), flipped, seed)
    return turned if turned.equal else straight


def _aligned(left: Relation, sides: tuple[Node, ...], signs: tuple[str, ...], seed: str) -> Outcome:
    """Compare sides in order; the outcome is that of the first pair that differs."""
    if left.signs != signs:
        return Outcome(equal=False, rule="sides", why="their relation signs differ")
    rule = "sides"
    for one, other in zip(left.sides, sides, strict=True):
        outcome = compare(one, other, seed)
        if not outcome.equal:
            return outcome
        rule = outcome.rule if outcome.rule != "number" else rule
    return Outcome(equal=True, rule=rule, why="")


def same_equation(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare equations: equal side by side, or their differences are multiples of each other."""
    factor = _factor(left, right, cancelled=True)
    if factor:
        return Outcome(equal=True, rule="exact", why="the same equation up to a factor")
    return same_sides(left, right, seed)


def same_inequality(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare inequalities: equal side by side, or multiples of each other by a positive factor."""
    strict = {"<": "<", ">": "<", "≤": "≤", "≥": "≤"}
    first, second = left.signs[0], right.signs[0]
    if strict.get(first, first) != strict.get(second, second):
        return Outcome(equal=False, rule="sides", why="their relation signs differ")
    factor = _factor(left, right, cancelled=False)
    wanted = 1 if first == second else -1
    if factor == wanted or (factor and first == "≠"):
        return Outcome(equal=True, rule="exact", why="the same inequality up to a positive factor")
    return same_sides(left, right, seed)


def _factor(left: Relation, right: Relation, *, cancelled: bool) -> int:
    """Return the sign of the constant c with left's difference = c * right's, 0 without one.

    `cancelled` compares only what the differences are zero for: their numerators.
    """
    algebra = Algebra()
    try:
        first = algebra.lowest(_difference(algebra, left))
        second = algebra.lowest(_difference(algebra, right))
        one: Polynomial = first[0]
        other: Polynomial = second[0]
        if not cancelled:
            one, other = multiplied(one, second[1]), multiplied(other, first[1])
        return _multiple(algebra, algebra.reduced(one), algebra.reduced(other))
    except Opaque:
        return 0


def _difference(algebra: Algebra, relation: Relation) -> Fraction:
    """Return first side - last side as a fraction."""
    top, bottom = algebra.fraction(relation.sides[1])
    return added(algebra.fraction(relation.sides[0]), (-top, bottom))


def _multiple(algebra: Algebra, one: Polynomial, other: Polynomial) -> int:
    """Return the sign of the rational c with one = c * other, 0 when there is none."""
    if is_zero(one) or is_zero(other):
        return 0
    lead, second = _leading(one), _leading(other)
    if not is_zero(algebra.reduced(one * second - other * lead)):
        return 0
    return 1 if (lead > 0) == (second > 0) else -1


def _leading(poly: Polynomial) -> int:
    """Return the leading coefficient of a polynomial that is not zero."""
    return int(poly.leading_coefficient()) if isinstance(poly, fmpz_mpoly) else poly
