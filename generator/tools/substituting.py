"""substitute: an expression or relation under conditions (methods.md 3.2).

First what conditions say outright (`x = 1`, `x ^ 2 + 2 x = 5` where the left side stands in the
expression), then what follows from them: they are solved, and the value counts if all real
solutions agree on it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.tools import reading
from generator.tools.deciding import holds, is_zero
from generator.tools.errors import ToolError
from generator.tools.solving import solutions
from generator.tools.writing import write

Object = Any
"""A SymPy object; the library ships no types."""


def substitute(text: str, conditions: Sequence[str]) -> str:
    r"""Return an expression or relation, simplified, under those conditions that are equations.

    A relation gets its two sides simplified, and is `\\text { True }` or `\\text { False }` when
    that decides it. Raise ToolError where no condition applies, they contradict each other, or
    they leave several values.
    """
    given = reading.read(text)
    known = [each for each in _parts(conditions) if isinstance(each, sympy.Eq)]
    _refuse_contradiction(known)
    decimal = reading.has_decimal(text, *conditions)
    if isinstance(given, Relational):
        return _relation(given, [_outright(side, known) for side in given.args], decimal=decimal)
    if not isinstance(given, sympy.Expr):
        raise ToolError("not an expression, equation or inequality")
    value = _value(given, known)
    if value.has(sympy.I) and not any(each.has(sympy.I) for each in (given, *known)):
        raise ToolError("no real number")
    return write(value, decimal=decimal)


def _parts(conditions: Iterable[str]) -> Iterable[Object]:
    """Yield what the conditions say, a list `x = 1, y = 2` in one text taken apart."""
    for value in map(reading.read, conditions):
        yield from value.args if isinstance(value, sympy.And | sympy.FiniteSet) else [value]


def _relation(given: Object, sides: Sequence[Object], *, decimal: bool) -> str:
    """Return the relation between two simplified sides, or whether it holds."""
    if tuple(sides) == given.args:
        raise ToolError("no condition applies")
    sides = [sympy.simplify(side) for side in sides]
    now = given.func(*sides, evaluate=False)
    if not now.free_symbols or is_zero(sides[0] - sides[1]):
        return rf"\text {{ {holds(now, {})} }}"
    return write(now, decimal=decimal)


def _value(given: Object, known: Sequence[Object]) -> Object:
    """Return the expression with as few symbols as the conditions allow."""
    plain = sympy.simplify(given)
    direct = next((each for each in (given, plain) if _outright(each, known) != each), None)
    best = plain if direct is None else sympy.simplify(_outright(direct, known))
    if not best.free_symbols and direct is not None:
        return best
    several = False
    for values in _by_solving(given, known):
        fewest = min(len(value.free_symbols) for value in values)
        several = several or (len(values) > 1 and not fewest)
        if len(values) == 1 and fewest < len(best.free_symbols):
            best, direct = values.pop(), given
    if direct is None:
        raise ToolError("several values are possible" if several else "no condition applies")
    return best


def _outright(given: Object, known: Iterable[Object]) -> Object:
    """Return the expression after replacing left sides by right sides where they stand in it."""
    for condition in known:
        given = given.subs(condition.lhs, condition.rhs)
        if isinstance(condition.rhs, sympy.Symbol) and condition.lhs.is_number:
            given = given.subs(condition.rhs, condition.lhs)
    return given


def _by_solving(given: Object, known: Sequence[Object]) -> Iterable[set[Object]]:
    """Yield the values after solving the conditions for all symbols, then for each alone."""
    names = sorted({name for each in known for name in reading.symbols(each)}, key=str)
    for wanted in filter(None, [names, *([name] for name in names)]):
        with contextlib.suppress(NotImplementedError):  # the conditions are beyond SymPy
            found = solutions(known, wanted)
            if found:
                yield {sympy.simplify(given.subs(each)) for each in found}


def _refuse_contradiction(known: Sequence[Object]) -> None:
    """Raise ToolError where the conditions cannot all hold.

    Found are two values of one symbol, also after putting values into the other conditions, and
    linear conditions without a common solution.
    """
    values: dict[Object, Object] = {}
    for name, value in (each.args if each.lhs.is_Symbol else each.args[::-1] for each in known):
        if name.is_Symbol and value.is_number:
            values.setdefault(name, value)
    left = [sympy.expand((each.lhs - each.rhs).subs(values)) for each in known]
    names = sorted({name for each in left for name in reading.symbols(each)}, key=str)
    linear = [each for each in left if each.is_polynomial(*names) and _degree(each, names) <= 1]
    wrong = any(not each.free_symbols and not is_zero(each) for each in left)
    if wrong or (linear and names and sympy.linsolve(linear, *names) is sympy.S.EmptySet):
        raise ToolError("the conditions contradict each other")


def _degree(value: Object, names: Sequence[Object]) -> int:
    return int(sympy.Poly(value, *names).total_degree()) if value.free_symbols else 0
