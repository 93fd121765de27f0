"""Syntax trees as SymPy objects: built node by node, exact, statements kept as statements."""

import pytest
import sympy
from sympy import E, I, Rational, Symbol, oo, pi, sqrt

from generator.judge.errors import Unparsable
from generator.judge.parse import parse
from generator.judge.to_sympy import has_plus_minus, to_sympy, with_sign
from generator.judge.tree import Listing, Number, PlusMinus, Product, Sum, Words

x, y = Symbol("x"), Symbol("y")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("-0.125", Rational(-1, 8)),
        (r"0.\overline{3}", Rational(1, 3)),
        (r"2\frac{1}{3}", Rational(7, 3)),
        ("45\\%", Rational(9, 20)),
        ("x_1", Symbol("x_1")),
        (r"\alpha", Symbol("alpha")),
        (r"\pi", pi),
        ("e^{2}", E**2),
        ("3i", 3 * I),
        (r"-\infty", -oo),
        ("2x-y+3", 2 * x - y + 3),
        (r"\frac{x+1}{y}", (x + 1) / y),
        ("x^{y+1}", x ** (y + 1)),
        (r"\sqrt{x}", sqrt(x)),
        (r"\sqrt[3]{-8}", -2),
        (r"\sqrt[3]{x}", x ** Rational(1, 3)),
        (r"\sin^{2} x", sympy.sin(x) ** 2),
        (r"\arctan x", sympy.atan(x)),
        (r"\ln x", sympy.log(x)),
        (r"\log_{2} x", sympy.log(x) / sympy.log(2)),
        (r"\lg x", sympy.log(x) / sympy.log(10)),
        ("|x|", sympy.Abs(x)),
        ("5!", 120),
        (r"\binom{5}{2}", 10),
        ("101_2", 5),
        (r"\{1,2\}", sympy.FiniteSet(1, 2)),
        ("1, 2", sympy.FiniteSet(1, 2)),
        ("(1, 2)", sympy.Tuple(1, 2)),
        ("(1, 2]", sympy.Interval.Lopen(1, 2)),
        (r"[1, \infty)", sympy.Interval(1, oo)),
        (r"(-\infty,1)\cup(2,3)", sympy.Union(sympy.Interval.open(-oo, 1), sympy.Interval.open(2, 3))),
        (r"\begin{pmatrix}1&2\\3&x\end{pmatrix}", sympy.ImmutableDenseMatrix([[1, 2], [3, x]])),
        (r"\pm 2", sympy.FiniteSet(2, -2)),
        (r"1\pm\sqrt{2}", sympy.FiniteSet(1 + sqrt(2), 1 - sqrt(2))),
    ],
)  # fmt: skip
def test_object(text, expected):
    assert to_sympy(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "kind", "sides"),
    [("2=2", sympy.Eq, (2, 2)), ("x^2\\ge 0", sympy.Ge, (x**2, 0)), ("1\\ne1", sympy.Ne, (1, 1))],
)
def test_a_statement_that_is_always_true_or_false_stays_a_statement(text, kind, sides):
    found = to_sympy(parse(text))
    assert isinstance(found, kind)
    assert found.args == sides


def test_a_chain_is_the_and_of_its_pairs():
    found = to_sympy(parse("1<x<5"))
    assert isinstance(found, sympy.And)
    assert set(found.args) == {sympy.Lt(1, x, evaluate=False), sympy.Lt(x, 5, evaluate=False)}


def test_or_of_statements():
    found = to_sympy(parse("x=1 或 x=2"))
    assert isinstance(found, sympy.Or)
    assert len(found.args) == 2


def test_piecewise():
    found = to_sympy(parse(r"\begin{cases}x&x\ge0\\-x&x<0\end{cases}"))
    assert found.subs(x, -3) == 3


def test_upper_and_lower_signs_go_together():
    node = Sum((PlusMinus(Number(1), upper=True), PlusMinus(Number(2), upper=False)))
    assert has_plus_minus(node)
    assert to_sympy(node) == sympy.FiniteSet(-1, 1)
    assert not has_plus_minus(with_sign(node, upper=True))


@pytest.mark.parametrize(
    "node",
    [
        Sum((Words("yes"), Number(1))),
        Product((Listing((Number(1), Number(2)), "{", "}"), Number(2))),
    ],
)
def test_arithmetic_on_what_is_no_number_is_refused(node):
    with pytest.raises(Unparsable):
        to_sympy(node)


def test_division_by_zero_is_an_object_not_an_error():
    assert to_sympy(parse("0^{-1}")) is sympy.zoo
