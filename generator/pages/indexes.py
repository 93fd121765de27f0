"""The pages that list all boards, all datasets and all methods."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages import paths
from generator.pages.home import state
from generator.pages.site import Site
from generator.records import Page


def index_pages(site: Site) -> Iterator[Page]:
    """Yield the three lists."""
    states = tuple(state(site, dataset) for dataset in site.datasets)
    yield Page(
        path=paths.BOARDS,
        title="Boards",
        template="boards.html.jinja",
        context={"site": site, "states": states},
    )
    yield Page(
        path=paths.DATASETS,
        title="Datasets",
        template="datasets.html.jinja",
        context={"site": site},
    )
    yield Page(
        path=paths.METHODS,
        title="Methods",
        template="methods.html.jinja",
        context={
            "site": site,
            "runs": {
                method: tuple(run for run in site.runs if run.card.method == method)
                for method in sorted({*site.methods, *(run.card.method for run in site.runs)})
            },
        },
    )
