"""expand, factor, collect, complete_the_square: another form of the same (methods.md 3.8-3.11).

All but the last also take an equation or inequality and rewrite both of its sides. What is already
in the wanted form comes back unchanged: an error would only cost a model one more call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.tools import reading
from generator.tools.errors import ToolError
from generator.tools.writing import write

Object = Any
"""A SymPy object; the library ships no types."""


def expand(text: str) -> str:
    """Return `text` without brackets."""
    return _each_side(text, sympy.expand)


def factor(text: str) -> str:
    """Return `text` as a product over the rationals; raise ToolError for a mere number."""
    if not reading.read(text).free_symbols:
        raise ToolError("a number, not a polynomial")
    return _each_side(text, sympy.factor)


def collect(text: str, name: str) -> str:
    """Return `text` expanded and sorted by powers of `name`; raise ToolError without it."""
    wanted = reading.symbol(name)
    if wanted not in reading.read(text).free_symbols:
        raise ToolError(f"{name.strip()} does not occur")
    return _each_side(text, lambda side: sympy.collect(sympy.expand(side), wanted))


def complete_the_square(text: str, name: str | None = None) -> str:
    """Return a quadratic as `a ( x + b ) ^ 2 + c` in its only symbol, or in `name`.

    Raise ToolError for another degree, an equation, or several symbols and no `name`.
    """
    given = reading.expression(text)
    wanted = reading.unknown(given) if name is None else reading.symbol(name)
    parts = sympy.Poly(given, wanted).all_coeffs() if given.is_polynomial(wanted) else []
    if len(parts) != 3:
        raise ToolError("not of degree 2")
    square, linear, constant = parts
    shift = sympy.simplify(linear / (2 * square))
    return write(square * (wanted + shift) ** 2 + sympy.simplify(constant - square * shift**2))


def _each_side(text: str, rewrite: Callable[[Object], Object]) -> str:
    """Return the rewritten expression, or the relation between the rewritten sides."""
    given = reading.read(text)
    if isinstance(given, sympy.Expr):
        return write(rewrite(given))
    if isinstance(given, Relational):
        return write(given.func(*map(rewrite, given.args), evaluate=False))
    raise ToolError("not an expression, equation or inequality")
