"""datasets/ and results/ -> everything that is wrong with them, over all folders together."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from generator import files
from generator.cards import Change
from generator.changes import CHANGES, locked_tally, read_changes, unrecorded
from generator.errors import CannotRun, Fault
from generator.gather import Gather
from generator.lock import JUDGEMENTS, SCORES, Lock, read_lock, stamp
from generator.lock_check import Key, check_keys, check_stamp, check_values
from generator.published import FOLDER as PUBLISHED
from generator.published import read_published
from generator.records import Judgement, Problem, Response, Score
from generator.responses.coverage import missing, named
from generator.store import (
    ABOUT,
    DATASET_CARD,
    JOURNAL,
    PROBLEMS,
    PROGRAM,
    RESPONSES,
    RUN_CARD,
    Dataset,
    Roots,
    RunInput,
    folders,
    is_run_name,
    load_dataset,
    load_run,
    run_paths,
    unfinished,
)
from generator.strays import stray_faults

Recompute: TypeAlias = Callable[
    [Sequence[Problem], Sequence[Response]], tuple[Sequence[Judgement], Score]
]
"""(problems of the split, responses) -> judgements and score, as `failwhere judge` makes them."""

NOT_AFTER = dt.date(2026, 12, 31)
"""Day after which nothing can have happened, as far as this version knows. No clock is read, so
that a check gives the same word for ever; CI, which knows the day, gives it: --not-after."""
DATASET_FILES = frozenset({DATASET_CARD, PROBLEMS, ABOUT})
"""What a dataset's folder may hold."""
RUN_FILES = frozenset({RUN_CARD, RESPONSES, JUDGEMENTS, SCORES, PROGRAM, JOURNAL})
"""What a run's folder may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """What locks are held against."""

    version: str
    """JUDGE_VERSION of the judge."""
    recompute: Recompute | None
    """None compares versions, hashes and ids only, which is fast."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is to be checked."""

    datasets: tuple[str, ...]
    """Ids, or names of folders that ought to be ids."""
    runs: tuple[tuple[str, str], ...]
    """Dataset and name of the run's folder."""
    published: bool


@dataclass(slots=True, kw_only=True)
class Report:
    """What a check found."""

    gather: Gather = field(default_factory=Gather)
    """Faults: the check fails when there is any."""
    notes: list[Fault] = field(default_factory=list)
    """What a reader should know and a check does not fail on."""
    datasets: int = 0
    """Datasets that were read."""
    runs: int = 0
    """Runs that were read."""
    recomputed: int = 0
    """Runs whose verdicts and numbers were recomputed."""
    tallies: dict[str, str] = field(default_factory=dict)
    """Run -> right answers / problems of its lock."""
    not_after: dt.date = NOT_AFTER
    """Day after which nothing can have happened yet."""


def scope(roots: Roots, paths: Sequence[Path]) -> Scope:
    """Return what `paths` stand for; everything when there are none.

    A path may be a dataset's folder, a run's, all runs on a dataset, a root, or a file in any of
    these.

    Raises:
        CannotRun: a path is in neither database.

    """
    every = _everything(roots)
    if not paths:
        return every
    parts = [_place(roots, path) for path in paths]
    return Scope(
        datasets=tuple(
            name for name in every.datasets if ("datasets", name, "") in _ups(parts, name, "")
        ),
        runs=tuple(run for run in every.runs if ("results", *run) in _ups(parts, *run)),
        published=any(
            place[0] == "results" and place[1] in ("", PUBLISHED, CHANGES) for place in parts
        ),
    )


def check(roots: Roots, wanted: Scope, judge: Judge, *, not_after: dt.date = NOT_AFTER) -> Report:
    """Return all that is wrong with the datasets and runs in `wanted`.

    Args:
        roots: the databases.
        wanted: what to check; the datasets of its runs are read too.
        judge: what locks are held against.
        not_after: day after which nothing can have happened yet.

    """
    report = Report(not_after=not_after)
    of_runs = {dataset for dataset, _ in wanted.runs}
    for dataset_id in sorted({*wanted.datasets, *of_runs}):
        if dataset_id in wanted.datasets:
            _check_folder(report, roots.datasets / dataset_id, DATASET_FILES)
        dataset = report.gather.attempt(load_dataset, roots, dataset_id)
        if dataset is None:
            continue
        report.datasets += 1
        _check_dataset(report, roots, dataset)
        for _, run in (each for each in wanted.runs if each[0] == dataset_id):
            _check_run(report, roots.results / dataset_id / run, dataset, judge)
    if wanted.published:
        report.gather.attempt(read_published, roots.results)
        _check_changes(report, roots)
        report.gather.faults.extend(stray_faults(roots))
    return report


def _check_changes(report: Report, roots: Roots) -> None:
    """Hold the record of changes against the numbers of the runs that were read."""
    changes: tuple[Change, ...] = report.gather.attempt(read_changes, roots.results) or ()
    file = files.shown_path(roots.results / CHANGES)
    for place, change in enumerate(changes):
        _check_day(report, change.date, file, f"changes.{place}.date")
    report.gather.faults.extend(unrecorded(changes, report.tallies, roots.results))


def _check_day(report: Report, day: dt.date | None, file: str, field: str) -> None:
    if day is not None and day > report.not_after:
        message = f"{day} is after {report.not_after}, the last day that this check knows"
        fault = Fault(file=file, field=field, message=message, cure=_DAY)
        report.gather.faults.append(fault)


_DAY = "correct the date; if it is right, take the newest version or give --not-after"


def _everything(roots: Roots) -> Scope:
    datasets = tuple(path.name for path in folders(roots.datasets))
    on = [path.name for path in folders(roots.results) if path.name != PUBLISHED]
    runs = tuple((name, run.name) for name in on for run in folders(roots.results / name))
    empty = tuple(name for name in on if name not in datasets)
    return Scope(datasets=tuple(dict.fromkeys((*datasets, *empty))), runs=runs, published=True)


_Place: TypeAlias = tuple[str, str, str]
"""Database, first and second folder below it; empty where the path ends before."""


def _place(roots: Roots, path: Path) -> _Place:
    """Return which folder of which database a path lies in."""
    if not path.exists():
        raise CannotRun(f"{path} does not exist")
    for name, root in (("results", roots.results), ("datasets", roots.datasets)):
        if path.absolute().resolve().is_relative_to(root.absolute().resolve()):
            below = path.resolve().relative_to(root.resolve()).parts
            first, second = (*below, "", "")[:2]
            return name, first, second if name == "results" else ""
    raise CannotRun(f"{path} is neither in {roots.datasets} nor in {roots.results}")


def _ups(parts: Iterable[_Place], first: str, second: str) -> set[_Place]:
    """Return the folder itself when a given path is it or one that it lies in."""
    return {
        (base, first, second)
        for base, one, two in parts
        if one in ("", first) and two in ("", second)
    }


def _check_folder(report: Report, folder: Path, allowed: frozenset[str]) -> None:
    """Refuse what nobody reads: a misspelt file would otherwise be passed over in silence."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or (path.name not in allowed and not path.name.startswith(".")):
            message = "no such file belongs here"
            cure = f"delete it, or name it one of {', '.join(sorted(allowed))}"
            fault = Fault(file=files.shown_path(path), message=message, cure=cure)
            report.gather.faults.append(fault)


def _check_dataset(report: Report, roots: Roots, dataset: Dataset) -> None:
    card = dataset.card
    file = files.shown_path(roots.datasets / card.id / DATASET_CARD)
    _check_day(report, card.released, file, "released")
    if not dataset.present:
        runs = len(run_paths(roots, card.id))
        if runs:
            message = f"is not fetched, so {runs} runs on it cannot be recomputed"
            cure = f"run `failwhere fetch {card.id}`"
            report.notes.append(Fault(file=file, message=message, cure=cure))
        return
    known = {problem.id for problem in dataset.problems}
    for number, defect in enumerate(card.defects):
        unknown = sorted(set(defect.problems) - known)
        if unknown:
            place = f"defects.{number}.problems"
            message = f"no such problems: {named(unknown)}"
            fault = Fault(file=file, field=place, message=message, cure="correct the ids")
            report.gather.faults.append(fault)


def _check_run(report: Report, path: Path, dataset: Dataset, judge: Judge) -> None:
    if (path / JOURNAL).exists():
        message = "a run that has not ended; its journal is on no page"
        cure = "give the same `failwhere run` again, and it goes on"
        report.notes.append(
            Fault(file=files.shown_path(path / JOURNAL), message=message, cure=cure)
        )
    if unfinished(path):
        return
    _check_folder(report, path, RUN_FILES)
    run = report.gather.attempt(load_run, path, dataset)
    lock = report.gather.attempt(read_lock, path)
    if run is None:
        return
    report.runs += 1
    _check_day(report, run.card.date, files.shown_path(path / RUN_CARD), "date")
    if not is_run_name(path.name, run.card):
        message = f"the folder's name is not {run.card.method}--{run.card.model}"
        fault = Fault(
            file=files.shown_path(path / RUN_CARD), field="method", message=message, cure=_RENAME
        )
        report.gather.faults.append(fault)
    _note_partial(report, dataset, run)
    if lock is not None:
        report.tallies[f"{dataset.card.id}/{path.name}"] = locked_tally(lock)
        _check_lock(report, dataset, run, lock, judge)


_RENAME = "name the folder <method>--<model>, as the card does"


def _note_partial(report: Report, dataset: Dataset, run: RunInput) -> None:
    absent = missing(run.responses, dataset.split(run.card.split))
    if absent:
        message = f"a partial run, shown and not ranked; no response to {named(absent)}"
        file = files.shown_path(run.path / RESPONSES)
        report.notes.append(Fault(file=file, message=message, cure="finish the run"))


def _check_lock(report: Report, dataset: Dataset, run: RunInput, lock: Lock, judge: Judge) -> None:
    split = dataset.split(run.card.split)
    now = stamp(dataset, run, judge.version)
    stale = [
        fault
        for fault in check_stamp(run.path, lock, now)
        if dataset.present or fault.field != "dataset_sha256"
    ]
    faults = [*stale, *check_keys(run.path, lock, _wanted(run, split, lock))]
    report.gather.faults.extend(faults)
    if judge.recompute is None or not dataset.present:
        return
    differences = check_values(run.path, lock, *judge.recompute(split, run.responses))
    report.gather.faults.extend(differences.faults)
    report.notes.extend(differences.notes)
    report.recomputed += 1


def _wanted(run: RunInput, split: Sequence[Problem], lock: Lock) -> list[Key]:
    """Return what has to be judged: every response, and each problem that has none."""
    keys: list[Key] = [(response.problem_id, response.attempt) for response in run.responses]
    keys.extend((name, 0) for name in missing(run.responses, split))
    if not split:  # The dataset is not here: believe the lock about who is missing.
        keys.extend(
            (str(row.get("problem_id")), 0)
            for _, row in lock.rows
            if row.get("verdict") == "missing"
        )
    return keys
