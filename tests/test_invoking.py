"""ReAct's loop and DELI's tool stage: every stop, every way to an Output, every fault of upstream's."""

from __future__ import annotations

import pytest
from scripted_chat import Endless, Scripted, answered, plan, question

from generator.methods.contract import CallFailed
from generator.methods.react import build_react
from generator.records import Message, Response

TWICE = 'Action: calculate("2 \\times 21")'


def react(chat: Scripted, name: str = "fixed", **changes: object) -> Response:
    return answered(build_react(plan("react", name, **changes)), chat)  # type: ignore[arg-type]


def told(response: Response) -> list[tuple[str, str | None, str | None]]:
    return [(turn.content, turn.kind, turn.made_by) for turn in response.messages]


# ------------------------------------------------------------------ stops


def test_stop_final_answer() -> None:
    chat = Scripted(TWICE, "Final Answer: $42$")
    response = react(chat)
    assert told(response) == [
        (TWICE, "action", "model"),
        ("Output: 42", "output", "tool"),
        ("Final Answer: $42$", "output", "model"),
    ]
    assert (response.stop_reason, response.answer) == ("final_answer", "42")
    assert (response.n_calls, response.n_tool_calls) == (2, 1)
    assert (response.tokens_in, response.tokens_out) == (20, 6)
    assert response.rounds[0].tool_answer == "42"


def test_stop_no_action_returns_the_last_output() -> None:
    response = react(Scripted(TWICE, "So it is forty-two."))
    assert (response.stop_reason, response.answer) == ("no_action", "42")
    assert response.messages[-1].content == "So it is forty-two."


def test_stop_no_action_before_any_output_has_no_answer() -> None:
    response = react(Scripted("I do not know."))
    assert (response.stop_reason, response.answer) == ("no_action", None)


def test_list_with_one_entry_is_answered_by_its_entry() -> None:
    response = react(Scripted('Action: solve_eq("v + 1 = 22")', "Done."))
    assert response.messages[1].content == 'Output: ["v = 21"]'
    assert response.answer == "v = 21"


def test_stop_max_steps_is_the_failure_mark() -> None:
    chat = Endless(lambda _: TWICE)
    response = react(chat, max_steps=4)
    assert (response.stop_reason, response.answer) == ("max_steps", None)
    assert len(chat.asked) == 4
    assert response.n_tool_calls == 4


def test_fifteen_steps_by_default() -> None:
    chat = Endless(lambda _: TWICE)
    react(chat)
    assert len(chat.asked) == 15


def test_stop_error_keeps_what_was_said() -> None:
    response = react(Scripted(TWICE, CallFailed("timeout")))
    assert (response.stop_reason, response.error) == ("error", "timeout")
    assert len(response.messages) == 2


def test_stop_overflow_comes_after_all_worked_traces_are_gone() -> None:
    overflow = [CallFailed("context_overflow") for _ in range(6)]
    chat = Scripted(TWICE, *overflow)
    response = react(chat)
    assert (response.stop_reason, response.error) == ("overflow", "context_overflow")
    sizes = [len(asked) for asked, _ in chat.asked[1:]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 4  # instruction, question, action, output


def test_overflow_leaves_out_the_last_worked_trace_first() -> None:
    chat = Scripted(CallFailed("context_overflow"), "Final Answer: 1")
    response = react(chat)
    assert (response.answer, response.left_out) == ("1", 1)
    assert "train" in chat.prompt(0)
    assert "train" not in chat.prompt(1).split("think(thought)")[-1]


def test_worked_traces_vanish_in_a_long_deliberation_and_the_response_says_so() -> None:
    """Upstream's budget counts the scratchpad, and nobody was told of what it cost (2.2)."""
    thought = f'Action: think("{"long " * 200}")'
    chat = Scripted(thought, "Output: so", thought, "Output: so", "Final Answer: 1")
    response = react(chat, "faithful", context=2200)
    shown = [sum(turn.content.startswith("Question:") for turn in asked) for asked, _ in chat.asked]
    assert shown[0] == 6
    assert shown[-1] < 6
    assert shown == sorted(shown, reverse=True)
    assert response.left_out == 6 - shown[-1]


# ------------------------------------------------------------------ outputs


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ('Action: think("what is twice 21")', ""),
        ('Action: integrate("v")', "no tool 'integrate'"),
        ("Action: calculate(2 * 21)", "no comma"),
        ("Action: 2 * 21", "no call"),
        ('Action: solve_eq("0 v = 3")', "contradiction"),
        ('Action: collect("v")', "wants collect"),
        ('Action: calculate("")', "empty"),
    ],
)
def test_model_writes_the_output_where_no_tool_gives_one(action: str, error: str) -> None:
    chat = Scripted(action, "Output: 42", "Final Answer: 42")
    response = react(chat)
    assert error in response.messages[0].error
    assert bool(error) == bool(response.messages[0].error)
    assert told(response)[1] == ("Output: 42", "output", "model")
    assert response.answer == "42"


def test_roles_are_exchanged_for_a_made_up_output_but_for_the_instruction() -> None:
    chat = Scripted('Action: think("?")', "42", "Final Answer: 42")
    react(chat)
    asked, written = chat.asked[0][0], chat.asked[1][0]
    assert asked[0].role == written[0].role == "user"
    assert [turn.role for turn in asked[1:]] == [
        "assistant" if turn.role == "user" else "user" for turn in written[1 : len(asked)]
    ]
    assert (written[-1].role, written[-1].content) == ("user", 'Action: think("?")')
    back = chat.asked[2][0]
    assert (back[-1].role, back[-1].content) == ("user", "Output: 42")


def test_made_up_output_ends_where_the_model_goes_on_by_itself() -> None:
    chat = Scripted('Action: think("?")', "Output: 42\nFinal Answer: 43", "Final Answer: 42")
    response = react(chat)
    assert response.messages[1].content == "Output: 42"
    assert response.messages[1].discarded == "Final Answer: 43"


def test_feedback_shows_the_error_in_place_of_a_made_up_output() -> None:
    chat = Scripted('Action: solve_eq("0 v = 3")', "Final Answer: 42")
    response = react(chat, feedback=True)
    output, *who = told(response)[1]
    assert output.startswith("Output: error, contradiction")
    assert who == ["output", "tool"]
    assert chat.asked[1][0][-1].content == output


def test_reply_is_asked_to_stop_before_the_output() -> None:
    chat = Scripted(TWICE, "Final Answer: 42")
    react(chat)
    assert chat.asked[0][1].stop == ("\nOutput:",)


def test_tool_output_goes_before_what_the_model_imagined() -> None:
    response = react(Scripted(f"{TWICE}\nOutput: 41\nFinal Answer: 41", "Final Answer: 42"))
    assert response.messages[0].discarded == "Output: 41\nFinal Answer: 41"
    assert response.messages[1].content == "Output: 42"
    assert response.answer == "42"


def test_compat_gives_upstreams_outputs() -> None:
    action = 'Action: calculate("1 / 0")'
    faithful = react(Scripted(action, "Final Answer: 1"), "faithful")
    assert faithful.messages[1].content == r"Output: \tilde { \infty }"
    fixed = react(Scripted(action, "Output: none", "Final Answer: 1"))
    assert "division by zero" in fixed.messages[0].error


# ------------------------------------------------------------------ upstream's faults


@pytest.mark.parametrize(
    "action",
    ['Action: think("问题")', 'Action: think("the End")', 'Action: think("Question")', 'Action: think("end()")'],
)  # fmt: skip
def test_stop_word_inside_a_call_does_not_kill_the_run(action: str) -> None:
    response = react(Scripted(action, "Output: 42", "Final Answer: 42"))
    assert response.stop_reason == "final_answer"


def test_reply_without_a_label_is_recorded() -> None:
    assert told(react(Scripted("Question: what else?"))) == [
        ("Question: what else?", "think", "model")
    ]


def test_failing_tool_is_a_recorded_step_and_not_a_silent_repetition() -> None:
    chat = Scripted('Action: calculate("1 / 0")', "Output: none", "Final Answer: 1")
    response = react(chat)
    assert response.messages[0].parsed == 'calculate("1 / 0")'
    assert "division by zero" in response.messages[0].error
    assert len(response.messages) == 3


def test_nothing_that_a_model_writes_is_evaluated(tmp_path: object) -> None:
    """Upstream ran `eval` on the answer and on arguments."""
    evil = f"__import__('pathlib').Path('{tmp_path}/ran').touch()"
    response = react(
        Scripted(f'Action: calculate("{evil}")', f"[{evil}]", f"Final Answer: [{evil}]")
    )
    assert response.answer == f"[{evil}]"
    assert not list(tmp_path.iterdir())  # type: ignore[attr-defined]


def test_one_list_entry_that_is_no_text_breaks_nothing() -> None:
    """Upstream returned a number from such a list, and the comparison crashed."""
    response = react(Scripted('Action: think("?")', "Output: [42]", "That is all."))
    assert response.answer == "42"


def test_box_in_the_final_answer() -> None:
    assert react(Scripted(r"Final Answer: the value is $\boxed{42}$.")).answer == "42"


def test_system_message_on_demand() -> None:
    chat = Scripted("Final Answer: 1")
    react(chat, system=True)
    assert chat.asked[0][0][0].role == "system"


def test_nothing_is_left_from_one_question_to_the_next() -> None:
    method = build_react(plan("react"))
    first = Scripted(TWICE, "Final Answer: 42")
    answered(method, first)
    second = Scripted("Final Answer: 1")
    response = answered(method, second, question("Another one."))
    assert len(response.messages) == 1
    assert "2 \\times 21" not in second.prompt(0)


def test_exchanged_prompt_is_as_long_as_the_other() -> None:
    chat = Scripted('Action: think("?")', "42", "Final Answer: 42")
    react(chat)
    last = chat.asked[1][0][-1]
    assert isinstance(last, Message)
    assert len(chat.asked[1][0]) == len(chat.asked[0][0]) + 1
