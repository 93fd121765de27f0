"""partial_solve: one symbol in terms of the others (methods.md 3.7)."""

from __future__ import annotations

from typing import Any

import sympy

from generator.tools.deciding import is_zero
from generator.tools.errors import ToolError
from generator.tools.inequalities import solution_set
from generator.tools.reading import relation, symbol, symbols
from generator.tools.roots import roots
from generator.tools.solving import solutions
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
    """Return an equation or inequality solved for a symbol; several solutions as a tuple.

    That nothing divides by zero, and that what stands under a root is not negative, is taken for
    granted. Raise ToolError where the symbol is absent or cancels out, there is no solution, or
    the direction of an inequality depends on the sign of another symbol.
    """
    given, wanted = relation(text), symbol(name)
    if wanted not in given.free_symbols:
        raise ToolError(f"{name.strip()} does not occur")
    if wanted not in sympy.simplify(given.lhs - given.rhs).free_symbols:
        same = is_zero(given.lhs - given.rhs)
        raise ToolError("identity" if same else f"{name.strip()} cancels out")
    alone = given.free_symbols == {wanted}
    if not isinstance(given, sympy.Eq):
        if alone:
            return conditions(wanted, solution_set(given, wanted))
        return write(_isolated(given, wanted))
    values = roots(given, wanted) if alone else _values(given, wanted)
    if not values:
        raise ToolError("no solution")
    lines = tuple(equation(wanted, value) for value in values)
    return lines[0] if len(lines) == 1 else lines


def _values(given: Object, wanted: Object) -> list[Object]:
    return [each[wanted] for each in solutions([given], [wanted])]


def _isolated(given: Object, wanted: Object) -> Object:
    """Return a linear inequality with `wanted` alone on its left side."""
    difference = sympy.expand(given.lhs - given.rhs)
    slope = difference.coeff(wanted, 1)
    rest = sympy.expand(difference - slope * wanted)
    if rest.has(wanted):
        raise ToolError("not linear in the symbol")
    kind = given.func if given.func == sympy.Ne else _directed(given.func, slope)
    return kind(wanted, sympy.expand(-rest / slope), evaluate=False)


def _directed(kind: Object, slope: Object) -> Object:
    """Return the kind of inequality after a division by `slope`; letters are real numbers."""
    real = slope.xreplace({name: sympy.Symbol(name.name, real=True) for name in symbols(slope)})
    if real.is_positive:
        return kind
    if real.is_negative:
        return FLIPPED[kind]
    raise ToolError("the direction depends on the sign of another symbol")
