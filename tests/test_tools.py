"""The tools answer as methods.md section 3 wants, row by row, and survive what models write."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from generator.tools import TOOLS
from generator.tools.calling import Argument, action, call, shown
from generator.tools.errors import ToolError

WANTS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "tool_wants.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def argument(value: str | list[str]) -> Argument:
    return value if isinstance(value, str) else tuple(value)


def called(row: dict[str, list[str | list[str]]]) -> object:
    """What the tool gives, as JSON would hold it."""
    output = call(str(row["tool"]), *map(argument, row["arguments"]))
    return json.loads(json.dumps(output))


def name(row: dict[str, object]) -> str:
    return f"{row['tool']}-{row['arguments']}"


@pytest.mark.parametrize("row", [row for row in WANTS if "want" in row], ids=name)
def test_output_is_what_methods_md_wants(row: dict[str, list[str | list[str]]]) -> None:
    assert called(row) == row["want"]


@pytest.mark.parametrize("row", [row for row in WANTS if "refused" in row], ids=name)
def test_refusal_says_which_of_the_reasons_it_was(row: dict[str, list[str | list[str]]]) -> None:
    with pytest.raises(ToolError, match=str(row["refused"])):
        called(row)


def test_every_tool_has_rows() -> None:
    assert {str(row["tool"]) for row in WANTS} == set(TOOLS)


@pytest.mark.parametrize(
    "text",
    ["__import__('os').system('true')", "9^9^9^9", "(" * 500, "x" * 5000, "\\input{/etc/passwd}", "\ud800", "\0", "x+" * 50000, "10**10**10", "{1,2}+yes", "∞-∞"],
)  # fmt: skip
@pytest.mark.parametrize("tool", ["calculate", "expand", "factor", "solve_eq"])
def test_hostile_argument_is_refused_or_answered_but_never_run(
    tool: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.tools.calling.SECONDS", 0.5)
    with contextlib.suppress(ToolError):
        assert shown(call(tool, text))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("solve_eq", ()), ("calculate", ("1", "2")), ("substitute", ("x", "x = 1", "y")), ("solve_multi_eq", (("x = 1",), "y"))],
)  # fmt: skip
def test_wrong_number_of_arguments_is_refused(tool: str, arguments: tuple[Argument, ...]) -> None:
    with pytest.raises(ToolError):
        call(tool, *arguments)


def test_unknown_tool_is_refused() -> None:
    with pytest.raises(ToolError, match="no tool 'think'"):
        call("think", "a")


def test_endless_call_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.tools.calling.SECONDS", 1.0)
    with pytest.raises(ToolError, match="too long"):
        call("expand", "(a+b+c+d+h+k+m+n)^{60} (p+q+r+s+t+u+v+w)^{60}")
    assert call("calculate", "1 + 1") == "2"


def test_output_and_action_as_a_trace_shows_them() -> None:
    assert shown("x") == "x"
    assert shown((r"x = \sqrt { 2 }", "x = 3")) == r'["x = \sqrt { 2 }", "x = 3"]'
    assert shown({"x": ("x = 1",), "y": ("y = 2",)}) == '{"x": ["x = 1"], "y": ["y = 2"]}'
    assert action("substitute", "x", ("x = 1",)) == 'substitute("x", ["x = 1"])'
    assert action("collect", 'a "b"', "x") == "collect(\"a ''b''\", \"x\")"
