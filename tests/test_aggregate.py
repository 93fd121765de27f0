"""Runs -> board: order, ties, and who is shown without a rank."""

from __future__ import annotations

import datetime as dt

from generator.aggregate import Run, board, run_outcomes
from generator.cards import DatasetCard, RunCard
from generator.compare import Standing, compare
from generator.metrics.accuracy import proportion
from generator.records import VERDICTS, Judgement, Score, StepScore

CARD = DatasetCard(
    id="d",
    title="D",
    summary="A dataset.",
    version="1",
    languages=["en"],
    licence="CC0",
    licence_url="https://example.org/cc0",
    answer_type="number",
    format="efg",
    splits={"test": 10, "dev": 10},
    board="test",
    graphs=True,
)


def judged(number: int, verdict: str) -> Judgement:
    return Judgement(
        problem_id=f"d/test-{number:04}", attempt=0, verdict=verdict, answer=None, rule="", why=""
    )


def run(
    model: str, right: int, *, answered: int = 10, split: str = "test", expacc: float = 0.0
) -> Run:
    steps = StepScore(
        protocol="full",
        n=10,
        credited=0,
        derived=10,
        expacc=expacc,
        failures=0,
        fail={"first": 0, "middle": 0, "last": 0},
        single=0,
    )
    return Run(
        card=RunCard(
            dataset="d",
            split=split,
            method="cot",
            model=model,
            title=model,
            date=dt.date(2026, 11, 30),
        ),
        path=f"d/cot--{model}",
        responses=(),
        judgements=tuple(
            judged(number, "right" if number < right else "wrong") for number in range(10)
        ),
        score=Score(
            problems=10,
            attempts=1,
            answered=answered,
            states=dict.fromkeys(VERDICTS, 0),
            accuracy=proportion(right, 10),
            steps={"full": steps},
            tokens_in=None,
            tokens_out=None,
        ),
    )


def ranks(found) -> list[tuple[int | None, str]]:
    return [(row.rank, row.run.card.model) for row in (*found.ranked, *found.unranked)]


def test_best_first():
    assert ranks(board(CARD, [run("a", 3), run("b", 7)])) == [(1, "b"), (2, "a")]


def test_equal_accuracy_shares_a_rank_and_the_next_is_skipped():
    found = board(CARD, [run("a", 7), run("b", 7, expacc=0.5), run("c", 3)])
    assert ranks(found) == [(1, "b"), (1, "a"), (3, "c")]


def test_full_ties_are_in_the_order_of_paths_whatever_the_input():
    runs = [run("c", 5), run("a", 5), run("b", 5)]
    assert ranks(board(CARD, runs)) == ranks(board(CARD, reversed(runs)))


def test_partial_runs_are_shown_and_not_ranked():
    found = board(CARD, [run("a", 3), run("b", 9, answered=9)])
    assert ranks(found) == [(1, "a"), (None, "b")]


def test_runs_on_another_split_are_not_ranked():
    assert ranks(board(CARD, [run("a", 3, split="dev")])) == [(None, "a")]


def test_a_board_may_be_empty():
    found = board(CARD, [])
    assert (found.ranked, found.unranked) == ((), ())


def test_ranks_that_the_data_leave_open():
    """9 of 10 against 0 of 10 differ after Holm (p = 3 * 2/512); 9 and 4, 4 and 0 do not."""
    found = board(CARD, [run("a", 9), run("b", 4), run("c", 0)])
    assert [row.standing for row in found.ranked] == [
        Standing(best=1, worst=2, groups=(1,)),
        Standing(best=1, worst=3, groups=(1, 2)),
        Standing(best=2, worst=3, groups=(2,)),
    ]


def test_every_pair_of_ranked_runs_is_compared():
    found = board(CARD, [run("a", 3), run("b", 9), run("c", 5, answered=9), run("d", 4)])
    assert [(pair.left[-1], pair.right[-1]) for pair in found.comparisons] == [
        ("b", "d"),
        ("b", "a"),
        ("d", "a"),
    ]


def test_one_ranked_run_stands_alone():
    found = board(CARD, [run("a", 3)])
    assert found.comparisons == ()
    assert found.ranked[0].standing == Standing(best=1, worst=1, groups=(1,))


def test_unranked_runs_say_why():
    found = board(CARD, [run("a", 3, answered=8), run("b", 3, split="dev")])
    assert [(row.standing, row.reason) for row in found.unranked] == [
        (None, "has no line for 2 of 10 problems"),
        (None, "made on the split dev, not on test"),
    ]


def test_runs_judged_by_different_judges_are_not_comparable():
    old = run_outcomes(CARD, run("a", 3), judge_version="1.0.0")
    new = run_outcomes(CARD, run("a", 4), judge_version="1.1.0")
    assert compare(old, new).reason == "the versions of the judge differ: 1.0.0 and 1.1.0"
