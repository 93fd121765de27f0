"""Families on square roots."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import theorems
from generator.efg_algebra.draft import (
    COMPUTE,
    MOVE,
    SOLVE_INEQ,
    Draft,
    Sheet,
    theorem,
)
from generator.efg_algebra.draws import SHORT, nonzero
from generator.efg_algebra.phrases import join, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question

FREE = (2, 3, 5, 6, 7, 10, 11, 13)
"""Square-free numbers under a root."""

NOT_NEGATIVE = theorem("what stands under a square root is not negative", "被开方数是非负数")


def surd_sum(rng: Random) -> Draft:
    """Simplify a sum of multiples of one root."""
    r = rng.choice(FREE[:5])
    a, b, c = rng.randint(2, 5), rng.randint(2, 5), rng.randint(1, 4)
    u, v, w = rng.randint(1, 4), nonzero(rng, 4), nonzero(rng, 4)
    total = u * a + v * b + w * c
    if total in (0, 1, -1) or len({a, b, c}) < 3:
        return surd_sum(rng)
    s = Sheet("surd-sum", r, a, b, c, u, v, w)
    text = "u*sqrt(p)+v*sqrt(q)+w*sqrt(t)"
    given = E(text, u=u, v=v, w=w, p=a * a * r, q=b * b * r, t=c * c * r)
    plain = E("u*sqrt(r)+v*sqrt(r)+w*sqrt(r)", u=u * a, v=v * b, w=w * c, r=r)
    told = (
        "Taking square factors out of the roots gives @.",
        "将各二次根式化为最简二次根式，得 @。",
    )
    final = E("k*sqrt(r)", k=total, r=r)
    if rng.random() < SHORT:
        told = ("Simplifying every root and adding gives @.", "化简各二次根式并合并，得 @。")
        s.step(final, COMPUTE, given, told)
    else:
        simple = s.step(plain, COMPUTE, given, told)
        told = ("Adding the like roots gives @.", "合并同类二次根式，得 @。")
        s.step(final, COMPUTE, simple, told)
    ask = question(rng, "surd-sum", given=given)
    return s.draft(ask)


CONJUGATE = {
    "squares": ("x**2+y**2", "(x+y)**2-2*x*y"),
    "mixed": ("x**2*y+x*y**2", "x*y*(x+y)"),
    "near": ("x**2-x*y+y**2", "(x+y)**2-3*x*y"),
    "wide": ("x**2+3*x*y+y**2", "(x+y)**2+x*y"),
}
"""Kind -> what is asked of x = sqrt a + sqrt b, y = sqrt a - sqrt b, and the same regrouped."""


def surd_conjugate(rng: Random) -> Draft:
    """Two conjugate sums of roots: a symmetric expression by their sum and product."""
    a, u, kind = rng.choice(FREE), rng.randint(1, 3), rng.choice(tuple(CONJUGATE))
    b = rng.choice([k for k in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11) if k != u * u * a])
    root = round(b**0.5)
    small = E("v", v=root) if root * root == b else E("sqrt(b)", b=b)
    s = Sheet("surd-conjugate", kind, a, b, u)
    x_is, y_is = (
        E(f"{z} == u*sqrt(a){sign}t", u=u, a=a, t=small) for z, sign in (("x", "+"), ("y", "-"))
    )
    sum_ = s.joint(
        E("x+y == u*sqrt(a)", a=a, u=2 * u),
        [x_is, y_is],
        ("Adding the two numbers gives @.", "两数相加，得 @。"),
    )
    product = s.joint(
        E("x*y == d", d=u * u * a - b),
        [x_is, y_is],
        ("Multiplying them gives @.", "两数相乘，得 @。"),
    )
    old, new = E(CONJUGATE[kind][0]), E(CONJUGATE[kind][1])
    grouped = s.regroup(
        new, old, [sum_, product], (f"Now {m(old)} equals @.", f"而 {m(old)} 可变形为 @。")
    )
    p, t = 4 * u * u * a, u * u * a - b
    value = {"squares": E("v", v=p - 2 * t), "near": E("v", v=p - 3 * t), "wide": E("v", v=p + t)}
    final = value.get(kind, E("k*sqrt(a)", k=2 * u * t, a=a))
    s.put(final, grouped, [sum_, product], words(rng, "value"))
    ask = question(rng, "surd-conjugate", x_is=x_is, y_is=y_is, old=old)
    return s.draft(ask)


def surd_rationalise(rng: Random) -> Draft:
    """Rationalise a number, isolate the root and use its square."""
    a, p, t = rng.choice("axm"), rng.choice(FREE), rng.choice((1, 1, 2, 3))
    k, e = nonzero(rng, 4), nonzero(rng, 20)
    n = t * (p - k * k)
    w = rng.choice((1, 1, 2, -1))
    if n == 0:
        return surd_rationalise(rng)
    s = Sheet("surd-rationalise", p, t, k, e, w)
    given = E("a == n/(sqrt(p)-k)", a=a, n=n, p=p, k=k)
    plain = E("a == t*sqrt(p)+u", a=a, t=t, p=p, u=t * k)
    plain = s.step(
        plain, COMPUTE, given, ("Rationalising the denominator gives @.", "分母有理化，得 @。")
    )
    moved = E("a-u == t*sqrt(p)", a=a, t=t, p=p, u=t * k)
    moved = s.step(moved, MOVE, plain, ("Isolating the root gives @.", "移项，得 @。"))
    asked = E("w*a**2-v+e", w=w, a=a, v=E("c*a", c=2 * t * k * w, a=a), e=e)
    square = E("w*(a-u)**2+c", w=w, a=a, u=t * k, c=e - w * t * t * k * k)
    square = s.regroup(
        square,
        asked,
        [moved],
        (f"Completing the square, {m(asked)} becomes @.", f"配方，{m(asked)} 化为 @。"),
    )
    s.put(E("v", v=w * t * t * p + e - w * t * t * k * k), square, [moved], words(rng, "value"))
    ask = question(rng, "surd-rationalise", given=given, asked=asked)
    return s.draft(ask)


def radical_domain(rng: Random) -> Draft:
    """Find where an expression with roots is meaningful, or what that pins down."""
    return rng.choice((_one_root, _two_roots, _pinned))(rng)


def _ask_domain(rng: Random, given: Expr) -> tuple[str, str]:
    function = m(E("y == e", e=given))
    return question(rng, "ask-domain", given=given, function=function)


def _one_root(rng: Random) -> Draft:
    a, b, c = rng.randint(2, 9), nonzero(rng, 15), rng.randint(2, 9)
    below = rng.random() < 0.5
    s = Sheet("radical-domain", "below" if below else "one", a, b, c)
    given = E("c/sqrt(a*x+b)" if below else "c*sqrt(a*x+b)", a=a, b=b, c=c)
    op = ">" if below else ">="
    texts = [NOT_NEGATIVE, theorem("a denominator must not be $0$", "分母不能为 $0$")][: 1 + below]
    law = theorems.positive_radicand if below else theorems.radicand
    told = (
        "The root is defined and, if it is a denominator, not zero, so @.",
        "要使式子有意义，必须 @。",
    )
    if not below:
        told = (
            "What is under the root must not be negative, so @.",
            "被开方数必须是非负数，所以 @。",
        )
    cond = s.follow(E(f"a*x+b {op} 0", a=a, b=b), [given], texts, law, told)
    last = s.step(E(f"x {op} v", v=Fraction(-b, a)), SOLVE_INEQ, cond, words(rng, "solve_ineq"))
    return s.draft(_ask_domain(rng, given), last)


def _two_roots(rng: Random) -> Draft:
    a, b, c = rng.randint(1, 5), nonzero(rng, 12), rng.randint(1, 5)
    low = Fraction(-b, a)
    d = c * (int(low) + rng.randint(1, 8)) + rng.randrange(c)
    if d == 0 or Fraction(d, c) <= low:
        return _two_roots(rng)
    s = Sheet("radical-domain", "two", a, b, c, d)
    given = E("sqrt(a*x+b)+sqrt(d-k)", a=a, b=b, d=d, k=E("c*x", c=c))
    told = (
        "Neither root may have a negative number under it, so @,",
        "两个被开方数都是非负数，所以 @，",
    )
    one = s.follow(E("a*x+b >= 0", a=a, b=b), [given], [NOT_NEGATIVE], theorems.radicand, told)
    two = E("d-k >= 0", d=d, k=E("c*x", c=c))
    two = s.follow(two, [given], [NOT_NEGATIVE], theorems.radicand, ("and @.", "且 @。"))
    upper = Fraction(d, c)
    one_is, two_is = E("x >= v", v=low), E("x <= v", v=upper)
    if one != one_is:
        s.step(one_is, SOLVE_INEQ, one, (f"Solving {m(one)} gives @.", f"解 {m(one)}，得 @。"))
    s.step(two_is, SOLVE_INEQ, two, (f"Solving {m(two)} gives @.", f"解 {m(two)}，得 @。"))
    last = s.joint(E("p <= x <= q", p=low, q=upper), [one_is, two_is], join(rng, [one_is, two_is]))
    return s.draft(_ask_domain(rng, given), last)


def _pinned(rng: Random) -> Draft:
    a, b = nonzero(rng, 9), nonzero(rng, 9)
    k = rng.randint(1, 4)
    s = Sheet("radical-domain", "pinned", a, b, k)
    given = E("y == sqrt(k*x-u)+sqrt(u-k*x)+b", k=k, u=k * a, b=b)
    told = ("Both roots need a number that is not negative: @", "两个被开方数都是非负数：@，")
    one = s.follow(E("k*x-u >= 0", k=k, u=k * a), [given], [NOT_NEGATIVE], theorems.radicand, told)
    two = s.follow(
        E("u-k*x >= 0", k=k, u=k * a),
        [given],
        [NOT_NEGATIVE],
        theorems.radicand,
        ("and @.", "且 @。"),
    )
    x_is = s.joint(E("x == a", a=a), [one, two], ("Both hold only for @.", "同时成立时只有 @。"))
    y_is = s.put(E("y == b", b=b), given, [x_is], ("Then @.", "此时 @。"))
    asked, value = rng.choice(
        (
            (E("x+y"), a + b),
            (E("x*y"), a * b),
            (E("2*x-y"), 2 * a - b),
            (E("x**2+y**2"), a * a + b * b),
        )
    )
    s.put(E("v", v=value), asked, [x_is, y_is], words(rng, "value"))
    ask = question(rng, "pinned", given=given, asked=asked)
    return s.draft(ask)
