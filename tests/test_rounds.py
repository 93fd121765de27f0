"""Round by round: which answers were compared, which one was returned, and why it ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from talking_site import TALKS, broken, deli, deliberation, failing

from generator.pages.rounds import round_rows, stopped
from generator.records import Response, Round

JUDGED = deli().judgements


def rows(response: Response, index: int = 0, method: str = "deli"):
    return round_rows(response, TALKS[index], JUDGED[index], method)


def php(*answers: str, stop: str = "max_turns") -> Response:
    rounds = tuple(Round(number=k, text_answer=text) for k, text in enumerate(answers))
    return Response(problem_id="p", rounds=rounds, answer=answers[-1] or None, stop_reason=stop)


def test_answers_of_every_round_are_judged():
    found = [
        (row.number, row.tool and row.tool.verdict, row.words and row.words.verdict)
        for row in rows(deliberation())
    ]
    assert found == [(0, None, "wrong"), (1, "right", "wrong"), (2, "right", "right")]


def test_the_answer_of_the_response_has_the_verdict_of_the_response():
    judged = replace(JUDGED[0], verdict="unparsable")
    (*_, last) = round_rows(deliberation(), TALKS[0], judged, "deli")
    assert last.tool.verdict == "unparsable"


def test_what_the_rules_saw_is_told_in_words_and_once():
    assert [row.noted for row in rows(deliberation())] == [
        (),
        ("the two answers differ",),
        ("the answers agree",),
    ]
    again = Round(number=1, tool_answer="4", text_answer="5", noted=("converged", "converged_nl"))
    (row,) = rows(replace(deliberation(), rounds=(again,)))
    assert row.noted == ("the two answers differ", "nothing changed")
    (row,) = rows(replace(deliberation(), rounds=(Round(number=1, noted=("zebra",)),)))
    assert row.noted == ("zebra",)


def test_the_answer_that_was_returned_is_pointed_at_in_the_last_round():
    assert [row.returned for row in rows(deliberation())] == [None, None, "tool"]
    assert [row.returned for row in rows(failing(), 1)] == [None, "words"]
    assert [row.returned for row in rows(broken(), 2)] == [None, None]


def test_a_response_that_returned_no_answer_says_so_in_its_last_round():
    assert [row.noted for row in rows(php("5", ""))] == [(), ("no answer was returned",)]
    assert [row.noted for row in rows(broken(), 2)] == [(), ()], "an error is told elsewhere"


def test_hints_are_the_earlier_answers_and_no_empty_ones():
    found = [row.hints for row in rows(php("5", "", "4"), method="php")]
    assert found == [(), ("5",), ("5",)]
    assert {row.hints for row in rows(php("5", "4"), method="iterative-cot")} == {()}


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (deliberation(), "the answer with tools and that in words agreed"),
        (php("4", "4", stop="agree"), "two answers in a row agreed"),
        (Response(problem_id="p", error="timeout"), "a call or a program failed"),
        (Response(problem_id="p", stop_reason="zebra"), ""),
        (Response(problem_id="p"), ""),
    ],
)
def test_why_it_stopped_is_told_in_words(response, words):
    assert stopped(response) == words
