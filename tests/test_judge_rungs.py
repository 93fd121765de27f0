"""Each rung of the ladder by itself: what it proves, what it passes on, what it refuses."""

import subprocess
import sys

import pytest

from generator.judge import same
from generator.judge.arithmetic import Opaque, Undefined, point
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.fingerprint import PRIME, value
from generator.judge.key import node_key
from generator.judge.parse import parse
from generator.judge.tree import Number, Words


def root(text):
    return parse(text).root


@pytest.mark.parametrize(
    ("pred", "gold", "rule"),
    [
        (r"\dfrac{ 1 }{ 2 }", r"\frac{1}{2}", "text"),
        ("0.5", r"\frac12", "number"),
        ("x+1", "x+2", "fingerprint"),
        ("(x+1)^2", "x^2+2x+1", "exact"),
        (r"1+\sqrt{2}", r"\sqrt{3+2\sqrt{2}}", "root bound"),
        (r"\ln 2+\ln 3", r"\ln 6", "exact"),
        (r"\cos\frac{\pi}{12}", r"\frac{\sqrt6+\sqrt2}{4}", "numeric"),
        (r"\sqrt{x}", r"\sqrt{x+1}", "balls"),
        ("5 cm", "5 mm", "units"),
        ("[1,2]", "7", "kind"),
        ("x<-1 或 x>1", r"(-\infty,-1)\cup(1,\infty)", "region"),
        ("even", "odd", "words"),
        ("9!!", "9", "unparsable"),
    ],
)
def test_the_rung_that_decides_is_named(pred, gold, rule):
    assert same(pred, gold).rule == rule


@pytest.mark.parametrize(
    ("pred", "gold"),
    [
        (f"x+(x-{point('x')})", "x"),
        (f"x+7(x-{point('x')})(y+1)", "x"),
        (f"x+{PRIME}", "x"),
        (f"2^{{{PRIME - 1}}}", "1"),
    ],
)
def test_expressions_made_to_agree_at_our_own_points_are_refused(pred, gold):
    assert value(root(pred)) == value(root(gold))
    assert not same(pred, gold).equal
    assert not same(pred, gold, level="node").equal


def test_fingerprint_is_a_homomorphism_that_knows_surds_and_i():
    assert value(root(r"\sqrt{12}")) == value(root(r"2\sqrt{3}"))
    assert value(root(r"\sqrt{6}")) == value(root(r"\sqrt{2}\cdot\sqrt{3}"))
    assert value(root("i^2")) == PRIME - 1
    assert value(root("a^{n+2}")) == value(root("a^n a^2"))


def test_fingerprint_passes_on_what_it_cannot_value():
    with pytest.raises(Opaque):
        value(root(r"\sin x"))
    with pytest.raises(Undefined):
        value(root("1/(x-x)"))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("2(x+3)=x-1", "x-1=2x+6", True),
        ("3>x", "x<3", True),
        ("2x=6", "x=3", False),
        (r"\sqrt{12}", r"2\sqrt{3}", True),
        ("x+1", "x+2", False),
    ],
)
def test_equal_nodes_have_equal_keys(one, other, equal):
    assert (node_key(one) == node_key(other)) is equal
    assert same(one, other, level="node").equal is equal


def test_an_unreadable_string_has_no_key():
    assert node_key("x^{2") is None


@pytest.mark.parametrize(
    ("text", "units", "dropped"),
    [
        (r"48\text{ m}^2", ("m^2",), ()),
        ("30千克", ("kg",), ()),
        (r"\$1,250", ("$",), ()),
        ("答案：28。", (), ("答案:", ".")),
        (r"So \boxed{4}, done", (), ("So", ", done")),
    ],
)
def test_the_parser_reports_what_it_leaves_out(text, units, dropped):
    tree = parse(text)
    assert tree.units == units
    assert sorted(tree.dropped) == sorted(dropped)


def test_a_letter_after_a_blank_is_no_unit():
    assert parse("4 m").units == ()
    assert not same("4 m", "4").equal


def test_words_are_not_products_of_letters():
    assert root(r"\text{listen}") == Words("listen")
    assert not same("cat", "act").equal


@pytest.mark.parametrize(
    "text",
    ["1" * 301, "(" * 65 + "1" + ")" * 65, "x" * 4097, "x+" * 1500 + "x", "1e99999"],
)
def test_limits(text):
    with pytest.raises((TooLarge, Unparsable)):
        parse(text)
    assert same(text, "1").state == "unparsable"


def test_exact_decimals():
    assert root("0.1") == Number(1, 10)
    assert not same("0.1000000000000000000000001", "0.1").equal


@pytest.mark.parametrize(
    ("pred", "gold", "equal"),
    [
        ("(C)", "C", True),
        (r"\textbf{(D)}", "D", True),
        ("A, C", "C,A", True),
        ("ACD", "A,C,D", True),
        ("B. 12", "B", True),
        ("选B", "B", True),
        ("option A", "A", True),
        ("A", "B", False),
        ("A", "A,B", False),
    ],
)
def test_choices_by_the_datasets_hint(pred, gold, equal):
    assert same(pred, gold, answer_type="choice").equal is equal


@pytest.mark.parametrize(
    ("pred", "gold", "why"),
    [
        ("(2x+3)(2x-3)", "4x^2-9", "both expand to 4x² - 9"),
        ("3x+1", "3x-1", "differ at x = 2: 7 against 5"),
        ("7", "5", "7 against 5"),
        ("7", "[2,5]", "gold is an interval, prediction a number"),
    ],
)
def test_explanations(pred, gold, why):
    assert same(pred, gold, explain=True).why == why


@pytest.mark.parametrize(
    ("pred", "gold", "equal"),
    [
        (r"\frac{x^2-1}{x-1}", "x+1", True),
        (r"\sqrt{x^2}", "x", False),
        (r"\sqrt{x^2}", "|x|", True),
        (r"\ln x^2", r"2\ln x", False),
        (r"\sqrt{ab}", r"\sqrt{a}\sqrt{b}", True),
        ("|x-1|+|x+1|", "2x", False),
    ],
)
def test_domains_by_the_written_rules(pred, gold, equal):
    assert same(pred, gold).equal is equal


def test_importing_the_judge_does_not_import_sympy():
    code = "import sys, generator.judge; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
