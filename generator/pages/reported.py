"""Figures that papers report, one row a method, and the page that has all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.pages import paths
from generator.pages.site import Site
from generator.published import Reported
from generator.records import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRow:
    """The figures that one table of a paper reports for one method with one model."""

    first: Reported
    """Any of them; names the paper, the table, the method and the model."""
    figures: Mapping[str, Reported]
    """Metric as the paper names it -> figure."""


def reported_page(site: Site) -> Iterator[Page]:
    """Yield the page of all reported figures; none where there are none."""
    if site.reported:
        yield Page(
            path=paths.REPORTED,
            title="Reported in papers",
            template="reported.html.jinja",
            context={
                "figures": len(site.reported),
                "papers": papers(site.reported),
                "known": {dataset.card.id for dataset in site.datasets},
            },
        )


def papers(
    figures: tuple[Reported, ...],
) -> tuple[tuple[Reported, tuple[str, ...], tuple[ReportedRow, ...]], ...]:
    """Return per paper: one of its figures, its metrics, and its rows; in the order of the file."""
    groups: dict[str, list[Reported]] = {}
    for figure in figures:
        groups.setdefault(figure.paper.key, []).append(figure)
    return tuple(
        (group[0], tuple(dict.fromkeys(f.metric for f in group)), rows_of(group))
        for group in groups.values()
    )


def is_rate(figure: Reported) -> bool:
    """Say whether a figure is a rate of a method, and not a size or a gain."""
    return figure.unit == "%" and figure.method != "-"


def reported_rows(figures: Iterable[Reported]) -> tuple[ReportedRow, ...]:
    """Return the rates among the figures, as `rows_of`."""
    return rows_of(filter(is_rate, figures))


def rows_of(figures: Iterable[Reported]) -> tuple[ReportedRow, ...]:
    """Return one row per paper, table, dataset, method and model, in the order of the papers."""
    found: dict[tuple[str, ...], dict[str, Reported]] = {}
    for figure in figures:
        key = (figure.paper.key, figure.table, figure.dataset, figure.method, figure.model)
        found.setdefault(key, {})[figure.metric] = figure
    return tuple(ReportedRow(first=next(iter(row.values())), figures=row) for row in found.values())
