"""Products of powers written as one exponent per base, to compare them exactly."""

from __future__ import annotations

import sympy

from generator.efg_algebra.meaning import Meaning, is_zero, to_sympy
from generator.efg_algebra.terms import Div, Expr, Mul, Num, Pow, Rel, Var

Exponents = dict[str, Meaning]
"""Prime number or letter -> its exponent."""


def exponents(expr: Expr) -> Exponents | None:
    """Return the exponents of a product of powers of positive bases; None for anything else."""
    match expr:
        case Num(value) if value > 0:
            return {str(p): sympy.Integer(k) for p, k in sympy.factorrat(_rational(expr)).items()}
        case Var(name):
            return {name: sympy.Integer(1)}
        case Pow(base, exponent):
            return _times(exponents(base), to_sympy(exponent))
        case Mul(factors):
            return _joined([exponents(factor) for factor in factors])
        case Div(above, below, _):
            return _joined([exponents(above), _times(exponents(below), sympy.Integer(-1))])
        case _:
            return None


def _rational(expr: Expr) -> Meaning:
    return to_sympy(expr)


def _times(of: Exponents | None, factor: Meaning) -> Exponents | None:
    return None if of is None else {base: factor * value for base, value in of.items()}


def _joined(many: list[Exponents | None]) -> Exponents | None:
    total: Exponents = {}
    for one in many:
        if one is None:
            return None
        for base, value in one.items():
            total[base] = total.get(base, sympy.Integer(0)) + value
    return total


def same_powers(one: Expr, other: Expr) -> bool:
    """Return whether both are (relations of) products of powers with equal exponents."""
    if isinstance(one, Rel) and isinstance(other, Rel):
        return one.ops == other.ops and all(map(same_powers, one.sides, other.sides))
    left, right = exponents(one), exponents(other)
    if left is None or right is None:
        return False
    bases = dict.fromkeys([*left, *right])
    zero = sympy.Integer(0)
    return all(is_zero(left.get(b, zero) - right.get(b, zero)) for b in bases)
