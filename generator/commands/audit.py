"""`failwhere audit`: where another judge disagrees with ours, for a human to look at."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from generator.cards import RunCard
from generator.errors import CannotRun
from generator.files import read_card, shown_path
from generator.judge.judging import judge_run
from generator.judge.second_opinion import is_installed, second_opinion
from generator.records import Judgement, Problem
from generator.store import RUN_CARD, Roots, load_dataset, load_run

EXAMPLES = """
  pip install math-verify
  failwhere audit results/efg-algebra/cot--smollm2-135m-instruct

One JSON object a line: problem_id, attempt, pred, gold, ours, rule, theirs (null: not in 5 s).
The last line holds the counts. A disagreement is no fault by itself: somebody has to look at it.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run_dirs", type=Path, nargs="+", metavar="RUN_DIR", help="run to audit")


def run(args: argparse.Namespace) -> int:
    """Print the disagreements and the counts; return 0.

    Raises CannotRun where Math-Verify is not installed, FaultsFound for a faulty run.
    """
    if not is_installed():
        raise CannotRun("there is no second judge here; install it with: pip install math-verify")
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    compared = disagreed = 0
    for path in args.run_dirs:
        for found in _answers(roots, path):
            row = _compared(*found)
            compared += 1
            if row is not None:
                disagreed += 1
                print(json.dumps(row, ensure_ascii=False))
    print(json.dumps({"compared": compared, "disagreed": disagreed}))
    return 0


def _answers(roots: Roots, path: Path) -> Iterator[tuple[Problem, Judgement, str]]:
    """Yield problem, judgement and extracted answer wherever a run has an answer."""
    if not path.is_dir():
        raise CannotRun(f"{shown_path(path)} is no folder; name the folder of a run")
    dataset = load_dataset(roots, read_card(path / RUN_CARD, RunCard).dataset)
    found = load_run(path, dataset)
    problems = {problem.id: problem for problem in dataset.split(found.card.split)}
    for judgement in judge_run(tuple(problems.values()), found.responses):
        if judgement.answer is not None:
            yield problems[judgement.problem_id], judgement, judgement.answer.text


def _compared(problem: Problem, judgement: Judgement, pred: str) -> dict[str, object] | None:
    """Return the row of a disagreement, or None where the two judges agree."""
    theirs = second_opinion(pred, problem.answer)
    if theirs is (judgement.verdict == "right"):
        return None
    return {
        "problem_id": problem.id,
        "attempt": judgement.attempt,
        "pred": pred,
        "gold": problem.answer,
        "ours": judgement.verdict,
        "rule": judgement.rule,
        "theirs": theirs,
    }
