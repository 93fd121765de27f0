"""What sentences mean: laws that say whether an expression follows from the described ones.

A family states its law apart from the tree that it prints, on SymPy values or on numbers, so a
wrong tree does not agree with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sympy

from generator.efg_algebra.draft import Law, value_of
from generator.efg_algebra.meaning import equation, is_zero, occurs, symbol, to_sympy
from generator.efg_algebra.sets import holds, solutions
from generator.efg_algebra.terms import Expr, Fn, Rel, Div, names, walk


def meaning(expr: Expr) -> Any:
    """Return the value of an expression, left minus right of a relation."""
    return equation(expr) if isinstance(expr, Rel) else to_sympy(expr)


def balance(formula: Callable[..., Any], op: str = "=") -> Law:
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


def gives(formula: Callable[..., Any]) -> Law:
    """Return the law "the target, or the right side of `letter = ...`, is formula(described ...)"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        value = value_of(target)
        if isinstance(value, Rel):
            return False
        return is_zero(sympy.sympify(formula(*map(meaning, of))) - to_sympy(value))

    return law


def right_sides(formula: Callable[..., Any]) -> Law:
    """Return `gives` on the right sides of the described `letter = value` relations."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        return is_zero(sympy.sympify(formula(*values)) - to_sympy(value_of(target)))

    return law


def story(told: Callable[[Any], bool], upto: int = 200) -> Law:
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


def _coefficients(of: Expr, letter: str) -> list[Any]:
    return list(sympy.Poly(meaning(of), symbol(letter)).all_coeffs())


def vieta_sum(letter: str) -> Law:
    """Return the law "x_1 + x_2 = -b / a" of a quadratic equation in `letter`."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        a, b, _ = _coefficients(of[0], letter)
        return isinstance(target, Rel) and is_zero(
            equation(target) - (symbol(f"{letter}_1") + symbol(f"{letter}_2") + b / a)
        )

    return law


def vieta_product(letter: str) -> Law:
    """Return the law "x_1 x_2 = c / a" of a quadratic equation in `letter`."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        a, _, c = _coefficients(of[0], letter)
        return isinstance(target, Rel) and is_zero(
            equation(target) - (symbol(f"{letter}_1") * symbol(f"{letter}_2") - c / a)
        )

    return law


def discriminant(letter: str, op: str = "") -> Law:
    """Return the law "b^2 - 4ac op 0" of a quadratic equation; without `op`, of its value."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        a, b, c = _coefficients(of[0], letter)
        if not op:
            return not isinstance(target, Rel) and is_zero(to_sympy(target) - (b**2 - 4 * a * c))
        return balance(lambda *_: b**2 - 4 * a * c, op)(of, target)

    return law


def formula_root(sign: int, letter: str) -> Law:
    """Return the law "x = (-b + sign sqrt(D)) / 2a" with a > 0, D the last described value."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        a, b, _ = _coefficients(of[0], letter)
        root = (-b + sign * sympy.sqrt(to_sympy(of[-1]))) / (2 * a)
        return is_zero(root - to_sympy(value_of(target)))

    return law


def chosen(test: Callable[[Any], bool]) -> Law:
    """Return the law "of the described `letter = value`, the only one whose value passes"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        kept = [value for value in values if test(value)]
        return len(kept) == 1 and is_zero(kept[0] - to_sympy(value_of(target)))

    return law


def extreme(pick: Callable[[Iterable[Any]], Any]) -> Law:
    """Return the law "the largest (max) or smallest (min) of the described values"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        values = [to_sympy(value_of(one)) for one in of]
        return is_zero(pick(values) - to_sympy(value_of(target)))

    return law


def whole_numbers(pick: Callable[[list[int]], Any], low: int = -60, high: int = 60) -> Law:
    """Return the law "pick of all whole numbers in low..high that satisfy the described relation".

    `pick` gets them ascending; bounds away from the set's own ends must be told by the sentences.
    """

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        rel = of[0]
        if not isinstance(rel, Rel) or isinstance(target, Rel):
            return False
        letter = symbol(names(rel)[0])
        found = [n for n in range(low, high + 1) if holds(rel, letter, sympy.Integer(n))]
        return is_zero(sympy.sympify(pick(found)) - to_sympy(target))

    return law


def radicand(of: tuple[Expr, ...], target: Expr) -> bool:
    """Law: what stands under a root of the described expression is not negative."""
    roots = [part.of for part in walk(of[0]) if isinstance(part, Fn) and part.name == "sqrt"]
    return (
        isinstance(target, Rel)
        and target.ops == (">=",)
        and target.sides[0] in roots
        and is_zero(to_sympy(target.sides[1]))
    )


def denominator(op: str) -> Law:
    """Return the law "a denominator of the described expression op 0", op `=` or `!=`."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        below = [part.below for part in walk(of[0]) if isinstance(part, Div)]
        return (
            isinstance(target, Rel)
            and target.ops == (op,)
            and any(is_zero(equation(target) - to_sympy(part)) for part in below)
        )

    return law


def zero_part(of: tuple[Expr, ...], target: Expr) -> bool:
    """Law: a sum of parts that are never negative is 0, so what is inside each part is 0."""
    if not isinstance(of[0], Rel) or not isinstance(target, Rel):
        return False
    return occurs(target.sides[0], of[0].sides[0]) and is_zero(to_sympy(target.sides[1]))


def coefficient(letter: str, degree: int, value: int) -> Law:
    """Return the law "the coefficient of letter^degree in the described polynomial is `value`"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        found = sympy.expand(meaning(of[0])).coeff(symbol(letter), degree)
        return balance(lambda *_: found - value)(of, target)

    return law


def same_exponent(letter: str) -> Law:
    """Return the law "the two described monomials have the same power of `letter`"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        logs = [sympy.diff(to_sympy(one), symbol(letter)) * symbol(letter) for one in of]
        degrees = [sympy.simplify(log / to_sympy(one)) for log, one in zip(logs, of, strict=True)]
        return balance(lambda *_: degrees[0] - degrees[1])(of, target)

    return law


def matched(letter: str, wanted: str) -> Callable[[Any, Any], Any]:
    """Return the formula "value of `wanted` that makes the second form equal the first".

    Both forms are compared coefficient by coefficient in `letter`.
    """

    def formula(first: Any, shape: Any) -> Any:
        rows = sympy.Poly(first - shape, symbol(letter)).coeffs()
        unknowns = sorted(shape.free_symbols - {symbol(letter)}, key=str)
        (found,) = sympy.solve(rows, unknowns, dict=True)
        return found[symbol(wanted)]

    return formula


def renamed(old: str, new: str) -> Law:
    """Return the law "`new` is a root of the described equation in `old`"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        wanted = meaning(of[0]).subs(symbol(old), symbol(new))
        return balance(lambda *_: wanted)(of, target)

    return law


def same_bound(letter: str) -> Law:
    """Return the law "two described half-lines of `letter` of one direction have the same end"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        one, two = of
        if not isinstance(one, Rel) or not isinstance(two, Rel) or one.ops != two.ops:
            return False
        if any(to_sympy(rel.sides[0]) != symbol(letter) for rel in (one, two)):
            return False
        ends = to_sympy(one.sides[1]) - to_sympy(two.sides[1])
        return balance(lambda *_: ends)(of, target)

    return law


def admissible(letter: str) -> Law:
    """Return the law "of the candidates, the only one that satisfies the described equation".

    The equation comes first, the candidates `letter_1 = ...` after it.
    """

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        equation_, *candidates = of
        if not isinstance(equation_, Rel):
            return False
        values = [to_sympy(value_of(one)) for one in candidates]
        kept = [value for value in values if holds(equation_, symbol(letter), value)]
        return len(kept) == 1 and is_zero(kept[0] - to_sympy(value_of(target)))

    return law


def common_ratio(name: str) -> Law:
    """Return the law "the described equal ratios all have the value `name`"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        if not isinstance(of[0], Rel) or not isinstance(target, Rel):
            return False
        left, right = (to_sympy(side) for side in target.sides)
        ratios = [to_sympy(side) for side in of[0].sides]
        return any(
            ratio.has(left) and is_zero(ratio.subs(left, right) - symbol(name)) for ratio in ratios
        )

    return law


def positive_radicand(of: tuple[Expr, ...], target: Expr) -> bool:
    """Law: what stands under a root in a denominator of the described expression is positive."""
    below = [part.below for part in walk(of[0]) if isinstance(part, Div)]
    roots = [part.of for part in below if isinstance(part, Fn) and part.name == "sqrt"]
    return (
        isinstance(target, Rel)
        and target.ops == (">",)
        and target.sides[0] in roots
        and is_zero(to_sympy(target.sides[1]))
    )


def vertex(name: str) -> Law:
    """Return the law "`x` or `y` of the vertex of the described parabola y = f(x)"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        if not isinstance(of[0], Rel):
            return False
        graph, letter = to_sympy(of[0].sides[1]), symbol("x")
        (place,) = sympy.solve(sympy.diff(graph, letter), letter)
        wanted = place if name == "x" else graph.subs(letter, place)
        return is_zero(wanted - to_sympy(value_of(target)))

    return law


def on_axis(name: str) -> Law:
    """Return the law "the described line where `name` is 0"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        wanted = meaning(of[0]).subs(symbol(name), 0)
        return balance(lambda *_: wanted)(of, target)

    return law


def proportional_to(constant: str, *, inverse: bool) -> Law:
    """Return the law "y / described (y times it for `inverse`) is `constant`"."""

    def law(of: tuple[Expr, ...], target: Expr) -> bool:
        if not isinstance(target, Rel) or to_sympy(target.sides[0]) != symbol("y"):
            return False
        y, other = to_sympy(target.sides[1]), to_sympy(of[0])
        return is_zero((y * other if inverse else y / other) - symbol(constant))

    return law
