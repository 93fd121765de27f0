"""Progressive-Hint prompting: its hints, its stops, and what is no agreement."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_chat import SHOTS, Endless, Scripted, answered, plan, question

from generator.methods.contract import CallFailed
from generator.methods.php import build_php
from generator.records import Response


def php(chat: Scripted, **changes: object) -> Response:
    return answered(build_php(plan("php", **changes)), chat)


def say(answer: str) -> str:
    return f"We look at it.\nThe answer is: ${answer}$"


def test_stops_when_two_in_a_row_agree() -> None:
    chat = Scripted(say("40"), say("42"), say("42"))
    response = php(chat)
    assert (response.stop_reason, response.answer) == ("agree", "42")
    assert [(r.number, r.text_answer, r.noted) for r in response.rounds] == [
        (0, "40", ()),
        (1, "42", ()),
        (2, "42", ("agree",)),
    ]
    assert [turn.kind for turn in response.messages] == ["init", "revise", "revise"]


def test_two_calls_at_least() -> None:
    chat = Scripted(say("42"), say("42"))
    assert php(chat).stop_reason == "agree"
    assert not chat.left


def test_all_earlier_answers_are_hints_in_their_order() -> None:
    chat = Scripted(say("40"), say("41"), say("42"), say("42"))
    php(chat)
    assert "Hint" not in chat.prompt(0)
    assert "earlier attempts found $40$." in chat.asked[1][0][-1].content
    assert "earlier attempts found $40$, $41$." in chat.asked[2][0][-1].content
    assert "earlier attempts found $40$, $41$, $42$." in chat.asked[3][0][-1].content


def test_answers_are_compared_as_text_without_layout() -> None:
    chat = Scripted(say(r"\dfrac { 1 } { 2 }"), say(r"\frac{1}{2}"))
    assert php(chat).stop_reason == "agree"


@pytest.mark.parametrize(("one", "other"), [("x = 3", "3"), ("0.5", r"\frac{1}{2}")])
def test_answers_are_compared_after_hendryckss_normaliser(one: str, other: str) -> None:
    assert php(Scripted(say(one), say(other))).stop_reason == "agree"


def test_same_value_in_another_form_is_another_text() -> None:
    chat = Scripted(say("0.25"), say(r"\frac{1}{4}"), say(r"\frac{1}{4}"))
    assert len(php(chat).rounds) == 3


def test_hint_of_a_choice_is_in_brackets_and_the_comparison_is_of_letters() -> None:
    shots = tuple(replace(shot, answer="ABCD"[k]) for k, shot in enumerate(SHOTS))
    chat = Scripted("The answer is: (B) 42", "It is that.\nThe answer is: B")
    method = build_php(replace(plan("php"), exemplars=shots))
    response = answered(method, chat, question(kind="choice"))
    assert (response.stop_reason, response.answer) == ("agree", "B")
    assert "earlier attempts found (B)." in chat.asked[1][0][-1].content
    assert "earlier attempts found (B), (A)." in chat.asked[1][0][0].content


def test_failed_call_ends_it() -> None:
    """Upstream asked again for ever after any exception."""
    response = php(Scripted(say("42"), CallFailed("http_500")))
    assert (response.stop_reason, response.error) == ("error", "http_500")


def test_eight_turns_at_most() -> None:
    """Upstream had no bound and asked for ever."""
    chat = Endless(lambda k: say(str(k)))
    response = php(chat)
    assert (response.stop_reason, response.answer) == ("max_turns", "7")
    assert len(chat.asked) == 8


def test_empty_answers_neither_agree_nor_become_hints() -> None:
    """Upstream stopped at two empty answers."""
    chat = Endless(lambda _: "I cannot say.")
    response = php(chat, max_turns=4)
    assert (response.stop_reason, response.answer) == ("max_turns", None)
    assert len(chat.asked) == 4
    assert all("Hint" not in chat.prompt(k) for k in range(4))


def test_right_answer_on_both_sides_of_an_empty_one_does_not_agree() -> None:
    chat = Scripted(say("42"), "I cannot say.", say("42"), say("42"))
    assert len(php(chat).rounds) == 4


def test_worked_problems_carry_right_and_wrong_hints_and_repeat_them() -> None:
    chat = Scripted(say("1"), say("1"))
    php(chat)
    turns = [turn.content for turn in chat.asked[1][0]]
    hints = [turn.split("earlier attempts found ")[1].split(".)")[0] for turn in turns[:-1:2]]
    right = [shot.answer in hint for shot, hint in zip(SHOTS, hints, strict=True)]
    assert right == [True, False, True, False]
    assert all(hints)
    for hint, solution in zip(hints, turns[1::2], strict=True):
        assert solution.startswith(f"The hints say that the answer may be {hint}.")


def test_worked_solutions_have_balanced_braces() -> None:
    """Upstream's exemplars lacked one."""
    chat = Scripted(say("1"), say("1"))
    php(chat)
    text = chat.prompt(1)
    assert text.count("{") == text.count("}")
    assert text.count("$") % 2 == 0


def test_worked_problem_that_is_the_question_is_dropped_from_both_prompts() -> None:
    chat = Scripted(say("1"), say("1"))
    answered(build_php(plan("php")), chat, question(SHOTS[1].question))
    assert [len(asked) for asked, _ in chat.asked] == [7, 7]


@pytest.mark.parametrize("turns", [1, 2])
def test_limit_can_be_set(turns: int) -> None:
    chat = Endless(lambda k: say(str(k)))
    php(chat, max_turns=turns)
    assert len(chat.asked) == turns
