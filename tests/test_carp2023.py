"""The upstream-flavoured comparison: faithful where it is right and where it is wrong.

The pairs are those that methods.md 5.1 reports as verified, and our own of the same kinds.
"""

from __future__ import annotations

import pytest

from generator.judge.carp2023 import answers_equal, read, same_node, without_givens
from generator.judge.carp_answers import answer_of, last_box
from generator.judge.carp_text import clean, readable
from generator.records import Expression, Step, Trace


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("3 . 5", "3.5"),
        ("x ** 2", "x ^ 2"),
        ("2 * x", "2 \\times  x"),
        ("\\dfrac12", "\\frac{1}{2}"),
        ("\\frac{a}3", "\\frac{a}{3}"),
        ("\\sqrt2", "\\sqrt{2}"),
        ("sqrt(12)", "\\sqrt{12}"),
        ("x ^ (a + 1)", "x ^{a + 1}"),
        ("50\\%", "50"),
        ("$x$", "x"),
        ("a >= b", "a \\ge b"),
        ("\\left( x \\right)", "( x )"),
        ("x \\ne 2", "x \\neq 2"),
        ("\\leftarrow", "\\leftarrow"),
    ],
)
def test_cleaning(raw, cleaned):
    assert clean(raw).split() == cleaned.split()


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        ("1 2", "12"),
        ("1 , 000", "1000"),
        ("x , y", "x"),
        ("2 +", "2"),
        ("( 3 - 8 ) ( 4 - 19", "( 3 - 8 )"),
        ("k ( x - 2 ) ( k \\neq 0 )", "k ( x - 2 )"),
        ("x ^ - 2", "x"),
        ("\\{ 1 \\}", "( 1 )"),
        ("[ x ]", "( x )"),
        ("\\sqrt [ 3 ] { 8 }", "\\sqrt [ 3 ] { 8 }"),
        ("2 { \\div } 3", "2"),
        ("x + 1 )", "x + 1"),
        ("( 1 , 2 )", ""),
        ("{ x", ""),
        ("x 元", ""),
    ],
)
def test_what_upstream_s_parser_gets_to(raw, part):
    assert readable(raw).split() == part.split()


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("x = 4", "4"),
        ("4", "x = 4"),
        ("2 x + 1", "1 + 2 x"),
        ("x < 3", "3 > x"),
        ("\\frac12", "0.5"),
        ("50\\%", "50"),
        ("5 : 1", "5.0"),
        ("( 1 , 2 )", "12"),
        ("12", "1 , 2"),
        ("[1, 2]", "[12]"),
        ("\\pm 2", "2"),
        ("3 \\frac{1}{2}", "\\frac{3}{2}"),
        ("i ^ 2", "- 1"),
        ("ab", "ba"),
    ],
)
def test_answers_that_upstream_takes_for_equal(answer, gold):
    assert answers_equal(answer, gold)
    assert answers_equal(gold, answer)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("y = 4", "x = 4"),
        ("0.33", "1/3"),
        ("1 , 2", "2 , 1"),
        ("3 元", "3"),
        ("x = 1 或 x = 2", "x = 2 或 x = 1"),
        ("1 < x < 2", "2 > x > 1"),
        ("", "3"),
        ("x - x + 1", "1"),
        ("1/2x", "x/2"),
        ("4 \\text{cm}", "4"),
    ],
)
def test_answers_that_upstream_takes_for_different(answer, gold):
    assert not answers_equal(answer, gold)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("2 x + 6 = x - 1", "x - 1 = 2 ( x + 3 )", True),
        ("x < 3", "3 > x", True),
        ("2 x = 6", "x = 3", False),
        ("x = 3", "3", False),
        ("1 + 1 = 2", "4 - 1 = 3", True),
        ("1 + 1 = 3", "4 - 1 = 2", True),
        ("1 + 1 = 2", "1 + 1 = 3", False),
        ("| x | \\ge 0", "2 > 1", True),
        ("( x - 2 ) ^ { 0 } = 1", "3 = 3", True),
        ("a = b = c", "1 = 2", True),
        ("x + 1", "x + 1 , y", True),
        ("1 < x < 2", "1 < x < 2", False),
        ("x", "y", False),
    ],
)
def test_nodes(left, right, equal):
    assert same_node(left, right) is equal
    assert same_node(right, left) is equal


@pytest.mark.parametrize("text", ["", "x 元", "{", "\\frac", "1 < x < 2", "(" * 500])
def test_what_upstream_cannot_read_is_no_reading(text):
    assert read(text) is None


def kept(texts, given):
    expressions = [Expression(text=text, step=0, start=0, end=0) for text in texts]
    return [found.text for found in without_givens(expressions, given)]


def test_only_literal_copies_of_given_expressions_go():
    given = ["2 x = 6"]
    assert kept(["2x=6", "6 = 2 x", "2 * x = 6", "x = 3"], given) == ["6 = 2 x", "x = 3"]


def test_unreadable_expressions_go_even_if_they_are_a_node():
    assert kept(["1 < x < 2", "x 元", "x"], []) == ["x"]


def test_a_given_that_always_holds_takes_every_true_relation_with_it():
    assert kept(["1 + 2 = 3", "x = 3"], ["( x - 1 ) ^ { 0 } = 1"]) == ["x = 3"]


def said(*texts: str, kind: str = "think") -> Trace:
    steps = tuple(Step(kind=kind, author="model", text=text) for text in texts)
    return Trace(problem_id="d/t-0000", attempt=0, steps=steps, answer=None)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("答案是：$3$ 。", "$3$ "),
        ("答案是：1 不对 答案是：2。", "2"),
        ("so \\boxed{\\frac{1}{2}}", "\\frac{1}{2}"),
        ("答案为 5", "5"),
        ("答案是: 5", "5"),
        ("The answer is: 5.", "5"),
        ("The answer is 5", ""),
    ],
)
def test_answers_of_text(text, answer):
    assert answer_of(said(text)).strip() == answer.strip()


@pytest.mark.parametrize(
    ("texts", "answer"),
    [
        (["Action: f('x')", "Output: ['x = 1']"], "x = 1"),
        (["Action: f('x')", "Output: ['x = 1', 'x = 2']"], "['x = 1', 'x = 2']"),
        (["Output: 4."], "4"),
        (['Output: ["\\frac { 1 } { 2 }"]'], "\frac { 1 } { 2 }"),
        (["Output: 4", "Final Answer: 5。"], "5"),
        (["Output: 4", "Final Answer: \\boxed{6}"], "6"),
    ],
)
def test_answers_of_tool_traces(texts, answer):
    assert answer_of(said(*texts, kind="output")) == answer


def test_an_open_box_runs_to_the_end():
    assert last_box("boxed{x^{2}") == "x^{2}"
    assert last_box("\\boxed 3$ .") == "3"
