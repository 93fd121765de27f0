"""substitute: an expression or relation under conditions (methods.md 3.2).

First what conditions say outright (`x = 1`, `x ^ 2 + 2 x = 5` where the left side stands in the
expression), then what follows from them: they are solved, and the value counts if all real
solutions agree on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.tools import reading
from generator.tools.equations import is_zero, solutions
from generator.tools.errors import ToolError
from generator.tools.writing import write

Object = Any
"""A SymPy object; the library ships no types."""


def substitute(text: str, conditions: Sequence[str]) -> str:
    r"""Return `text` simplified under those `conditions` that are equations.

    A relation gets its two sides simplified, and is `\\text { True }` or `\\text { False }` when
    that decides it. Raise ToolError where no condition applies or the conditions contradict.
    """
    given = reading.read(text)
    known = [each for each in map(reading.read, conditions) if isinstance(each, sympy.Eq)]
    decimal = reading.has_decimal(text, *conditions)
    if isinstance(given, Relational):
        sides = [_outright(side, known) for side in given.args]
        return _relation(given, [sympy.simplify(side) for side in sides], decimal=decimal)
    if not isinstance(given, sympy.Expr):
        raise ToolError("not an expression, equation or inequality")
    _refuse_contradiction(known)
    value = _value(given, known)
    if value == given:
        raise ToolError("no condition applies")
    return write(value, decimal=decimal)


def _relation(given: Object, sides: Sequence[Object], *, decimal: bool) -> str:
    """Return the relation between two simplified sides, or whether it holds."""
    if tuple(sides) == given.args:
        raise ToolError("no condition applies")
    if not any(side.free_symbols for side in sides) or is_zero(sides[0] - sides[1]):
        return rf"\text {{ {given.func(*sides)!s} }}"
    return write(given.func(*sides, evaluate=False), decimal=decimal)


def _value(given: Object, known: Sequence[Object]) -> Object:
    """Return the expression with as few symbols as the conditions allow."""
    direct = sympy.simplify(_outright(given, known))
    if not direct.free_symbols:
        return direct
    best = direct
    for value in _by_solving(given, known):
        if len(value.free_symbols) < len(best.free_symbols):
            best = value
    return best


def _outright(given: Object, known: Iterable[Object]) -> Object:
    """Return the expression after replacing left sides by right sides where they stand in it."""
    for condition in known:
        given = given.subs(condition.lhs, condition.rhs)
        if isinstance(condition.rhs, sympy.Symbol) and condition.lhs.is_number:
            given = given.subs(condition.rhs, condition.lhs)
    return given


def _by_solving(given: Object, known: Sequence[Object]) -> Iterable[Object]:
    """Yield the expression with the conditions solved for all symbols, then for each alone."""
    names = sorted({name for each in known for name in reading.symbols(each)}, key=str)
    for wanted in [names, *([name] for name in names)]:
        found = solutions(known, wanted) if wanted and known else []
        values = {sympy.simplify(given.subs(each)) for each in found}
        if len(values) == 1:
            yield values.pop()


def _refuse_contradiction(known: Sequence[Object]) -> None:
    """Raise ToolError where two conditions give one symbol two different values."""
    values: dict[Object, Object] = {}
    for condition in known:
        name, value = condition.args
        says = isinstance(name, sympy.Symbol) and value.is_number
        if says and not is_zero(values.setdefault(name, value) - value):
            raise ToolError("the conditions contradict each other")
