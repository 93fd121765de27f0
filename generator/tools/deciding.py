"""Decide about values: whether one is 0 or real, whether a relation holds.

Where SymPy's rewriting does not decide, numbers are worked out to a thousand digits, more than an
argument can write: what is 0 to all of them is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy
from sympy.core.relational import Relational

Object = Any
"""A SymPy object; the library ships no types."""

UNDEFINED = (sympy.zoo, sympy.nan, sympy.oo)
DIGITS = 1000


def is_zero(value: Object) -> bool:
    """Whether an expression is 0 for all values of its symbols, as far as SymPy can tell."""
    return bool(sympy.simplify(value) == 0) or (value.is_number and vanishes(value))


def vanishes(number: Object) -> bool:
    """Whether a number is 0, by its digits."""
    if number.is_Rational or number.has(*UNDEFINED):
        return bool(number == 0)
    if number.has(sympy.I):  # of a complex product SymPy does not know how many digits are right
        return bool(abs(number.evalf(60)) < 1e-50)
    found = number.evalf(2, maxn=DIGITS)
    return bool(found == 0) or getattr(found, "_prec", 0) == 1  # not one digit is left


def is_real(value: Object) -> bool:
    """Whether a value is real, or depends on symbols."""
    if not value.is_number:
        return not value.has(sympy.I)
    return bool(value.is_real) or bool(abs(sympy.im(value.evalf(60))) < 1e-50)


def holds_all(relations: Iterable[Object], values: Mapping[Object, Object]) -> bool:
    """Whether all relations hold where symbols have these values."""
    return all(holds(each, values) for each in relations)


def holds(given: Relational, values: Mapping[Object, Object]) -> bool:
    """Whether a relation holds where symbols have these values; undecided counts as yes."""
    left, right = (side.subs(values) for side in (given.lhs, given.rhs))
    if left.has(*UNDEFINED) or right.has(*UNDEFINED):
        return False
    if isinstance(given, sympy.Eq | sympy.Ne) and (left - right).is_number:
        return is_zero(left - right) == isinstance(given, sympy.Eq)
    return bool(given.func(left, right) != sympy.false)
