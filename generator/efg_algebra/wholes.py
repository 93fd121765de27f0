"""Families that treat a whole expression as one thing, or compare coefficients."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import theorems
from generator.efg_algebra.draft import (
    EXPAND,
    MOVE,
    SCALE,
    SOLVE,
    Draft,
    Sheet,
    condition,
)
from generator.efg_algebra.draws import nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question

PAIRS = (("x", "y"), ("a", "b"), ("m", "n"))
"""Letters of two numbers that stay unknown."""


def _ask(rng: Random, given: Expr, asked: Expr) -> tuple[str, str]:
    return question(rng, "ask", given=given, asked=asked)


def whole_direct(rng: Random) -> Draft:
    """The known combination stands in the expression as it is."""
    x, y = rng.choice(PAIRS)
    a, b, v = rng.randint(1, 4), nonzero(rng, 5), nonzero(rng, 9)
    k, w, e = nonzero(rng, 4), nonzero(rng, 6), nonzero(rng, 20)
    s = Sheet("whole-direct", a, b, v, k, w, e)
    part = E("a*x+b*y", a=a, b=b, x=x, y=y)
    given = E("p == v", p=part, v=v)
    asked = E("k*p**2+w*p+e", k=k, p=part, w=w, e=e)
    s.put(
        E("r", r=k * v * v + w * v + e),
        asked,
        [given],
        insert(rng, [given], "the expression", "所求式子"),
    )
    return s.draft(_ask(rng, given, asked))


def whole_linear(rng: Random) -> Draft:
    """Regroup a linear expression so that the known combination shows."""
    x, y = rng.choice(PAIRS)
    a, b, v = rng.randint(1, 5), nonzero(rng, 6), nonzero(rng, 12)
    k, e = rng.choice((2, 3, 4, 5, -1, -2, -3, -4)), nonzero(rng, 20)
    s = Sheet("whole-linear", a, b, v, k, e)
    given = E("a*x+b*y == v", a=a, b=b, x=x, y=y, v=v)
    asked = E("e+p*x+q*y", p=k * a, q=k * b, e=e, x=x, y=y)
    grouped = s.regroup(
        E("e+k*(a*x+b*y)", k=k, a=a, b=b, e=e, x=x, y=y),
        asked,
        [given],
        (
            f"Factoring out {m(E('k', k=k))} turns {m(asked)} into @.",
            f"提取公因数 {m(E('k', k=k))}，{m(asked)} 变形为 @。",
        ),
    )
    s.put(E("r", r=e + k * v), grouped, [given], words(rng, "value"))
    return s.draft(_ask(rng, given, asked))


def whole_quadratic(rng: Random) -> Draft:
    """A quadratic equation that is not solved: its left side is put in as a whole."""
    x = rng.choice("xyat")
    a, b, c = rng.randint(1, 3), nonzero(rng, 7), nonzero(rng, 9)
    k, e = rng.choice((2, 3, 4, -1, -2, -3)), nonzero(rng, 20)
    if b * b - 4 * a * c < 0:
        return whole_quadratic(rng)
    s = Sheet("whole-quadratic", a, b, c, k, e)
    given = E("a*x**2+b*x+c == 0", a=a, b=b, c=c, x=x)
    asked = E("p*x**2+q*x+e", p=k * a, q=k * b, e=e, x=x)
    short = E("a*x**2+b*x == d", a=a, b=b, d=-c, x=x)
    short = s.step(short, MOVE, given, (f"From {m(given)} we have @.", f"由 {m(given)} 得 @。"))
    grouped = s.regroup(
        E("k*(a*x**2+b*x)+e", k=k, a=a, b=b, e=e, x=x),
        asked,
        [short],
        (f"The expression {m(asked)} equals @.", f"{m(asked)} 可变形为 @。"),
    )
    s.put(E("r", r=e - k * c), grouped, [short], words(rng, "value"))
    return s.draft(_ask(rng, given, asked))


def squares_difference(rng: Random) -> Draft:
    """a^2 - b^2 and a + b are known: find a - b."""
    x, y = rng.choice(PAIRS)
    p, k = rng.randint(1, 4), rng.randint(1, 4)
    total, other = nonzero(rng, 12), nonzero(rng, 12)
    if abs(total) == 1 or total == other or p == k > 1:
        return squares_difference(rng)
    s = Sheet("squares-difference", p, k, total, other)
    left = E("p*x**2-k*y**2", p=p * p, k=k * k, x=x, y=y)
    given, sum_ = (
        E("e == v", e=left, v=total * other),
        E("p*x+k*y == t", p=p, k=k, x=x, y=y, t=total),
    )
    asked = E("p*x-k*y", p=p, k=k, x=x, y=y)
    product = s.regroup(
        E("(p*x+k*y)*(p*x-k*y) == v", p=p, k=k, x=x, y=y, v=total * other),
        given,
        [sum_],
        ("Factoring the difference of squares gives @.", "用平方差公式分解因式，得 @。"),
    )
    eq = s.put(
        E("t*e == v", t=total, e=asked, v=total * other), product, [sum_], insert(rng, [sum_])
    )
    by = m(E("t", t=total))
    told = (f"Dividing both sides by {by} gives @.", f"两边同除以 {by}，得 @。")
    last = s.step(E("e == v", e=asked, v=other), SCALE, eq, told)
    s.put(E("v", v=other), asked, [last], words(rng, "value"))
    ask = question(rng, "squares-difference", given=given, sum_=sum_, asked=asked)
    return s.draft(ask)


def missing_term(rng: Random) -> Draft:
    """A product has no term of a degree: find the parameter."""
    k = rng.choice("mka")
    a, b, c = rng.randint(1, 5), rng.randint(1, 5), nonzero(rng, 9)
    d, degree = nonzero(rng, 7), rng.choice((1, 2))
    s = Sheet("missing-term", a, b, c, d, degree)
    if degree == 1:
        given = E("(a*x+c)*(b*x**2+d*x+k)", a=a, b=b, c=c, d=d, k=k)
        none = E("a*k+n", a=a, k=k, n=c * d)
        parts = {"v": E("n", n=a * d + b * c), "w": none, "z": E("c*k", c=c, k=k)}
        root = Fraction(-c * d, a)
    else:
        given = E("(a*x+c)*(b*x**2+k*x+d)", a=a, b=b, c=c, d=d, k=k)
        none = E("a*k+n", a=a, k=k, n=b * c)
        parts = {"v": none, "w": E("n+c*k", n=a * d, c=c, k=k), "z": E("n", n=c * d)}
        root = Fraction(-b * c, a)
    said = (f"Expanding {m(given)} gives @.", f"展开 {m(given)}，得 @。")
    flat = s.step(E("u*x**3+v*x**2+w*x+z", u=a * b, **parts), EXPAND, given, said)
    term, zh = ("linear", "一次项") if degree == 1 else ("quadratic", "二次项")
    told = condition(f"the product has no {term} term in $x$", f"乘积中不含 $x$ 的{zh}")
    eq = s.follow(
        E("p == 0", p=none),
        [flat],
        [told],
        theorems.coefficient("x", degree, 0),
        (f"Since {told.en}, @.", f"因为{told.zh}，所以 @。"),
    )
    s.step(E("k == v", k=k, v=root), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "missing-term", given=given, told=told, k=k, term=term)
    return s.draft(ask)
