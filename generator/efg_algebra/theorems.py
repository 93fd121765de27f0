"""Laws of theorems of school algebra: Vieta, discriminant, domains, exponents, graphs.

Each looks the theorem up in the described expression with SymPy and compares.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from generator.efg_algebra.draft import Law, value_of
from generator.efg_algebra.laws import balance, meaning
from generator.efg_algebra.meaning import Meaning, equation, is_zero, occurs, symbol, to_sympy
from generator.efg_algebra.sets import holds
from generator.efg_algebra.terms import Div, Expr, Fn, Rel, walk


def _coefficients(of: Expr, letter: str) -> list[Meaning]:
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


def matched(letter: str, wanted: str) -> Callable[[Meaning, Meaning], Meaning]:
    """Return the formula "value of `wanted` that makes the second form equal the first".

    Both forms are compared coefficient by coefficient in `letter`.
    """

    def formula(first: Meaning, shape: Meaning) -> Meaning:
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
