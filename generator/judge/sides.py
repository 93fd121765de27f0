"""Equations up to a factor and exchanged sides, inequalities up to a positive factor."""

from __future__ import annotations

from flint import fmpz_mpoly

from generator.judge.algebra import Algebra, Fraction, added
from generator.judge.arithmetic import Opaque
from generator.judge.exact import fraction
from generator.judge.polynomials import Polynomial, is_zero, multiplied
from generator.judge.scalars import Outcome, compare
from generator.judge.survey import letters
from generator.judge.tree import FLIPPED, Node, Relation, Symbol


def same_sides(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare two relations side by side, or with both sides of one exchanged."""
    if len(left.sides) != len(right.sides):
        return Outcome(equal=False, rule="sides", why="they have a different number of sides")
    if left.sides[0] == right.sides[-1] != right.sides[0]:
        turned = _turned(left, right, seed)
        return turned if turned.equal else _aligned(left, right.sides, right.signs, seed)
    straight = _aligned(left, right.sides, right.signs, seed)
    if straight.equal:
        return straight
    turned = _turned(left, right, seed)
    return turned if turned.equal else straight


def _turned(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare two relations with the sides of one in the opposite order."""
    if any(sign not in FLIPPED for sign in right.signs):
        return Outcome(equal=False, rule="sides", why="their sides may not be exchanged")
    flipped = tuple(FLIPPED[sign] for sign in reversed(right.signs))
    return _aligned(left, tuple(reversed(right.sides)), flipped, seed)


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
    rest = _rest(left, right)
    if rest is not None:
        return compare(*rest, seed)
    factor = _factor(left, right, cancelled=True)
    if factor:
        return Outcome(equal=True, rule="exact", why="the same equation up to a factor")
    return same_sides(left, right, seed)


def _rest(left: Relation, right: Relation) -> tuple[Node, Node] | None:
    """Return the right sides of `y = u` and `y = v` without y in them, which alone count then."""
    (a, b), (c, d) = left.sides, right.sides
    if type(a) is not Symbol or a != c or a.name in letters(b) or a.name in letters(d):
        return None
    return b, d


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
        first, second = _difference(algebra, left), _difference(algebra, right)
        if isinstance(first[1], int) and isinstance(second[1], int):
            one, other = _signed(first), _signed(second)
        else:
            one, other = _cleared(algebra, first, second, cancelled=cancelled)
        return _multiple(algebra, algebra.final(one), algebra.final(other))
    except Opaque:
        return 0


def _signed(ratio: Fraction) -> Polynomial:
    """Return the numerator of a fraction whose denominator is an integer, with its sign."""
    top, bottom = ratio
    return -top if isinstance(bottom, int) and bottom < 0 else top


def _cleared(
    algebra: Algebra, left: Fraction, right: Fraction, *, cancelled: bool
) -> tuple[Polynomial, Polynomial]:
    """Return numerators in lowest terms, or cross products where denominators count."""
    first, second = algebra.lowest(left), algebra.lowest(right)
    if cancelled:
        return first[0], second[0]
    return multiplied(first[0], second[1]), multiplied(second[0], first[1])


def _difference(algebra: Algebra, relation: Relation) -> Fraction:
    """Return first side - last side as a fraction."""
    top, bottom = fraction(algebra, relation.sides[1])
    return added(fraction(algebra, relation.sides[0]), (-top, bottom))


def _multiple(algebra: Algebra, one: Polynomial, other: Polynomial) -> int:
    """Return the sign of the rational c with one = c * other, 0 when there is none.

    Constants are no multiples of each other: `3 = 0` and `5 = 0` hold nowhere, for other reasons.
    """
    if isinstance(one, int) or isinstance(other, int) or one.is_constant() or other.is_constant():
        return 0
    lead, second = _leading(one), _leading(other)
    if not is_zero(algebra.final(one * second - other * lead)):
        return 0
    return 1 if (lead > 0) == (second > 0) else -1


def _leading(poly: fmpz_mpoly) -> int:
    """Return the leading coefficient of a polynomial that is not zero."""
    return int(poly.leading_coefficient())
