"""Families on linear equations in one unknown."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from random import Random

from generator.efg_algebra import laws
from generator.efg_algebra.draft import (
    COMPUTE,
    EXPAND,
    MOVE,
    SCALE,
    SOLVE,
    Draft,
    Pair,
    Sheet,
    condition,
    theorem,
)
from generator.efg_algebra.draws import SHORT, distinct, letter, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question


def linear_brackets(rng: Random) -> Draft:
    """Solve a (x + b) = c x + d: expand, move, solve."""
    root, a, b = nonzero(rng, 9), rng.randint(2, 7), nonzero(rng, 9)
    c = distinct(rng, 8, a)
    x, d = letter(rng), a * (root + b) - c * root
    s = Sheet("linear-brackets", a, b, c, d)
    given = E("a*(x+b) == c*x+d", x=x, a=a, b=b, c=c, d=d)
    if rng.random() < SHORT:
        told = ("Solving the equation gives @.", "解这个方程，得 @。")
        s.step(E("x == r", x=x, r=root), SOLVE, given, told)
        return s.draft(_ask_solution(rng, given, x), s.derived[-1].expr)
    flat = s.step(
        E("a*x+p == c*x+d", x=x, a=a, p=a * b, c=c, d=d), EXPAND, given, words(rng, "expand")
    )
    sorted_ = E("a*x-k == d-p", x=x, a=a, k=E("c*x", c=c, x=x), d=d, p=a * b)
    sorted_ = s.step(sorted_, MOVE, flat, words(rng, "move"))
    if rng.random() < 0.5:
        short = E("k*x == r", k=a - c, x=x, r=d - a * b)
        sorted_ = s.step(
            short, COMPUTE, sorted_, ("Collecting like terms gives @.", "合并同类项，得 @。")
        )
    if sorted_ != E("x == r", x=x, r=root):
        s.step(E("x == r", x=x, r=root), SOLVE, sorted_, words(rng, "solve"))
    return s.draft(_ask_solution(rng, given, x), s.derived[-1].expr)


def _ask_solution(rng: Random, given: Expr, x: str) -> Pair:
    return question(rng, "ask-solution", given=given, x=x)


def linear_fractions(rng: Random) -> Draft:
    """Solve (x + a) / p - (x + b) / q = c: clear denominators, expand, solve."""
    p, q = rng.choice(((2, 3), (3, 4), (2, 5), (3, 5), (4, 5), (3, 2), (5, 2), (4, 3), (5, 3)))
    a, c, x = nonzero(rng, 9), nonzero(rng, 4), letter(rng)
    k = rng.choice((1, 2, 3))
    b = distinct(rng, 9, a)
    if gcd(k, a, p) > 1:
        return linear_fractions(rng)
    right = c * p * q
    root = Fraction(right - q * a + p * b, k * q - p)
    s = Sheet("linear-fractions", p, q, a, b, c, k)
    given = E("(k*x+a)/p - (x+b)/q == c", x=x, a=a, b=b, p=p, q=q, c=c, k=k)
    clear = E("q*(k*x+a) - p*(x+b) == r", x=x, a=a, b=b, p=p, q=q, r=right, k=k)
    clear = s.step(clear, SCALE, given, words(rng, "scale"))
    flat = clear
    if rng.random() > SHORT:
        flat = E("u*x+v-p*x-w == r", x=x, u=q * k, v=q * a, p=p, w=p * b, r=right)
        flat = s.step(flat, EXPAND, clear, words(rng, "expand"))
    s.step(E("x == r", x=x, r=root), SOLVE, flat, words(rng, "solve"))
    ask = question(rng, "linear-fractions", given=given, x=x)
    return s.draft(ask, s.derived[-1].expr)


def opposites(rng: Random) -> Draft:
    """Two linear expressions are opposite (or equal, or one is larger): find x."""
    a, c = rng.randint(2, 7), rng.randint(1, 5)
    b, d, x = nonzero(rng, 12), nonzero(rng, 12), letter(rng)
    e, f = E("a*x+b", a=a, b=b, x=x), E("x-d", d=d, x=x) if c == 1 else E("c*x-d", c=c, d=d, x=x)
    kind = rng.choice(("opposite", "equal", "more"))
    if kind == "opposite" or a == c:
        kind, sum_ = "opposite", E("e+f == 0", e=e, f=f)
        told = (f"{m(e)} and {m(f)} are opposite numbers", f"{m(e)} 与 {m(f)} 互为相反数")
        law, root = laws.balance(lambda u, v: u + v), Fraction(d - b, a + c)
    elif kind == "equal":
        told = (f"{m(e)} and {m(f)} have the same value", f"{m(e)} 与 {m(f)} 的值相等")
        sum_ = E("e == f", e=e, f=f)
        law, root = laws.balance(lambda u, v: u - v), Fraction(-d - b, a - c)
    else:
        told = (f"{m(e)} is greater than {m(f)} by $5$", f"{m(e)} 的值比 {m(f)} 的值大 $5$")
        sum_ = E("e == f + 5", e=e, f=f)
        law, root = laws.balance(lambda u, v: u - v - 5), Fraction(5 - d - b, a - c)
    if root == 0:
        return opposites(rng)
    s = Sheet("opposites", kind, a, b, c, d)
    eq = s.follow(sum_, [e, f], [condition(*told)], law, ("The condition means @.", "由题意得 @。"))
    s.step(E("x == r", x=x, r=root), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "opposites", told=told, x=x)
    return s.draft(ask)


def square_roots(rng: Random) -> Draft:
    """A positive number has the square roots a t + b and c t + d: find the number."""
    a, c, t = rng.randint(1, 5), rng.randint(1, 4), rng.choice(("a", "k", "t", "m"))
    value, root = nonzero(rng, 6), nonzero(rng, 15)
    b, d = root - a * value, -root - c * value
    if 0 in (b, d):
        return square_roots(rng)
    s = Sheet("square-roots", a, b, c, d)
    e, f = E("a*t+b", a=a, t=t, b=b), E("c*t+d", c=c, t=t, d=d)
    told = condition(
        f"{m(e)} and {m(f)} are the two square roots of a positive number",
        f"{m(e)} 和 {m(f)} 是一个正数的两个平方根",
    )
    fact = theorem(
        "the two square roots of a positive number are opposite numbers",
        "正数的两个平方根互为相反数",
    )
    eq = s.follow(
        E("e+f == 0", e=e, f=f),
        [e, f],
        [told, fact],
        laws.balance(lambda u, v: u + v),
        (
            "The two square roots of a positive number are opposite numbers, so @.",
            "因为正数的两个平方根互为相反数，所以 @。",
        ),
    )
    t_is = s.step(E("t == v", t=t, v=value), SOLVE, eq, words(rng, "solve"))
    first = s.put(E("r", r=root), e, [t_is], (f"Then {m(e)} equals @.", f"此时 {m(e)} 的值为 @。"))
    s.follow(
        E("n", n=root * root),
        [first],
        [condition("the positive number", "这个正数")],
        laws.gives(lambda u: u**2),
        ("The positive number is the square of this, @.", "这个正数是它的平方，即 @。"),
    )
    ask = question(rng, "square-roots", e=e, f=f, told=told)
    return s.draft(ask)


OPPOSITES = condition("$a$ and $b$ are opposite numbers", "$a$、$b$ 互为相反数")
RECIPROCALS = condition("$c$ and $d$ are reciprocals", "$c$、$d$ 互为倒数")
SQUARED = theorem(
    "the square of a number is the square of its absolute value", "一个数的平方等于它绝对值的平方"
)


def reciprocal_values(rng: Random) -> Draft:
    """Opposite numbers a, b and reciprocals c, d with |t|: value of a combination."""
    p, q, n = nonzero(rng, 9), nonzero(rng, 9), rng.randint(2, 12)
    k = rng.randint(1, 5)
    s = Sheet("reciprocal-values", p, q, n, k)
    asked = E("k*t**2 + p*(a+b) + q*c*d", p=p, q=q, k=k)
    size = E("abs(t) == n", n=n)
    facts = _facts(s, size, n)
    total = E("k*n2 + p*0 + q", k=k, n2=n * n, p=p, q=q)
    shown = s.put(total, asked, facts, insert(rng, facts, "the expression", "所求式子"))
    if shown != E("v", v=k * n * n + q):
        s.step(E("v", v=k * n * n + q), COMPUTE, shown, words(rng, "value"))
    one, two = OPPOSITES, RECIPROCALS
    return s.draft(question(rng, "reciprocal-values", one=one, two=two, size=size, asked=asked))


def _facts(s: Sheet, size: Expr, n: int) -> list[Expr]:
    """Add what opposite numbers, reciprocals and |t| = n say."""
    one = (f"Since {OPPOSITES.en}, @.", f"因为 {OPPOSITES.zh}，所以 @。")
    two = (f"Since {RECIPROCALS.en}, @.", f"因为 {RECIPROCALS.zh}，所以 @。")
    three = (f"From {m(size)} we have @.", f"由 {m(size)} 得 @。")
    zero, unit = laws.balance(lambda u, v: u + v), laws.balance(lambda u, v: u * v - 1)
    square = laws.balance(lambda u: (u + n) ** 2 - n**2)
    return [
        s.follow(E("a+b == 0"), [E("a"), E("b")], [OPPOSITES], zero, one),
        s.follow(E("c*d == 1"), [E("c"), E("d")], [RECIPROCALS], unit, two),
        s.follow(E("t**2 == n", n=n * n), [size], [SQUARED], square, three),
    ]
