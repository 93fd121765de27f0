"""Families on the laws of powers and on equal powers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra.draft import COMPUTE, LOGS, SOLVE, Draft, Sheet
from generator.efg_algebra.draws import nonzero
from generator.efg_algebra.phrases import words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.wordings import question


def power_laws(rng: Random) -> Draft:
    """Two powers of one base are known: find a third one."""
    base = rng.choice(("x", "a", "2", "3", "5", "10"))
    e, f = rng.choice((("m", "n"), ("a", "b"), ("p", "q")))
    if base == e:
        return power_laws(rng)
    p, q = rng.sample(range(2, 13), 2)
    u, v = rng.randint(1, 3), nonzero(rng, 3)
    x = int(base) if base.isdigit() else base
    s = Sheet("power-laws", p, q, u, v, "number" if base.isdigit() else "letter")
    one, two = E("x**e == p", x=x, e=e, p=p), E("x**f == q", x=x, f=f, q=q)
    exponent = E("u*e+v*f", u=u, v=v, e=e, f=f)
    asked = E("x**w", x=x, w=exponent)
    op = "*" if v > 0 else "//"
    grouped = E(f"(x**e)**u {op} (x**f)**v", x=x, e=e, f=f, u=u, v=abs(v))
    grouped = s.regroup(
        grouped,
        asked,
        [one, two],
        (f"By the laws of powers {m(asked)} equals @.", f"根据幂的运算法则，{m(asked)} 等于 @。"),
    )
    s.put(E("r", r=Fraction(p) ** u * Fraction(q) ** v), grouped, [one, two], words(rng, "value"))
    ask = question(rng, "power-laws", one=one, two=two, asked=asked)
    return s.draft(ask)


def equal_powers(rng: Random) -> Draft:
    """Powers of one base on both sides: compare the exponents."""
    x, b = rng.choice("xnm"), rng.choice((2, 3, 5))
    u, v = rng.randint(1, 2), rng.randint(1, 3 if b == 2 else 2)
    a, c, d = rng.randint(1, 3), nonzero(rng, 5), rng.randint(2, 12)
    w = rng.choice((1, 1, 2)) if b < 5 else 1
    if u == v and u > 1:
        return equal_powers(rng)
    s = Sheet("equal-powers", b, u, v, a, c, d, w)
    given = E("p**(a*x+c)*q**x == r**d", p=b**u, q=b**v, r=b**w, a=a, x=x, c=c, d=d)
    short = s.step(
        E("b**(k*x+e) == b**f", b=b, k=u * a + v, x=x, e=u * c, f=d * w),
        COMPUTE,
        given,
        (f"Writing both sides as powers of ${b}$ gives @.", f"两边都化为以 ${b}$ 为底的幂，得 @。"),
    )
    eq = s.step(
        E("k*x+e == f", k=u * a + v, x=x, e=u * c, f=d * w),
        LOGS,
        short,
        ("The bases are equal, so the exponents are equal: @.", "底数相同，所以指数相等，即 @。"),
    )
    root = Fraction(d * w - u * c, u * a + v)
    s.step(E("x == r", x=x, r=root), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "equal-powers", given=given, x=x)
    return s.draft(ask)
