"""DELI, Algorithm 1 of the CARP paper, round by round: agree, converged, maximum, failure, fallback."""

from __future__ import annotations

import pytest
from scripted_chat import Endless, Scripted, answered, plan, question

from generator.methods import METHODS
from generator.methods.contract import CallFailed
from generator.methods.deli import build_deli, without_answer
from generator.methods.initial import INITIALISERS
from generator.records import Response

RIGHT = "It is $2 \\times 21 = 42$.\nThe answer is: $42$"
WRONG = "It is $2 + 21 = 23$.\nThe answer is: $23$"
OTHER = "It is $21 - 2 = 19$.\nThe answer is: $19$"
TWICE = 'Action: calculate("2 \\times 21")'


def deli(chat: Scripted, name: str = "fixed", **changes: object) -> Response:
    return answered(build_deli(plan("deli", name, **changes)), chat)  # type: ignore[arg-type]


def seen(response: Response) -> list[tuple[int, str, str, tuple[str, ...]]]:
    return [(r.number, r.tool_answer, r.text_answer, r.noted) for r in response.rounds]


def test_agree_in_the_first_round() -> None:
    chat = Scripted(WRONG, TWICE, "Final Answer: $42$", RIGHT)
    response = deli(chat)
    assert seen(response) == [(0, "", "23", ()), (1, "42", "42", ("agree",))]
    assert (response.stop_reason, response.answer) == ("agree", "42")
    assert [(turn.kind, turn.made_by, turn.round) for turn in response.messages] == [
        ("init", "model", 0),
        ("action", "model", 1),
        ("output", "tool", 1),
        ("output", "model", 1),
        ("revise", "model", 1),
    ]
    assert (response.n_calls, response.n_tool_calls) == (4, 1)


def test_agreement_is_mathematical() -> None:
    chat = Scripted(WRONG, r"Final Answer: $\frac { 84 } { 2 }$", RIGHT)
    response = deli(chat)
    assert response.stop_reason == "agree"
    assert response.answer == r"\frac { 84 } { 2 }"


def test_agreement_is_between_the_two_answers_of_one_round_and_not_with_the_initial_one() -> None:
    chat = Scripted(RIGHT, "Final Answer: 42", WRONG, "Final Answer: 23", WRONG)
    response = deli(chat, stop_on_converged_nl=False)
    assert [r.noted for r in response.rounds] == [(), (), ("agree", "converged_nl")]
    assert (response.stop_reason, response.answer) == ("agree", "23")


def test_converged_needs_both_texts_and_a_round_before() -> None:
    chat = Scripted(WRONG, "Final Answer: 42", WRONG, "Final Answer: 42", WRONG)
    response = deli(chat, stop_on_converged_nl=False)
    assert [r.noted for r in response.rounds] == [
        (),
        ("converged_nl",),  # the words came back unchanged, but there was no tool solution before
        ("converged", "converged_nl"),
    ]
    assert (response.stop_reason, response.answer) == ("converged", "42")


def test_other_calls_with_the_same_words_are_not_converged() -> None:
    chat = Scripted(
        WRONG, "Final Answer: 42", WRONG, "Final Answer: 43", WRONG, "Final Answer: 44", WRONG
    )
    response = deli(chat, stop_on_converged_nl=False)
    assert response.stop_reason == "max_turns"
    assert response.answer == "44"
    assert all("converged" not in r.noted for r in response.rounds)


def test_other_words_with_the_same_calls_are_not_converged() -> None:
    chat = Scripted(
        WRONG, "Final Answer: 42", OTHER, "Final Answer: 42", WRONG, "Final Answer: 42", OTHER
    )
    response = deli(chat)
    assert response.stop_reason == "max_turns"
    assert [r.noted for r in response.rounds] == [(), (), (), ()]


def test_converged_nl_stops_early_where_that_is_set_and_is_logged_in_any_case() -> None:
    early = deli(Scripted(WRONG, "Final Answer: 42", WRONG))
    assert (early.stop_reason, early.answer) == ("converged", "42")
    assert early.rounds[1].noted == ("converged_nl",)
    faithful = Scripted(WRONG, "Final Answer: 42", WRONG, "Final Answer: 42", WRONG)
    assert deli(faithful, "faithful").rounds[1].noted == ("converged_nl",)
    assert not faithful.left


def test_maximum_returns_the_last_answer_of_the_tools() -> None:
    texts = [WRONG, OTHER]
    chat = Endless(lambda k: texts[k // 2 % 2] if k % 2 == 0 else f"Final Answer: {k}")
    response = deli(chat)
    assert [r.number for r in response.rounds] == [0, 1, 2, 3]
    assert (response.stop_reason, response.answer) == ("max_turns", "5")


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_number_of_rounds_can_be_set(turns: int) -> None:
    texts = [WRONG, OTHER]
    chat = Endless(lambda k: texts[k // 2 % 2] if k % 2 == 0 else "Final Answer: 1")
    response = deli(chat, max_turns=turns)
    assert [r.number for r in response.rounds] == list(range(turns + 1))
    assert len(chat.asked) == 1 + 2 * turns


def test_failure_of_the_tools_is_returned_as_in_the_paper() -> None:
    chat = Scripted(WRONG, TWICE, TWICE, RIGHT)
    response = deli(chat, "faithful", max_turns=1, max_steps=2)
    assert (response.stop_reason, response.answer) == ("max_turns", None)
    assert response.rounds[1].noted == ("tool_failed",)
    assert response.rounds[1].text_answer == "42"


def test_fallback_returns_the_answer_in_words_and_both_are_in_the_trace() -> None:
    chat = Scripted(WRONG, TWICE, TWICE, RIGHT)
    response = deli(chat, max_turns=1, max_steps=2)
    assert (response.stop_reason, response.answer) == ("max_turns", "42")
    assert response.rounds[1].noted == ("tool_failed", "fallback_to_cot")
    assert (response.rounds[1].tool_answer, response.rounds[1].text_answer) == ("", "42")


def test_two_empty_answers_do_not_agree() -> None:
    chat = Scripted("I see.", "Hm.", "I still see.", "Hm.", "I see it all.")
    response = deli(chat, max_turns=2)
    assert response.stop_reason == "max_turns"
    assert response.answer is None


def test_answers_that_cannot_be_read_do_not_end_the_run() -> None:
    """Upstream's comparison had an alarm whose error nobody caught."""
    bad = "9 ^ { 9 ^ { 9 ^ { 9 } } }"
    chat = Scripted(
        WRONG,
        f"Final Answer: {bad}",
        "The answer is: $\\frac { ( ( 1$",
        "Final Answer: 1",
        "The answer is: $1$",
    )
    assert deli(chat).stop_reason == "agree"


def test_failing_call_keeps_all_rounds_so_far() -> None:
    chat = Scripted(WRONG, "Final Answer: 42", OTHER, CallFailed("http_500"))
    response = deli(chat)
    assert (response.stop_reason, response.error) == ("error", "http_500")
    assert len(response.rounds) == 2
    assert len(response.messages) == 3


def test_tools_start_from_the_words_and_words_from_both() -> None:
    chat = Scripted(WRONG, TWICE, "Final Answer: 42", OTHER, "Final Answer: 42", RIGHT)
    deli(chat)
    assert f"Trial: {WRONG}" in chat.asked[1][0][-1].content
    revision = chat.asked[3][0][-1].content
    assert WRONG in revision
    assert f"{TWICE}\nOutput: 42\nFinal Answer: 42" in revision
    assert f"Trial: {OTHER}" in chat.asked[4][0][-1].content


def test_revision_may_quote_an_output_line() -> None:
    """Upstream asked for it with the stop text of the tools and cut such a solution."""
    chat = Scripted(WRONG, "Final Answer: 42", RIGHT)
    deli(chat)
    assert chat.asked[2][1].stop == ()


def test_answer_sentence_can_be_left_out_of_the_trial() -> None:
    chat = Scripted(WRONG, "Final Answer: 42", RIGHT)
    deli(chat, strip_answer=True)
    assert chat.asked[1][0][-1].content.endswith("Trial: It is $2 + 21 = 23$.")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("We add.\nThe answer is: $5$", "We add."),
        ("We add. It is $3 .  5$. The answer is: $3 . 5$.", "We add. It is $3 .  5$."),
        ("We add $2$.\nThe answer is: $5$\nThat was all.", "We add $2$.\nThat was all."),
        ("两边相加，得 $5$。答案是：$5$", "两边相加，得 $5$。"),
        ("The answer is: $5$", ""),
        ("no such line", "no such line"),
    ],
)
def test_only_the_sentence_with_the_answer_is_left_out(text: str, left: str) -> None:
    assert without_answer(text) == left


@pytest.mark.parametrize("init", sorted(INITIALISERS))
def test_every_initialiser(init: str) -> None:
    first = [RIGHT, RIGHT] if init == "php" else [RIGHT]
    chat = Scripted(*first, "Final Answer: 42", RIGHT)
    response = deli(chat, init=init)
    assert response.stop_reason == "agree"
    assert {turn.round for turn in response.messages[: len(first)]} == {0}
    assert response.messages[0].kind == "init"
    shown = ("d/train-0000" in response.exemplars) or bool(chat.asked[0][0][:-1])
    assert shown or init == "zero-shot-cot"


def test_initialisers_are_those_of_the_table() -> None:
    assert set(METHODS["deli"].inits) == set(INITIALISERS)
    assert METHODS["deli"].inits[0] == "retrieval-cot"


def test_bound_of_the_paper_holds() -> None:
    """1 + 3 (2 * 15 + 1) = 94 calls."""
    texts = [WRONG, OTHER]
    seen_prompts: list[str] = []

    def say(k: int) -> str:
        seen_prompts.append("")
        return (
            'Action: think("?")'
            if k and (k - 1) % 31 < 30 and (k - 1) % 31 % 2 == 0
            else texts[(k // 31) % 2]
        )

    chat = Endless(say)
    response = deli(chat, "faithful")
    assert len(chat.asked) == 94 == METHODS["deli"].calls(plan("deli").settings)[1]
    assert response.n_calls == 94
    assert response.stop_reason == "max_turns"


@pytest.mark.parametrize(
    ("tools", "words"),
    [("B", "(B) 42"), ("(B)", "B"), ("B) 42", r"$\textbf{(B) }42$"), (r"\textbf{(B) }42", "B")],
)
def test_multiple_choice_compares_and_returns_letters(tools: str, words: str) -> None:
    """Upstream compared a letter with the whole option, and scored `D) 980`, as mathematics."""
    chat = Scripted("The answer is: (A)", f"Final Answer: {tools}", f"The answer is: {words}")
    response = answered(build_deli(plan("deli")), chat, question(kind="choice"))
    assert (response.stop_reason, response.answer) == ("agree", "B")


def test_other_letters_do_not_agree_whatever_stands_behind_them() -> None:
    chat = Scripted("The answer is: (A)", "Final Answer: (C) 42", "The answer is: (B) 42")
    response = answered(build_deli(plan("deli", max_turns=1)), chat, question(kind="choice"))
    assert (response.stop_reason, response.answer) == ("max_turns", "C")


def test_first_round_cannot_converge_even_where_all_is_as_before() -> None:
    """`i != 0` of the paper is vacuous: rounds begin at 1, and there is no tool solution 0."""
    chat = Scripted("Final Answer: 1", "Final Answer: 1", "Final Answer: 1")
    response = deli(chat, "faithful", max_turns=1)
    assert response.stop_reason == "agree"
    assert response.rounds[1].noted == ("agree", "converged_nl")


def test_overflow_after_some_rounds_is_a_stop_of_its_own() -> None:
    short = [CallFailed("context_overflow")] * 6
    response = deli(Scripted(WRONG, *short))
    assert (response.stop_reason, response.error) == ("overflow", "context_overflow")
    assert (response.answer, len(response.rounds)) == (None, 1)


def test_answer_of_a_failed_tool_stage_in_an_earlier_round_is_not_kept() -> None:
    """The last answer of the tools is returned, and not the last one that there was."""
    chat = Scripted(WRONG, "Final Answer: 42", OTHER, TWICE, TWICE, WRONG)
    response = deli(chat, "faithful", max_turns=2, max_steps=2)
    assert [r.tool_answer for r in response.rounds] == ["", "42", ""]
    assert (response.stop_reason, response.answer) == ("max_turns", None)
