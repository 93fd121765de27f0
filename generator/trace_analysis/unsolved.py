"""ExpAcc and Fail@where on the problems that no run solved (CARP paper, Table 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.aggregate import Run
from generator.metrics.steps import step_scores
from generator.records import Judgement, Protocol, StepScore
from generator.trace_analysis.lines import lines

MIN_PROBLEMS = 30
"""Problems with a line below which a run is left out, since all rows are over the same problems."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsolved:
    """Step scores of several runs on the problems that none of them solved."""

    shared: int
    """Problems that every run has a line for."""
    problems: tuple[str, ...]
    """Ids of those that no run has right in any attempt, in the order of the dataset; not empty."""
    rows: tuple[tuple[Run, Mapping[Protocol, StepScore]], ...]
    """In the order given; two or more."""


def unsolved(runs: Sequence[Run], *, least: int = MIN_PROBLEMS) -> Unsolved | None:
    """Return the step scores on what no run solved.

    Only problems that every run has a line for are looked at, so that all rows are over the same
    ones; runs on fewer than `least` are left out unless all are. None with fewer than two
    runs, without such problems, or without graphs.
    """
    many = [run for run in runs if len(_judged(run)) >= least]
    found = {run.path: _judged(run) for run in many or runs}
    shared = [
        id_ for id_ in next(iter(found.values()), {}) if all(id_ in f for f in found.values())
    ]
    never = tuple(id_ for id_ in shared if not any(_solved(f[id_]) for f in found.values()))
    rows = tuple(
        (run, step_scores([found[run.path][id_] for id_ in never])) for run in many or runs
    )
    if len(rows) < 2 or not any(scores for _, scores in rows):
        return None
    return Unsolved(shared=len(shared), problems=never, rows=rows)


def _judged(run: Run) -> dict[str, list[Judgement]]:
    """Return problem id -> judgements of its responses; missing problems are not in it."""
    found: dict[str, list[Judgement]] = {}
    for line in lines(run):
        found.setdefault(line.response.problem_id, []).append(line.judgement)
    return found


def _solved(judgements: Sequence[Judgement]) -> bool:
    return any(judgement.verdict == "right" for judgement in judgements)
