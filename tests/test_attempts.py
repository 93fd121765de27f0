"""Several attempts: pass@k, maj@k and best-of-k, by hand and by going through every draw."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import FaultsFound
from generator.lock import score_data
from generator.methods.writing import response_row
from generator.metrics import METRICS, score
from generator.metrics.attempts import attempt_scores
from generator.metrics.choosing import best_of, majority, pass_at
from generator.metrics.voting import classes
from generator.records import Answer, AnswerType, Choice, Judgement, Problem, Response, Target
from generator.responses import native

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("n", "right", "k", "wanted"),
    [
        (4, 2, 2, Fraction(5, 6)),
        (4, 2, 1, HALF),
        (4, 0, 4, 0),
        (4, 1, 4, 1),
        (10, 3, 5, Fraction(11, 12)),
        (1000, 1, 500, HALF),
    ],
)
def test_pass_at_k(n, right, k, wanted):
    assert pass_at(n, right, k) == wanted


@pytest.mark.parametrize(
    ("right", "wrong", "silent", "k", "wanted"),
    [
        (3, (2,), 0, 5, 1),
        (2, (3,), 0, 5, 0),
        (2, (2, 1), 0, 5, HALF),
        (1, (1, 1), 0, 3, Fraction(1, 3)),
        (1, (), 4, 5, 1),
        (0, (), 5, 5, 0),
        (0, (2,), 0, 2, 0),
        (1, (), 4, 1, Fraction(1, 5)),
    ],
    ids=["most", "fewer", "tie", "threefold tie", "silent do not vote", "none", "wrong", "one"],
)
def test_majority(right, wrong, silent, k, wanted):
    assert majority(right, wrong, silent, k) == wanted


def draws(answers: list[str], k: int) -> Fraction:
    """The majority by going through every draw."""
    shares = []
    for drawn in combinations(answers, k):
        votes = {each: drawn.count(each) for each in drawn if each}
        top = [each for each in votes if votes[each] == max(votes.values())]
        shares.append(Fraction("right" in top, max(1, len(top))))
    return sum(shares, Fraction(0)) / len(shares)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 4),
    st.lists(st.integers(1, 3), max_size=3),
    st.integers(0, 2),
    st.integers(1, 9),
)
def test_majority_counts_what_every_draw_gives(right, wrong, silent, k):
    answers = ["right"] * right + [""] * silent
    answers += [str(index) for index, size in enumerate(wrong) for _ in range(size)]
    if k <= len(answers):
        assert majority(right, wrong, silent, k) == draws(answers, k)


@pytest.mark.parametrize(
    ("scored", "k", "wanted"),
    [
        ([(0.9, True), (0.5, False), (0.1, False)], 2, Fraction(2, 3)),
        ([(0.9, True), (0.5, False), (0.1, False)], 3, 1),
        ([(0.9, False), (0.5, True)], 2, 0),
        ([(0.5, False), (0.5, True)], 2, HALF),
        ([(None, True), (-3.0, False)], 2, 0),
        ([(None, True), (None, False)], 2, HALF),
    ],
    ids=["in 2 of 3 pairs", "all", "ranker wrong", "tie", "no score is lowest", "no scores"],
)
def test_best_of(scored, k, wanted):
    assert best_of(scored, k) == wanted


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.booleans()), min_size=1, max_size=8))
def test_one_attempt_is_the_share_however_it_is_chosen(scored):
    right = sum(good for _, good in scored)
    share = Fraction(right, len(scored))
    assert pass_at(len(scored), right, 1) == share
    assert majority(right, (len(scored) - right,), 0, 1) == share
    assert best_of(scored, 1) == share


@given(st.integers(1, 12), st.data())
def test_more_attempts_never_pass_less(n, data):
    right = data.draw(st.integers(0, n))
    chances = [pass_at(n, right, k) for k in range(1, n + 1)]
    assert chances == sorted(chances)


def problem(number: int, **changed: str) -> Problem:
    fields = {"split": "t", "question": "q", "answer": "1", "answer_type": "number"} | changed
    return Problem(id=f"d/t-{number:04}", dataset="d", language="en", **fields)


def attempts(number: int, *texts: str, right: str = "1") -> list[Judgement]:
    return [
        Judgement(
            problem_id=f"d/t-{number:04}",
            attempt=index,
            verdict="right" if text == right else "wrong" if text else "no_answer",
            answer=Answer(text=text, rule="r", step=0) if text else None,
            rule="",
            why="",
        )
        for index, text in enumerate(texts)
    ]


def missing(number: int) -> Judgement:
    return Judgement(
        problem_id=f"d/t-{number:04}", attempt=0, verdict="missing", answer=None, rule="", why=""
    )


def lines(judgements: list[Judgement], *scores: float) -> list[Response]:
    return [
        Response(problem_id=each.problem_id, attempt=each.attempt, text="x", rank_score=score)
        for each, score in zip(judgements, [*scores] or [None] * len(judgements), strict=True)
    ]


def test_one_attempt_has_no_scores_for_several():
    assert score([problem(0)], [], attempts(0, "1")).several == ()


def test_wrong_answers_vote_by_value():
    """0.5 and 1/2 are one answer with two votes, against one right vote."""
    judgements = attempts(0, "0.5", r"\frac{1}{2}", "1")
    found = attempt_scores([problem(0)], lines(judgements), judgements)
    assert [(each.k, each.majority.value) for each in found] == [
        (1, pytest.approx(1 / 3)),
        (2, pytest.approx(1 / 3)),
        (3, 0.0),
    ]
    assert [each.pass_at.value for each in found] == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1]


OPTIONS = tuple(Choice(label=x, text=y) for x, y in [("A", "red"), ("B", "12 cm"), ("C", "blue")])
GOLD_B = replace(problem(0), answer_type="choice", answer="C", choices=OPTIONS)
ON_TABLE = replace(problem(0), answer_type="table", answer="x", targets=(Target(text="x"),))


@pytest.mark.parametrize(
    ("asked", "texts", "sizes"),
    [
        (GOLD_B, ["B", "(B)", "option b", "12 cm", "A", "red"], (4, 2)),
        (GOLD_B, ["none of them", "None of them.", "A"], (2, 1)),
        (problem(0, answer_type="yes_no", answer="yes"), ["No", "false", "it is refuted"], (3,)),
        (problem(0, answer_type="yes_no", answer="yes"), ["no", "perhaps"], (1, 1)),
        (ON_TABLE, ["10", "10.0", "Ann, Bo", "Bo, Ann", "Bo"], (2, 2, 1)),
        (ON_TABLE, ["Sánchez", "Sanchez", "Sanchez (ESP)"], (3,)),
        (problem(0), ["5", "5 apples", "5.0", "6"], (3, 1)),
        (problem(0), ["1/3", "0.3333", "33 cows"], (2, 1)),
        (problem(0, answer_type="expression"), ["2x+1", "1+2x", r"\frac{1}{2}", "0.5"], (2, 2)),
        (problem(0, answer_type="text"), ["The Swans", "swans.", "Geese"], (2, 1)),
        (problem(0, answer_type="text"), [], ()),
    ],
)
def test_answers_vote_together_as_the_scorer_of_their_type_reads_them(asked, texts, sizes):
    assert classes(texts, asked) == sizes


@pytest.mark.parametrize("answer_type", get_args(AnswerType))
def test_any_text_has_a_class(answer_type):
    hostile = ["", "(" * 4000, "9" * 5000, "{{ x }}", "\x00", ", , ,"]
    assert sum(classes(hostile, problem(0, answer_type=answer_type))) == len(hostile)


def test_the_steps_are_powers_of_two_and_the_least_number_of_attempts():
    judgements = attempts(0, *"1" * 6) + attempts(1, *"1" * 9) + [missing(2)]
    found = attempt_scores([problem(i) for i in range(3)], lines(judgements[:-1]), judgements)
    assert [each.k for each in found] == [1, 2, 4, 6]
    assert [each.pass_at.value for each in found] == pytest.approx([2 / 3] * 4)
    assert {each.pass_at.n for each in found} == {3}


def test_very_many_attempts_are_counted_at_both_ends():
    judgements = attempts(0, *"1" * 65)
    assert [x.k for x in attempt_scores([problem(0)], lines(judgements), judgements)] == [1, 65]


def test_best_needs_a_score_on_every_reply():
    judgements = attempts(0, "2", "1")
    ranked = attempt_scores([problem(0)], lines(judgements, 0.1, 0.7), judgements)
    assert [each.best.value for each in ranked] == [0.5, 1.0]
    some = [*lines(judgements[:1], 0.1), *lines(judgements[1:])]
    assert [each.best for each in attempt_scores([problem(0)], some, judgements)] == [None, None]


def test_a_reply_that_failed_needs_no_score():
    judgements = attempts(0, "", "1")
    failed = Response(problem_id="d/t-0000", attempt=0, error="time-out")
    found = attempt_scores([problem(0)], [failed, *lines(judgements[1:], 0.7)], judgements)
    assert found[-1].best.value == 1.0


@pytest.mark.parametrize("name", ["pass_at", "majority", "best"])
def test_all_are_defined(name):
    assert METRICS[name].definition in {"pass-at-k", "maj-at-k", "best-of-k"}


def read(row: dict[str, object]) -> Response:
    ((_, response),) = native.read(
        [(1, {"problem_id": "p", "attempt": 0, "text": "1", **row})], "f"
    )
    return response


def test_a_line_may_carry_a_rank_score():
    assert read({}).rank_score is None
    assert read({"rank_score": -3}).rank_score == -3.0
    assert response_row(read({"rank_score": 0.0}))["rank_score"] == 0.0


@pytest.mark.parametrize("value", ["0.5", True, None, [1], 10**400])
def test_a_rank_score_is_a_number(value):
    with pytest.raises(FaultsFound, match="rank_score"):
        read({"rank_score": value})


def test_the_lock_of_a_single_attempt_does_not_speak_of_several():
    once, twice = attempts(0, "1"), attempts(0, "1", "2")
    assert "several" not in score_data(score([problem(0)], lines(once), once))
    found = score_data(score([problem(0)], lines(twice), twice))["several"]
    assert [each["k"] for each in found] == [1, 2]
    assert found[0]["pass_at"]["value"] == 0.5
