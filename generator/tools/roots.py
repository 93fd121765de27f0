"""The real solutions of one equation in one unknown."""

from __future__ import annotations

from typing import Any

import sympy

from generator.tools.deciding import holds, is_real, vanishes
from generator.tools.errors import ToolError
from generator.tools.solving import real_solve
from generator.tools.writing import ascending, conditions

Object = Any
"""A SymPy object; the library ships no types."""


def roots(given: Object, symbol: Object) -> list[Object]:
    """Return the values of the only unknown that satisfy an equation, ascending.

    Complex ones only where the equation has the imaginary unit. A root of a polynomial that has no
    radicals is a CRootOf. Of a periodic equation, the solutions of one period. Raise ToolError
    where whole intervals satisfy it.
    """
    zero = given.lhs - given.rhs
    if given.has(sympy.I):
        return sorted(sympy.solve(zero, symbol), key=sympy.default_sort_key)
    top, bottom = sympy.fraction(sympy.together(zero))
    polynomial = top.as_poly(symbol)
    if polynomial is not None and polynomial.domain in (sympy.ZZ, sympy.QQ):
        found = [_radical(each) for each in sympy.real_roots(polynomial, multiple=True)]
        return ascending({each for each in found if not vanishes(bottom.subs(symbol, each))})
    values = [each[symbol] for each in _solved(zero, symbol)]
    return ascending({each for each in values if is_real(each) and holds(given, {symbol: each})})


def _radical(root: Object) -> Object:
    """Return a root written with real square and higher roots, if there is such a form.

    The general formula of degree 4 is left out: nobody can read it, SymPy least of all.
    """
    if not root.has(sympy.CRootOf):
        return root
    for value in sympy.roots(root.poly, quartics=False):
        if not value.has(sympy.I) and vanishes(value - root):
            return value
    return root


def _solved(zero: Object, symbol: Object) -> list[dict[Object, Object]]:
    try:
        return real_solve([zero], [symbol])
    except NotImplementedError:
        real = sympy.Dummy(real=True)
        found = sympy.solveset(zero.subs(symbol, real), real, sympy.S.Reals)
    if isinstance(found, sympy.FiniteSet):
        return [{symbol: value} for value in found]
    if isinstance(found, sympy.Interval | sympy.Union):
        raise ToolError(f"infinitely many solutions: {conditions(symbol, found)}")
    raise NotImplementedError
