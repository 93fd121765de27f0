"""Upstream's way of writing and simplifying results, for `generator.tools.compat`."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.tools.reading import has_decimal
from generator.tools.writing import tokenised, write

Object = Any
"""A SymPy object; the library ships no types."""


def simplified(value: Object) -> Object:
    """Return a simpler form; a relation may come out solved, or as true or false."""
    if isinstance(value, Relational):
        return value.func(*value.args).simplify()
    return sympy.simplify(value)


def latex(value: Object, *texts: str) -> str:
    """Return a result as upstream wrote it; `texts` say whether decimals were given.

    Relations are simplified on the way. A disjunction has 或 between its parts.
    """
    if isinstance(value, Relational):
        value = simplified(value)
    return plain(value, *texts)


def plain(value: Object, *texts: str) -> str:
    """Return a result as it is."""
    if (
        isinstance(value, sympy.Expr)
        and not value.has(sympy.nan, sympy.zoo)
        and has_decimal(*texts)
    ):
        return write(value, decimal=True)
    return tokenised(sympy.latex(value)).replace(r"\vee", "或")
