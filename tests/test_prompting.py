"""How many worked problems a prompt has room for (methods.md 0.3), and how it shrinks."""

from __future__ import annotations

import dataclasses

import pytest
from scripted_chat import SHOTS, Scripted, answered, plan, question

from generator.methods.cot import build_cot, cot_prompt
from generator.methods.prompting import Prompt, Shot, assistant, tokens, user
from generator.methods.prompts import template

PLAN = dataclasses.replace(plan("random-cot"), reply_tokens=100)


def fitted(context: int, nearest: str = "first", *, counted: bool = True) -> tuple[str, ...]:
    settings = dataclasses.replace(PLAN.settings, context=context, count_question=counted)
    prompt = cot_prompt(PLAN, question(), SHOTS, nearest)  # type: ignore[arg-type]
    return prompt.fitted(dataclasses.replace(PLAN, settings=settings)).ids()


IDS = tuple(shot.problem_id for shot in SHOTS)
QUESTION = tokens((user("Problem: Find $2 v$ where $v = 21$."),))
INSTRUCTION = tokens((user(template("cot-first", "en").replace("Problem: {question}", "")),)) - 4
FIXED = QUESTION + INSTRUCTION
SIZES = [tokens(shot.turns) for shot in cot_prompt(PLAN, question(), SHOTS).shots]


def test_without_a_limit_all_are_kept() -> None:
    assert fitted(0) == IDS


@pytest.mark.parametrize("count", range(5))
def test_adding_stops_at_the_first_that_does_not_fit(count: int) -> None:
    room = 100 + FIXED + sum(SIZES[:count]) + 1
    assert fitted(room) == IDS[:count]
    if count:
        assert fitted(room - 1) == IDS[: count - 1]


def test_first_misfit_is_not_skipped_over() -> None:
    long = dataclasses.replace(SHOTS[1], solution="much " * 500)
    prompt = cot_prompt(PLAN, question(), (SHOTS[0], long, SHOTS[2]))
    settings = dataclasses.replace(PLAN.settings, context=400)
    assert prompt.fitted(dataclasses.replace(PLAN, settings=settings)).ids() == IDS[:1]


def test_nearest_are_kept_where_the_nearest_is_last() -> None:
    room = 100 + FIXED + SIZES[3] + SIZES[2] + 1
    assert fitted(room, "last") == IDS[2:]


def test_faithful_preset_does_not_count_the_question() -> None:
    room = 100 + INSTRUCTION + sum(SIZES) + 1
    assert fitted(room, counted=False) == IDS
    assert fitted(room - 1, counted=False) == IDS[:3]
    assert fitted(room) == IDS[:3]
    assert plan("random-cot", "faithful").settings.context == 4090
    assert not plan("random-cot", "faithful").settings.count_question


@pytest.mark.parametrize(("said", "kept"), [("word " * 10, 1), ("word " * 400, 0)])
def test_scratchpad_counts_even_where_the_question_does_not(said: str, kept: int) -> None:
    """Worked traces can vanish in the middle of a long deliberation (methods.md 2.2)."""
    settings = dataclasses.replace(PLAN.settings, context=400, count_question=False)
    prompt = Prompt(
        shots=(Shot(problem_id="d/train-0000", turns=(user("A"), assistant("B"))),),
        tail=(user("A long question " * 400), assistant(said)),
    )
    assert len(prompt.fitted(dataclasses.replace(PLAN, settings=settings)).shots) == kept


@pytest.mark.parametrize(
    ("room", "left_out", "shown"),
    [(0, None, ()), (100 + FIXED + sum(SIZES[:3]) + 1, 1, IDS[:3]), (1, 4, ())],
)
def test_response_says_how_many_were_left_out_even_where_none_is_left(
    room: int, left_out: int | None, shown: tuple[str, ...]
) -> None:
    """No ids and nothing left out: all of the run's own, which its card names."""
    settings = dataclasses.replace(PLAN.settings, context=room)
    method = build_cot(dataclasses.replace(PLAN, settings=settings))
    response = answered(method, Scripted("The answer is: $1$"))
    assert (response.left_out, response.exemplars) == (left_out, shown)


def test_prompt_without_worked_problems_is_never_cut() -> None:
    settings = dataclasses.replace(PLAN.settings, context=1)
    prompt = Prompt(tail=(user("A long question " * 100),))
    assert prompt.fitted(dataclasses.replace(PLAN, settings=settings)) == prompt


def test_estimate_is_on_the_high_side_of_what_tokenizers_say() -> None:
    """By hand: 4 letters a token, each digit, sign and Chinese character by itself."""
    assert tokens((user("Find"),)) == 5
    assert tokens((user("equation 123 解方程 $x$"),)) == 4 + 2 + 3 + 3 + 3
