"""The common real solutions of equations, for symbols in terms of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy

from generator.tools.deciding import UNDEFINED, is_real
from generator.tools.reading import symbols

Object = Any
"""A SymPy object; the library ships no types."""

TRIALS = 8
"""Numbers tried for each symbol that is left."""


def solutions(
    equations: Iterable[Object], unknowns: Iterable[Object]
) -> list[dict[Object, Object]]:
    """Return the solutions of a system, real unless it has the imaginary unit; [] for none.

    They ascend by the value of the first symbol, then the next; where symbols are left, by the
    values for some positive numbers in their place.
    """
    zeros = [each.lhs - each.rhs for each in equations]
    if any(each.has(sympy.I) for each in zeros):
        found = sympy.solve(zeros, list(unknowns), dict=True)
        return sorted(found, key=_by_text)
    found = real_solve(zeros, list(unknowns))
    real = [each for each in found if all(is_real(value) for value in each.values())]
    return _ascending(real)


def real_solve(zeros: Sequence[Object], unknowns: Sequence[Object]) -> list[dict[Object, Object]]:
    """Solve for symbols that SymPy knows to be real, which it has to for absolute values.

    Raise NotImplementedError where it has no method.
    """
    plain = sorted({name for each in zeros for name in symbols(each)} | set(unknowns), key=str)
    real = {name: sympy.Symbol(name.name, real=True) for name in plain}
    back = {value: name for name, value in real.items()}
    known = [each.xreplace(real) for each in zeros]
    found = _solve(known, [real[name] for name in unknowns])
    plain_again = [{back[name]: each[name].xreplace(back) for name in each} for each in found]
    return [each for each in plain_again if _somewhere_true(zeros, each)]


def _solve(zeros: list[Object], unknowns: list[Object]) -> list[dict[Object, Object]]:
    """Return SymPy's solutions; what it says of other symbols besides (`y if y > 0`) is dropped."""
    # A list of one equation is refused, or without solutions, where the equation alone has some.
    asked = (zeros[0], unknowns[0]) if len(zeros) == len(unknowns) == 1 else (zeros, unknowns)
    found = sympy.solve(*asked, dict=True)
    if not found and _beyond_radicals(zeros, unknowns):
        raise NotImplementedError
    return [{name: _first_case(value) for name, value in each.items()} for each in found]


def _beyond_radicals(zeros: list[Object], unknowns: list[Object]) -> bool:
    """Whether a single polynomial of degree 5 or more has no solutions that could be written."""
    if len(zeros) > 1 or len(unknowns) > 1 or not zeros[0].is_polynomial(unknowns[0]):
        return False
    return bool(sympy.degree(zeros[0], unknowns[0]) > 4)


def _first_case(value: Object) -> Object:
    return value.args[0].expr if isinstance(value, sympy.Piecewise) else value


def _somewhere_true(zeros: Sequence[Object], solution: Mapping[Object, Object]) -> bool:
    """Whether a solution in terms of other symbols satisfies the equations for some real values.

    SymPy squares roots away and does not check the outcome where symbols are left: of
    `|m| + sqrt(n) = 0` it gives `n = m^2`.
    """
    left = [each.subs(solution) for each in zeros]
    names = sorted({name for each in left for name in symbols(each)}, key=str)
    for trial in range(TRIALS):
        values = {name: _trial_value(trial, place) for place, name in enumerate(names)}
        if all(_rounds_to_zero(each.subs(values)) for each in left):
            return True
    return not names


def _rounds_to_zero(value: Object) -> bool:
    return not value.has(*UNDEFINED) and bool(abs(value.evalf(30)) < 1e-15)


def _trial_value(trial: int, place: int) -> Object:
    """Return a rational number for the symbol at `place`; signs take turns over the trials."""
    sign = -1 if (trial >> (place % 3)) & 1 else 1
    return sympy.Rational(sign * (3 + (5 * trial + 7 * place) % 23), 3)


def _ascending(found: Sequence[dict[Object, Object]]) -> list[dict[Object, Object]]:
    """Sort by value, for the first trial numbers in place of symbols that leave all values real."""
    ordered = sorted(found, key=_by_text)
    left = {name for each in found for value in each.values() for name in symbols(value)}
    for trial in range(TRIALS if left else 1):
        names = enumerate(sorted(left, key=str))
        tried = {name: abs(_trial_value(trial, place)) for place, name in names}
        rows = [[each[name].subs(tried) for name in sorted(each, key=str)] for each in ordered]
        if all(is_real(value) and not value.has(*UNDEFINED) for row in rows for value in row):
            keys = [tuple(float(sympy.re(value.evalf())) for value in row) for row in rows]
            return [ordered[place] for place in sorted(range(len(keys)), key=keys.__getitem__)]
    return ordered


def _by_text(solution: Mapping[Object, Object]) -> str:
    return str(sorted(map(str, solution.items())))
