"""One board per dataset: ranked runs, unranked ones, and figures that papers report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.aggregate import Row
from generator.pages import paths
from generator.pages.reported import is_rate, reported_rows
from generator.pages.site import Site
from generator.pages.traced import has_process
from generator.records import PROTOCOLS, Page, Protocol


def board_pages(site: Site) -> Iterator[Page]:
    """Yield the board of every dataset."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        rows = board.rows if board else ()
        yield Page(
            path=paths.board(dataset.card.id),
            title=f"{dataset.card.title}: board",
            template="board.html.jinja",
            context={
                "site": site,
                "dataset": dataset,
                "board": board,
                "process": board is not None and has_process(board),
                "protocols": protocols(rows),
                "tables": any(row.run.score.tables for row in rows),
                "reported": reported_rows(dataset.reported),
                "metrics": tuple(dict.fromkeys(f.metric for f in dataset.reported if is_rate(f))),
                "others": tuple(f for f in dataset.reported if not is_rate(f)),
            },
        )


def protocols(rows: Sequence[Row]) -> tuple[Protocol, ...]:
    """Return the protocols under which any run has step scores."""
    return tuple(p for p in PROTOCOLS if any(p in row.run.score.steps for row in rows))
