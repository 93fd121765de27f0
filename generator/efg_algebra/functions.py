"""Families on linear and quadratic functions."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import laws, theorems
from generator.efg_algebra.draft import (
    COMPUTE,
    SOLVE,
    Draft,
    Sheet,
    assumption,
    condition,
    theorem,
)
from generator.efg_algebra.draws import distinct, nonzero
from generator.efg_algebra.phrases import insert, words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question


def line_through_points(rng: Random) -> Draft:
    """A line through two points: find k, b and a further value."""
    k, b = nonzero(rng, 5), nonzero(rng, 9)
    p = nonzero(rng, 5)
    q = distinct(rng, 6, p)
    r = distinct(rng, 9, p, q)
    s = Sheet("line-through-points", k, b, p, q, r)
    shape = E("y == k*x+b")
    one, two = E("(p, q)", p=p, q=k * p + b), E("(p, q)", p=q, q=k * q + b)
    said = [insert(rng, [point], m(shape), f" {m(shape)}") for point in (one, two)]
    first = s.put(E("p*k+b == q", p=p, q=k * p + b), shape, [one], said[0])
    second = s.put(E("p*k+b == q", p=q, q=k * q + b), shape, [two], said[1])
    told = ("Solving these two equations together gives @", "两式联立，解得 @，")
    k_is = s.joint(E("k == v", v=k), [first, second], told)
    b_is = s.joint(E("b == v", v=b), [first, second], ("and @.", "@。"))
    told = ("So the line is @.", "所以直线的表达式为 @。")
    full = s.put(E("y == k*x+b", k=k, b=b), shape, [k_is, b_is], told)
    if rng.random() < 0.5:
        given, value, asked = E("x == r", r=r), k * r + b, "y"
        s.put(E("y == v", v=value), full, [given], insert(rng, [given]))
    else:
        given, value, asked = E("y == r", r=k * r + b), r, "x"
        eq = s.put(E("w == k*x+b", w=k * r + b, k=k, b=b), full, [given], insert(rng, [given]))
        s.step(E("x == v", v=r), SOLVE, eq, words(rng, "solve"))
    points = f"{m(one)} and {m(two)}", f"{m(one)} 和 {m(two)}"
    ask = question(rng, "line-through-points", shape=shape, points=points, asked=asked, given=given)
    return s.draft(ask)


VERTEX_RULE = theorem(
    "$y = a ( x - h ) ^ { 2 } + k$ has its vertex at $( h , k )$",
    "抛物线 $y = a ( x - h ) ^ { 2 } + k$ 的顶点为 $( h , k )$",
)


def parabola_vertex(rng: Random) -> Draft:
    """Largest or smallest value of a quadratic function by its vertex form."""
    a, h, k = rng.choice((1, 2, 3, -1, -2, -3)), nonzero(rng, 7), nonzero(rng, 20)
    c = a * h * h + k
    if c == 0:
        return parabola_vertex(rng)
    s = Sheet("parabola-vertex", a, h, k)
    given = E("y == a*x**2+b*x+c", a=a, b=-2 * a * h, c=c)
    told = ("Completing the square gives @.", "配方，得 @。")
    form = s.regroup(E("y == a*(x-h)**2+k", a=a, h=h, k=k), given, [], told)
    if rng.random() < 0.5:
        return _extreme(rng, s, (given, form), (a, k))
    return _coordinates(rng, s, (given, form), (h, k))


def _extreme(rng: Random, s: Sheet, forms: tuple[Expr, Expr], numbers: tuple[int, int]) -> Draft:
    """Ask for the extreme value, `numbers` being the leading coefficient and that value."""
    (given, form), (a, k) = forms, numbers
    which, zh = ("smallest", "最小值") if a > 0 else ("largest", "最大值")
    told = condition(f"the {which} value of the function {m(given)}", f"函数 {m(given)} 的{zh}")
    said = (f"Its {which} value is @.", f"所以它的{zh}是 @。")
    s.follow(E("v", v=k), [form], [told, VERTEX_RULE], theorems.vertex("y"), said)
    return s.draft(question(rng, "parabola-extreme", which=which, given=given, zh=zh))


def _coordinates(
    rng: Random, s: Sheet, forms: tuple[Expr, Expr], numbers: tuple[int, int]
) -> Draft:
    """Ask for a combination of the vertex's coordinates `numbers`."""
    (given, form), (h, k) = forms, numbers
    texts = [
        condition(
            f"$( h , k )$ is the vertex of {m(given)}", f"$( h , k )$ 是抛物线 {m(given)} 的顶点"
        ),
        VERTEX_RULE,
    ]
    said = ("The vertex has @", "由此得 @，")
    h_is = s.follow(E("h == v", v=h), [form], texts, theorems.vertex("x"), said)
    k_is = s.follow(E("k == v", v=k), [form], texts, theorems.vertex("y"), ("and @.", "@。"))
    asked, value = rng.choice(
        ((E("h+k"), h + k), (E("h*k"), h * k), (E("k-h"), k - h), (E("2*h+k"), 2 * h + k))
    )
    s.put(E("v", v=value), asked, [h_is, k_is], words(rng, "value"))
    return s.draft(question(rng, "parabola-vertex", given=given, asked=asked))


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
        theorems.on_axis("y"),
        ("On the $x$-axis we have $y = 0$, so @.", "在 $x$ 轴上 $y = 0$，所以 @。"),
    )
    x_is = s.step(E("x == v", v=x0), SOLVE, eq, words(rng, "solve"))
    y_is = s.follow(
        E("y == b", b=b),
        [given],
        [axis_y],
        theorems.on_axis("x"),
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
    ask = question(rng, "line-axes", given=given)
    return s.draft(ask)


def variation(rng: Random) -> Draft:
    """Y is proportional to x + a, or inversely so: find a further value."""
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
        theorems.proportional_to("k", inverse=inverse),
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
    ask = question(rng, "variation", told=told, y_is=y_is, x_is=x_is, new=new)
    return s.draft(ask)
