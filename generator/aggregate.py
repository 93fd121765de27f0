"""Runs on one dataset -> its board: who is ranked, in which order, and who is only shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.cards import DatasetCard, RunCard
from generator.records import Judgement, Response, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run with everything recomputed."""

    card: RunCard
    path: str
    """Folder under the results root, slash separated: `<dataset>/<method>--<model>`."""
    responses: tuple[Response, ...]
    judgements: tuple[Judgement, ...]
    """In the order of the dataset, then by attempt; `missing` ones included."""
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a board."""

    rank: int | None
    """1 is best; runs with equal accuracy share a rank and the next one is skipped. None when the
    run is shown without a rank."""
    run: Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The runs on one dataset."""

    dataset: DatasetCard
    ranked: tuple[Row, ...]
    """Complete runs on the board's split, best first."""
    unranked: tuple[Row, ...]
    """Partial runs and runs on other splits, by path."""


def board(dataset: DatasetCard, runs: Iterable[Run]) -> Board:
    """Return the board of a dataset.

    Runs are ordered by accuracy. Equal accuracy is equal rank; inside a tie the order is that of
    ExpAcc under `full`, then of the path, but the rank does not claim that it means anything.
    """
    all_runs = sorted(runs, key=lambda run: run.path)
    complete = [run for run in all_runs if is_ranked(dataset, run)]
    others = [run for run in all_runs if not is_ranked(dataset, run)]
    ordered = sorted(complete, key=_goodness, reverse=True)
    return Board(
        dataset=dataset,
        ranked=tuple(Row(rank=_rank(run, ordered), run=run) for run in ordered),
        unranked=tuple(Row(rank=None, run=run) for run in others),
    )


def is_ranked(dataset: DatasetCard, run: Run) -> bool:
    """Return whether a run is complete, not empty, and on the split that the board ranks."""
    return run.card.split == dataset.board and run.score.complete and run.score.problems > 0


def _rank(run: Run, ordered: list[Run]) -> int:
    """Return 1 + the number of better runs."""
    return 1 + sum(_accuracy(other) > _accuracy(run) for other in ordered)


def _accuracy(run: Run) -> float:
    """Return the accuracy that ranks, rounded so that equal counts tie whatever their sums."""
    return round(run.score.accuracy.value or 0.0, 9)


def _goodness(run: Run) -> tuple[float, float]:
    """Return what orders a board; sorting is stable, so equal runs stay in the order of paths."""
    steps = run.score.steps.get("full")
    return _accuracy(run), (steps.expacc or 0.0) if steps else 0.0
