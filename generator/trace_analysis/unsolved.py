"""ExpAcc and Fail@where on the problems that no run solved (CARP paper, Table 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.aggregate import Run
from generator.metrics.intervals import clustered
from generator.metrics.steps import expacc, step_scores
from generator.records import Judgement, Proportion, Protocol, StepScore
from generator.trace_analysis.lines import lines
from generator.trace_analysis.same import MIN_PROBLEMS, shared


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsolved:
    """Step scores of several runs on the problems that none of them solved."""

    shared: int
    """Problems that every run has a line for."""
    problems: tuple[str, ...]
    """Ids of those that no run has right in any attempt, in the order of the dataset; not empty."""
    rows: tuple[tuple[Run, Mapping[Protocol, StepScore]], ...]
    """In the order given; two or more."""
    expacc: Mapping[tuple[str, Protocol], Proportion]
    """Path of a run, protocol -> ExpAcc with its interval."""


def unsolved(runs: Sequence[Run], *, least: int = MIN_PROBLEMS) -> Unsolved | None:
    """Return the step scores on what no run solved.

    Only problems that every run has a line for are looked at, so that all rows are over the same
    ones; runs on fewer than `least` are left out unless all are. None with fewer than two
    runs, without such problems, or without graphs.
    """
    same = shared(runs, least=least)
    found = {run.path: _judged(run) for run in same.runs}
    never = [id_ for id_ in same.problems if not any(_solved(f[id_]) for f in found.values())]
    kept = {run.path: [found[run.path][id_] for id_ in never] for run in same.runs}
    rows = tuple((run, step_scores(kept[run.path])) for run in same.runs)
    if len(rows) < 2 or not any(scores for _, scores in rows):
        return None
    return Unsolved(
        shared=len(same.problems),
        problems=tuple(never),
        rows=rows,
        expacc={(run.path, p): _rate(kept[run.path], p) for run, scores in rows for p in scores},
    )


def _rate(found: Sequence[Sequence[Judgement]], protocol: Protocol) -> Proportion:
    """Return ExpAcc with its interval; problems are drawn, attempts averaged within them."""
    groups = [[j.credits[protocol] for j in of if protocol in j.credits] for of in found]
    kept = [group for group in groups if group]
    means = [sum(map(expacc, group), Fraction(0)) / len(group) for group in kept]
    return clustered(means, [len(group) for group in kept])


def _judged(run: Run) -> dict[str, list[Judgement]]:
    """Return problem id -> judgements of its responses; missing problems are not in it."""
    found: dict[str, list[Judgement]] = {}
    for line in lines(run):
        found.setdefault(line.response.problem_id, []).append(line.judgement)
    return found


def _solved(judgements: Sequence[Judgement]) -> bool:
    return any(judgement.verdict == "right" for judgement in judgements)
