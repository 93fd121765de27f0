r"""calculate: the value of an expression (methods.md 3.1)."""

from __future__ import annotations

import sympy

from generator.tools.deciding import UNDEFINED
from generator.tools.errors import ToolError
from generator.tools.reading import has_decimal
from generator.tools.remainders import with_remainders
from generator.tools.writing import write


def calculate(text: str) -> str:
    r"""Return the simplified value: exact, or a decimal fraction where one was given.

    Real numbers only, unless the expression itself has the imaginary unit. Raise ToolError for a
    relation, a division by zero or a syntax error.
    """
    value = with_remainders(text)
    # Twice, as upstream does: the first pass can open a way for the second.
    result = sympy.simplify(sympy.simplify(value))
    if result.is_number and result.is_real is False and not value.has(sympy.I, *UNDEFINED):
        raise ToolError("no real number")
    return write(result, decimal=has_decimal(text))
