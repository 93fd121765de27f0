"""Which expressions are found in a trace, by the extractor of each protocol."""

from __future__ import annotations

import pytest
from pace import growth

from generator.judge.expressions import EXTRACTORS, carp, full
from generator.records import PROTOCOLS, Step, Trace


def trace(*steps: Step) -> Trace:
    return Trace(problem_id="d/test-0000", attempt=0, steps=steps, answer=None)


def text(content: str) -> Trace:
    return trace(Step(kind="think", author="model", text=content))


def action(content: str) -> Step:
    return Step(kind="action", author="model", text=f"Action: {content}")


def output(content: str) -> Step:
    return Step(kind="output", author="tool", text=f"Output: {content}")


def texts(found) -> list[str]:
    return [expression.text for expression in found]


def test_every_protocol_has_an_extractor():
    assert set(EXTRACTORS) == set(PROTOCOLS)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("let $x = 3$ and $y$", ["x = 3", "y"]),
        ("chain $a = b = c = d$", ["a  =  d"]),
        ("ends $= 5 ，$", ["5"]),
        ("no \\(x = 3\\) nor x = 4", []),
        ("$$x$$ is read as two empty ones", []),
        ("twice $x$ and $x$", ["x"]),
        ("not over $a\nlines$", []),
    ],
)
def test_carp_on_text(content, expected):
    assert texts(carp(text(content))) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([action('solve_eq("2 x = 4")'), output('["x = 2"]')], ["2 x = 4", "x = 2"]),
        ([action("subs('x + 1', ['x = 2', \"y = 3\"])")], ["x + 1", "x = 2", "y = 3"]),
        ([action("f(x + 1) with $x = 2$")], ["x = 2"]),
        ([output("x = 1 或 x = 2")], ["x = 1 ", " x = 2"]),
        ([output("结果是 $x = 1$")], ["x = 1"]),
        ([output("{'x': ['x = 1', 'x = 2']}")], ["x = 1", "x = 2"]),
        ([output("[1, 2")], ["[1, 2"]),
        ([action('think("由 $a + 1$ 可得")')], [" $a + 1$ "]),
        ([Step(kind="output", author="model", text="Final Answer: 7")], ["7"]),
    ],
)
def test_carp_on_tool_traces(steps, expected):
    assert texts(carp(trace(*steps))) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("$x = 3$", ["x = 3", "x", "3"]),
        ("$a = b = c$", ["a = b = c", "a = b", "b = c", "a = c", "a", "b", "c"]),
        ("$1 < x \\le 5$", ["1 < x \\le 5", "1 < x", "x \\le 5", "1", "x", "5"]),
        ("$$x + 1$$", ["x + 1"]),
        ("\\(x + 1\\) and \\[y = 2\\]", ["x + 1", "y = 2", "y", "2"]),
        ("$x = 1$ 或 $x = 2$", ["x = 1", "x", "1", "x = 2", "2"]),
        ("$x = 1 , y = 2$", ["x = 1", "x", "1", "y = 2", "y", "2"]),
        ("$( 1 , 2 )$", ["( 1 , 2 )"]),
        ("$f ( x = 1 )$", ["f ( x = 1 )"]),
        ("$1,000 + x$", ["1,000 + x"]),
        ("$\\Rightarrow x = 1$", ["x = 1", "x", "1"]),
        ("$\\begin{cases} x = 1 \\\\ y = 2 \\end{cases}$", ["x = 1", "x", "1", "y = 2", "y", "2"]),
        ("\\begin{align} x &= 1 + 1 \\\\ &= 2 \\end{align}", ["x", "1 + 1", "2"]),
        ("$= 5$", ["5"]),
        ("so 2x + 1 = 7 follows", ["2x + 1 = 7", "2x + 1", "7"]),
        ("- x = 3\n", ["x = 3", "x", "3"]),
        ("**y = 2.5**", ["y = 2.5", "y", "2.5"]),
        ("step 9 of 10", []),
        ("the price is a bargain", []),
        ("costs $5 and more", []),
    ],
)
def test_full_on_text(content, expected):
    assert texts(full(text(content))) == expected


def test_full_on_tool_traces():
    found = full(trace(action('solve_eq("2 x = 4")'), output('["x = 2"]')))
    assert texts(found) == ["2 x = 4", "2 x", "4", "x = 2", "x", "2"]


def test_full_leaves_prompts_out():
    assert full(trace(Step(kind="init", author="prompt", text="$x = 3$"))) == ()


@pytest.mark.parametrize("extract", [carp, full])
def test_places_point_into_the_step(extract):
    content = "first $a = 1$ , then \\(b = 2\\) and $c = 3$"
    for found in extract(text(content)):
        assert content[found.start : found.end] == found.text


def test_the_ends_of_a_chain_stand_where_the_chain_stands():
    content = "$a = b = c$"
    (ends,) = [found for found in full(text(content)) if found.text == "a = c"]
    assert content[ends.start : ends.end] == "a = b = c"


@pytest.mark.parametrize("extract", [carp, full])
@pytest.mark.parametrize(
    "unit", ["$", "$a$", "a = ", "(", "\\[", "x = 1 ", "[", "'", "Action: f(", "\\begin{align}"]
)
def test_a_long_run_of_anything_takes_linear_time(extract, unit):
    def work(size):
        content = unit * (size // len(unit))
        extract(text(content))
        extract(trace(action(content), output(content)))

    assert growth(work, 50_000) < 3
