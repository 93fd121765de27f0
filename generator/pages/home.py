"""The home page: the state of all boards, and how to read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.aggregate import Run
from generator.cards import DatasetCard
from generator.pages import paths
from generator.pages.conversation import MARKED
from generator.pages.site import ShownDataset, Site
from generator.pages.traces import NodeState, node_states
from generator.records import Judgement, Label, Page, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardState:
    """One line of the home page."""

    card: DatasetCard
    problems: int
    """Problems at hand in the split that the board ranks; 0 when not fetched."""
    ranked: int
    unranked: int
    judged: int
    """Judged responses, over all runs."""
    best: Run | None
    """First run of the ranking."""
    reported: int
    """Figures from papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showpiece:
    """A failure that shows at a glance what the site is about."""

    problem: Problem
    run: Run
    label: Label
    states: Mapping[str, NodeState]


def home_pages(site: Site) -> Iterator[Page]:
    """Yield the home page."""
    states = tuple(state(site, dataset) for dataset in site.datasets)
    yield Page(
        path=paths.HOME,
        title="Failwhere",
        template="home.html.jinja",
        context={"site": site, "states": states, "showpiece": showpiece(site)},
    )


def state(site: Site, dataset: ShownDataset) -> BoardState:
    """Count what there is on one board."""
    board = site.boards.get(dataset.card.id)
    ranked, unranked = (board.ranked, board.unranked) if board else ((), ())
    return BoardState(
        card=dataset.card,
        problems=sum(problem.split == dataset.card.board for problem in dataset.problems),
        ranked=len(ranked),
        unranked=len(unranked),
        judged=sum(len(row.run.judgements) for row in (*ranked, *unranked)),
        best=ranked[0].run if ranked else None,
        reported=len(dataset.reported),
    )


def showpiece(site: Site) -> Showpiece | None:
    """Return the first failure of a ranked run that shows all three states; None without one."""
    for dataset in site.datasets:
        problems = {problem.id: problem for problem in dataset.problems}
        for run in site.runs_of(dataset.card.id):
            for judgement in run.judgements:
                problem = problems[judgement.problem_id]
                if is_telling(problem, judgement):
                    return Showpiece(
                        problem=problem,
                        run=run,
                        label=judgement.credits[MARKED].label,
                        states=node_states(problem, judgement),
                    )
    return None


def is_telling(problem: Problem, judgement: Judgement) -> bool:
    """Say whether a first attempt failed late, with every state, on a graph that fits a corner."""
    if problem.graph is None or MARKED not in judgement.credits or judgement.attempt:
        return False
    states = node_states(problem, judgement)
    fits = len(problem.graph.nodes) <= 8 and len(states) <= 5
    return fits and set(states.values()) == {"reached", "credited", "missed"}
