"""Families on roots of quadratic equations: parameters, Vieta, discriminant."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import laws, theorems
from generator.efg_algebra.draft import (
    MOVE,
    SOLVE,
    SOLVE_INEQ,
    Draft,
    Sheet,
    Text,
    condition,
    theorem,
)
from generator.efg_algebra.draws import SHORT, distinct, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.quadratics import roots
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question

SUM_RULE = theorem(
    "the sum of the roots of $a x ^ { 2 } + b x + c = 0$ is $- \\frac { b } { a }$",
    "一元二次方程根与系数的关系：两根之和为 $- \\frac { b } { a }$",
)
PRODUCT_RULE = theorem(
    "the product of the roots of $a x ^ { 2 } + b x + c = 0$ is $\\frac { c } { a }$",
    "一元二次方程根与系数的关系：两根之积为 $\\frac { c } { a }$",
)


def root_parameter(rng: Random) -> Draft:
    """One root of x^2 + k x + c = 0 is known: find k and the other root."""
    x, k = rng.choice("xyt"), rng.choice("kmn")
    p = nonzero(rng, 8)
    q = distinct(rng, 9, p, -p)
    short = rng.random() < SHORT
    s = Sheet("root-parameter", p, q)
    given, root = E("x**2+k*x+c == 0", x=x, k=k, c=p * q), E("x == p", x=x, p=p)
    put = s.put(
        E("p2+p*k+c == 0", p2=p * p, p=p, k=k, c=p * q),
        given,
        [root],
        insert(rng, [root], "the equation", "方程"),
    )
    k_is = s.step(E("k == v", k=k, v=-p - q), SOLVE, put, words(rng, "solve"))
    if short:
        return s.draft(_ask_parameter(rng, m(given), m(root), k))
    full = s.put(
        E("x**2+b*x+c == 0", x=x, b=-p - q, c=p * q),
        given,
        [k_is],
        ("The equation is then @.", "此时方程为 @。"),
    )
    one, two = roots(s, full, x, (E("v", v=p), E("v", v=q)))
    s.follow(
        E("v", v=q),
        [one, two],
        [condition("the other root", "另一个根")],
        laws.chosen(lambda v: v != p),
        ("So the other root is @.", "所以另一个根是 @。"),
    )
    ask = question(rng, "root-parameter", given=given, x=x, root=root, k=k)
    return s.draft(ask)


def _ask_parameter(rng: Random, given: str, root: str, k: str) -> tuple[str, str]:
    return question(rng, "ask-parameter", root=root, given=given, k=k)


def root_whole(rng: Random) -> Draft:
    """A letter is a root: value of an expression that holds a multiple of a t^2 + b t."""
    x, t = rng.choice((("x", "m"), ("x", "a"), ("y", "n"), ("x", "t")))
    a, b, c = rng.randint(1, 4), nonzero(rng, 9), nonzero(rng, 9)
    k, e = rng.choice((2, 3, 4, -2, -1, -3)), nonzero(rng, 30)
    if b * b - 4 * a * c < 0:
        return root_whole(rng)
    s = Sheet("root-whole", a, b, c, k, e)
    given = E("a*x**2+b*x+c == 0", x=x, a=a, b=b, c=c)
    asked = E("p*t**2+q*t+e", t=t, p=k * a, q=k * b, e=e)
    told = condition(f"${t}$ is a root of {m(given)}", f"${t}$ 是方程 {m(given)} 的一个根")
    holds = s.follow(
        E("a*t**2+b*t+c == 0", t=t, a=a, b=b, c=c),
        [given],
        [told],
        theorems.renamed(x, t),
        (f"Since {told.en}, @.", f"因为{told.zh}，所以 @。"),
    )
    short = s.step(
        E("a*t**2+b*t == d", t=t, a=a, b=b, d=-c), MOVE, holds, ("That is, @.", "即 @。")
    )
    grouped = s.regroup(
        E("k*(a*t**2+b*t)+e", t=t, k=k, a=a, b=b, e=e),
        asked,
        [short],
        (f"Now {m(asked)} can be written as @.", f"而 {m(asked)} 可以写成 @。"),
    )
    s.put(E("v", v=e - k * c), grouped, [short], words(rng, "value"))
    ask = question(rng, "root-whole", told=told, asked=asked)
    return s.draft(ask)


SYMMETRIC = {
    "squares": ("x_1**2+x_2**2", "(x_1+x_2)**2-2*x_1*x_2"),
    "inverse": ("1/x_1+1/x_2", "(x_1+x_2)/(x_1*x_2)"),
    "shifted": ("(x_1-k)*(x_2-k)", "x_1*x_2-k*(x_1+x_2)+k2"),
    "mixed": ("x_1**2*x_2+x_1*x_2**2", "x_1*x_2*(x_1+x_2)"),
    "difference": ("(x_1-x_2)**2", "(x_1+x_2)**2-4*x_1*x_2"),
    "plain": ("x_1+x_2-k*x_1*x_2", "x_1+x_2-k*x_1*x_2"),
}
"""Kind -> what is asked, and the same by the sum and the product."""


def _symmetric(kind: str, k: int, values: tuple[Fraction, Fraction]) -> Fraction:
    """Return the value asked for from the sum and the product of the roots."""
    total, product = values
    return {
        "squares": total**2 - 2 * product,
        "inverse": total / product,
        "shifted": product - k * total + k * k,
        "mixed": product * total,
        "difference": total**2 - 4 * product,
        "plain": total - k * product,
    }[kind]


def _sum_and_product(
    s: Sheet, given: Expr, total: Expr, product: Expr
) -> tuple[Text, tuple[Expr, Expr]]:
    """Add what Vieta says of the equation `given` in x; return the condition and both relations."""
    told = condition(
        f"$x _ {{ 1 }}$ and $x _ {{ 2 }}$ are the roots of {m(given)}",
        f"$x _ {{ 1 }}$、$x _ {{ 2 }}$ 是方程 {m(given)} 的两个根",
    )
    sum_ = s.follow(
        E("x_1+x_2 == v", v=total),
        [given],
        [told, SUM_RULE],
        theorems.vieta_sum("x"),
        ("By Vieta's theorem @", "由根与系数的关系，@，"),
    )
    prod = s.follow(
        E("x_1*x_2 == v", v=product),
        [given],
        [told, PRODUCT_RULE],
        theorems.vieta_product("x"),
        ("and @.", "且 @。"),
    )
    return told, (sum_, prod)


def vieta_symmetric(rng: Random) -> Draft:
    """Value of a symmetric expression of the two roots, without solving."""
    a, b, c = rng.choice((1, 1, 2, 3)), nonzero(rng, 9), nonzero(rng, 9)
    if b * b - 4 * a * c <= 0:
        return vieta_symmetric(rng)
    kind, k = (
        rng.choice(("squares", "inverse", "shifted", "mixed", "difference", "plain", "plain")),
        rng.randint(1, 5),
    )
    s = Sheet("vieta-symmetric", kind, a, b, c, k if kind in ("shifted", "plain") else 0)
    given = E("a*x**2+b*x+c == 0", a=a, b=b, c=c)
    total, product = Fraction(-b, a), Fraction(c, a)
    told, (sum_, prod) = _sum_and_product(s, given, E("v", v=total), E("v", v=product))
    asked, grouped = SYMMETRIC[kind]
    old, new = E(asked, k=k), E(grouped, k=k, k2=k * k)
    value = E("v", v=_symmetric(kind, k, (total, product)))
    if kind == "plain":
        s.put(value, old, [sum_, prod], insert(rng, [sum_, prod], m(old), f" {m(old)}"))
        return s.draft(_ask_roots(rng, told, m(old)))
    said = (
        f"Rewriting {m(old)} by the sum and the product gives @.",
        f"把 {m(old)} 用两根之和与积表示为 @。",
    )
    regrouped = s.regroup(new, old, [sum_, prod], said)
    s.put(value, regrouped, [sum_, prod], words(rng, "value"))
    return s.draft(_ask_roots(rng, told, m(old)))


def _ask_roots(rng: Random, told: Text, asked: str) -> tuple[str, str]:
    return question(rng, "ask-roots", told=told, asked=asked)


def vieta_parameter(rng: Random) -> Draft:
    """A condition on the sum and product of the roots: find the parameter."""
    b, k = nonzero(rng, 9), rng.choice("kmn")
    e, value = nonzero(rng, 9), nonzero(rng, 12)
    w = rng.choice((1, 2, 3))
    right = b + w * (value + e)
    if b * b - 4 * (value + e) <= 0 or value + e == 0:
        return vieta_parameter(rng)
    s = Sheet("vieta-parameter", b, e, value, w)
    given = E("x**2-b*x+k+e == 0", b=b, k=k, e=e)
    whole = E("x_1+x_2+w*x_1*x_2 == r", w=w, r=right)
    told, (sum_, prod) = _sum_and_product(s, given, E("b", b=b), E("k+e", k=k, e=e))
    eq = s.put(
        E("b+w*(k+e) == r", b=b, w=w, k=k, e=e, r=right),
        whole,
        [sum_, prod],
        insert(rng, [sum_, prod], m(whole), f" {m(whole)}"),
    )
    s.step(E("k == v", k=k, v=value), SOLVE, eq, words(rng, "solve"))
    ask = question(rng, "vieta-parameter", told=told, whole=whole, k=k, given=given)
    return s.draft(ask)


DISCRIMINANTS = {
    ">": ("two different real roots", "有两个不相等的实数根"),
    "=": ("two equal real roots", "有两个相等的实数根"),
    ">=": ("real roots", "有实数根"),
    "<": ("no real roots", "没有实数根"),
}
"""Sign of the discriminant -> what the equation has."""


def discriminant(rng: Random) -> Draft:
    """The number of real roots says something about a parameter."""
    op, k = rng.choice((">", "=", ">=", "<")), rng.choice("kma")
    a, b, e = rng.choice((1, 1, 2, 3)), nonzero(rng, 9), nonzero(rng, 9)
    w = rng.choice((1, 2, -1, 3))
    s = Sheet("discriminant", op, a, b, e, w)
    given = E("a*x**2+b*x+w*k+e == 0", a=a, b=b, w=w, k=k, e=e)
    told = condition(
        f"the equation {m(given)} in $x$ has {DISCRIMINANTS[op][0]}",
        f"关于 $x$ 的一元二次方程 {m(given)} {DISCRIMINANTS[op][1]}",
    )
    rule = theorem(
        f"a quadratic equation has {DISCRIMINANTS[op][0]} when {RULES[op]}",
        f"一元二次方程{DISCRIMINANTS[op][1]}时，{RULES[op]}",
    )
    left = E("b**2-4*a*(w*k+e)" if a > 1 else "b**2-4*(w*k+e)", a=a, b=b, w=w, k=k, e=e)
    cond = E(f"left {'==' if op == '=' else op} 0", left=left)
    sign = s.follow(
        cond,
        [given],
        [told, rule],
        theorems.discriminant("x", op),
        ("The discriminant satisfies @.", "根的判别式满足 @。"),
    )
    bound = Fraction(b * b - 4 * a * e, 4 * a * w)
    turned = {">": "<", "<": ">", ">=": "<=", "=": "=="}[op] if w > 0 else {"=": "=="}.get(op, op)
    final = E(f"k {turned} v", k=k, v=bound)
    s.step(
        final,
        SOLVE if op == "=" else SOLVE_INEQ,
        sign,
        words(rng, "solve" if op == "=" else "solve_ineq"),
    )
    what = (
        (f"what is ${k}$?", f"则 ${k}$ 的值是多少？")
        if op == "="
        else (f"what are the possible values of ${k}$?", f"则 ${k}$ 的取值范围是什么？")
    )
    ask = question(rng, "discriminant", told=told, what=what)
    return s.draft(ask)


RULES = {
    ">": r"$b ^ { 2 } - 4 a c > 0$",
    "=": r"$b ^ { 2 } - 4 a c = 0$",
    ">=": r"$b ^ { 2 } - 4 a c \ge 0$",
    "<": r"$b ^ { 2 } - 4 a c < 0$",
}
"""Sign of the discriminant -> its formula."""
