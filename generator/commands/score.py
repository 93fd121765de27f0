"""`failwhere score`: the numbers of one run, steps under one protocol, as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from generator.cards import RunCard
from generator.files import read_card
from generator.judge.judging import judge_run
from generator.metrics import score
from generator.metrics.steps import FAILED, expacc, fail_rates
from generator.records import (
    PROTOCOLS,
    Judgement,
    Proportion,
    Protocol,
    Score,
    StepScore,
    TableScore,
)
from generator.store import RUN_CARD, Dataset, Roots, load_dataset, load_run

EXAMPLES = """
  failwhere score results/efg-algebra/cot--smollm2-135m --protocol full
  failwhere score results/carp/cot--example --protocol carp-2023 --records

Counts are integers, rates are in 0..1 and null where nothing can be divided. Everything is computed
from the responses; the lock is not read. With --records there is one line per problem, in the order
of the dataset; of several attempts it is the first one.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("run_dir", type=Path, metavar="RUN_DIR", help="a run's folder")
    parser.add_argument(
        "--protocol", choices=PROTOCOLS, default="full", help="definition (default: full)"
    )
    parser.add_argument("--records", action="store_true", help="one JSON line per problem")


def run(args: argparse.Namespace) -> int:
    """Judge the run's responses, print its numbers, return 0."""
    dataset = _dataset(args)
    found = load_run(args.run_dir, dataset)
    problems = dataset.split(found.card.split)
    judgements = judge_run(problems, found.responses)
    if args.records:
        for line in records(judgements, args.protocol):
            print(json.dumps(line, ensure_ascii=False))
        return 0
    numbers = summary(score(problems, found.responses, judgements), judgements, args.protocol)
    print(json.dumps({"run": args.run_dir.name, **numbers}, ensure_ascii=False, indent=2))
    return 0


def _dataset(args: argparse.Namespace) -> Dataset:
    """Return the dataset that the run's card names."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    return load_dataset(roots, read_card(args.run_dir / RUN_CARD, RunCard).dataset)


def records(judgements: Sequence[Judgement], protocol: Protocol) -> list[dict[str, object]]:
    """Return one object per problem with a graph: its credit under `protocol`."""
    first: dict[str, Judgement] = {}
    for judgement in judgements:
        first.setdefault(judgement.problem_id, judgement)
    return [
        {
            "problem_id": name,
            "credited": len(credit.credited),
            "derived": credit.derived,
            "expacc": float(expacc(credit)),
            "label": credit.label,
        }
        for name, judgement in first.items()
        if (credit := judgement.credits.get(protocol))
    ]


def summary(found: Score, judgements: Sequence[Judgement], protocol: Protocol) -> dict[str, object]:
    """Return the counts and rates of a run under one protocol.

    `accuracy` is by our judge; `label_right` counts the label `right` over attempts, which under
    carp-2023 is upstream's own idea of a right answer. `denotation` and `em_paper` are there for
    questions on tables.
    """
    numbers: dict[str, object] = {
        "protocol": protocol,
        "problems": found.problems,
        "answered": found.answered,
        "attempts": found.attempts,
        "complete": found.complete,
        "states": dict(found.states),
        "right": found.accuracy.count,
        "accuracy": found.accuracy.value,
        "accuracy_low": found.accuracy.low,
        "accuracy_high": found.accuracy.high,
    }
    if found.tables:
        numbers.update(_tables(found.tables))
    steps = found.steps.get(protocol)
    labels = [j.credits[protocol].label for j in judgements if protocol in j.credits]
    return numbers if steps is None else {**numbers, **_steps(steps, labels.count("right"))}


def _tables(tables: TableScore) -> dict[str, object]:
    """Return both accuracies of the questions on tables, with their counts and intervals."""
    return {
        "tables": tables.em_paper.n,
        **_rate("denotation", tables.denotation),
        **_rate("em_paper", tables.em_paper),
    }


def _rate(name: str, rate: Proportion) -> dict[str, object]:
    """Return a rate of 0..1 with its count and interval, as keys that begin with its name."""
    return {
        name: rate.value,
        f"{name}_right": rate.count,
        f"{name}_low": rate.low,
        f"{name}_high": rate.high,
    }


def _steps(steps: StepScore, right: int) -> dict[str, object]:
    """Return the counts and rates of a step score."""
    return {
        "n": steps.n,
        "label_right": right,
        "credited": steps.credited,
        "derived": steps.derived,
        "expacc": steps.expacc,
        "failures": steps.failures,
        **{f"fail_{where}": steps.fail[where] for where in FAILED},
        **{f"fail_{where}_rate": rate for where, rate in fail_rates(steps).items()},
        "single": steps.single,
    }
