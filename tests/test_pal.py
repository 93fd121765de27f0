"""PAL: one program, run in a sandbox; every way in which it can fail is a state with a reason."""

from __future__ import annotations

import re

import pytest
from scripted_chat import Scripted, answered, plan

from generator.errors import CannotRun
from generator.methods import prompts
from generator.methods.pal import build_pal, code_of
from generator.records import Response
from generator.sandbox import chosen, run


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> None:
    try:
        chosen()
    except CannotRun as error:
        pytest.skip(str(error))


def pal(program: str) -> Response:
    return answered(build_pal(plan("pal")), Scripted(program))


def fenced(program: str) -> str:
    return f"Here it is:\n```python\n{program}\n```\nDone."


def test_result_is_the_answer() -> None:
    response = pal(fenced("def solution():\n    return 2 * 21"))
    assert (response.answer, response.stop_reason, response.error) == ("42", "final_answer", None)
    assert [(turn.kind, turn.made_by) for turn in response.messages] == [
        ("code", "model"),
        ("repl", "tool"),
    ]
    assert response.messages[0].parsed == "def solution():\n    return 2 * 21"
    assert response.messages[1].content == "Output: 42"
    assert (response.n_calls, response.n_tool_calls) == (1, 1)


def test_sympy_is_there() -> None:
    program = (
        "from sympy import Rational, latex\ndef solution():\n    return latex(Rational(1, 3) + 1)"
    )
    assert pal(fenced(program)).answer == r"\frac{4}{3}"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "no_code"),
        ("The answer is: $42$", "syntax_error"),
        (fenced("def solution(:"), "syntax_error"),
        (fenced("def solution():\n    return 1 / 0"), "exception"),
        (fenced("def result():\n    return 42"), "no_solution"),
        (fenced("def solution():\n    print(42)"), "no_value"),
        (fenced("def solution():\n    return ''"), "no_value"),
        (fenced("def solution():\n    return 'x' * 5000"), "long_value"),
        (fenced("import os\ndef solution():\n    os._exit(3)"), "program_died"),
    ],
)
def test_failure_is_an_error_with_its_reason(reply: str, reason: str) -> None:
    response = pal(reply)
    assert (response.error, response.answer, response.stop_reason) == (reason, None, "error")
    assert response.messages


def test_endless_program_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.sandbox import Limits

    monkeypatch.setattr("generator.methods.pal.LIMITS", Limits(seconds=1.0))
    assert pal(fenced("def solution():\n    while True: pass")).error == "program_timeout"


def test_solution_of_one_problem_does_not_answer_the_next() -> None:
    """Upstream kept its globals, so that an old solution() answered a new question."""
    method = build_pal(plan("pal"))
    assert answered(method, Scripted(fenced("def solution():\n    return 42"))).answer == "42"
    assert answered(method, Scripted(fenced("left_over = 1"))).error == "no_solution"


def test_backslashes_are_left_as_they_are() -> None:
    r"""Upstream doubled every one, so that "\n" became two characters."""
    program = "def solution():\n    return str(len('a\\nb')) + r'\\frac'"
    assert pal(fenced(program)).answer == r"3\frac"


def test_program_never_runs_in_this_process(tmp_path: object) -> None:
    program = f"def solution():\n    open('{tmp_path}/ran', 'w').close()\n    return 1"
    assert pal(fenced(program)).error == "exception"
    assert not list(tmp_path.iterdir())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("```python\na\n```", "a"),
        ("```\nb\n```\n```python\na\n```", "a"),
        ("```js\nb\n```", "b"),
        ("c", "c"),
        ("```python\na", "a"),
    ],
)
def test_program_in_a_reply(reply: str, code: str) -> None:
    assert code_of(reply) == code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_worked_programs_give_their_values(language: str) -> None:
    for row in prompts.rows("pal-programs", language):  # type: ignore[arg-type]
        outcome = run(row["program"] + "\n\nsolution()\n")
        assert re.sub(r"\s", "", outcome.value or "") == re.sub(r"\s", "", row["value"])
