r"""calculate: the value of an expression (methods.md 3.1)."""

from __future__ import annotations

import re

import sympy

from generator.tools.errors import ToolError
from generator.tools.reading import expression, has_decimal
from generator.tools.writing import write

MOD = re.compile(r"\\b?mod(?![a-zA-Z])|(?<!\\)%(?=\s*\S)")


def calculate(text: str) -> str:
    r"""Return the simplified value: exact, or a decimal fraction where one was given.

    Real numbers only, unless the expression itself has the imaginary unit. Raise ToolError for a
    relation, a division by zero or a syntax error.
    """
    parts = MOD.split(text)
    if len(parts) == 2:
        return write(_remainder(*parts))
    value = expression(text)
    # Twice, as upstream does: the first pass can open a way for the second.
    result = sympy.simplify(sympy.simplify(value))
    if result.has(sympy.I) and not value.atoms(sympy.I):
        raise ToolError("no real number")
    if "i" not in text and result.is_number and result.is_real is False:
        raise ToolError("no real number")
    return write(result, decimal=has_decimal(text))


def _remainder(left: str, right: str) -> sympy.Expr:
    """Return left mod right, with the sign of right."""
    number, divisor = expression(left), expression(right)
    if divisor == 0:
        raise ToolError("division by zero")
    return sympy.Mod(number, divisor)
