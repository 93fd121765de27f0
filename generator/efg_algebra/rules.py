"""When an expression follows from its sources: one rule per relation, all checked with SymPy.

A rule gets the derived expression with its sources and says whether the step is proved. The
relations that only speak about words (被描述 with its sentences) are proved by the law of the node.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import sympy

from generator.efg_algebra import draft as d
from generator.efg_algebra.meaning import (
    Meaning,
    equation,
    is_zero,
    occurs,
    same_sides,
    same_value,
    symbol,
    to_sympy,
)
from generator.efg_algebra.powers_of import same_powers
from generator.efg_algebra.replace import replace_all
from generator.efg_algebra.sets import same_set, solutions
from generator.efg_algebra.terms import Expr, Num, Point, Pow, Rel, Var, names

FLIPPED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def numerator(expr: Expr) -> Meaning:
    """Return the expanded numerator of left minus right over one denominator."""
    return sympy.expand(sympy.fraction(sympy.together(equation(expr)))[0])


def proportional(source: Expr, target: Expr) -> bool:
    """Return whether two relations differ by a constant factor, signs turned if negative."""
    if not isinstance(source, Rel) or not isinstance(target, Rel) or len(source.ops) != 1:
        return False
    one, two = equation(source), equation(target)
    if is_zero(one) or is_zero(two) or len(target.ops) != 1:
        return False
    factor = sympy.simplify(two / one)
    if factor.free_symbols or factor == 0:
        return False
    wanted = source.ops[0] if factor > 0 else FLIPPED[source.ops[0]]
    return target.ops[0] == wanted


def moved(node: d.Derived) -> bool:
    """移项: the same terms on other sides, so left minus right is kept up to its sign."""
    (source,) = node.by(d.MOVE)
    if not proportional(source, node.expr) or source == node.expr:
        return False
    one, two = equation(source), equation(node.expr)
    return is_zero(one - two) or is_zero(one + two)


def scaled(node: d.Derived) -> bool:
    """同乘除: both sides times or over a constant, or times all denominators."""
    (source,) = node.by(d.SCALE)
    if proportional(source, node.expr):
        return True
    if not isinstance(node.expr, Rel) or node.expr.ops != ("=",):
        return False
    factor = sympy.simplify(numerator(source) / equation(node.expr))
    return not factor.free_symbols and factor != 0


def expanded(node: d.Derived) -> bool:
    """展开: side by side the same, and without brackets left to expand."""
    (source,) = node.by(d.EXPAND)
    return same_sides(source, node.expr) and source != node.expr


def computed(node: d.Derived) -> bool:
    """计算: side by side the same value."""
    (source,) = node.by(d.COMPUTE)
    if source == node.expr:
        return False
    return same_powers(source, node.expr) or same_sides(source, node.expr)


def regrouped(node: d.Derived) -> bool:
    """提取因式: the same function, in which the left side of every reference shows."""
    (source,) = node.by(d.REGROUP)
    for reference in node.by(d.REFERENCE):
        shown = reference.sides[0] if isinstance(reference, Rel) else reference
        if not occurs(shown, node.expr):
            return False
    return same_powers(source, node.expr) or same_sides(source, node.expr)


def solved(node: d.Derived) -> bool:
    """等式方程求解: `letter = root`; that all roots are told is checked over the whole graph."""
    (source,) = node.by(d.SOLVE)
    target = node.expr
    if not isinstance(target, Rel) or target.ops != ("=",) or not isinstance(source, Rel):
        return False
    letter = unknown(source)
    left, root = target.sides[0], to_sympy(target.sides[1])
    named = isinstance(left, Var) and left.name.split("_")[0] == letter.split("_")[0]
    found = solutions(source, letter)
    return named and any(is_zero(root - value) for value in found)


def unknown(rel: Expr) -> str:
    """Return the only letter of `rel`; empty when there are none or several."""
    letters = names(rel)
    return letters[0] if len(letters) == 1 else ""


def solved_for(node: d.Derived) -> bool:
    """等式方程部分求解: `letter = ...` without the letter on the right, the same equation."""
    (source,) = node.by(d.SOLVE_FOR)
    target = node.expr
    if not isinstance(target, Rel) or not isinstance(target.sides[0], Var):
        return False
    free = target.sides[0].name not in names(target.sides[1])
    factor = sympy.simplify(numerator(source) / equation(target))
    return free and target.ops == ("=",) and not factor.free_symbols and factor != 0


def inequality_solved(node: d.Derived) -> bool:
    """不等式方程求解: the same set of real numbers."""
    (source,) = node.by(d.SOLVE_INEQ)
    return same_set(node.expr, [source], unknown(source))


def inequality_solved_for(node: d.Derived) -> bool:
    """不等式方程部分求解: the letter alone on the left, the same inequality."""
    (source,) = node.by(d.SOLVE_INEQ_FOR)
    target = node.expr
    if not isinstance(target, Rel) or not isinstance(target.sides[0], Var):
        return False
    return target.sides[0].name not in names(target.sides[1]) and proportional(source, target)


def joined(node: d.Derived) -> bool:
    """联立: the common solutions, or a linear equation that the members imply."""
    members = node.by(d.JOINT)
    letters = tuple(dict.fromkeys(name for member in members for name in names(member)))
    if len(letters) == 1:
        return same_set(node.expr, members, letters[0])
    equations = [m for m in (*members, node.expr) if isinstance(m, Rel) and m.ops == ("=",)]
    if len(equations) != len(members) + 1:
        return False
    if node.expr in members:
        return False
    if all(isinstance(m, Rel) and isinstance(m.sides[0], Var) for m in members):
        found = replace_all(node.expr, [pair for m in members for pair in replacements(m)])
        if not names(found):
            return is_zero(equation(found))
    # A linear equation follows from others just when it adds nothing to their rank.
    return _rank(members, letters) == _rank((*members, node.expr), letters)


def _rank(equations: tuple[Expr, ...], letters: tuple[str, ...]) -> int:
    """Return the rank of linear equations with their right sides; raises NonlinearError if not."""
    symbols = list(map(symbol, letters))
    left, right = sympy.linear_eq_to_matrix([numerator(e) for e in equations], *symbols)
    return int(left.row_join(right).rank())


def put_in(node: d.Derived) -> bool:
    """代入 + 被代入: the target with the conditions' left sides replaced by their right sides."""
    (into,) = node.by(d.INTO)
    pairs = [pair for condition in node.by(d.PUT) for pair in replacements(condition)]
    found = replace_all(into, pairs)
    if found == into:
        return False
    if isinstance(found, Rel) and isinstance(node.expr, Rel):
        return same_sides(found, node.expr) or proportional(found, node.expr)
    if isinstance(found, Rel) or isinstance(node.expr, Rel):
        return False
    return same_value(found, node.expr)


def replacements(condition: Expr) -> list[tuple[Expr, Expr]]:
    """Return what a condition replaces by what: a point its two letters."""
    if isinstance(condition, Point):
        return [(Var("x"), condition.x), (Var("y"), condition.y)]
    if isinstance(condition, Rel) and condition.ops == ("=",):
        return [(condition.sides[0], condition.sides[1])]
    return []


def logarithms(node: d.Derived) -> bool:
    """同取对数: from equal powers of one base (positive, not 1) to equal exponents."""
    (source,) = node.by(d.LOGS)
    if not isinstance(source, Rel) or not isinstance(node.expr, Rel) or node.expr.ops != ("=",):
        return False
    bases = [side.base for side in source.sides if isinstance(side, Pow)]
    if len(bases) != 2 or any(a != b for a, b in pairwise(bases)):
        return False
    if isinstance(bases[0], Num) and (bases[0].value <= 0 or bases[0].value == 1):
        return False
    exponents = [side.exponent for side in source.sides if isinstance(side, Pow)]
    return all(map(same_value, exponents, node.expr.sides))


RULES: dict[str, Callable[[d.Derived], bool]] = {
    d.MOVE: moved,
    d.SCALE: scaled,
    d.EXPAND: expanded,
    d.COMPUTE: computed,
    d.REGROUP: regrouped,
    d.SOLVE: solved,
    d.SOLVE_FOR: solved_for,
    d.SOLVE_INEQ: inequality_solved,
    d.SOLVE_INEQ_FOR: inequality_solved_for,
    d.JOINT: joined,
    d.INTO: put_in,
    d.LOGS: logarithms,
}
"""Leading relation of a node -> its rule; a node without any of them is proved by its law."""
