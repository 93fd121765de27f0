"""solve_eq, solve_multi_eq: equations, one or together (methods.md 3.3, 3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from generator.tools.deciding import holds_all, is_zero
from generator.tools.errors import ToolError
from generator.tools.reading import equation, relations, symbols, unknown
from generator.tools.roots import roots
from generator.tools.solving import solutions
from generator.tools.writing import equation as written

Object = Any
"""A SymPy object; the library ships no types."""


def solve_eq(text: str) -> tuple[str, ...]:
    """Return the real solutions of an equation in one unknown, ascending, as `x = v`.

    Complex ones only where the equation has the imaginary unit. Raise ToolError, each with its own
    words, for no solution, several unknowns, an identity, a contradiction, or no equation.
    """
    given = equation(text)
    _refuse_triviality(given)
    symbol = unknown(given)
    found = roots(given, symbol)
    if not found:
        raise ToolError("no solution")
    return tuple(written(symbol, value) for value in found)


def _refuse_triviality(given: Object) -> None:
    """Raise ToolError for an equation that always holds, or never: `x = x`, `x = x + 1`."""
    if is_zero(given.lhs - given.rhs):
        raise ToolError("identity: true wherever both sides are defined")
    if not sympy.expand(given.lhs - given.rhs).free_symbols:
        raise ToolError("contradiction: never true")


def solve_multi_eq(texts: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the common solutions of equations: symbol -> its values, entry k of all is solution k.

    Inequations and inequalities in the list choose among the solutions. A family of solutions is
    given by some symbols in terms of others. Raise ToolError where there is no solution, or no
    more than one equation for several unknowns.
    """
    given = relations(texts)
    all_equations = [each for each in given if isinstance(each, sympy.Eq)]
    # `x = x` says nothing, and would make one equation look like a system.
    telling = [each for each in all_equations if not is_zero(each.lhs - each.rhs)]
    equations = telling or all_equations[:1]
    others = [each for each in given if not isinstance(each, sympy.Eq)]
    unknowns = sorted({name for each in equations for name in symbols(each)}, key=str)
    if not unknowns:
        raise ToolError("no equation with an unknown")
    if len(equations) == 1:
        if len(unknowns) > 1:
            raise ToolError("one equation for several unknowns")
        _refuse_triviality(equations[0])
    found = [each for each in _common(equations, unknowns) if holds_all(others, each)]
    if not found:
        raise ToolError("no solution")
    # A symbol that is free in some solutions only stands for itself there: `x = 0` with `y = y`.
    names = [name for name in unknowns if any(name in each for each in found)]
    return {str(n): tuple(written(n, each.get(n, n)) for each in found) for n in names}


def _common(equations: Sequence[Object], unknowns: Sequence[Object]) -> list[dict[Object, Object]]:
    if len(equations) == 1:
        return [{unknowns[0]: value} for value in roots(equations[0], unknowns[0])]
    return solutions(equations, unknowns)
