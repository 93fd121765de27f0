"""Proof that a constant made of roots is zero: a separation bound and enough precision.

For an expression E of integers with + - * / and roots, with u, l and D as computed below, E is zero
or |E| >= 1 / (u^(D-1) l) (Burnikel, Fleischer, Mehlhorn, Schirra 2000, A strong and easily
computable separation bound for arithmetic expressions involving radicals). A ball around E that
holds zero and is smaller than the bound proves E zero.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.judge.arithmetic import Opaque, rational_value
from generator.judge.tree import (
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
)

MAX_BITS = 12_000
"""Most bits that are spent on a proof."""


class Bound(NamedTuple):
    """Logarithms (base 2, rounded up generously) of u and l, and the product of root indices."""

    upper: float
    lower: float
    degree: int


def separation(node: Node) -> int | None:
    """Return b with node zero or |node| >= 2^-b; None where there is no bound below MAX_BITS."""
    try:
        bound = _bound(node)
    except Opaque:
        return None
    bits = (bound.degree - 1) * bound.upper + bound.lower + 2
    return int(bits) + 1 if bits < MAX_BITS else None


def _bound(node: Node) -> Bound:
    """Return the bound of a tree of rationals and roots; raises Opaque for anything else."""
    if type(node) is Number:
        return Bound(_bits(node.numerator), _bits(node.denominator), 1)
    if type(node) is Negative:
        return _bound(node.term)
    if type(node) is Sum:
        return _fold([_bound(term) for term in node.terms], _added)
    if type(node) is Product:
        return _fold([_bound(factor) for factor in node.factors], _multiplied)
    if type(node) is Quotient:
        return _multiplied(_bound(node.numerator), _inverted(_bound(node.denominator)))
    if type(node) is Root:
        return _rooted(_bound(node.radicand), node.index)
    if type(node) is Power:
        return _powered(node)
    raise Opaque


def _bits(number: int) -> float:
    """Return a bound of log2 of a whole number's size, at least 0."""
    return float(abs(number).bit_length())


def _fold(bounds: list[Bound], join: object) -> Bound:
    """Return the bounds joined from left to right."""
    total = bounds[0]
    for bound in bounds[1:]:
        total = join(total, bound)  # type: ignore[operator]
    return total


def _added(a: Bound, b: Bound) -> Bound:
    """Bound of a sum."""
    upper = max(a.upper + b.lower, a.lower + b.upper) + 1
    return Bound(upper, a.lower + b.lower, a.degree * b.degree)


def _multiplied(a: Bound, b: Bound) -> Bound:
    """Bound of a product."""
    return Bound(a.upper + b.upper, a.lower + b.lower, a.degree * b.degree)


def _inverted(a: Bound) -> Bound:
    """Bound of a reciprocal."""
    return Bound(a.lower, a.upper, a.degree)


def _rooted(a: Bound, index: Node) -> Bound:
    """Bound of a root."""
    whole = rational_value(index)
    if whole.denominator != 1 or not 2 <= whole <= 64:
        raise Opaque
    return Bound(a.upper / int(whole) + 1, a.lower / int(whole) + 1, a.degree * int(whole))


def _powered(node: Power) -> Bound:
    """Bound of a whole or rational power."""
    exponent = rational_value(node.exponent)
    base = _bound(node.base)
    if exponent < 0:
        base, exponent = _inverted(base), -exponent
    if exponent.denominator > 1:
        base = _rooted(base, Number(exponent.denominator))
    times = exponent.numerator
    if times > MAX_BITS:
        raise Opaque
    return Bound(base.upper * times, base.lower * times, base.degree)
