"""A trace page reads as a conversation: names, authors, rounds, folds and reasons."""

from __future__ import annotations

from dataclasses import replace

from talking_site import broken, deli, deliberation, program, say, talking_site

from generator.pages import pages
from generator.pages.conversation import (
    FEW,
    LONGEST,
    TALL,
    conversation,
    name_of,
    shown_steps,
    stretches,
)
from generator.records import Response, Step
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


def test_what_is_folded_says_which_troubles_are_in_it():
    (_, folded, _) = stretches(STEPS[:9], all_open=False)
    assert (folded.errors, folded.made_up) == (1, 2)
    assert "written by the model</summary>" in PAGE


def test_an_error_is_told_in_words_where_it_is_a_slug():
    (code, repl) = shown_steps(
        Response(
            problem_id="p",
            messages=(say("code", "x", parsed="x"), say("repl", "Output: y", error="no_value")),
        ),
        JUDGED,
    )
    assert (code.trouble, repl.trouble) == ("", "the program returned nothing")


def test_a_long_text_is_folded_and_a_very_long_one_cut():
    text = " ".join(str(n) for n in range(LONGEST))
    (step,) = shown_steps(Response(problem_id="p", text=text), JUDGED)
    assert step.tall
    assert (step.text, step.omitted) == (text[:LONGEST], len(text) - LONGEST)
    (step,) = shown_steps(Response(problem_id="p", text=text[:TALL]), JUDGED)
    assert not step.tall


def test_a_text_that_repeats_itself_is_shown_up_to_where_it_does():
    (step,) = shown_steps(Response(problem_id="p", text="Then " + "$x = 4$ so " * 90), JUDGED)
    assert step.text == "Then $x = 4$ so $x = 4$ so"
    assert (step.loop.period, step.loop.more, step.omitted) == (11, 88, 0)


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
