"""Families on linear inequalities and systems of them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, gcd
from random import Random

from generator.efg_algebra import laws, theorems
from generator.efg_algebra.draft import (
    COMPUTE,
    EXPAND,
    MOVE,
    SCALE,
    SOLVE,
    SOLVE_INEQ,
    SOLVE_INEQ_FOR,
    Draft,
    Sheet,
    condition,
)
from generator.efg_algebra.draws import SHORT, letter, nonzero
from generator.efg_algebra.phrases import join, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr, add
from generator.efg_algebra.wordings import question

OPPOSITE = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The sign after multiplication by a negative number."""


def isolated(x: str, factor: int, op: str, right: int) -> Expr:
    """Return the solution of `factor x op right`."""
    turned = op if factor > 0 else OPPOSITE[op]
    return E(f"x {turned} v", x=x, v=Fraction(right, factor))


def _nearest(op: str, bound: Fraction) -> int:
    """Return the last whole number with `x op bound`, counted towards the bound."""
    return {
        "<": ceil(bound) - 1,
        "<=": floor(bound),
        ">": floor(bound) + 1,
        ">=": ceil(bound),
    }[op]


def inequality_integer(rng: Random) -> Draft:
    """Solve a (x + b) < c x + d and give the largest or smallest whole number."""
    x, a, b, c, d = (
        letter(rng),
        rng.randint(2, 6),
        nonzero(rng, 9),
        nonzero(rng, 8),
        nonzero(rng, 15),
    )
    op = rng.choice(("<", "<=", ">", ">="))
    if a == c or abs((d - a * b) / (a - c)) > 40 or c == a - 1:
        return inequality_integer(rng)
    s = Sheet("inequality-integer", a, b, c, d, op)
    given = E(f"a*(x+b) {op} c*x+d", x=x, a=a, b=b, c=c, d=d)
    moved = given
    if rng.random() > SHORT:
        flat = E(f"a*x+p {op} c*x+d", x=x, a=a, p=a * b, c=c, d=d)
        flat = s.step(flat, EXPAND, given, words(rng, "expand"))
        moved = E(f"a*x-k {op} d-p", x=x, a=a, k=E("c*x", c=c, x=x), d=d, p=a * b)
        moved = s.step(moved, MOVE, flat, words(rng, "move"))
    found = isolated(x, a - c, op, d - a * b)
    found = s.step(found, SOLVE_INEQ, moved, words(rng, "solve_ineq"))
    turned = op if a > c else OPPOSITE[op]
    best = _nearest(turned, Fraction(d - a * b, a - c))
    which, zh, pick = ("largest", "最大", max) if "<" in turned else ("smallest", "最小", min)
    told = condition(f"the {which} integer that satisfies the inequality", f"不等式的{zh}整数解")
    s.follow(
        E("n", n=best),
        [found],
        [told],
        laws.whole_numbers(pick),
        (f"The {which} integer among these is @.", f"其中{zh}的整数是 @。"),
    )
    ask = question(rng, "inequality-integer", which=which, x=x, given=given, zh=zh)
    return s.draft(ask)


COMPARISONS = (
    (">", "is greater than", "大于"),
    ("<", "is less than", "小于"),
    (">=", "is not less than", "不小于"),
    ("<=", "is not greater than", "不大于"),
)
"""Sign, and how a sentence says it."""


def inequality_compare(rng: Random) -> Draft:
    """One fraction is not less than another expression: range of x."""
    x, p, q = letter(rng), *rng.choice(((2, 3), (3, 2), (3, 4), (4, 3), (2, 5), (5, 2), (5, 3)))
    a, b, c = rng.randint(1, 4), nonzero(rng, 9), nonzero(rng, 9)
    op, en, zh = rng.choice(COMPARISONS)
    if q * a == p or gcd(a, b, p) > 1:
        return inequality_compare(rng)
    s = Sheet("inequality-compare", p, q, a, b, c, op)
    e, f = E("(a*x+b)/p", a=a, b=b, x=x, p=p), E("(x+c)/q", x=x, c=c, q=q)
    told = condition(
        f"the value of {m(e)} {en} the value of {m(f)}", f"{m(e)} 的值{zh} {m(f)} 的值"
    )
    law = laws.balance(lambda u, v: u - v, op)
    first = s.follow(
        E(f"e {op} f", e=e, f=f), [e, f], [told], law, ("The condition means @.", "由题意得 @。")
    )
    flat = first
    if rng.random() > SHORT:
        clear = E(f"q*(a*x+b) {op} p*(x+c)", p=p, q=q, a=a, b=b, c=c, x=x)
        clear = s.step(clear, SCALE, first, words(rng, "scale_ineq"))
        flat = E(f"u*x+v {op} p*x+w", u=q * a, v=q * b, p=p, w=p * c, x=x)
        flat = s.step(flat, EXPAND, clear, words(rng, "expand"))
    s.step(isolated(x, q * a - p, op, p * c - q * b), SOLVE_INEQ, flat, words(rng, "solve_ineq"))
    ask = question(rng, "inequality-compare", x=x, told=told)
    return s.draft(ask)


def inequality_system(rng: Random) -> Draft:
    """Two inequalities give an interval; its whole numbers are added."""
    x, low, width = letter(rng), rng.randint(-6, 4), rng.randint(2, 5)
    a, c = rng.randint(2, 5), rng.randint(2, 5)
    b, d = nonzero(rng, 9), nonzero(rng, 9)
    r1, r2 = rng.randrange(a), rng.randrange(c)
    left, right = a * low + r1, c * (low + width) + r2
    s = Sheet("inequality-system", a, b, left, c, d, right)
    one = E("a*x+b > p", a=a, x=x, b=b, p=left + b)
    two = E("c*x+d <= q", c=c, x=x, d=d, q=right + d)
    if d < 0:
        two = E("e-k >= q", e=-d, k=E("c*x", c=c, x=x), q=-right - d)
    lower, upper = Fraction(left, a), Fraction(right, c)
    one_is = s.step(
        E("x > v", x=x, v=lower),
        SOLVE_INEQ,
        one,
        (f"Solving {m(one)} gives @.", f"解 {m(one)}，得 @。"),
    )
    two_is = s.step(
        E("x <= v", x=x, v=upper),
        SOLVE_INEQ,
        two,
        (f"Solving {m(two)} gives @.", f"解 {m(two)}，得 @。"),
    )
    both = s.joint(
        E("p < x <= q", x=x, p=lower, q=upper), [one_is, two_is], join(rng, [one_is, two_is])
    )
    numbers = list(range(floor(lower) + 1, floor(upper) + 1))
    shown = add([E("n", n=n) for n in numbers if n != 0])
    told = condition(
        "the sum of all integers that satisfy both inequalities", "同时满足两个不等式的所有整数的和"
    )
    law = laws.whole_numbers(sum)
    reason = ("Adding up the integers in this range gives @.", "把此范围内的整数相加，得 @。")
    added = s.follow(shown, [both], [told], law, reason)
    if added != E("v", v=sum(numbers)):
        s.step(E("v", v=sum(numbers)), COMPUTE, added, words(rng, "value"))
    ask = question(rng, "inequality-system", one=one, two=two)
    return s.draft(ask)


def inequality_parameter(rng: Random) -> Draft:
    """The solution set of an inequality with a parameter is given: find the parameter."""
    x, k = letter(rng), rng.choice("amn")
    a, b, w, e = rng.randint(2, 6), nonzero(rng, 12), rng.choice((1, 2, 3, -1)), nonzero(rng, 7)
    op = rng.choice(("<", ">", "<=", ">="))
    s = Sheet("inequality-parameter", a, b, w, e, op)
    given = E(f"a*x+w*k {op} b", a=a, x=x, w=w, k=k, b=b)
    known = E(f"x {op} e", x=x, e=e)
    bound = E("(b-u)/a", b=b, u=E("w*k", w=w, k=k), a=a)
    short = s.step(
        E(f"x {op} v", x=x, v=bound),
        SOLVE_INEQ_FOR,
        given,
        (f"Solving {m(given)} for ${x}$ gives @.", f"解关于 ${x}$ 的不等式 {m(given)}，得 @。"),
    )
    told = condition(
        f"the solution of {m(given)} is {m(known)}", f"不等式 {m(given)} 的解集是 {m(known)}"
    )
    law = theorems.same_bound(x)
    eq = s.follow(
        E("v == e", v=bound, e=e),
        [short, known],
        [told],
        law,
        ("The two bounds agree, so @.", "两个界限相同，所以 @。"),
    )
    s.step(E("k == v", k=k, v=Fraction(b - a * e, w)), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "inequality-parameter", given=given, x=x, known=known, k=k, told=told)
    return s.draft(ask)
