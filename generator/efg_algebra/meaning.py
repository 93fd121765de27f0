"""What our trees mean, as SymPy objects built by construction (no parsing)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import sympy

from generator.efg_algebra.terms import Add, Div, Expr, Fn, Mul, Neg, Num, Pow, Rel, Var, walk

Meaning = Any
"""A SymPy expression; SymPy has no types."""


@cache
def symbol(name: str) -> Meaning:
    """Return the real symbol of a letter."""
    return sympy.Symbol(name, real=True)


@lru_cache(maxsize=4096)
def to_sympy(expr: Expr) -> Meaning:  # noqa: PLR0911 - one return per kind of tree
    """Return the value of `expr`; raises TypeError for a relation or a point."""
    match expr:
        case Num(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Var(name):
            return symbol(name)
        case Neg(of):
            return -to_sympy(of)
        case Add(terms):
            return sympy.Add(*map(to_sympy, terms))
        case Mul(factors):
            return sympy.Mul(*map(to_sympy, factors))
        case Div(above, below, _):
            return to_sympy(above) / to_sympy(below)
        case Pow(base, exponent):
            return to_sympy(base) ** to_sympy(exponent)
        case Fn(name, of):
            return sympy.sqrt(to_sympy(of)) if name == "sqrt" else sympy.Abs(to_sympy(of))
    raise TypeError(f"a relation or a point has no value: {expr}")


def equation(expr: Expr) -> Meaning:
    """Return left minus right of a relation with two sides; raises TypeError for anything else."""
    if isinstance(expr, Rel) and len(expr.sides) == 2:
        return to_sympy(expr.sides[0]) - to_sympy(expr.sides[1])
    raise TypeError(f"no relation with two sides: {expr}")


def is_zero(meaning: Meaning) -> bool:
    """Return whether a SymPy expression is identically zero."""
    rest = sympy.expand(meaning)
    return bool(rest == 0 or sympy.simplify(rest) == 0)


def same_value(one: Expr, other: Expr) -> bool:
    """Return whether two expressions are identical as functions."""
    return is_zero(to_sympy(one) - to_sympy(other))


def same_sides(one: Expr, other: Expr) -> bool:
    """Return whether two expressions, or two relations side by side, are identical."""
    if not isinstance(one, Rel) and not isinstance(other, Rel):
        return same_value(one, other)
    if isinstance(one, Rel) and isinstance(other, Rel) and one.ops == other.ops:
        return all(map(same_value, one.sides, other.sides))
    return False


def occurs(part: Expr, whole: Expr) -> bool:
    """Return whether `part` stands in `whole`, as a piece or as some pieces of a sum or product."""
    return any(piece == part or _holds_all(part, piece) for piece in walk(whole))


def _holds_all(part: Expr, piece: Expr) -> bool:
    """Return whether all terms (factors) of `part` are among those of `piece`."""
    match part, piece:
        case (Add(wanted), Add(found)) | (Mul(wanted), Mul(found)):
            return set(wanted) <= set(found)
        case _:
            return False
