"""Proof that a constant made of roots is zero: a separation bound and enough precision.

For an expression E of integers with + - * / and roots, with u, l and D as computed below, E is zero
or |E| >= 1 / (u^(D-1) l) (Burnikel, Fleischer, Mehlhorn, Schirra 2000, A strong and easily
computable separation bound for arithmetic expressions involving radicals). A ball around E that
holds zero and is smaller than the bound proves E zero.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
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
    rule = _RULES.get(type(node))
    if rule is None:
        raise Opaque
    return rule(node)


def _number(node: Number) -> Bound:
    """Bound of a rational."""
    return Bound(_bits(node.numerator), _bits(node.denominator), 1)


def _sum(node: Sum) -> Bound:
    """Bound of a sum."""
    return reduce(_added, (_bound(term) for term in node.terms))


def _product(node: Product) -> Bound:
    """Bound of a product."""
    return reduce(_multiplied, (_bound(factor) for factor in node.factors))


def _negative(node: Negative) -> Bound:
    """Bound of a negated term."""
    return _bound(node.term)


def _quotient(node: Quotient) -> Bound:
    """Bound of a quotient."""
    return _multiplied(_bound(node.numerator), _inverted(_bound(node.denominator)))


def _root(node: Root) -> Bound:
    """Bound of a root with a whole index from 2 to 64."""
    return _rooted(_bound(node.radicand), node.index)


def _bits(number: int) -> float:
    """Return a bound of log2 of a whole number's size, at least 0."""
    return float(abs(number).bit_length())


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


def _power(node: Power) -> Bound:
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


_RULES: dict[type, Callable[..., Bound]] = {
    Number: _number,
    Sum: _sum,
    Product: _product,
    Negative: _negative,
    Quotient: _quotient,
    Root: _root,
    Power: _power,
}
