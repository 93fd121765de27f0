"""Intervals, step scores from integer counts, and what happens where nothing can be divided."""

from __future__ import annotations

from fractions import Fraction

import pytest

from generator.metrics import METRICS, score
from generator.metrics.accuracy import accuracy, proportion, states
from generator.metrics.steps import expacc, fail_rates, step_score
from generator.records import VERDICTS, Credit, Judgement, Problem, Response


def judged(
    verdict: str = "wrong", problem: int = 0, attempt: int = 0, **credit: Credit
) -> Judgement:
    return Judgement(
        problem_id=f"d/t-{problem:04}",
        attempt=attempt,
        verdict=verdict,
        answer=None,
        rule="",
        why="",
        credits={"full": credit["credit"]} if credit else {},
    )


def credit(got: int, derived: int, label: str) -> Credit:
    return Credit(derived=derived, reached=(), credited=tuple(range(got)), label=label)


def problem(number: int) -> Problem:
    return Problem(
        id=f"d/t-{number:04}",
        dataset="d",
        split="t",
        question="q",
        answer="1",
        answer_type="number",
        language="en",
    )


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (1, 2, 0.0945, 0.9055)],
)
def test_wilson(count, n, low, high):
    found = proportion(count, n)
    assert found.value == count / n
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_nothing_is_not_zero_per_cent():
    found = proportion(0, 0)
    assert (found.value, found.low, found.high) == (None, None, None)


def test_attempts_are_averaged_within_their_problem():
    found = accuracy([[judged("right"), judged("wrong")], [judged("missing")]])
    assert (found.count, found.n, found.value) == (0.5, 2, 0.25)


@pytest.mark.parametrize("verdict", [v for v in VERDICTS if v != "right"])
def test_every_other_verdict_stays_in_the_denominator(verdict):
    assert accuracy([[judged("right")], [judged(verdict)]]).value == 0.5


def test_states_have_all_seven_keys():
    assert states([judged("right"), judged("right")]) == {**dict.fromkeys(VERDICTS, 0), "right": 2}


def test_expacc_is_an_exact_fraction():
    assert expacc(credit(1, 3, "middle")) * 3 == 1


def test_step_score_counts_integers_and_divides_last():
    found = step_score(
        "full", [[credit(2, 3, "last")], [credit(0, 1, "first")], [credit(2, 2, "right")]]
    )
    assert (found.n, found.credited, found.derived) == (3, 4, 6)
    assert found.expacc == float(Fraction(5, 9))
    assert (found.failures, found.fail, found.single) == (
        2,
        {"first": 1, "middle": 0, "last": 1},
        1,
    )
    assert fail_rates(found) == {"first": 0.5, "middle": 0.0, "last": 0.5}


def test_attempts_weigh_their_problem_once():
    found = step_score(
        "full", [[credit(0, 2, "first"), credit(2, 2, "right")], [credit(2, 2, "right")]]
    )
    assert found.expacc == 0.75


def test_without_failures_there_is_no_rate():
    found = step_score("full", [[credit(2, 2, "right")]])
    assert fail_rates(found) == {"first": None, "middle": None, "last": None}


def test_without_problems_there_is_no_value():
    assert step_score("full", []).expacc is None
    found = score([], [], [])
    assert (found.accuracy.value, found.steps, found.attempts, found.complete) == (
        None,
        {},
        0,
        True,
    )


def test_a_score_of_a_partial_run():
    responses = [Response(problem_id="d/t-0000", tokens_in=10, tokens_out=4)]
    judgements = [judged("right"), judged("missing", 1)]
    found = score([problem(0), problem(1)], responses, judgements)
    assert (found.problems, found.answered, found.complete) == (2, 1, False)
    assert (found.accuracy.value, found.states["missing"]) == (0.5, 1)
    assert (found.tokens_in, found.tokens_out) == (10, 4)


def test_problems_without_a_graph_have_no_step_score():
    judgements = [judged("right", credit=credit(2, 2, "right")), judged("right", 1)]
    found = score([problem(0), problem(1)], [], judgements)
    assert found.steps["full"].n == 1


@pytest.mark.parametrize(
    ("counts", "mean"), [((4, None), None), ((None, None), None), ((4, 6), 5.0)]
)
def test_tokens_are_only_told_when_every_line_states_them(counts, mean):
    responses = [
        Response(problem_id=f"d/t-{i:04}", text="1", tokens_out=count)
        for i, count in enumerate(counts)
    ]
    found = score([problem(0), problem(1)], responses, [judged("wrong"), judged("wrong", 1)])
    assert found.tokens_out == mean


def test_every_metric_says_where_it_is_defined():
    from pathlib import Path

    page = (Path(__file__).parents[1] / "site_src" / "metrics.md").read_text("utf-8")
    for name, info in METRICS.items():
        assert info.name == name
        assert f"{{#{info.definition}}}" in page
        assert info.source


def test_the_page_defines_every_term():
    from pathlib import Path

    page = (Path(__file__).parents[1] / "site_src" / "metrics.md").read_text("utf-8")
    for anchor in ("carp-2023", "literal", "full", "states", "intervals", "partial-runs"):
        assert f"{{#{anchor}}}" in page
