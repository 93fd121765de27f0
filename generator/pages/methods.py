"""One page per method: what it is, its runs over all datasets, and what papers report for it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages import paths
from generator.pages.site import Site
from generator.records import Page


def method_pages(site: Site) -> Iterator[Page]:
    """Yield a page for every method that we have or that has a run."""
    titles = {dataset.card.id: dataset.card for dataset in site.datasets}
    for method in sorted({*site.methods, *(run.card.method for run in site.runs)}):
        yield Page(
            path=paths.method(method),
            title=f"Method {method}",
            template="method.html.jinja",
            context={
                "site": site,
                "method": method,
                "about": site.methods.get(method, ""),
                "runs": tuple(run for run in site.runs if run.card.method == method),
                "cards": titles,
            },
        )
