"""Families on fractions with letters: values, equations with excluded roots, proportions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import theorems
from generator.efg_algebra.draft import (
    COMPUTE,
    EXPAND,
    MOVE,
    SCALE,
    SOLVE,
    SOLVE_FOR,
    Draft,
    Sheet,
    assumption,
    condition,
    theorem,
)
from generator.efg_algebra.draws import SHORT, distinct, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.quadratics import roots
from generator.efg_algebra.template import E
from generator.efg_algebra.wordings import question

NO_ZERO_BELOW = theorem("a denominator must not be $0$", "分母不能为 $0$")


def rational_value(rng: Random) -> Draft:
    """Simplify a quotient of two quadratics, then put a value in."""
    x, a, k = rng.choice("xyat"), nonzero(rng, 9), rng.choice((1, 1, 2, 3, 5))
    b = distinct(rng, 9, a, -a)
    v = distinct(rng, 9, -a, -b, a)
    s = Sheet("rational-value", a, b, k, v)
    asked = E("(k*x**2-w)/(x**2+p*x+q)", k=k, x=x, w=k * a * a, p=a + b, q=a * b)
    product = asked
    if rng.random() > SHORT:
        product = s.regroup(
            E("(k*(x+a)*(x-a))/((x+a)*(x+b))", k=k, x=x, a=a, b=b),
            asked,
            [],
            ("Factoring numerator and denominator gives @.", "分子、分母分别因式分解，得 @。"),
        )
    short = E("(k*(x-a))/(x+b)", k=k, x=x, a=a, b=b)
    cancel = (
        ("Factoring and cancelling the common factor leaves @.", "因式分解并约分，得 @。")
        if product == asked
        else ("Cancelling the common factor leaves @.", "约去公因式，得 @。")
    )
    s.step(short, COMPUTE, product, cancel)
    is_v = E("x == v", x=x, v=v)
    s.put(E("r", r=Fraction(k * (v - a), v + b)), short, [is_v], insert(rng, [is_v]))
    ask = question(rng, "rational-value", asked=asked, is_v=is_v)
    return s.draft(ask)


def rational_equation(rng: Random) -> Draft:
    """A fractional equation: with one root that is excluded, or with a linear equation below."""
    return _excluded_root(rng) if rng.random() < 0.6 else _cross_multiplied(rng)


def _ask_equation(rng: Random, given: str, x: str) -> tuple[str, str]:
    return question(rng, "ask-equation", given=given, x=x)


def _excluded_root(rng: Random) -> Draft:
    x, a = rng.choice("xyt"), nonzero(rng, 9)
    r, e = distinct(rng, 9, a, -a), nonzero(rng, 5)
    b, c = a + r + e, -a * r
    if b == 0:
        return _excluded_root(rng)
    s = Sheet("rational-equation", "excluded", a, r, e)
    given = E("(x**2+c)/(x-a) == (b*x+d)/(x-a)", x=x, a=a, b=a + r, c=e, d=c + e)
    clear = s.step(
        E("x**2+c == b*x+d", x=x, b=a + r, c=e, d=c + e), SCALE, given, words(rng, "scale")
    )
    if a + r == 0:
        return _excluded_root(rng)
    flat = s.step(
        E("x**2-k-c == 0", x=x, k=E("b*x", b=a + r, x=x), c=c), MOVE, clear, words(rng, "move_all")
    )
    one, two = roots(s, flat, x, (E("v", v=a), E("v", v=r)))
    s.follow(
        E("x == r", x=x, r=r),
        [given, one, two],
        [NO_ZERO_BELOW],
        theorems.admissible(x),
        (
            f"For {m(one)} the denominator is $0$, so the only solution is @.",
            f"当 {m(one)} 时分母为 $0$，舍去，所以原方程的解是 @。",
        ),
    )
    return s.draft(_ask_equation(rng, m(given), x), s.derived[-1].expr)


def _cross_multiplied(rng: Random) -> Draft:
    x, c, d = rng.choice("xyt"), *rng.sample(range(1, 10), 2)
    a, b = nonzero(rng, 9), nonzero(rng, 9)
    root = Fraction(c * b - d * a, c - d)
    if a == b or root in (a, b):
        return _cross_multiplied(rng)
    s = Sheet("rational-equation", "cross", a, b, c, d)
    given = E("c/(x-a) == d/(x-b)", x=x, a=a, b=b, c=c, d=d)
    clear = s.step(
        E("c*(x-b) == d*(x-a)", x=x, a=a, b=b, c=c, d=d), SCALE, given, words(rng, "scale")
    )
    solve_from = clear
    if c > 1 or d > 1:
        flat = E("c*x-p == d*x-q", x=x, c=c, d=d, p=c * b, q=d * a)
        solve_from = s.step(flat, EXPAND, clear, words(rng, "expand"))
    last = s.step(E("x == r", x=x, r=root), SOLVE, solve_from, words(rng, "solve"))
    s.say(
        (
            "Neither denominator is $0$ then, so this is the solution.",
            "经检验，此时分母都不为 $0$，所以它是原方程的解。",
        )
    )
    return s.draft(_ask_equation(rng, m(given), x), last)


def rational_extraneous(rng: Random) -> Draft:
    """A fractional equation has an extraneous root: find the parameter."""
    x, k = rng.choice("xy"), rng.choice("mka")
    a, p, c, q = nonzero(rng, 9), rng.randint(1, 6), nonzero(rng, 6), nonzero(rng, 9)
    w = rng.choice((1, 1, 2, -1))
    if p == c:
        return rational_extraneous(rng)
    s = Sheet("rational-extraneous", a, p, c, q, w)
    given = E("(p*x+q)/(x-a) == c + (w*k)/(x-a)", x=x, a=a, p=p, q=q, c=c, w=w, k=k)
    told = condition(f"the equation {m(given)} has an extraneous root", f"方程 {m(given)} 有增根")
    rule = theorem("an extraneous root makes a denominator $0$", "增根使分母为 $0$")
    clear = s.step(
        E("p*x+q == c*(x-a)+w*k", x=x, a=a, p=p, q=q, c=c, w=w, k=k),
        SCALE,
        given,
        words(rng, "scale"),
    )
    zero = s.follow(
        E("x-a == 0", x=x, a=a),
        [given],
        [told, rule],
        theorems.denominator("="),
        ("An extraneous root makes the denominator zero: @.", "因为方程有增根，所以 @。"),
    )
    x_is = s.step(E("x == a", x=x, a=a), SOLVE, zero, words(rng, "solve"))
    value = p * a + q
    left, right = (E("v", v=value), E("w*k", w=w, k=k))
    eq = E("k == v", k=k, v=left) if w == 1 else E("u == v", u=left, v=right)
    s.put(eq, clear, [x_is], insert(rng, [x_is], m(clear), f" {m(clear)}"))
    if w != 1:
        s.step(E("k == v", k=k, v=Fraction(value, w)), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "rational-extraneous", k=k, given=given, x=x)
    return s.draft(ask)


def proportion(rng: Random) -> Draft:
    """A ratio is known: value of a quotient of two combinations."""
    return _ratio_of_two(rng) if rng.random() < 0.5 else _common_ratio(rng)


def _ratio_of_two(rng: Random) -> Draft:
    a, b = rng.choice((("a", "b"), ("x", "y"), ("m", "n")))
    p, q = rng.choice(
        ((2, 3), (3, 2), (3, 4), (4, 3), (5, 2), (2, 5), (3, 5), (5, 3), (4, 5), (5, 7))
    )
    u, v, w, z = rng.randint(1, 4), nonzero(rng, 4), rng.randint(1, 3), nonzero(rng, 4)
    if w * p + z * q == 0 or u * z == v * w:
        return _ratio_of_two(rng)
    s = Sheet("proportion", "two", p, q, u, v, w, z)
    given = rng.choice((E("a/b == p/q", a=a, b=b, p=p, q=q), E("q*a == p*b", a=a, b=b, p=p, q=q)))
    asked = E("(u*a+v*b)/(w*a+z*b)", u=u, v=v, w=w, z=z, a=a, b=b)
    a_is = s.step(
        E("a == k*b", a=a, b=b, k=Fraction(p, q)),
        SOLVE_FOR,
        given,
        (f"From {m(given)} we have @.", f"由 {m(given)} 得 @。"),
    )
    value = Fraction(u * p + v * q, w * p + z * q)
    s.put(E("v", v=value), asked, [a_is], insert(rng, [a_is], m(asked), f" {m(asked)}"))
    ask = question(rng, "ratio-of-two", given=given, b=b, asked=asked)
    return s.draft(ask)


def _common_ratio(rng: Random) -> Draft:
    p, q, r = rng.sample(range(2, 8), 3)
    u, v, w = rng.randint(1, 3), nonzero(rng, 3), rng.randint(1, 3)
    a, b, c = rng.choice((("a", "b", "c"), ("x", "y", "z")))
    s = Sheet("proportion", "three", p, q, r, u, v, w)
    given = E("a/p == b/q == c/r", a=a, b=b, c=c, p=p, q=q, r=r)
    asked = E("(u*a+v*b)/(w*c)", u=u, v=v, w=w, a=a, b=b, c=c)
    told = assumption("let $k$ be the common value of the three ratios", "设三个比的比值为 $k$")
    law, found = theorems.common_ratio("k"), []
    for name, factor, say in (
        (
            a,
            p,
            ("Let $k$ be the common value of the ratios. Then @,", "设各比的比值为 $k$，则 @，"),
        ),
        (b, q, ("@,", "@，")),
        (c, r, ("and @.", "@。")),
    ):
        found.append(s.follow(E("x == f*k", x=name, f=factor), [given], [told], law, say))
    value = Fraction(u * p + v * q, w * r)
    s.put(E("v", v=value), asked, found, words(rng, "value"))
    ask = question(rng, "common-ratio", given=given, asked=asked)
    return s.draft(ask)
