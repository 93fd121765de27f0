"""Runs on one dataset -> its board: who is ranked, how surely, and who is only shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.cards import DatasetCard, RunCard
from generator.compare import (
    Basis,
    Comparison,
    Incomparable,
    Outcomes,
    Standing,
    compare_all,
    outcomes,
    standings,
)
from generator.learned import Version
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
    learned: tuple[Version, ...] = ()
    """What the method learned before the run; empty for methods that learn nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a board."""

    rank: int | None
    """1 is best; runs with equal accuracy share a rank and the next one is skipped. None when the
    run is shown without a rank."""
    run: Run
    standing: Standing | None = None
    """Rank interval and tie groups among the ranked runs; None when the run is not ranked."""
    reason: str = ""
    """Why the run is not ranked and not comparable with those that are, as a clause; empty when it
    is ranked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The runs on one dataset."""

    dataset: DatasetCard
    ranked: tuple[Row, ...]
    """Complete runs on the board's split, best first."""
    unranked: tuple[Row, ...]
    """Partial runs and runs on other splits, by path."""
    comparisons: tuple[Comparison | Incomparable, ...] = ()
    """Every pair of ranked runs, the better placed one on the left, in the order of the ranks; p
    is adjusted over all of them."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, ranked ones first."""
        return (*self.ranked, *self.unranked)


def board(dataset: DatasetCard, runs: Iterable[Run]) -> Board:
    """Return the board of a dataset; all runs were judged on the same problems by the same judge.

    Runs are ordered by accuracy. Equal accuracy is equal rank; inside a tie the order is that of
    ExpAcc under `full`, then of the path, but the rank does not claim that it means anything.
    """
    all_runs = sorted(runs, key=lambda run: run.path)
    complete = [run for run in all_runs if is_ranked(dataset, run)]
    others = [run for run in all_runs if not is_ranked(dataset, run)]
    ordered = sorted(complete, key=_goodness, reverse=True)
    comparisons = compare_all([run_outcomes(dataset, run) for run in ordered])
    places = standings([run.path for run in ordered], comparisons)
    return Board(
        dataset=dataset,
        ranked=tuple(
            Row(rank=_rank(run, ordered), run=run, standing=places[run.path]) for run in ordered
        ),
        unranked=tuple(Row(rank=None, run=run, reason=_reason(dataset, run)) for run in others),
        comparisons=comparisons,
    )


def run_outcomes(
    dataset: DatasetCard, run: Run, *, sha256: str = "", judge_version: str = ""
) -> Outcomes:
    """Return the outcomes of a run, for generator.compare.

    Give the hash of the problems and the version of the judge when the other run was not judged in
    the same go; runs that differ in them are not comparable.
    """
    basis = Basis(
        dataset=dataset.id,
        split=run.card.split,
        version=dataset.version,
        sha256=sha256,
        judge_version=judge_version,
    )
    return outcomes(run.path, basis, run.judgements)


def is_ranked(dataset: DatasetCard, run: Run) -> bool:
    """Return whether a run is complete, not empty, and on the split that the board ranks."""
    return not _reason(dataset, run)


def _reason(dataset: DatasetCard, run: Run) -> str:
    """Return why a run is not ranked; empty when it is."""
    score = run.score
    if run.card.split != dataset.board:
        return f"made on the split {run.card.split}, not on {dataset.board}"
    if not score.problems:
        return "the split has no problems"
    if not score.complete:
        return f"has no line for {score.problems - score.answered} of {score.problems} problems"
    return ""


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
