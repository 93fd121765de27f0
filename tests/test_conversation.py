"""A trace page reads as a conversation: names, authors, rounds, folds and reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from talking_site import TALKS, broken, deli, deliberation, program, say, talking_site

from generator.pages import pages
from generator.pages.conversation import (
    FEW,
    conversation,
    name_of,
    round_rows,
    shown_steps,
    stopped,
    stretches,
)
from generator.records import Response, Round, Step
from generator.render import Renderer
from generator.typeset import Typesetter
from generator.typeset.markup import Mark, verbatim

JUDGED = deli().judgements[0]
STEPS = shown_steps(deliberation(), JUDGED)


def rendered(path: str) -> str:
    (page,) = [page for page in pages(talking_site()) if page.path == path]
    return " ".join(Renderer(Typesetter()).body(page).split())


PAGE = rendered("traces/talks/test-0000.html")


def test_every_step_has_a_name_for_readers():
    assert [each.name for each in STEPS[:9]] == [
        "first solution",
        "action, to think",
        "output",
        "action",
        "output",
        "action",
        "output",
        "final answer",
        "revision",
    ]


def test_what_a_user_said_is_the_prompt():
    assert name_of(Step(kind="init", author="prompt", text="Solve it.")) == "prompt"


def test_made_up_outputs_are_the_model_s_and_a_final_answer_is_none():
    assert [k for k, each in enumerate(STEPS) if each.made_up] == [2, 4]
    assert PAGE.count("written by the model, not by a tool") == 2


def test_calls_and_outputs_are_shown_letter_for_letter_and_solutions_typeset():
    assert [each.verbatim for each in STEPS[:9]] == [False, *[True] * 6, False, False]
    assert '<pre class="fw-said" dir="auto">Action: solve_eq(&#39;3 x = 12&#39;)</pre>' in PAGE


def test_errors_and_what_was_cut_off_stand_beside_their_step():
    assert "no closing bracket" in PAGE
    assert "Final Answer: 99" in PAGE


def test_a_call_is_repeated_only_where_the_text_does_not_say_it():
    (code, _) = shown_steps(program(), JUDGED)
    assert code.ran == ""
    message = say("action", "Action: solve_eq(equation='x = 1')", 1, parsed="solve_eq('x = 1')")
    (step,) = shown_steps(Response(problem_id="p", messages=(message,)), JUDGED)
    assert step.ran == "solve_eq('x = 1')"


def test_rounds_are_folded_but_for_the_first_and_the_last():
    long = replace(
        deliberation(),
        messages=(*deliberation().messages, say("think", "more", 3), say("think", "end", 4)),
    )
    found = conversation(long, JUDGED)
    assert [(each.number, each.open) for each in found] == [
        (0, True), (1, False), (2, False), (3, False), (4, True),
    ]  # fmt: skip


def test_a_short_conversation_is_all_open():
    found = conversation(broken(), JUDGED)
    assert all(each.open for each in found)


def test_the_middle_of_a_long_round_is_folded():
    parts = stretches(STEPS[: FEW + 2], all_open=False)
    assert [(len(part.steps), part.folded) for part in parts] == [(2, False), (4, True), (2, False)]


def test_a_round_that_comes_again_has_no_second_anchor():
    messages = (say("init", "a", 0), say("think", "b", 1), say("think", "c", 0))
    found = conversation(Response(problem_id="p", messages=messages), JUDGED)
    assert [(each.number, each.again) for each in found] == [(0, False), (1, False), (0, True)]


def test_a_response_that_failed_still_shows_what_was_said():
    assert [each.number for each in conversation(broken(), JUDGED)] == [0, 1]


def test_answers_of_every_round_are_judged():
    rows = round_rows(deliberation(), TALKS[0], JUDGED)
    found = [
        (row.number, row.tool and row.tool.right, row.words and row.words.right) for row in rows
    ]
    assert found == [(0, None, False), (1, True, False), (2, True, True)]
    assert rows[2].noted == ("the answers agree",)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (deliberation(), "the answer with tools and that in words agreed"),
        (
            Response(problem_id="p", stop_reason="agree", rounds=(Round(number=0),)),
            "two answers agreed",
        ),
        (Response(problem_id="p", error="timeout"), "a call or a program failed"),
        (Response(problem_id="p", stop_reason="zebra"), ""),
        (Response(problem_id="p"), ""),
    ],
)
def test_why_it_stopped_is_told_in_words(response, words):
    assert stopped(response) == words


def test_matches_are_marked_inside_calls():
    assert 'Action: solve_eq(&#39;<mark class="fw-hit">3 x = 12' in PAGE or "fw-hit" in PAGE
    mark = Mark(start=2, end=5, href="#a", label="1", title="t")
    assert str(verbatim("<b x>", [mark])) == (
        '&lt;b<mark class="fw-hit"> x&gt;<a class="fw-tag" href="#a" title="t">1</a></mark>'
    )


def test_choices_and_tables_of_a_problem_are_shown():
    assert '<ul class="fw-choices">' in PAGE
    other = rendered("traces/talks/test-0001.html")
    assert '<th scope="col">x</th>' in other
    assert "<td>$1.50</td>" in other, "cells are plain"
