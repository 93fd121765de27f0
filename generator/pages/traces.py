"""One page per problem, with everything that every run did on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.aggregate import Run
from generator.cards import DatasetCard, RunCard
from generator.pages import paths
from generator.pages.conversation import MARKED, ShownRound, conversation
from generator.pages.rounds import RoundRow, round_rows, stopped
from generator.pages.site import Site
from generator.records import Judgement, Page, Problem, Response
from generator.trace_analysis import failure

NodeState = Literal["reached", "credited", "missed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What one run did on the problem in one attempt."""

    run: RunCard
    anchor: str
    judgement: Judgement
    response: Response
    rounds: tuple[ShownRound, ...]
    """What was said, in its order; empty where nothing was."""
    answers: tuple[RoundRow, ...]
    """The answers of every round; empty where the method knows no rounds."""
    stopped: str
    """Why it ended, in words; empty where that is not known."""
    failed: str
    """What its error means; empty without one, or where it says so itself."""
    exemplars: tuple[tuple[str, str], ...]
    """Id and page of the worked problems in its prompt, where they are not the run's own; the page
    is empty where the site has none."""
    learned: int
    """Versions of the procedure that the run's method learned before it; 0 for none."""
    states: Mapping[str, NodeState]
    """Derived expression -> state under MARKED; empty where there is no graph."""

    @property
    def reached_any(self) -> bool:
        """Whether any protocol credits any derived expression."""
        return any(credit.credited for credit in self.judgement.credits.values())

    @property
    def missed(self) -> int | None:
        """Number of the first derived expression that is missed, from 1; None where none is."""
        return next((k for k, s in enumerate(self.states.values(), 1) if s == "missed"), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """A run without a line for the problem."""

    run: RunCard
    anchor: str


def trace_pages(site: Site) -> Iterator[Page]:
    """Yield the page of every problem that has one, of every dataset that is at hand."""
    for dataset in site.datasets:
        runs = [(run, by_problem(run)) for run in site.runs_of(dataset.card.id)]
        problems = dataset.paged
        known = {problem.id: problem for problem in problems}
        for index, problem in enumerate(problems):
            found = [
                attempt(run, problem, judgement, response, known)
                for run, of_run in runs
                for judgement, response in of_run.get(problem.id, ())
            ]
            yield trace_page(site, dataset.card, problem, neighbours(problems, index), found)


def trace_page(
    site: Site,
    dataset: DatasetCard,
    problem: Problem,
    around: tuple[Problem | None, Problem | None],
    found: Sequence[Attempt | Absent],
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
            "attempts": tuple(each for each in found if isinstance(each, Attempt)),
            "absent": tuple(each for each in found if isinstance(each, Absent)),
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


def attempt(
    run: Run,
    problem: Problem,
    judgement: Judgement,
    response: Response | None,
    known: Mapping[str, Problem],
) -> Attempt | Absent:
    """Put together what the page shows of one attempt; `known` are the dataset's problems by id."""
    anchor = paths.attempt_anchor(run.card, judgement.attempt)
    if response is None:
        return Absent(run=run.card, anchor=anchor)
    shots = ((id_, known.get(id_)) for id_ in response.exemplars)
    return Attempt(
        run=run.card,
        anchor=anchor,
        judgement=judgement,
        response=response,
        rounds=conversation(response, judgement),
        answers=round_rows(response, problem, judgement, run.card.method),
        stopped=stopped(response),
        failed=failure(response.error or ""),
        exemplars=tuple((id_, paths.trace(shot) if shot else "") for id_, shot in shots),
        learned=len(run.learned),
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
