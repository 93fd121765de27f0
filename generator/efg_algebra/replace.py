"""Putting conditions into a tree: replaces a piece of it as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from generator.efg_algebra.terms import (
    Add,
    Div,
    Expr,
    Fn,
    Mul,
    Neg,
    Point,
    Pow,
    Rel,
    add,
    div,
    mul,
    neg,
    power,
)

Pairs = Sequence[tuple[Expr, Expr]]


def replace_all(expr: Expr, pairs: Pairs) -> Expr:
    """Return `expr` with every first of a pair replaced by its second, all at the same time.

    A sum or product also matches as some of the terms or factors of a longer one.
    """
    for old, new in pairs:
        if expr == old:
            return new
    if isinstance(expr, Add):
        return add(_pieces(list(expr.terms), pairs, Add))
    if isinstance(expr, Mul):
        return mul(_pieces(list(expr.factors), pairs, Mul))
    return _inside(expr, pairs)


def _pieces(pieces: list[Expr], pairs: Pairs, kind: type[Add] | type[Mul]) -> list[Expr]:
    """Replace within the pieces of a sum or product, groups of pieces first."""
    for old, new in pairs:
        group = old.terms if isinstance(old, Add) else old.factors if isinstance(old, Mul) else ()
        if isinstance(old, kind) and not Counter(group) - Counter(pieces):
            rest = list((Counter(pieces) - Counter(group)).elements())
            return [new, *_pieces(rest, pairs, kind)]
    return [replace_all(piece, pairs) for piece in pieces]


def _inside(expr: Expr, pairs: Pairs) -> Expr:  # noqa: PLR0911 - one return per kind
    match expr:
        case Neg(of):
            return neg(replace_all(of, pairs))
        case Fn(name, of):
            return Fn(name, replace_all(of, pairs))
        case Div(above, below, bar):
            return div(replace_all(above, pairs), replace_all(below, pairs), bar=bar)
        case Pow(base, exponent):
            return power(replace_all(base, pairs), replace_all(exponent, pairs))
        case Rel(sides, ops):
            return Rel(tuple(replace_all(side, pairs) for side in sides), ops)
        case Point(x, y):
            return Point(replace_all(x, pairs), replace_all(y, pairs))
        case _:
            return expr
