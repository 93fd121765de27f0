"""One page per run: its card, its numbers, and every problem grouped by verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.aggregate import Run
from generator.breakdown import breakdowns, by_relation
from generator.pages import paths
from generator.pages.claims import stated, verdicts
from generator.pages.site import Site
from generator.records import PROTOCOLS, VERDICTS, Judgement, Page, Problem, Protocol, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One judged response in the list of a run."""

    problem: Problem
    judgement: Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """All judged responses with one verdict."""

    state: Verdict
    lines: tuple[Line, ...]


def run_pages(site: Site) -> Iterator[Page]:
    """Yield the page of every run."""
    for dataset in site.datasets:
        problems = {problem.id: problem for problem in dataset.problems}
        for run in site.runs_of(dataset.card.id):
            split = [x for x in dataset.problems if x.split == run.card.split]
            yield Page(
                path=paths.run(run.card),
                title=run.card.title,
                template="run.html.jinja",
                context={
                    "site": site,
                    "dataset": dataset,
                    "run": run,
                    "groups": groups(run, problems),
                    "protocols": tuple(p for p in PROTOCOLS if p in run.score.steps),
                    "labels": labels(run),
                    "stated": stated(run),
                    "claimed": verdicts(run),
                    "parts": breakdowns(split, run.judgements),
                    "relations": by_relation(split, run.judgements, "full"),
                },
            )


def groups(run: Run, problems: Mapping[str, Problem]) -> tuple[Group, ...]:
    """Return the verdicts in their order, each with its lines; empty ones too."""
    lines = [Line(problem=problems[j.problem_id], judgement=j) for j in run.judgements]
    return tuple(
        Group(state=state, lines=tuple(x for x in lines if x.judgement.verdict == state))
        for state in VERDICTS
    )


def labels(run: Run) -> tuple[Protocol, ...]:
    """Return the two protocols whose labels the list shows, where the run has them."""
    shown: tuple[Protocol, ...] = ("carp-2023", "full")
    return tuple(p for p in shown if p in run.score.steps)
