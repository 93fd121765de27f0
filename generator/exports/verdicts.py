"""Verdicts as data: one row per attempt of every run, by board and by problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.aggregate import Run
from generator.exports.tables import Column, Columns, Record, table_files
from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.records import PROTOCOLS, Judgement, Problem, Response

_CREDIT: Columns = {
    "label": Column("string", "Where the solution first goes wrong under this protocol"),
    "credited": Column("integer", "Derived expressions that this protocol credits"),
    "derived": Column("integer", "Derived expressions of the problem"),
}
VERDICT: Columns = {
    "problem_id": Column("string", "Id of the problem"),
    "method": Column("string", "Id of the method"),
    "model": Column("string", "Id of the model"),
    "attempt": Column("integer", "0-based attempt"),
    "verdict": Column("string", "State of the answer; only right counts as right"),
    "answer": Column("string", "Answer that was found in the response"),
    "gold": Column("string", "Gold answer of the problem"),
    "rule": Column("string", "Rung of the judge that decided"),
    "extraction": Column("string", "Rule that found the answer"),
    "claimed": Column("string", "Verdict that the submitted file claims; counts nowhere"),
    "tokens_in": Column("integer", "Prompt tokens"),
    "tokens_out": Column("integer", "Completion tokens"),
    **{f"{name}_{what}": column for name in PROTOCOLS for what, column in _CREDIT.items()},
}
"""Columns of a row of verdicts."""


def verdict_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the verdicts of every dataset with runs, and of each problem of it."""
    for dataset in site.datasets:
        rows = by_problem(dataset, site.runs_of(dataset.card.id))
        every = [row for found in rows.values() for row in found]
        if every:
            yield from table_files(paths.verdict_data(dataset.card.id), every, VERDICT)
        for problem in dataset.problems:
            if rows[problem.id]:
                yield from table_files(paths.problem_data(problem), rows[problem.id], VERDICT)


def by_problem(dataset: ShownDataset, runs: Sequence[Run]) -> dict[str, list[Record]]:
    """Return problem id -> rows: problems as in the dataset, runs as on the board."""
    problems = {problem.id: problem for problem in dataset.problems}
    found: dict[str, list[Record]] = {id_: [] for id_ in problems}
    for run in runs:
        responses = {(each.problem_id, each.attempt): each for each in run.responses}
        for judgement in run.judgements:
            response = responses.get((judgement.problem_id, judgement.attempt))
            problem = problems[judgement.problem_id]
            found[problem.id].append(_row(run, problem, judgement, response))
    return found


def _row(run: Run, problem: Problem, judgement: Judgement, response: Response | None) -> Record:
    row: Record = {
        "problem_id": problem.id,
        "method": run.card.method,
        "model": run.card.model,
        "attempt": judgement.attempt,
        "verdict": judgement.verdict,
        "answer": judgement.answer.text if judgement.answer else None,
        "gold": problem.answer,
        "rule": judgement.rule or None,
        "extraction": judgement.answer.rule if judgement.answer else None,
        "claimed": response.claimed if response else None,
        "tokens_in": response.tokens_in if response else None,
        "tokens_out": response.tokens_out if response else None,
    }
    for protocol, credit in judgement.credits.items():
        row[f"{protocol}_label"] = credit.label
        row[f"{protocol}_credited"] = len(credit.credited)
        row[f"{protocol}_derived"] = credit.derived
    return row
