"""partial_solve: one symbol in terms of the others (methods.md 3.7)."""

from __future__ import annotations

from typing import Any

import sympy

from generator.tools.equations import is_real, solutions
from generator.tools.errors import ToolError
from generator.tools.inequalities import solution_set
from generator.tools.reading import relation, symbol
from generator.tools.writing import conditions, equation, write

Object = Any
"""A SymPy object; the library ships no types."""

FLIPPED = {
    sympy.StrictGreaterThan: sympy.StrictLessThan,
    sympy.GreaterThan: sympy.LessThan,
    sympy.StrictLessThan: sympy.StrictGreaterThan,
    sympy.LessThan: sympy.GreaterThan,
    sympy.Ne: sympy.Ne,
}


def partial_solve(text: str, name: str) -> str | tuple[str, ...]:
    """Return an equation or inequality solved for the symbol `name`; several solutions as a tuple.

    Raise ToolError where the symbol is absent, there is no solution, or the direction of an
    inequality depends on the sign of another symbol.
    """
    given, wanted = relation(text), symbol(name)
    if wanted not in given.free_symbols:
        raise ToolError(f"{name.strip()} does not occur")
    if isinstance(given, sympy.Eq):
        found = [each[wanted] for each in solutions([given], [wanted])]
        lines = tuple(equation(wanted, value) for value in found if is_real(value))
        if not lines:
            raise ToolError("no solution")
        return lines[0] if len(lines) == 1 else lines
    if given.free_symbols == {wanted}:
        return conditions(wanted, solution_set(given, wanted))
    return write(_isolated(given, wanted))


def _isolated(given: Object, wanted: Object) -> Object:
    """Return a linear inequality with `wanted` alone on its left side."""
    difference = sympy.expand(given.lhs - given.rhs)
    slope = difference.coeff(wanted, 1)
    rest = sympy.expand(difference - slope * wanted)
    if rest.has(wanted):
        raise ToolError("not linear in the symbol")
    if not slope.is_number:
        raise ToolError("the direction depends on the sign of another symbol")
    kind = given.func if slope > 0 else FLIPPED[given.func]
    return kind(wanted, sympy.expand(-rest / slope), evaluate=False)
