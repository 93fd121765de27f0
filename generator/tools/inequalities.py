"""solve_ineq, solve_multi_ineq: conditions on one unknown (methods.md 3.4, 3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from generator.tools.equations import is_zero, roots
from generator.tools.errors import ToolError
from generator.tools.reading import inequality, relation, symbols, unknown
from generator.tools.writing import conditions

Object = Any
"""A SymPy object; the library ships no types."""


def solve_ineq(text: str) -> str:
    """Return the real solutions of an inequality as conditions, from left to right.

    `all real numbers` and `no solution` are answers too, `true` and `false` those of a statement
    without an unknown. Raise ToolError for several unknowns.
    """
    given = inequality(text)
    if not given.free_symbols:
        return "true" if given.func(*given.args) == sympy.true else "false"
    symbol = unknown(given)
    return conditions(symbol, solution_set(given, symbol))


def solve_multi_ineq(texts: Sequence[str]) -> str:
    """Return what satisfies all inequalities, inequations and equations, as conditions.

    Raise ToolError for several unknowns or none.
    """
    given = [relation(text) for text in texts]
    found = sorted({name for each in given for name in symbols(each)}, key=str)
    if len(found) != 1:
        names = ", ".join(map(str, found))
        raise ToolError(f"several unknowns: {names}" if found else "no unknown")
    sets = [solution_set(each, found[0]) for each in given]
    return conditions(found[0], sympy.Intersection(*sets))


def solution_set(given: Object, symbol: Object) -> Object:
    """Return the real numbers that satisfy a relation in one unknown."""
    if isinstance(given, sympy.Eq):
        return _equation_set(given, symbol)
    if isinstance(given, sympy.Ne):
        points = _equation_set(sympy.Eq(*given.args, evaluate=False), symbol)
        return sympy.Complement(_domain(given, symbol), points)
    # The solver wants an evaluated relation in a real symbol; ours are plain and unevaluated.
    real = sympy.Dummy(real=True)
    evaluated = given.func(*(side.subs(symbol, real) for side in given.args))
    if evaluated in (sympy.true, sympy.false):
        return _domain(given, symbol) if evaluated == sympy.true else sympy.S.EmptySet
    return sympy.solve_univariate_inequality(evaluated, real, relational=False)


def _equation_set(given: Object, symbol: Object) -> Object:
    if is_zero(given.lhs - given.rhs):
        return _domain(given, symbol)
    return sympy.FiniteSet(*roots(given, symbol))


def _domain(given: Object, symbol: Object) -> Object:
    """Return the real numbers for which both sides are defined."""
    domains = [
        sympy.calculus.util.continuous_domain(side, symbol, sympy.S.Reals) for side in given.args
    ]
    return sympy.Intersection(*domains)
