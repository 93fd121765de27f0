"""solve_ineq, solve_multi_ineq: conditions on one unknown (methods.md 3.4, 3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from generator.tools.deciding import holds
from generator.tools.errors import ToolError
from generator.tools.reading import relations, symbols
from generator.tools.roots import roots
from generator.tools.writing import conditions

Object = Any
"""A SymPy object; the library ships no types."""


def solve_ineq(text: str) -> str:
    """Return the real solutions of an inequality as conditions, from left to right.

    A chain such as `1 < x < 3` is one too. `all real numbers` and `no solution` are answers, and
    `true` and `false` those of a statement without an unknown. Of a periodic inequality, the
    solutions of one period. Raise ToolError for several unknowns.
    """
    given = relations([text])
    if any(isinstance(each, sympy.Eq) for each in given):
        raise ToolError("not an inequality")
    return _solved(given)


def solve_multi_ineq(texts: Sequence[str]) -> str:
    """Return what satisfies all inequalities, inequations and equations, as conditions.

    Raise ToolError for several unknowns.
    """
    if not texts:
        raise ToolError("no inequality")
    return _solved(relations(texts))


def _solved(given: Sequence[Object]) -> str:
    found = sorted({name for each in given for name in symbols(each)}, key=str)
    if len(found) > 1:
        raise ToolError("several unknowns: " + ", ".join(map(str, found)))
    if not found:
        return "true" if all(holds(each, {}) for each in given) else "false"
    sets = [solution_set(each, found[0]) for each in given]
    return conditions(found[0], sympy.Intersection(*sets))


def solution_set(given: Object, symbol: Object) -> Object:
    """Return the real numbers that satisfy a relation in one unknown."""
    difference = sympy.simplify(given.lhs - given.rhs)
    if not difference.free_symbols:
        always = holds(given.func(difference, 0, evaluate=False), {})
        return _domain(given, symbol) if always else sympy.S.EmptySet
    if isinstance(given, sympy.Eq):
        return sympy.FiniteSet(*roots(given, symbol))
    if isinstance(given, sympy.Ne):
        points = sympy.FiniteSet(*roots(sympy.Eq(*given.args, evaluate=False), symbol))
        return sympy.Complement(_domain(given, symbol), points)
    # The solver wants an evaluated relation in a real symbol; ours are plain and unevaluated.
    real = sympy.Dummy(real=True)
    evaluated = given.func(*(side.subs(symbol, real) for side in given.args))
    if evaluated in (sympy.true, sympy.false):
        return _domain(given, symbol) if evaluated == sympy.true else sympy.S.EmptySet
    return sympy.solve_univariate_inequality(evaluated, real, relational=False)


def _domain(given: Object, symbol: Object) -> Object:
    """Return the real numbers for which both sides are defined."""
    domains = [
        sympy.calculus.util.continuous_domain(side, symbol, sympy.S.Reals) for side in given.args
    ]
    return sympy.Intersection(*domains)
