"""One board per dataset: ranked runs, unranked ones, and figures that papers report."""

from __future__ import annotations

from collections.abc import Iterator

from generator.aggregate import Board, Row
from generator.pages import paths
from generator.pages.reported import is_rate, reported_rows
from generator.pages.site import Site
from generator.pages.traced import has_process
from generator.records import PROTOCOLS, Page, Protocol


def board_pages(site: Site) -> Iterator[Page]:
    """Yield the board of every dataset."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        yield Page(
            path=paths.board(dataset.card.id),
            title=f"{dataset.card.title}: board",
            template="board.html.jinja",
            context={
                "site": site,
                "dataset": dataset,
                "board": board,
                "process": board is not None and has_process(board),
                "protocols": protocols(board),
                "tables": any(row.run.score.tables for row in rows(board)),
                "reported": reported_rows(dataset.reported),
                "metrics": tuple(dict.fromkeys(f.metric for f in dataset.reported if is_rate(f))),
                "others": tuple(f for f in dataset.reported if not is_rate(f)),
            },
        )


def protocols(board: Board | None) -> tuple[Protocol, ...]:
    """Return the protocols under which any run of the board has step scores."""
    return tuple(p for p in PROTOCOLS if any(p in row.run.score.steps for row in rows(board)))


def rows(board: Board | None) -> tuple[Row, ...]:
    """Return all rows of a board, ranked ones first; none where there is no board."""
    return (*board.ranked, *board.unranked) if board else ()
