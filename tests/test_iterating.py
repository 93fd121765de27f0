"""Iterative CoT and Iterative ReAct: judge, solve again, and the reasons to stop."""

from __future__ import annotations

import pytest
from scripted_chat import Endless, Scripted, answered, plan

from generator.methods.contract import CallFailed
from generator.methods.iterating import build_iterative_cot, build_iterative_react
from generator.records import Response

ONE = "It is $21 + 21 = 41$.\nThe answer is: $41$"
TWO = "It is $21 + 21 = 42$.\nThe answer is: $42$"
ALSO_TWO = "It is $2 \\cdot 21$.\nThe answer is: $42$"


def cot(chat: Scripted, **changes: object) -> Response:
    return answered(build_iterative_cot(plan("iterative-cot", **changes)), chat)


def react(chat: Scripted, **changes: object) -> Response:
    return answered(build_iterative_react(plan("iterative-react", **changes)), chat)


def test_same_text_stops() -> None:
    response = cot(Scripted(ONE, "The sum is wrong.", TWO, "Looks odd.", TWO))
    assert (response.stop_reason, response.answer) == ("converged", "42")
    assert [r.noted for r in response.rounds] == [(), (), ("converged",)]
    assert [turn.kind for turn in response.messages] == [
        "init",
        "select",
        "revise",
        "select",
        "revise",
    ]


@pytest.mark.parametrize("judgement", ["No error", "no errors.", "**No error**", "没有错误"])
def test_same_answer_without_an_error_stops(judgement: str) -> None:
    response = cot(Scripted(TWO, judgement, ALSO_TWO))
    assert response.stop_reason == "converged"
    assert response.rounds[1].noted == ("no_error",)


def test_same_answer_with_an_error_goes_on() -> None:
    response = cot(Scripted(TWO, "Line 1 is wrong.", ALSO_TWO, "No error", TWO))
    assert len(response.rounds) == 3


def test_no_error_with_another_answer_goes_on() -> None:
    response = cot(Scripted(ONE, "No error", TWO, "No error", ALSO_TWO))
    assert len(response.rounds) == 3


def test_empty_answers_are_never_the_same() -> None:
    chat = Endless(lambda k: "No error" if k % 2 else f"Hm {k}")
    response = cot(chat)
    assert (response.stop_reason, response.answer) == ("max_turns", None)


def test_three_turns_and_seven_calls_at_most() -> None:
    chat = Endless(lambda k: "Wrong." if k % 2 else f"The answer is: ${k}$")
    response = cot(chat)
    assert (response.stop_reason, response.answer) == ("max_turns", "6")
    assert len(chat.asked) == 1 + 2 * 3


def test_judgement_stands_in_the_next_prompt() -> None:
    chat = Scripted(ONE, "The sum is wrong.", TWO, "No error", TWO)
    cot(chat)
    assert ONE in chat.prompt(1)
    assert "The sum is wrong." in chat.prompt(2)


def test_react_solves_again_with_trace_and_judgement_as_the_trial() -> None:
    chat = Scripted(
        'Action: calculate("21 + 20")', "Final Answer: 41", "It should be 21 twice.",
        'Action: calculate("21 + 21")', "Final Answer: 42", "No error", "Final Answer: 42",
    )  # fmt: skip
    response = react(chat)
    trial = chat.asked[3][0][-1].content
    assert 'Action: calculate("21 + 20")\nOutput: 41\nFinal Answer: 41' in trial
    assert "It should be 21 twice." in trial
    assert (response.stop_reason, response.answer) == ("converged", "42")
    assert [r.tool_answer for r in response.rounds] == ["41", "42", "42"]


def test_react_failure_is_no_answer() -> None:
    chat = Endless(lambda k: "Wrong." if k % 3 == 2 else f'Action: calculate("{k}")')
    response = react(chat, max_steps=2)
    assert (response.stop_reason, response.answer) == ("max_turns", None)
    assert len(chat.asked) == 2 + 3 * 3


@pytest.mark.parametrize(
    ("reason", "stop"), [("http_500", "error"), ("context_overflow", "overflow")]
)
def test_failing_call_keeps_what_was_said(reason: str, stop: str) -> None:
    response = cot(Scripted(ONE, "The sum is wrong.", CallFailed(reason)))
    assert (response.stop_reason, response.error) == (stop, reason)
    assert (len(response.messages), len(response.rounds)) == (2, 1)


def test_react_stops_where_the_trace_is_the_same() -> None:
    response = react(Scripted("Final Answer: 42", "Hm.", "Final Answer: 42"))
    assert response.rounds[-1].noted == ("converged",)
