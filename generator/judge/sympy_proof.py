"""Are two trees the same, by SymPy alone? Runs in the helper process, where it may take its time.

It shares nothing with the fast ladder but the syntax tree, so that each can check the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Literal

import sympy
from sympy.core.relational import Relational
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.matrices import MatrixBase

from generator.judge.sympy_answers import assigned, same_solutions, stated, value_of
from generator.judge.to_sympy import Object, to_sympy
from generator.judge.tree import Node, Tree

Level = Literal["answer", "node"]

DIGITS = 40
"""Digits to which a difference is evaluated; it proves `different`, never `equal`."""

POINTS = ((3, 1), (40, -1), (977, 1), (-3000, 1), (-58, -1))
"""Start and sign pattern of the points: all positive, mixed, all negative."""

TINY = sympy.Float("1e-25")

UNDEFINED = (sympy.nan, sympy.zoo)


def identical(left: Node, right: Node) -> bool | None:
    """Return whether two expressions have one value everywhere; None when SymPy cannot tell."""
    return _same_value(to_sympy(left), to_sympy(right))


def decide(pred: Tree, gold: Tree, level: Level) -> bool | None:
    """Return whether two answers (or graph nodes) are the same; None when SymPy cannot tell."""
    if pred.units and gold.units and pred.units != gold.units:
        return False
    left, right = to_sympy(pred), to_sympy(gold)
    if level == "node":
        return _same(left, right, level)
    left, right = stated(left), stated(right)
    found = _same(left, right, level)
    names = {name for name in (assigned(left), assigned(right)) if name is not None}
    if not found and len(names) == 1:
        found = _same(value_of(left), value_of(right), level)
    return found or same_solutions(left, right) or found


# ---- objects -------------------------------------------------------------------------------


def _same(left: Object, right: Object, level: Level) -> bool | None:
    """Compare two objects of any kind; different kinds are different."""
    for kind, compare in _KINDS:
        if isinstance(left, kind) and isinstance(right, kind):
            return compare(left, right, level)
    return False


def _same_value(left: Object, right: Object) -> bool | None:
    """Compare two expressions: evaluation can tell them apart, only simplification makes equal."""
    if left.has(*UNDEFINED) or right.has(*UNDEFINED):
        return False
    if left == right:
        return True
    if left.has(sympy.oo) or right.has(sympy.oo):
        return False
    if _differs_somewhere(left, right):
        return False
    difference = left - right
    for simpler in (sympy.expand, sympy.together, sympy.radsimp, sympy.simplify, _real):
        if simpler(difference) == 0:
            return True
    proved: bool | None = difference.equals(0)
    return proved


def _real(difference: Object) -> Object:
    """Simplify with positive symbols: the last try, for roots and logarithms of products.

    Sound only because the two sides agreed at negative points, too.
    """
    positive = {s: sympy.Symbol(s.name, positive=True) for s in difference.free_symbols}
    return sympy.simplify(sympy.expand_log(difference.subs(positive), force=True))


def _differs_somewhere(left: Object, right: Object) -> bool:
    """Whether the two clearly differ at a point: one where both are real, if there is one."""
    symbols = sorted(left.free_symbols | right.free_symbols, key=str)
    gaps = [_gap(left, right, symbols, start, sign) for start, sign in POINTS]
    real = [gap for gap, is_real in gaps if gap is not None and is_real]
    other = [gap for gap, _ in gaps if gap is not None]
    return any(gap > TINY for gap in real or other)


def _gap(
    left: Object, right: Object, symbols: Sequence[Object], start: int, sign: int
) -> tuple[Object | None, bool]:
    """Return the relative difference at one point, if there is one, and whether both are real."""
    values = (sign**place * (start + 7 * place) for place in count(1))
    point = {name: sympy.Rational(value, 11) for name, value in zip(symbols, values, strict=False)}
    one, other = (side.subs(point).evalf(DIGITS) for side in (left, right))
    if not (one.is_number and other.is_number and one.is_finite and other.is_finite):
        return None, False
    # One rounding may leave an imaginary part of 1e-40 on a real number.
    is_real = all(abs(sympy.im(number)) < TINY for number in (one, other))
    return abs(one - other) / (1 + abs(one)), is_real


def _same_values(left: Object, right: Object, _: Level) -> bool | None:
    return _same_value(left, right)


def _same_matrix(left: Object, right: Object, level: Level) -> bool | None:
    return left.shape == right.shape and _same_rows(list(left), list(right), level)


def _same_rows(left: Sequence[Object], right: Sequence[Object], level: Level) -> bool | None:
    """Compare element by element, in order."""
    if len(left) != len(right):
        return False
    return _every([_same(one, other, level) for one, other in zip(left, right, strict=True)])


def _same_tuple(left: Object, right: Object, level: Level) -> bool | None:
    if level == "answer" and left.args[:1] == right.args[:1] == (Str("ratio"),):
        return _same_ratio(left.args[1:], right.args[1:])
    return _same_rows(left.args, right.args, level)


def _same_ratio(left: Sequence[Object], right: Sequence[Object]) -> bool | None:
    """Compare 4 : 6 and 2 : 3, each term times the other's first."""
    if len(left) != len(right):
        return False
    crossed = [(one * right[0], other * left[0]) for one, other in zip(left, right, strict=True)]
    return _every([_same_value(one, other) for one, other in crossed])


def _same_bag(left: Object, right: Object, level: Level) -> bool | None:
    """Compare without order: each element has one of the other side to itself."""
    rest = list(right.args)
    for one in left.args:
        match = next((other for other in rest if _same(one, other, level)), None)
        if match is None:
            return False
        rest.remove(match)
    return not rest


def _same_interval(left: Object, right: Object, _: Level) -> bool | None:
    if (left.left_open, left.right_open) != (right.left_open, right.right_open):
        return False
    ends = zip((left.start, left.end), (right.start, right.end), strict=True)
    return _every([_same_value(one, other) for one, other in ends])


def _same_word(left: Object, right: Object, _: Level) -> bool | None:
    return bool(left == right)


def _same_args(left: Object, right: Object, level: Level) -> bool | None:
    """Compare two compound statements or sets part by part, without order."""
    return left.func == right.func and _same_bag(left, right, level)


def _every(parts: Sequence[bool | None]) -> bool | None:
    """And of three-valued answers."""
    return False if False in parts else None if None in parts else True


# ---- relations -----------------------------------------------------------------------------


def _same_relation(left: Object, right: Object, level: Level) -> bool | None:
    """Compare two relations: their sides, or at answer level the curves and half-planes."""
    if _names(left) != _names(right):
        return False
    for one in (right, right.reversed):
        if left.func == one.func and _same_rows(left.args, one.args, level):
            return True
    # `0 = 3` and `1 = 3` are both false, which makes neither a scaled form of the other.
    return level == "answer" and bool(left.free_symbols) and _scaled(left, right)


def _scaled(left: Object, right: Object) -> bool:
    """Whether lhs - rhs of one is a constant times that of the other, positive for `<`.

    Denominators of equations are cleared first: `xy = 6` and `y = 6/x` are one curve.
    """
    if right.func != left.func:
        right = right.reversed
    either = isinstance(left, sympy.Eq | sympy.Ne)
    top, bottom = (_moved(side, cleared=either) for side in (left, right))
    if left.func != right.func or bottom.equals(0):
        return False
    ratio = sympy.simplify(top / bottom)
    return bool(ratio.is_number and ratio.is_finite and (ratio != 0 if either else ratio > 0))


def _moved(relation: Object, *, cleared: bool) -> Object:
    """Return lhs - rhs, or only its numerator."""
    difference = relation.lhs - relation.rhs
    return sympy.fraction(sympy.together(difference))[0] if cleared else difference


def _names(relation: Object) -> list[str]:
    return sorted(symbol.name for symbol in relation.free_symbols)


_KINDS = (
    (sympy.Expr, _same_values),
    (MatrixBase, _same_matrix),
    (sympy.FiniteSet, _same_bag),
    (sympy.Interval, _same_interval),
    (Str, _same_word),
    (sympy.Tuple, _same_tuple),
    (Relational, _same_relation),
    (Boolean, _same_args),
    (sympy.Set, _same_args),
)
"""Kind of both objects -> how they are compared; the first that fits."""
