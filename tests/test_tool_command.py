"""`failwhere tool` by hand: outputs, lists, refusals, and the list of tools."""

from __future__ import annotations

import pytest

from generator.__main__ import main
from generator.tools import EXTRAS, TOOLS


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["calculate", r"\frac { 5 } { 6 } - \frac { 1 } { 3 }"], r"\frac { 1 } { 2 }"),
        (["subs", "y + 2", '["y = 3"]'], "5"),
        (["substitute", "y + 2", "y = 3"], "5"),
        (["solve_multi_eq", "['p + q = 5', 'p - q = 1']"], '{"p": ["p = 3"], "q": ["q = 2"]}'),
        (["gcd", '["30", "42"]'], "6"),
        (["gcd", "30", "42", "9"], "3"),
        (["solve_multi_eq", "p + q = 5", "p - q = 1"], '{"p": ["p = 3"], "q": ["q = 2"]}'),
        (["substitute", "p + q", "p = 1", "q = 2"], "3"),
        (["solve_eq", "--", "-y=3"], '["y = - 3"]'),
        (["calculate", "1 / 0", "--compat"], r"\tilde { \infty }"),
        (["complete_the_square", "u ^ 2 + 2 u v", "u"], "- v ^ { 2 } + ( u + v ) ^ { 2 }"),
    ],
)
def test_output(words: list[str], output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tool", *words]) == 0
    assert capsys.readouterr().out.strip() == output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["calculate", "1 / 0"], 1, "division by zero"),
        (["calculate"], 1, "wants calculate(expression), but was given 0"),
        (["collect", "p", "q", "r"], 1, "wants collect(expression, symbol), but was given 3"),
        (["solve_multi_eq"], 1, "wants solve_multi_eq(equations[])"),
        (["think", "hm"], 2, "the model itself writes"),
        (["calculate", '["1", "2"]'], 1, "one text"),
        (["integrate", "x"], 2, "no tool 'integrate'"),
        ([], 2, "name a tool"),
    ],
)
def test_refusal(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tool", *words]) == code
    shown = capsys.readouterr()
    assert said in shown.out + shown.err


def test_list_has_every_tool_and_keeps_the_extras_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tool", "--list"]) == 0
    shown = capsys.readouterr().out
    ours, extras = shown.split("reported separately:")
    assert all(f"  {name}(" in ours for name in TOOLS)
    assert all(f"  {name}(" in extras for name in EXTRAS)
    assert "think(thought)" in extras
    assert "ToolError" not in shown
    assert "[] is a list of texts, ? may be left out" in extras
