"""Upstream's solving of equations and inequalities, for `generator.tools.compat`."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy.core.relational import Relational
from sympy.solvers.inequalities import reduce_inequalities
from sympy.solvers.solveset import solvify

from generator.tools.compat_writing import Object, latex, plain
from generator.tools.errors import ToolError

Solved = str | tuple[str, ...] | dict[str, tuple[str, ...]]


def solve(given: Sequence[Object]) -> Solved:
    """Return what upstream's one solver made of one or several relations or expressions.

    Raise ToolError, with the same words for every reason, as upstream did.
    """
    relations = [evaluated(each) for each in given]
    one = relations[0] if len(relations) == 1 else None
    if isinstance(one, sympy.Eq):
        return _values(one)
    try:
        found = sympy.solve(one if one is not None else relations, dict=True)
    except NotImplementedError:
        raise ToolError("no solution, or several unknowns") from None
    if isinstance(found, list):
        return _by_symbol(found)
    return condition(found, min(found.free_symbols, key=str, default=None))


def evaluated(value: Object) -> Object:
    """Return a relation as SymPy itself would have it; raise ToolError for true and false."""
    known = value.func(*value.args) if isinstance(value, Relational) else value
    if known in (sympy.true, sympy.false):
        raise ToolError("no solution, or several unknowns")
    return known


def values(given: Object, symbol: Object | None = None) -> list[Object] | None:
    """Return the real solutions of an equation (complex ones where it has the imaginary unit)."""
    domain = sympy.S.Complexes if given.has(sympy.I) else sympy.S.Reals
    found: list[Object] | None = solvify(given, symbol, domain)
    return found


def _values(given: Object) -> tuple[str, ...]:
    if len(given.free_symbols) != 1:
        raise ToolError("no solution, or several unknowns")
    (symbol,) = given.free_symbols
    found = values(given, symbol)
    if not found:
        raise ToolError("no solution, or several unknowns")
    return tuple(f"{symbol} = {latex(value)}" for value in found)


def _by_symbol(found: Sequence[dict[Object, Object]]) -> dict[str, tuple[str, ...]]:
    if not found:
        raise ToolError("no solution, or several unknowns")
    names = sorted({name for each in found for name in each}, key=str)
    return {
        str(name): tuple(f"{name} = {latex(each[name])}" for each in found if name in each)
        for name in names
    }


def condition(found: Object, symbol: Object) -> str:
    """Return a condition without its bounds at infinity; raise ToolError for a single point.

    True and false are refused as well: upstream took both for failures.
    """
    if found in (sympy.true, sympy.false) or isinstance(found, sympy.Eq):
        raise ToolError("no solution, or several unknowns")
    bounds = (
        sympy.Lt(symbol, sympy.oo),
        sympy.Lt(-sympy.oo, symbol),
        sympy.Gt(symbol, -sympy.oo),
        sympy.Gt(sympy.oo, symbol),
    )
    left = found.subs(dict.fromkeys(bounds, True))
    if isinstance(left, Relational) and not left.lhs.is_Symbol:
        left = left.reversed
    return plain(left)


def solve_for(given: Object, symbol: Object) -> Solved:
    """Return a relation solved for one symbol: a list of several solutions, or of numbers."""
    known = evaluated(given)
    if not isinstance(known, Relational) or symbol not in known.free_symbols:
        raise ToolError("no solution")
    if not isinstance(known, sympy.Eq):
        return _bound(known, symbol)
    if known.free_symbols == {symbol}:
        return _values(known)
    found = sympy.solve(sympy.Eq(known.lhs - known.rhs, 0), symbol, dict=True)
    lines = _by_symbol(found)[str(symbol)]
    return lines if len(lines) > 1 else lines[0]


def _bound(given: Object, symbol: Object) -> str:
    """Return a bound on a symbol; where SymPy gave no interval, upstream's code broke down."""
    found = reduce_inequalities(given, [symbol])
    if not isinstance(found, sympy.And):
        raise ToolError("no solution")
    return condition(found, symbol)
