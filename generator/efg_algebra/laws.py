"""What sentences mean: laws that say whether an expression follows from the described ones.

A family states its law apart from the tree that it prints, on SymPy values or on numbers, so a
wrong tree does not agree with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sympy

from generator.efg_algebra.draft import Law, value_of
from generator.efg_algebra.meaning import Meaning, equation, is_zero, symbol, to_sympy
from generator.efg_algebra.sets import holds, solutions
from generator.efg_algebra.terms import Expr, Rel, names


def meaning(expr: Expr) -> Meaning:
    """Return the value of an expression, left minus right of a relation."""
    return equation(expr) if isinstance(expr, Rel) else to_sympy(expr)


def balance(formula: Callable[..., Meaning], op: str = "=") -> Law:
    """Return the law "formula(described ...) op 0", which the target may state in any scale.

    Relations are given to `formula` as left minus right.
    """

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        if not isinstance(target, Rel) or target.ops != (op,):
            return False
        wanted, found = formula(*map(meaning, of)), equation(target)
        factor = sympy.simplify(found / wanted)
        right_way = op in ("=", "!=") or factor > 0
        return not factor.free_symbols and factor != 0 and bool(right_way)

    return law


def gives(formula: Callable[..., Meaning]) -> Law:
    """Return the law "the target, or what it says a letter is, is formula(described ...)"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        value = value_of(target)
        if isinstance(value, Rel):
            return False
        return is_zero(sympy.sympify(formula(*map(meaning, of)), strict=True) - to_sympy(value))

    return law


def right_sides(formula: Callable[..., Meaning]) -> Law:
    """Return `gives` on the right sides of the described `letter = value` relations."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        return is_zero(sympy.sympify(formula(*values), strict=True) - to_sympy(value_of(target)))

    return law


def story(told: Callable[[Meaning], bool], upto: int = 200) -> Law:
    """Return the law "the equation holds for just those numbers that the story is true of".

    `told` plays the story with a number; it is asked for 1..upto, for halves of them and for the
    equation's own solutions.
    """

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        letters = names(target)
        if not isinstance(target, Rel) or len(letters) != 1 or not of:
            return False
        tried = [sympy.Rational(k, 2) for k in range(1, 2 * upto + 1)]
        found = solutions(target, letters[0])
        positive = [value for value in found if value > 0]
        return (
            bool(positive)
            and all(told(v) for v in positive)
            and all(not told(v) or v in positive for v in tried)
        )

    return law


def chosen(test: Callable[[Meaning], bool]) -> Law:
    """Return the law "of the described `letter = value`, the only one whose value passes"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        kept = [value for value in values if test(value)]
        return len(kept) == 1 and is_zero(kept[0] - to_sympy(value_of(target)))

    return law


def extreme(pick: Callable[[Iterable[Meaning]], Meaning]) -> Law:
    """Return the law "the largest (max) or smallest (min) of the described values"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        return is_zero(pick(values) - to_sympy(value_of(target)))

    return law


def whole_numbers(pick: Callable[[list[int]], Meaning], low: int = -60, high: int = 60) -> Law:
    """Return the law "pick of all whole numbers in low..high that satisfy the described relation".

    `pick` gets them ascending; bounds away from the set's own ends must be told by the sentences.
    """

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        rel = of[0]
        if not isinstance(rel, Rel) or isinstance(target, Rel):
            return False
        letter = symbol(names(rel)[0])
        found = [n for n in range(low, high + 1) if holds(rel, letter, sympy.Integer(n))]
        return is_zero(sympy.sympify(pick(found), strict=True) - to_sympy(target))

    return law
