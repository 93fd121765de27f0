"""Runs -> board: order, ties, and who is shown without a rank."""

from __future__ import annotations

import datetime as dt

from generator.aggregate import Run, board
from generator.cards import DatasetCard, RunCard
from generator.metrics.accuracy import proportion
from generator.records import VERDICTS, Score, StepScore

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
        judgements=(),
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
