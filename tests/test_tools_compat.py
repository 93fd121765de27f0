"""Upstream's outputs call by call, the tools outside the paper's list, and no luck of hashing."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.methods.calls import positional, read_call
from generator.tools import EXTRAS, TOOLS
from generator.tools.calling import Argument, call
from generator.tools.compat import COMPAT
from generator.tools.errors import ToolError
from generator.tools.signatures import SIGNATURES

DATA = Path(__file__).parent / "data"
EXAMPLES = Path(__file__).parents[2] / "shared" / "spec" / "tool_examples.json"


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def given(row: dict[str, object]) -> list[Argument]:
    return [each if isinstance(each, str) else tuple(each) for each in row["arguments"]]  # type: ignore[attr-defined]


def bare(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True).replace(" ", "")


def upstream(text: str) -> object:
    """The recorded output; None for an exception."""
    if text.startswith("[Error]"):
        return None
    value = ast.literal_eval(text)
    return str(value) if isinstance(value, bool | int) else value


def ours(text: str) -> object:
    parsed = read_call(text)
    try:
        return json.loads(json.dumps(call(parsed.name, *positional(parsed), compat=True)))
    except ToolError:
        return None


def test_every_recorded_call_gives_upstreams_output_or_is_listed_with_its_reason() -> None:
    if not EXAMPLES.is_file():
        pytest.skip("../shared is absent")
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    assert len(examples) == 185
    differing = {
        text for text, output in examples.items() if bare(ours(text)) != bare(upstream(output))
    }
    reasons = {str(row["call"]): row["reason"] for row in rows("tool_differences.jsonl")}
    assert all(reasons.values())
    assert differing == set(reasons)


@pytest.mark.parametrize("row", rows("tool_extras.jsonl"), ids=lambda row: f"{row['tool']}-{row['arguments']}")  # fmt: skip
def test_tool_outside_the_papers_list(row: dict[str, object]) -> None:
    if "want" in row:
        assert call(str(row["tool"]), *given(row)) == row["want"]
    else:
        with pytest.raises(ToolError, match=str(row["refused"])):
            call(str(row["tool"]), *given(row))


def test_every_tool_has_a_signature_and_a_behaviour_in_compat() -> None:
    assert set(SIGNATURES) == {*TOOLS, *EXTRAS, "think"}
    assert set(COMPAT) == {*TOOLS, *EXTRAS}


def test_is_equal_is_symmetric_where_upstream_is_not() -> None:
    assert call("is_equal", "y = 7", "7", compat=True) == "True"
    assert call("is_equal", "7", "y = 7", compat=True) == "False"
    assert call("is_equal", "y = 7", "7") == call("is_equal", "7", "y = 7") == "False"


def test_text_for_a_list_is_a_list_of_one_and_a_list_for_a_text_is_refused() -> None:
    assert call("solve_multi_eq", "4 y = 20") == {"y": ("y = 5",)}
    with pytest.raises(ToolError, match="one text"):
        call("calculate", ("1", "2"))
    with pytest.raises(ToolError, match="wants collect"):
        call("collect", "x")


def test_upstreams_other_name_of_substitute() -> None:
    assert call("subs", "y + 2", ("y = 3",)) == "5"


SCRIPT = """
import json, sys
from generator.tools.calling import fitting, perform, perform_as_upstream
for line in open(sys.argv[1], encoding="utf-8"):
    row = json.loads(line)
    if row["tool"] not in sys.argv[2:]:
        continue
    given = [each if isinstance(each, str) else tuple(each) for each in row["arguments"]]
    for work in (perform, perform_as_upstream):
        try:
            print(work(row["tool"], *fitting(row["tool"], given)))
        except Exception as error:
            print(type(error).__name__)
"""
SEVERAL_SYMBOLS = ("substitute", "solve_multi_eq", "partial_solve", "factor", "collect")
"""Tools for which the order of symbols could matter."""


def started(seed: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(DATA / "tool_wants.jsonl"), *SEVERAL_SYMBOLS],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )


def test_outputs_do_not_depend_on_the_hash_seed() -> None:
    outputs = {process.communicate()[0] for process in [started("1"), started("77")]}
    assert len(outputs) == 1
    assert outputs.pop().count("\n") > 150
