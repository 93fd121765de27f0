"""One page per problem, with everything that every run did on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from generator.aggregate import Run
from generator.cards import DatasetCard, RunCard
from generator.pages import paths
from generator.pages.conversation import (
    MARKED,
    RoundRow,
    ShownRound,
    conversation,
    round_rows,
    stopped,
)
from generator.pages.site import Site
from generator.records import Judgement, Page, Problem, Response

NodeState = Literal["reached", "credited", "missed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What one run did on the problem in one attempt."""

    run: RunCard
    anchor: str
    judgement: Judgement
    response: Response | None
    """None where the run has no line for the problem."""
    rounds: tuple[ShownRound, ...]
    """What was said, in its order; empty where nothing was."""
    answers: tuple[RoundRow, ...]
    """The answers of every round; empty where the method knows no rounds."""
    stopped: str
    """Why it ended, in words; empty where that is not known."""
    states: Mapping[str, NodeState]
    """Derived expression -> state under MARKED; empty where there is no graph."""


def trace_pages(site: Site) -> Iterator[Page]:
    """Yield the page of every problem that has one, of every dataset that is at hand."""
    for dataset in site.datasets:
        runs = [(run, by_problem(run)) for run in site.runs_of(dataset.card.id)]
        problems = dataset.paged
        for index, problem in enumerate(problems):
            attempts = [
                attempt(run, problem, judgement, response)
                for run, found in runs
                for judgement, response in found.get(problem.id, ())
            ]
            around = neighbours(problems, index)
            yield trace_page(site, dataset.card, problem, around, tuple(attempts))


def trace_page(
    site: Site,
    dataset: DatasetCard,
    problem: Problem,
    around: tuple[Problem | None, Problem | None],
    attempts: tuple[Attempt, ...],
) -> Page:
    """Return one problem's page; `around` are the problems before and after it in its split."""
    return Page(  # noqa: S604  a page\'s chrome, no shell of the system
        path=paths.trace(problem),
        title=problem.id,
        template="trace.html.jinja",
        shell="spliced",
        context={
            "dataset": dataset,
            "problem": problem,
            "previous": around[0],
            "next": around[1],
            "attempts": attempts,
            "marked": MARKED,
            "judge_version": site.judge_version,
        },
    )


def neighbours(problems: tuple[Problem, ...], index: int) -> tuple[Problem | None, Problem | None]:
    """Return the problems before and after in the same split; None at its ends."""
    split = problems[index].split
    near = [problems[i] if 0 <= i < len(problems) else None for i in (index - 1, index + 1)]
    before, after = (p if p and p.split == split else None for p in near)
    return before, after


def by_problem(run: Run) -> dict[str, list[tuple[Judgement, Response | None]]]:
    """Return problem id -> its judgements with their responses, by attempt."""
    responses = {(r.problem_id, r.attempt): r for r in run.responses}
    found: dict[str, list[tuple[Judgement, Response | None]]] = {}
    for judgement in sorted(run.judgements, key=lambda j: j.attempt):
        response = responses.get((judgement.problem_id, judgement.attempt))
        found.setdefault(judgement.problem_id, []).append((judgement, response))
    return found


def attempt(run: Run, problem: Problem, judgement: Judgement, response: Response | None) -> Attempt:
    """Put together what the page shows of one attempt."""
    return Attempt(
        run=run.card,
        anchor=paths.attempt_anchor(run.card, judgement.attempt),
        judgement=judgement,
        response=response,
        rounds=conversation(response, judgement) if response else (),
        answers=round_rows(response, problem, judgement) if response else (),
        stopped=stopped(response) if response else "",
        states=node_states(problem, judgement),
    )


def node_states(problem: Problem, judgement: Judgement) -> dict[str, NodeState]:
    """Return derived expression -> reached, credited (through a later one) or missed."""
    credit = judgement.credits.get(MARKED)
    if not (problem.graph and credit):
        return {}
    return {
        id_: "reached"
        if index in credit.reached
        else "credited"
        if index in credit.credited
        else "missed"
        for index, id_ in enumerate(problem.graph.derived)
    }
