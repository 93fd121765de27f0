"""Exact solution sets of equations and inequalities in one letter, by critical points."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

import sympy

from generator.efg_algebra.meaning import Meaning, to_sympy
from generator.efg_algebra.terms import Expr, Rel, names

TESTS = {
    "=": lambda d: bool(d == 0),
    "!=": lambda d: bool(d != 0),
    "<": lambda d: bool(d < 0),
    ">": lambda d: bool(d > 0),
    "<=": lambda d: bool(d <= 0),
    ">=": lambda d: bool(d >= 0),
}


def _differences(rel: Rel) -> list[Meaning]:
    sides = [to_sympy(side) for side in rel.sides]
    return [left - right for left, right in itertools.pairwise(sides)]


def _without_abs(meaning: Meaning) -> list[Meaning]:
    """Return the branches of `meaning` with every |u| read as u and as -u."""
    bars = sorted(meaning.atoms(sympy.Abs), key=str)
    if not bars:
        return [meaning]
    inside = bars[0].args[0]
    branches = [meaning.xreplace({bars[0]: sign * inside}) for sign in (1, -1)]
    return [last for branch in branches for last in _without_abs(branch)]


def _roots(meaning: Meaning, letter: Meaning) -> list[Meaning]:
    found: list[Meaning] = []
    for branch in _without_abs(meaning):
        for part in sympy.fraction(sympy.together(branch)):
            polynomial = sympy.Poly(part, letter)
            if polynomial.degree() > 0:
                found.extend(sympy.real_roots(polynomial))
    return found


def _unique(points: list[Meaning]) -> list[Meaning]:
    kept: list[Meaning] = []
    for point in sorted(points, key=float):
        if not kept or sympy.simplify(point - kept[-1]) != 0:
            kept.append(point)
    return kept


@lru_cache(maxsize=4096)
def critical(rel: Rel, letter: Meaning) -> tuple[Meaning, ...]:
    """Return where `rel` can change its truth: zeros and poles of the differences, ascending.

    Coefficients are rational; raises sympy's PolynomialError where a side is not rational.
    """
    points = [root for part in _differences(rel) for root in _roots(part, letter)]
    return tuple(_unique(points))


def holds(rel: Rel, letter: Meaning, point: Meaning) -> bool:
    """Return whether `rel` is true at `point`; it is false where a denominator vanishes."""
    for op, part in zip(rel.ops, _differences(rel), strict=True):
        difference = sympy.radsimp(sympy.expand(part.subs(letter, point)))
        if difference.has(sympy.zoo, sympy.nan):
            return False
        if not TESTS[op](sympy.simplify(difference)):
            return False
    return True


def probes(points: Sequence[Meaning]) -> list[Meaning]:
    """Return the points, one number between each two, and one beyond either end."""
    if not points:
        return [sympy.Integer(0)]
    between = [(a + b) / 2 for a, b in itertools.pairwise(points)]
    return [*points, *between, points[0] - 1, points[-1] + 1]


def same_set(target: Expr, sources: Sequence[Expr], letter: str) -> bool:
    """Return whether `target` is true exactly where all `sources` are, over the real numbers."""
    symbol = sympy.Symbol(letter, real=True)
    rels = [rel for rel in (target, *sources) if isinstance(rel, Rel)]
    if len(rels) != len(sources) + 1 or any(names(rel) != (letter,) for rel in rels):
        return False
    points = _unique([point for rel in rels for point in critical(rel, symbol)])
    return all(
        holds(rels[0], symbol, point) == all(holds(rel, symbol, point) for rel in rels[1:])
        for point in probes(points)
    )


def solutions(rel: Rel, letter: str) -> list[Meaning]:
    """Return the real solutions of an equation in one letter, ascending."""
    symbol = sympy.Symbol(letter, real=True)
    return [point for point in critical(rel, symbol) if holds(rel, symbol, point)]
