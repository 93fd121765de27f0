"""Families that solve quadratic equations or complete the square."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import laws, theorems
from generator.efg_algebra.draft import (
    COMPUTE,
    MOVE,
    SCALE,
    SOLVE,
    Draft,
    Pair,
    Sheet,
    condition,
    theorem,
    value_of,
)
from generator.efg_algebra.draws import distinct, nonzero
from generator.efg_algebra.meaning import to_sympy
from generator.efg_algebra.phrases import words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question


def roots(s: Sheet, source: Expr, x: str, values: tuple[Expr, Expr]) -> tuple[Expr, Expr]:
    """Add the two roots `x_1`, `x_2` of `source` as derived expressions, told in one sentence."""
    first = E("r == v", r=f"{x}_1", v=values[0])
    second = E("r == v", r=f"{x}_2", v=values[1])
    both = (
        f"So the roots are {m(first)} and {m(second)}.",
        f"所以方程的两个根为 {m(first)}，{m(second)}。",
    )
    s.step(first, SOLVE, source, both)
    s.step(second, SOLVE, source, None)
    return first, second


def quadratic_factoring(rng: Random) -> Draft:
    """Solve a quadratic equation by factoring and use both roots."""
    x, a = rng.choice("xyt"), rng.choice((1, 1, 1, 2, 3))
    p = nonzero(rng, 9)
    q = distinct(rng, 9, p, -p)
    small, large = sorted((Fraction(p, a), Fraction(q)))
    s = Sheet("quadratic-factoring", a, p, q)
    given = E("a*x**2+b*x+c == 0", x=x, a=a, b=-a * q - p, c=p * q)
    product = s.regroup(
        E("(a*x-p)*(x-q) == 0", x=x, a=a, p=p, q=q), given, [], words(rng, "factor")
    )
    one, two = roots(s, product, x, (E("v", v=small), E("v", v=large)))
    k = rng.randint(2, 5)
    asked, value = rng.choice(
        (
            (E("k*p-q", k=k, p=f"{x}_1", q=f"{x}_2"), k * small - large),
            (E("p-k*q", k=k, p=f"{x}_1", q=f"{x}_2"), small - k * large),
            (E("q-p", p=f"{x}_1", q=f"{x}_2"), large - small),
        )
    )
    s.put(E("v", v=value), asked, [one, two], words(rng, "value"))
    order = m(E("p < q", p=f"{x}_1", q=f"{x}_2"))
    ask = question(rng, "quadratic-factoring", given=given, order=order, asked=asked)
    return s.draft(ask)


def quadratic_formula(rng: Random) -> Draft:
    """Find the larger or the smaller root with the quadratic formula."""
    x, a = rng.choice("xyt"), rng.choice((1, 1, 2, 3, 4))
    b, c = nonzero(rng, 9), nonzero(rng, 9)
    d = b * b - 4 * a * c
    if d <= 0 or _root(d) == 1:
        return quadratic_formula(rng)
    s = Sheet("quadratic-formula", a, b, c, sign := rng.choice((1, -1)))
    given = E("a*x**2+b*x+c == 0", x=x, a=a, b=b, c=c)
    rule = theorem(
        "the discriminant of $a x ^ { 2 } + b x + c = 0$ is $b ^ { 2 } - 4 a c$",
        "一元二次方程 $a x ^ { 2 } + b x + c = 0$ 的根的判别式为 $b ^ { 2 } - 4 a c$",
    )
    shown = s.follow(
        E("b**2-4*a*c" if a != 1 else "b**2-4*1*c", b=b, a=a, c=c),
        [given],
        [rule],
        theorems.discriminant(x),
        ("The discriminant is @.", "根的判别式为 @。"),
    )
    value = s.step(E("d", d=d), COMPUTE, shown, words(rng, "compute"))
    formula = theorem("the quadratic formula", "一元二次方程的求根公式")
    found = [
        s.follow(
            _formula_root(x, side, (a, b, d)),
            [given, value],
            [formula],
            theorems.formula_root(side, x),
            FORMULA_SAID[side],
        )
        for side in (1, -1)
    ]
    which = _choose(s, found, sign)
    return s.draft(question(rng, "quadratic-formula", which=which, given=given))


FORMULA_SAID = {
    1: ("By the quadratic formula one root is @.", "由求根公式，方程的一个根为 @。"),
    -1: ("The other root is @.", "另一个根为 @。"),
}
"""Sign before the root -> the sentence that tells this root."""


def _size(root: Expr) -> float:
    return float(to_sympy(value_of(root)))


def _choose(s: Sheet, found: list[Expr], sign: int) -> Pair:
    """Add the larger (sign 1) or smaller root (-1) of the two in `found`; return its name."""
    which, pick = (("larger", "较大"), max) if sign == 1 else (("smaller", "较小"), min)
    s.follow(
        value_of(pick(found, key=_size)),
        found,
        [condition(f"the {which[0]} root", f"{which[1]}的根")],
        laws.extreme(pick),
        (f"The {which[0]} root is @.", f"{which[1]}的根是 @。"),
    )
    return which


def _root(d: int) -> int:
    """Return the square-free part of a positive number."""
    for k in range(30, 1, -1):
        if d % (k * k) == 0:
            return d // (k * k)
    return d


def _formula_root(x: str, sign: int, numbers: tuple[int, int, int]) -> Expr:
    """Return `x_1 = (-b + sqrt d) / 2a` reduced, `x_2` for sign -1."""
    a, b, d = numbers
    free = _root(d)
    outside = round((d // free) ** 0.5)
    name = f"{x}_1" if sign == 1 else f"{x}_2"
    p, q = Fraction(-b, 2 * a), Fraction(outside, 2 * a)
    below = max(p.denominator, q.denominator)
    if below % p.denominator or below % q.denominator:
        below = p.denominator * q.denominator
    text = "x == (p+q*sqrt(d))/w" if sign == 1 else "x == (p-q*sqrt(d))/w"
    return E(text, x=name, p=p * below, q=q * below, d=free, w=below)


def completing_equation(rng: Random) -> Draft:
    """Solve x^2 + 2 h x + c = 0 by completing the square."""
    x, h, k = rng.choice("xyt"), nonzero(rng, 9), rng.choice((2, 3, 5, 6, 7, 10, 11, 13, 14, 15))
    a = rng.choice((1, 1, 2, 3))
    c, sign = h * h - k, rng.choice((1, -1))
    if c == 0:
        return completing_equation(rng)
    s = Sheet("completing-equation", a, h, k, sign)
    given = E("a*x**2+b*x+c == 0", x=x, a=a, b=2 * h * a, c=c * a)
    plain = given
    if a > 1:
        plain = E("x**2+b*x+c == 0", x=x, b=2 * h, c=c)
        by = (f"Dividing both sides by ${a}$ gives @.", f"两边同除以 ${a}$，得 @。")
        s.step(plain, SCALE, given, by)
    told = ("Moving the constant to the right gives @.", "把常数项移到右边，得 @。")
    moved = s.step(E("x**2+b*x == d", x=x, b=2 * h, d=-c), MOVE, plain, told)
    told = (f"Adding ${h * h}$ to both sides gives @.", f"两边同加 ${h * h}$，得 @。")
    wide = E("x**2+b*x+s == d+s", x=x, b=2 * h, d=-c, s=h * h)
    s.step(wide, MOVE, moved, told)
    told = ("The left side is a perfect square: @.", "左边写成完全平方的形式：@。")
    square = s.regroup(E("(x+h)**2 == k", x=x, h=h, k=k), wide, [], told)
    ends = (E("p-sqrt(k)", p=-h, k=k), E("p+sqrt(k)", p=-h, k=k))
    one, two = roots(s, square, x, ends)
    which = _choose(s, [one, two], sign)
    return s.draft(question(rng, "completing-equation", given=given, which=which))


def square_form(rng: Random) -> Draft:
    """Write a quadratic as a (x + m)^2 + n and combine m and n."""
    x, a, h, k = (
        rng.choice("xyt"),
        rng.choice((1, 1, 1, 2, -1, 3)),
        nonzero(rng, 9),
        nonzero(rng, 30),
    )
    c = a * h * h + k
    s = Sheet("square-form", a, h, k)
    given = E("a*x**2+b*x+c", x=x, a=a, b=2 * a * h, c=c)
    shape = E("a*(x+m)**2+n", x=x, a=a)
    told = condition(
        f"{m(given)} is written in the form {m(shape)}", f"将 {m(given)} 写成 {m(shape)} 的形式"
    )
    square = s.regroup(
        E("a*(x+h)**2+k", x=x, a=a, h=h, k=k),
        given,
        [],
        (f"Completing the square, {m(given)} becomes @.", f"配方，{m(given)} 化为 @。"),
    )
    found = []
    for name, value in (("m", h), ("n", k)):
        law = laws.gives(theorems.matched(x, name))
        wording = (
            ("Comparing the two forms gives @,", "比较两式，得 @，")
            if name == "m"
            else ("and @.", "且 @。")
        )
        found.append(s.follow(E("v == r", v=name, r=value), [square, shape], [told], law, wording))
    asked, value = rng.choice(
        ((E("m+n"), h + k), (E("m*n"), h * k), (E("n-m"), k - h), (E("2*m-n"), 2 * h - k))
    )
    s.put(E("v", v=value), asked, found, words(rng, "value"))
    ask = question(rng, "square-form", told=told, asked=asked, given=given, shape=shape)
    return s.draft(ask)
