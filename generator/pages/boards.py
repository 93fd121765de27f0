"""One board per dataset: ranked runs, unranked ones, and figures that papers report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.aggregate import Board
from generator.pages import paths
from generator.pages.site import Site
from generator.published import Reported
from generator.records import PROTOCOLS, Page, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRow:
    """The figures that one table of a paper reports for one method with one model."""

    first: Reported
    """Any of them; names the paper, the table, the method and the model."""
    figures: Mapping[str, Reported]
    """Metric as the paper names it -> figure."""


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
                "protocols": protocols(board),
                "reported": reported_rows(dataset.reported),
                "metrics": tuple(dict.fromkeys(f.metric for f in dataset.reported if is_rate(f))),
                "others": tuple(f for f in dataset.reported if not is_rate(f)),
            },
        )


def protocols(board: Board | None) -> tuple[Protocol, ...]:
    """Return the protocols under which any run of the board has step scores."""
    rows = (*board.ranked, *board.unranked) if board else ()
    return tuple(p for p in PROTOCOLS if any(p in row.run.score.steps for row in rows))


def is_rate(figure: Reported) -> bool:
    """Say whether a figure is a rate of a method, and not a size or a gain."""
    return figure.unit == "%" and figure.method != "-"


def reported_rows(figures: tuple[Reported, ...]) -> tuple[ReportedRow, ...]:
    """Return the rates, one row per paper, table, method and model, in the order of the papers."""
    found: dict[tuple[str, str, str, str], dict[str, Reported]] = {}
    for figure in filter(is_rate, figures):
        key = (figure.paper.key, figure.table, figure.method, figure.model)
        found.setdefault(key, {})[figure.metric] = figure
    return tuple(ReportedRow(first=next(iter(row.values())), figures=row) for row in found.values())
