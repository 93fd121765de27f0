"""The home page: the state of all boards, and how to read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.aggregate import Run
from generator.cards import DatasetCard
from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.records import Page


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


def home_pages(site: Site) -> Iterator[Page]:
    """Yield the home page."""
    states = tuple(state(site, dataset) for dataset in site.datasets)
    yield Page(
        path=paths.HOME,
        title="Failwhere",
        template="home.html.jinja",
        context={"site": site, "states": states},
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
