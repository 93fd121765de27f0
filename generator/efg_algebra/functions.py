"""Families on linear and quadratic functions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import laws
from generator.efg_algebra.draft import (
    COMPUTE,
    SOLVE,
    Draft,
    Sheet,
    assumption,
    condition,
    theorem,
)
from generator.efg_algebra.numbers import distinct, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E


def line_through_points(rng: Random) -> Draft:
    """A line through two points: find k, b and a further value."""
    k, b = nonzero(rng, 5), nonzero(rng, 9)
    p = nonzero(rng, 5)
    q = distinct(rng, 6, p)
    r = distinct(rng, 9, p, q)
    s = Sheet("line-through-points", k, b, p, q, r)
    shape = E("y == k*x+b")
    one, two = E("(p, q)", p=p, q=k * p + b), E("(p, q)", p=q, q=k * q + b)
    first = s.put(
        E("p*k+b == q", p=p, q=k * p + b),
        shape,
        [one],
        insert(rng, [one], m(shape), f" {m(shape)}"),
    )
    second = s.put(
        E("p*k+b == q", p=q, q=k * q + b),
        shape,
        [two],
        insert(rng, [two], m(shape), f" {m(shape)}"),
    )
    k_is = s.joint(
        E("k == v", v=k),
        [first, second],
        ("Solving these two equations together gives @", "两式联立，解得 @，"),
    )
    b_is = s.joint(E("b == v", v=b), [first, second], ("and @.", "@。"))
    full = s.put(
        E("y == k*x+b", k=k, b=b),
        shape,
        [k_is, b_is],
        ("So the line is @.", "所以直线的表达式为 @。"),
    )
    if rng.random() < 0.5:
        given, value, asked = E("x == r", r=r), k * r + b, "y"
        s.put(E("y == v", v=value), full, [given], insert(rng, [given]))
    else:
        given, value, asked = E("y == r", r=k * r + b), r, "x"
        eq = s.put(E("w == k*x+b", w=k * r + b, k=k, b=b), full, [given], insert(rng, [given]))
        s.step(E("x == v", v=r), SOLVE, eq, words(rng, "solve"))
    points = f"{m(one)} and {m(two)}", f"{m(one)} 和 {m(two)}"
    ask = rng.choice(
        (
            (
                f"The line {m(shape)} passes through {points[0]}. What is ${asked}$ when {m(given)}?",
                f"直线 {m(shape)} 经过点 {points[1]}，当 {m(given)} 时，${asked}$ 的值是多少？",
            ),
            (
                f"The points {points[0]} lie on the graph of {m(shape)}. Find ${asked}$ for {m(given)}.",
                f"点 {points[1]} 在函数 {m(shape)} 的图象上，求 {m(given)} 时 ${asked}$ 的值。",
            ),
        )
    )
    return s.draft(ask)


def parabola_vertex(rng: Random) -> Draft:
    """Largest or smallest value of a quadratic function by its vertex form."""
    a, h, k = rng.choice((1, 2, 3, -1, -2, -3)), nonzero(rng, 7), nonzero(rng, 20)
    c = a * h * h + k
    if c == 0:
        return parabola_vertex(rng)
    s = Sheet("parabola-vertex", a, h, k)
    given = E("y == a*x**2+b*x+c", a=a, b=-2 * a * h, c=c)
    form = s.regroup(
        E("y == a*(x-h)**2+k", a=a, h=h, k=k),
        given,
        [],
        ("Completing the square gives @.", "配方，得 @。"),
    )
    which, zh = ("smallest", "最小值") if a > 0 else ("largest", "最大值")
    rule = theorem(
        "$y = a ( x - h ) ^ { 2 } + k$ has its vertex at $( h , k )$",
        "抛物线 $y = a ( x - h ) ^ { 2 } + k$ 的顶点为 $( h , k )$",
    )
    if rng.random() < 0.5:
        told = condition(f"the {which} value of the function {m(given)}", f"函数 {m(given)} 的{zh}")
        s.follow(
            E("v", v=k),
            [form],
            [told, rule],
            laws.vertex("y"),
            (f"Its {which} value is @.", f"所以它的{zh}是 @。"),
        )
        ask = rng.choice(
            (
                (
                    f"What is the {which} value of the function {m(given)}?",
                    f"函数 {m(given)} 的{zh}是多少？",
                ),
                (
                    f"Find the {which} value that {m(given)} takes.",
                    f"求二次函数 {m(given)} 的{zh}。",
                ),
            )
        )
        return s.draft(ask)
    told = condition(
        f"$( h , k )$ is the vertex of {m(given)}", f"$( h , k )$ 是抛物线 {m(given)} 的顶点"
    )
    h_is = s.follow(
        E("h == v", v=h), [form], [told, rule], laws.vertex("x"), ("The vertex has @", "由此得 @，")
    )
    k_is = s.follow(E("k == v", v=k), [form], [told, rule], laws.vertex("y"), ("and @.", "@。"))
    asked, value = rng.choice(
        ((E("h+k"), h + k), (E("h*k"), h * k), (E("k-h"), k - h), (E("2*h+k"), 2 * h + k))
    )
    s.put(E("v", v=value), asked, [h_is, k_is], words(rng, "value"))
    ask = (
        f"The vertex of the parabola {m(given)} is $( h , k )$. What is {m(asked)}?",
        f"抛物线 {m(given)} 的顶点为 $( h , k )$，则 {m(asked)} 的值是多少？",
    )
    return s.draft(ask)


def line_axes(rng: Random) -> Draft:
    """Area of the triangle that a line makes with the axes."""
    k, b = rng.choice((-4, -3, -2, 2, 3, 4, 5, 6, -5, -6, 1, -1)), nonzero(rng, 15)
    w = rng.choice((1, 1, 2, 3))
    s = Sheet("line-axes", k, b, w)
    slope, x0 = Fraction(k, w), Fraction(-b * w, k)
    given = E("y == k*x+b", k=slope, b=b)
    axis_x = condition("a point of the $x$-axis has $y = 0$", "$x$ 轴上的点满足 $y = 0$")
    axis_y = condition("a point of the $y$-axis has $x = 0$", "$y$ 轴上的点满足 $x = 0$")
    eq = s.follow(
        E("k*x+b == 0", k=slope, b=b),
        [given],
        [axis_x],
        laws.on_axis("y"),
        ("On the $x$-axis we have $y = 0$, so @.", "在 $x$ 轴上 $y = 0$，所以 @。"),
    )
    x_is = s.step(E("x == v", v=x0), SOLVE, eq, words(rng, "solve"))
    y_is = s.follow(
        E("y == b", b=b),
        [given],
        [axis_y],
        laws.on_axis("x"),
        ("On the $y$-axis we have $x = 0$, so @.", "在 $y$ 轴上 $x = 0$，所以 @。"),
    )
    area = theorem(
        "the area of a right triangle is half the product of its legs",
        "直角三角形的面积等于两直角边乘积的一半",
    )
    told = condition("the triangle between the line and the two axes", "直线与两坐标轴围成的三角形")
    legs = E("h*abs(x)*abs(y)", h=Fraction(1, 2), x=x0, y=b)
    shown = s.follow(
        legs,
        [x_is, y_is],
        [told, area],
        laws.right_sides(lambda u, v: abs(u * v) / 2),
        ("The legs of the triangle are known, so its area is @.", "于是三角形的面积为 @。"),
    )
    s.step(E("v", v=abs(x0 * b) / 2), COMPUTE, shown, words(rng, "compute"))
    ask = rng.choice(
        (
            (
                f"What is the area of the triangle between the line {m(given)} and the coordinate axes?",
                f"直线 {m(given)} 与两坐标轴围成的三角形的面积是多少？",
            ),
            (
                f"The line {m(given)} cuts a triangle off the coordinate axes. Find its area.",
                f"求直线 {m(given)} 与坐标轴所围成的三角形的面积。",
            ),
        )
    )
    return s.draft(ask)


def variation(rng: Random) -> Draft:
    """y is proportional to x + a, or inversely so: find a further value."""
    k, a, p, q = nonzero(rng, 6), nonzero(rng, 5), nonzero(rng, 6), nonzero(rng, 9)
    inverse = rng.random() < 0.5
    if p == q or q + a == 0 or p + a in (0, 1):
        return variation(rng)
    first = Fraction(k) / (p + a) if inverse else Fraction(k * (p + a))
    last = Fraction(k) / (q + a) if inverse else Fraction(k * (q + a))
    s = Sheet("variation", "inverse" if inverse else "direct", k, a, p, q)
    other = E("x+a", a=a)
    x_is, y_is = E("x == p", p=p), E("y == v", v=first)
    word, zh = ("inversely proportional", "成反比例") if inverse else ("proportional", "成正比例")
    told = condition(f"$y$ is {word} to {m(other)}", f"$y$ 与 {m(other)} {zh}")
    shape = E("y == k/e", e=other) if inverse else E("y == k*e", e=other)
    let = assumption("let $k$ be the constant of proportionality", "设比例系数为 $k$")
    model = s.follow(
        shape,
        [other],
        [told, let],
        laws.proportional_to("k", inverse=inverse),
        ("With a constant $k$ we have @.", "设比例系数为 $k$，则 @。"),
    )
    eq = s.put(
        E("v == k/d" if inverse else "v == d*k", v=first, d=p + a),
        model,
        [x_is, y_is],
        insert(rng, [x_is, y_is]),
    )
    k_is = s.step(E("k == v", v=k), SOLVE, eq, words(rng, "solve"))
    full = E("y == k/e", k=k, e=other) if inverse else E("y == k*e", k=k, e=other)
    full = s.put(full, model, [k_is], ("So @.", "所以 @。"))
    new = E("x == q", q=q)
    s.put(E("y == v", v=last), full, [new], insert(rng, [new]))
    ask = rng.choice(
        (
            (
                f"Suppose that {told.en}, and that {m(y_is)} when {m(x_is)}. What is $y$ when {m(new)}?",
                f"已知 {told.zh}，且当 {m(x_is)} 时 {m(y_is)}，则当 {m(new)} 时 $y$ 的值是多少？",
            ),
            (
                f"The quantity {told.en}. For {m(x_is)} it is {m(y_is)}. Find $y$ for {m(new)}.",
                f"{told.zh}，当 {m(x_is)} 时 {m(y_is)}，求 {m(new)} 时 $y$ 的值。",
            ),
        )
    )
    return s.draft(ask)
