"""`failwhere judge`: recompute the verdicts and the score of runs and write their locks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.cards import Change, Move, RunCard
from generator.changes import CHANGES, add_change, locked_tally, tally
from generator.errors import CannotRun, FaultsFound
from generator.files import make_card, read_card, shown_path
from generator.gather import Gather
from generator.judge import JUDGE_VERSION
from generator.lock import SCORES, read_lock, stamp, write_lock
from generator.recompute import recompute
from generator.store import (
    RUN_CARD,
    Roots,
    dataset_ids,
    is_run_name,
    load_dataset,
    load_run,
    run_paths,
)
from generator.strict_yaml import Document
from generator.verdict_diff import differences

EXAMPLES = """
  failwhere judge                                    # all runs
  failwhere judge results/efg-algebra/cot--smollm2-135m
  failwhere judge --diff                             # what this judge would change; writes nothing
  failwhere judge --reason judge --date 2026-11-30 --why "Fractions of units are equal now"

judgements.jsonl and scores.json beside the responses are what `failwhere check` recomputes. Runs of
datasets that have not been fetched are left alone, and named.

Where a number moves, --reason, --why and --date add an entry to changes.yaml in the results root,
from which the page of changes and the feed are made. Without them the moves are named, and a report
against the old results refuses them.
""".strip("\n")

REASONS = ("judge", "data", "submission")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What judging a run came to."""

    line: str
    """For the reader."""
    move: Move | None = None
    """The number before and after, where it moved."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run_dirs", type=Path, nargs="*", metavar="RUN_DIR", help="default: all")
    parser.add_argument(
        "--diff",
        action="store_true",
        help="only print the verdicts that differ from the stored ones: problem, old -> new, why",
    )
    parser.add_argument("--reason", choices=REASONS, help="what changed, where numbers move")
    parser.add_argument("--why", metavar="TEXT", help="why they move, in a sentence for readers")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="day of the change")


def run(args: argparse.Namespace) -> int:
    """Judge every run, print a line for each, return 0."""
    told = [args.reason, args.why, args.date]
    if any(told) and not all(told):
        raise CannotRun("--reason, --why and --date are given together")
    change = _change(args) if all(told) else None
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    if args.diff:
        return _differences(roots, args.run_dirs or list(_all_runs(roots)))
    gather = Gather()
    moves: list[Move] = []
    for path in args.run_dirs or list(_all_runs(roots)):
        judged = gather.attempt(judge_folder, roots, path)
        if judged is not None:
            print(judged.line)
            moves.extend([judged.move] if judged.move else ())
    _record(roots, moves, change)
    gather.done()
    return 0


def _differences(roots: Roots, paths: Sequence[Path]) -> int:
    """Print what the present judge would change, run by run, return 0."""
    gather = Gather()
    for path in paths:
        text = gather.attempt(differences, roots, path)
        if text is not None:
            print(text)
    gather.done()
    return 0


def _all_runs(roots: Roots) -> Iterator[Path]:
    """Yield the folders of all runs, by dataset and name."""
    for dataset_id in dataset_ids(roots):
        yield from run_paths(roots, dataset_id)


def judge_folder(roots: Roots, path: Path) -> Judged:
    """Judge one run, write its lock and return a line about it.

    Raises:
        FaultsFound: the card, the dataset or the responses have faults.
        CannotRun: there is no such folder.

    """
    if not path.is_dir():
        raise CannotRun(f"{shown_path(path)} is no folder; name the folder of a run")
    dataset = load_dataset(roots, read_card(path / RUN_CARD, RunCard).dataset)
    if not dataset.present:
        return Judged(line=f"{shown_path(path)}: skipped, {dataset.card.id} has not been fetched")
    found = load_run(path, dataset)
    before = _before(path)
    judgements, numbers = recompute(dataset.split(found.card.split), found.responses)
    changed = write_lock(path, stamp(dataset, found, JUDGE_VERSION), judgements, numbers)
    state = "written" if changed else "unchanged"
    part = "" if numbers.complete else f" ({numbers.answered} answered)"
    right = f"{numbers.accuracy.count:g} of {numbers.problems} right{part}"
    line = f"{shown_path(path)}: {right}, {state}"
    now = tally(numbers)
    if before in (None, now) or not is_run_name(path.name, found.card):
        return Judged(line=line)
    name = f"{dataset.card.id}/{path.name}"
    return Judged(line=line, move=Move(run=name, before=before, after=now))


def _before(path: Path) -> str | None:
    """Return the number of the lock that is there; None without a readable one."""
    if not (path / SCORES).is_file():
        return None
    try:
        found = locked_tally(read_lock(path))
    except FaultsFound:
        return None
    return None if found == "?" else found


def _change(args: argparse.Namespace) -> Change:
    """Return the change that the options describe, still without its runs.

    Raises:
        CannotRun: an option is not as it has to be.

    """
    nothing = {"run": "a/b--c", "before": None, "after": "0/0"}
    data = {"date": args.date, "reason": args.reason, "summary": args.why, "moved": [nothing]}
    try:
        return make_card(Document(data=data, lines={(): 0}), Change, shown="options")
    except FaultsFound as error:
        raise CannotRun("\n".join(f"{f.field}: {f.message}" for f in error.faults)) from None


AGAIN = "Write it there by hand, or put the old lock back and judge again with --reason"


def _record(roots: Roots, moves: Sequence[Move], change: Change | None) -> None:
    """Add the moves to the record, or say that they are not in it."""
    if not moves:
        return
    for move in moves:
        print(f"moved: {move.run} from {move.before} to {move.after}")
    if change is not None:
        path = add_change(roots.results, change.model_copy(update={"moved": tuple(moves)}))
        print(f"{shown_path(path)}: recorded")
    else:
        print(f"note: not in {shown_path(roots.results / CHANGES)}. {AGAIN}")
