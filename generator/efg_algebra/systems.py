"""Families with two unknowns: systems, like terms, sums of parts that are never negative."""

from __future__ import annotations

from random import Random

from generator.efg_algebra import theorems
from generator.efg_algebra.draft import (
    MOVE,
    SCALE,
    SOLVE,
    SOLVE_FOR,
    Draft,
    Sheet,
    condition,
    theorem,
)
from generator.efg_algebra.draws import SHORT, distinct, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question

PAIRS = (("x", "y"), ("a", "b"), ("m", "n"), ("p", "q"), ("u", "v"))
"""Letters of two unknowns."""

COMBINATIONS = ("x+y", "x-y", "x*y", "2*x-y", "x+3*y", "x**2+y", "3*x-2*y")
"""What is asked of two unknowns."""


def combined(rng: Random, letters: tuple[str, str], values: tuple[int, int]) -> tuple[Expr, int]:
    """Return an expression of the two unknowns and its value."""
    text = rng.choice(COMBINATIONS)
    a, b = values
    results = (a + b, a - b, a * b, 2 * a - b, a + 3 * b, a * a + b, 3 * a - 2 * b)
    return E(text, x=letters[0], y=letters[1]), results[COMBINATIONS.index(text)]


def ask_system(rng: Random, first: Expr, second: Expr, asked: Expr) -> tuple[str, str]:
    """Return a question about a combination of the solution of two equations."""
    return question(rng, "ask-system", first=first, second=second, asked=asked)


def system_substitution(rng: Random) -> Draft:
    """One equation gives y (sometimes after solving it for y); it goes into the other."""
    x, y = rng.choice(PAIRS)
    u, v = nonzero(rng, 8), nonzero(rng, 8)
    a, c, d = nonzero(rng, 5), nonzero(rng, 5), distinct(rng, 5, 1)
    b, e = v - a * u, c * u + d * v
    if b == 0 or c + d * a == 0:
        return system_substitution(rng)
    turned = rng.random() < 0.5
    s = Sheet("system-substitution", a, b, c, d)
    plain = E("y == a*x+b", x=x, y=y, a=a, b=b)
    first = E("y-k == b", y=y, k=E("a*x", a=a, x=x), b=b) if turned else plain
    second = E("c*x+d*y == e", x=x, y=y, c=c, d=d, e=e)
    asked, value = combined(rng, (x, y), (u, v))
    if rng.random() < SHORT:
        told = ("Solving the two equations together gives @", "两式联立，解得 @，")
        x_is = s.joint(E("x == u", x=x, u=u), [first, second], told)
        y_is = s.joint(E("y == v", y=y, v=v), [first, second], ("and @.", "@。"))
        s.put(E("v", v=value), asked, [x_is, y_is], words(rng, "value"))
        return s.draft(ask_system(rng, first, second, asked))
    if turned:
        told = (f"From {m(first)} we have @.", f"由 {m(first)} 得 @。")
        s.step(plain, SOLVE_FOR, first, told)
    one = s.put(
        E("c*x+d*(a*x+b) == e", x=x, a=a, b=b, c=c, d=d, e=e),
        second,
        [plain],
        insert(rng, [plain], m(second), f" {m(second)}"),
    )
    x_is = s.step(E("x == u", x=x, u=u), SOLVE, one, words(rng, "solve"))
    y_is = s.put(
        E("y == v", y=y, v=v), plain, [x_is], insert(rng, [x_is], m(plain), f" {m(plain)}")
    )
    s.put(E("v", v=value), asked, [x_is, y_is], words(rng, "value"))
    return s.draft(ask_system(rng, first, second, asked))


MULTIPLIERS = ((1, 2), (1, 3), (1, 4), (2, 3), (3, 2), (3, 4), (4, 3), (2, 5), (5, 2), (5, 3))
"""Coefficients of the unknown that is eliminated, up to their signs."""


def system_elimination(rng: Random) -> Draft:
    """Scale one or both equations, add them to lose one unknown, put the other back."""
    x, y = rng.choice(PAIRS)
    u, v = nonzero(rng, 8), nonzero(rng, 8)
    a, c = nonzero(rng, 6), nonzero(rng, 7)
    b, d = rng.choice(MULTIPLIERS)
    if d * a + b * c == 0:
        return system_elimination(rng)
    e, f = a * u + b * v, c * u - d * v
    s = Sheet("system-elimination", a, b, c, d, e, f)
    first = E("a*x+b*y == e", x=x, y=y, a=a, b=b, e=e)
    second = E("c*x-d*y == f", x=x, y=y, c=c, d=d, f=f)
    members = [_scaled_by(s, first, (d * a, d * b, d * e), (x, y)), second]
    if b > 1:
        members[1] = _scaled_by(s, second, (b * c, -b * d, b * f), (x, y))
    told = (
        f"Adding {m(members[0])} and {m(members[1])} eliminates ${y}$: @.",
        f"将 {m(members[0])} 与 {m(members[1])} 相加，消去 ${y}$，得 @。",
    )
    short = s.joint(E("n*x == r", n=d * a + b * c, x=x, r=d * e + b * f), members, told)
    x_is = E("x == u", x=x, u=u)
    if short != x_is:
        s.step(x_is, SOLVE, short, words(rng, "solve"))
    eq = E("p+b*y == e", p=a * u, b=b, y=y, e=e)
    eq = s.put(eq, first, [x_is], insert(rng, [x_is], m(first), f" {m(first)}"))
    if b > 1:
        eq = s.step(E("b*y == e-p", p=a * u, b=b, y=y, e=e), MOVE, eq, words(rng, "move"))
    y_is = s.step(E("y == v", y=y, v=v), SOLVE, eq, words(rng, "solve"))
    asked, value = combined(rng, (x, y), (u, v))
    s.put(E("v", v=value), asked, [x_is, y_is], words(rng, "value"))
    return s.draft(ask_system(rng, first, second, asked))


def _scaled_by(
    s: Sheet, equation: Expr, numbers: tuple[int, int, int], letters: tuple[str, str]
) -> Expr:
    """Add `equation` scaled to the coefficients `numbers` of the two letters and the right side."""
    p, q, r = numbers
    wide = E("p*x+q*y == r", x=letters[0], y=letters[1], p=p, q=q, r=r)
    told = (f"Scaling {m(equation)} gives @.", f"将 {m(equation)} 两边同乘适当的数，得 @。")
    return s.step(wide, SCALE, equation, told)


LIKE_TERMS = theorem(
    "like terms have the same exponent for each letter", "同类项中相同字母的指数相同"
)
LIKE_SAID = ("Like terms have equal exponents of $x$, so @.", "同类项中 $x$ 的指数相同，所以 @。")


def like_terms(rng: Random) -> Draft:
    """Two monomials are like terms: find a combination of the two exponents."""
    m_, n_ = rng.choice((("m", "n"), ("a", "b"), ("p", "q")))
    u, v = rng.randint(1, 7), rng.randint(1, 7)
    a, b = rng.randint(1, 3), rng.randint(1, 3)
    c, d = nonzero(rng, 4), nonzero(rng, 4)
    if rng.random() < SHORT:
        a, b, c, d = 1, 1, 0, 0
    p, q = a * u + c, b * v + d
    if p < 1 or q < 1:
        return like_terms(rng)
    e, f = rng.choice((2, 3, 5, 7, -1, -4)), rng.choice((-2, 4, -3, 6, 1, 8))
    s = Sheet("like-terms", a, c, p, b, d, q, e, f)
    one = E("e*x**(a*m+c)*y**q", e=e, a=a, m=m_, c=c, q=q)
    two = E("f*x**p*y**(b*n+d)", f=f, p=p, b=b, n=n_, d=d)
    told = condition(f"{m(one)} and {m(two)} are like terms", f"{m(one)} 与 {m(two)} 是同类项")
    texts, reason = [told, LIKE_TERMS], ("Likewise for $y$ we get @.", "$y$ 的指数也相同，所以 @。")
    x_eq, y_eq = E("a*m+c == p", a=a, m=m_, c=c, p=p), E("b*n+d == q", b=b, n=n_, d=d, q=q)
    s.follow(x_eq, [one, two], texts, theorems.same_exponent("x"), LIKE_SAID)
    s.follow(y_eq, [one, two], texts, theorems.same_exponent("y"), reason)
    m_is, n_is = x_eq, y_eq
    if (a, b, c, d) != (1, 1, 0, 0):
        m_is = s.step(E("m == u", m=m_, u=u), SOLVE, x_eq, words(rng, "solve"))
        n_is = s.step(E("n == v", n=n_, v=v), SOLVE, y_eq, words(rng, "solve"))
    asked, value = combined(rng, (m_, n_), (u, v))
    s.put(E("v", v=value), asked, [m_is, n_is], words(rng, "value"))
    ask = question(rng, "like-terms", told=told, asked=asked, one=one, two=two)
    return s.draft(ask)


SUMS = ("abs(p)+q**2 == 0", "p**2+abs(q) == 0", "sqrt(p)+q**2 == 0", "abs(p)+sqrt(q) == 0")
"""Sums of two parts that are never negative."""


def nonnegative_sum(rng: Random) -> Draft:
    """|a x + b| + (c y + d)^2 = 0 makes both parts zero."""
    x, y = rng.choice(PAIRS)
    u, v, a, c = nonzero(rng, 8), nonzero(rng, 8), rng.randint(1, 4), rng.randint(1, 4)
    shape = rng.randrange(len(SUMS))
    s = Sheet("nonnegative-sum", shape, a, u, c, v)
    p, q = E("a*x+b", a=a, x=x, b=-a * u), E("c*y+d", c=c, y=y, d=-c * v)
    given = E(SUMS[shape], p=p, q=q)
    rule = theorem(
        "when non-negative numbers add up to $0$, each of them is $0$",
        "几个非负数的和为 $0$，则每个非负数都为 $0$",
    )
    reason = ("No part of the sum can be negative, so @,", "因为各部分都是非负数，所以 @，")
    p_eq = s.follow(E("p == 0", p=p), [given], [rule], theorems.zero_part, reason)
    q_eq = s.follow(E("q == 0", q=q), [given], [rule], theorems.zero_part, ("and @.", "且 @。"))
    x_is = s.step(E("x == u", x=x, u=u), SOLVE, p_eq, words(rng, "solve"))
    y_is = s.step(E("y == v", y=y, v=v), SOLVE, q_eq, words(rng, "solve"))
    asked, value = combined(rng, (x, y), (u, v))
    s.put(E("v", v=value), asked, [x_is, y_is], words(rng, "value"))
    ask = question(rng, "nonnegative-sum", given=given, asked=asked, x=x, y=y)
    return s.draft(ask)


def system_sum(rng: Random) -> Draft:
    """Two equations whose sum gives a multiple of what is asked, with a parameter."""
    x, y, k = (*rng.choice((("x", "y"), ("a", "b"), ("p", "q"))), rng.choice("kmt"))
    a, b = rng.sample(range(1, 7), 2)
    e, f = nonzero(rng, 9), distinct(rng, 4)
    value = nonzero(rng, 9)
    total = (a + b) * value
    g = total - e
    root = nonzero(rng, 9)
    h = g - f * root
    if h == 0:
        return system_sum(rng)
    s = Sheet("system-sum", a, b, e, f, h, value)
    first = E("a*x+b*y == e", a=a, b=b, x=x, y=y, e=e)
    second = E("b*x+a*y == f*k+h", a=a, b=b, x=x, y=y, f=f, k=k, h=h)
    sum_ = E("x+y == w", x=x, y=y, w=value)
    added = s.joint(
        E("n*(x+y) == f*k+g", n=a + b, x=x, y=y, f=f, k=k, g=h + e),
        [first, second],
        ("Adding the two equations gives @.", "两个方程相加，得 @。"),
    )
    eq = s.put(E("r == f*k+g", r=total, f=f, k=k, g=h + e), added, [sum_], insert(rng, [sum_]))
    s.step(E("k == v", k=k, v=root), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "system-sum", first=first, second=second, sum_=sum_, k=k)
    return s.draft(ask)
