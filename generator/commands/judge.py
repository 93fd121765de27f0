"""`failwhere judge`: recompute the verdicts and the score of runs and write their locks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from generator.cards import RunCard
from generator.errors import CannotRun
from generator.files import read_card, shown_path
from generator.gather import Gather
from generator.judge import JUDGE_VERSION
from generator.judge.judging import judge_run
from generator.lock import stamp, write_lock
from generator.metrics import score
from generator.store import RUN_CARD, Roots, dataset_ids, load_dataset, load_run, run_paths

HELP = "recompute verdicts and scores of runs and write their locks"
EXAMPLES = """
  failwhere judge                                    # all runs
  failwhere judge results/efg-algebra/cot--smollm2-135m

judgements.jsonl and scores.json beside the responses are what `failwhere check` recomputes. Runs of
datasets that have not been fetched are left alone, and named.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run_dirs", type=Path, nargs="*", metavar="RUN_DIR", help="default: all")


def run(args: argparse.Namespace) -> int:
    """Judge every run, print a line for each, return 0."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    gather = Gather()
    for path in args.run_dirs or list(_all_runs(roots)):
        line = gather.attempt(judge_folder, roots, path)
        if line is not None:
            print(line)
    gather.done()
    return 0


def _all_runs(roots: Roots) -> Iterator[Path]:
    """Yield the folders of all runs, by dataset and name."""
    for dataset_id in dataset_ids(roots):
        yield from run_paths(roots, dataset_id)


def judge_folder(roots: Roots, path: Path) -> str:
    """Judge one run, write its lock and return a line about it.

    Raises:
        FaultsFound: the card, the dataset or the responses have faults.
        CannotRun: there is no such folder.

    """
    if not path.is_dir():
        raise CannotRun(f"{shown_path(path)} is no folder; name the folder of a run")
    dataset = load_dataset(roots, read_card(path / RUN_CARD, RunCard).dataset)
    if not dataset.present:
        return f"{shown_path(path)}: skipped, {dataset.card.id} has not been fetched"
    found = load_run(path, dataset)
    problems = dataset.split(found.card.split)
    judgements = judge_run(problems, found.responses)
    numbers = score(problems, found.responses, judgements)
    changed = write_lock(path, stamp(dataset, found, JUDGE_VERSION), judgements, numbers)
    state = "written" if changed else "unchanged"
    return f"{shown_path(path)}: {numbers.accuracy.count:g} of {numbers.problems} right, {state}"
