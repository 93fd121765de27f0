"""A run's folder and the board without it -> what the run changes, as one record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator import store
from generator.aggregate import Row, Run, board
from generator.changes import last_tallies, locked_tally, read_changes, tally
from generator.compare import Comparison, Flip, Incomparable, flips
from generator.errors import FaultsFound
from generator.lock import read_lock
from generator.recompute import rejudged
from generator.records import VERDICTS, Judgement, Verdict
from generator.store import Dataset, Roots

RIGHT: Mapping[str, bool] = {"right": True, "wrong": False, "no_answer": False}
"""Claimed verdict -> whether it claims that the answer is right; others claim neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A response whose claimed verdict is not ours."""

    problem_id: str
    attempt: int
    claimed: str
    verdict: Verdict
    why: str
    """The judge's sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a run changes on its board."""

    row: Row
    """The run's row on the board of the others and itself."""
    others: int
    """Runs on the board beside it."""
    ranked: int
    """Ranked runs, itself included."""
    pairs: tuple[Comparison | Incomparable, ...]
    """Every other ranked run against this one, which is on the left; best others first."""
    before: str | None
    """Right answers / problems of the previous version; None where there was none."""
    flips: tuple[Flip, ...]
    """Attempts whose verdict is another one than in the previous version."""
    disagreements: tuple[Disagreement, ...]
    """Responses whose claimed verdict is right where ours is not, or the other way round."""
    passed_over: tuple[str, ...]
    """Other runs that have faults and are not compared with."""
    unrecorded: bool
    """Whether the number moved and the record of changes does not say so."""

    @property
    def run(self) -> Run:
        """The run itself."""
        return self.row.run


def effect(roots: Roots, path: Path, base: Path | None) -> Effect:
    """Return what the run in the folder `path` changes.

    Args:
        roots: where the run and its dataset lie.
        path: the run's folder.
        base: results root before the change, to compare with; the current one when None. The run
            itself is never among those it is compared with.

    Raises:
        FaultsFound: the run or its dataset has faults.

    """
    dataset = store.load_dataset(roots, _dataset_id(path))
    run = judged(path, dataset)
    merged = Roots(datasets=roots.datasets, results=base or roots.results)
    others, passed_over = _others(merged, dataset, path.name)
    found = board(dataset.card, [run, *others])
    row = next(each for each in found.rows if each.run is run)
    old = None if base is None else base / dataset.card.id / path.name
    before, flipped = _previous(old, run)
    return Effect(
        row=row,
        others=len(others),
        ranked=len(found.ranked),
        pairs=tuple(_pairs(found.comparisons, run.path)),
        before=before,
        flips=flipped,
        disagreements=tuple(_disagreements(run)),
        passed_over=passed_over,
        unrecorded=_unrecorded(roots, run, before),
    )


def _dataset_id(path: Path) -> str:
    """Return the dataset that the card names, or the folder where the card has faults of its own.

    Those are found again with all the others when the run is read.
    """
    try:
        return store.any_run_card(path).dataset
    except FaultsFound:
        return path.absolute().parent.name


def judged(path: Path, dataset: Dataset) -> Run:
    """Return a run with everything recomputed, whatever its lock says.

    Raises:
        FaultsFound: its card or its responses have faults.

    """
    return rejudged(store.load_run(path, dataset), dataset)


def _others(roots: Roots, dataset: Dataset, name: str) -> tuple[list[Run], tuple[str, ...]]:
    """Return the other runs on the dataset, and the names of those that have faults."""
    runs: list[Run] = []
    passed_over: list[str] = []
    for path in store.run_paths(roots, dataset.card.id):
        if path.name != name:
            try:
                runs.append(judged(path, dataset))
            except FaultsFound:
                passed_over.append(path.name)
    return runs, tuple(passed_over)


def _pairs(
    comparisons: Sequence[Comparison | Incomparable], path: str
) -> Iterator[Comparison | Incomparable]:
    for pair in comparisons:
        if pair.left == path:
            yield pair
        elif pair.right == path:
            yield _turned(pair)


def _turned(pair: Comparison | Incomparable) -> Comparison | Incomparable:
    """Return the same pair with its sides exchanged."""
    if isinstance(pair, Incomparable):
        return replace(pair, left=pair.right, right=pair.left)
    return replace(
        pair,
        left=pair.right,
        right=pair.left,
        wins=pair.losses,
        losses=pair.wins,
        difference=-pair.difference,
        low=-pair.high,
        high=-pair.low,
    )


def _previous(old: Path | None, run: Run) -> tuple[str | None, tuple[Flip, ...]]:
    """Return what the board showed for the run before, and which verdicts are others now."""
    if old is None or not old.is_dir():
        return None, ()
    try:
        lock = read_lock(old)
    except FaultsFound:
        return None, ()
    return locked_tally(lock), flips(_locked(row for _, row in lock.rows), run.judgements)


def _locked(rows: Iterator[Mapping[str, object]]) -> Iterator[Judgement]:
    """Yield the verdicts of a lock; a line without one is passed over, `check` names it."""
    known = {verdict: verdict for verdict in VERDICTS}
    for row in rows:
        name, attempt = row.get("problem_id"), row.get("attempt")
        verdict = known.get(row.get("verdict"))  # type: ignore[call-overload]
        if isinstance(name, str) and isinstance(attempt, int) and verdict is not None:
            yield Judgement(
                problem_id=name, attempt=attempt, verdict=verdict, answer=None, rule="", why=""
            )


def _disagreements(run: Run) -> Iterator[Disagreement]:
    claims = {(each.problem_id, each.attempt): each.claimed for each in run.responses}
    for judgement in run.judgements:
        claimed = claims.get((judgement.problem_id, judgement.attempt))
        says = None if claimed is None else RIGHT.get(claimed.casefold())
        if claimed is not None and says is not None and says != (judgement.verdict == "right"):
            yield Disagreement(
                problem_id=judgement.problem_id,
                attempt=judgement.attempt,
                claimed=claimed,
                verdict=judgement.verdict,
                why=judgement.why,
            )


def _unrecorded(roots: Roots, run: Run, before: str | None) -> bool:
    now = tally(run.score)
    recorded = last_tallies(read_changes(roots.results)).get(run.path)
    return before is not None and now not in (before, recorded)


def kinds(found: Sequence[Disagreement]) -> Counter[tuple[str, str]]:
    """Return how often each pair of claimed and recomputed verdict occurs."""
    return Counter((each.claimed.casefold(), each.verdict) for each in found)
