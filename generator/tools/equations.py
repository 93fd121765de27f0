"""solve_eq, solve_multi_eq: equations, one or together (methods.md 3.3, 3.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.tools.errors import ToolError
from generator.tools.reading import equation, relation, symbols, unknown
from generator.tools.writing import ascending
from generator.tools.writing import equation as written

Object = Any
"""A SymPy object; the library ships no types."""


UNDEFINED = (sympy.zoo, sympy.nan, sympy.oo)


def solve_eq(text: str) -> tuple[str, ...]:
    """Return the real solutions of an equation in one unknown, ascending, as `x = v`.

    Complex ones only where the equation has the imaginary unit. Raise ToolError, each with its own
    words, for no solution, several unknowns, an identity, a contradiction, or no equation.
    """
    given = equation(text)
    if not given.free_symbols:
        raise ToolError("always true" if is_zero(given.lhs - given.rhs) else "contradiction")
    symbol = unknown(given)
    if is_zero(given.lhs - given.rhs):
        raise ToolError("identity: true for every value")
    found = roots(given, symbol)
    if not found:
        raise ToolError("no solution")
    return tuple(written(symbol, value) for value in found)


def solve_multi_eq(texts: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the common solutions of equations: symbol -> its values, entry k of all is solution k.

    Inequations and inequalities in the list choose among the solutions. A family of solutions is
    given by some symbols in terms of others. Raise ToolError where there is no solution, or no
    more than one equation for several unknowns.
    """
    given = [relation(text) for text in texts]
    equations = [each for each in given if isinstance(each, sympy.Eq)]
    others = [each for each in given if not isinstance(each, sympy.Eq)]
    unknowns = sorted({name for each in equations for name in symbols(each)}, key=str)
    if not unknowns:
        raise ToolError("no equation with an unknown")
    if len(equations) == 1 and len(unknowns) > 1:
        raise ToolError("one equation for several unknowns")
    found = [each for each in solutions(equations, unknowns) if holds_all(others, each)]
    if not found:
        raise ToolError("no solution")
    names = [name for name in unknowns if all(name in each for each in found)]
    return {str(name): tuple(written(name, each[name]) for each in found) for name in names}


def solutions(
    equations: Iterable[Object], unknowns: Iterable[Object]
) -> list[dict[Object, Object]]:
    """Return the real solutions of a system in a fixed order; [] when there are none."""
    found = _real_solve([each.lhs - each.rhs for each in equations], list(unknowns))
    real = [each for each in found if all(is_real(value) for value in each.values())]
    numeric = all(value.is_number for each in real for value in each.values())
    return sorted(real, key=_by_value if numeric else _by_text)


def roots(given: Object, symbol: Object) -> list[Object]:
    """Return the values of the only unknown that satisfy an equation, ascending."""
    if given.has(sympy.I):
        return list(sympy.solve(given.lhs - given.rhs, symbol))
    found = [each[symbol] for each in _real_solve([given.lhs - given.rhs], [symbol])]
    return ascending({each for each in found if is_real(each) and holds(given, {symbol: each})})


def _real_solve(zeros: Sequence[Object], unknowns: Sequence[Object]) -> list[dict[Object, Object]]:
    """Solve for symbols that SymPy knows to be real, which it has to for absolute values."""
    plain = sorted({name for each in zeros for name in symbols(each)} | set(unknowns), key=str)
    real = {name: sympy.Symbol(name.name, real=True) for name in plain}
    back = {value: name for name, value in real.items()}
    known = [each.xreplace(real) for each in zeros]
    found = sympy.solve(known, [real[name] for name in unknowns], dict=True)
    plain_again = [{back[name]: each[name].xreplace(back) for name in each} for each in found]
    return [each for each in plain_again if _somewhere_true(zeros, each)]


def _somewhere_true(zeros: Sequence[Object], solution: Mapping[Object, Object]) -> bool:
    """Whether a solution in terms of other symbols satisfies the equations for some real values.

    SymPy squares roots away and does not check the outcome where symbols are left: of
    `|m| + sqrt(n) = 0` it gives `n = m^2`.
    """
    left = [each.subs(solution) for each in zeros]
    names = sorted({name for each in left for name in symbols(each)}, key=str)
    for trial in range(TRIALS):
        values = {name: _trial_value(trial, place) for place, name in enumerate(names)}
        if all(_vanishes(each.subs(values)) for each in left):
            return True
    return not names


def _vanishes(value: Object) -> bool:
    """Whether a number is 0 up to rounding."""
    return not value.has(*UNDEFINED) and bool(abs(value.evalf(30)) < 1e-15)


TRIALS = 8


def _trial_value(trial: int, place: int) -> Object:
    """Return a rational number for the symbol at `place`; signs take turns over the trials."""
    sign = -1 if (trial >> (place % 3)) & 1 else 1
    return sympy.Rational(sign * (3 + (5 * trial + 7 * place) % 23), 3)


def holds_all(relations: Iterable[Object], values: Mapping[Object, Object]) -> bool:
    """Whether all relations hold where symbols have these values."""
    return all(holds(each, values) for each in relations)


def holds(given: Relational, values: Mapping[Object, Object]) -> bool:
    """Whether a relation holds where symbols have these values; undecided counts as yes."""
    left, right = (side.subs(values) for side in (given.lhs, given.rhs))
    if left.has(*UNDEFINED) or right.has(*UNDEFINED):
        return False
    if isinstance(given, sympy.Eq):
        return not (left - right).is_number or is_zero(left - right)
    return bool(given.func(left, right) != sympy.false)


def is_zero(value: Object) -> bool:
    """Whether an expression is 0 for all values of its symbols, as far as SymPy can tell."""
    return bool(sympy.simplify(value) == 0) or bool(
        value.is_number and abs(value.evalf(30)) < 1e-20
    )


def is_real(value: Object) -> bool:
    """Whether a value is real, or depends on symbols."""
    if not value.is_number:
        return not value.has(sympy.I)
    return bool(value.is_real) or bool(abs(sympy.im(value.evalf(30))) < 1e-20)


def _by_value(solution: Mapping[Object, Object]) -> tuple[float, ...]:
    return tuple(float(sympy.re(solution[name].evalf())) for name in sorted(solution, key=str))


def _by_text(solution: Mapping[Object, Object]) -> str:
    return str(sorted(map(str, solution.items())))
