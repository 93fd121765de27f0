"""One page per dataset: its card, counted and stated sizes, relations, defects, an example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.records import Page, Problem
from generator.statistics import Statistics, statistics


def dataset_pages(site: Site) -> Iterator[Page]:
    """Yield the page of every dataset."""
    for dataset in site.datasets:
        found = by_split(dataset)
        yield Page(
            path=paths.dataset(dataset.card.id),
            title=dataset.card.title,
            template="dataset.html.jinja",
            context={
                "site": site,
                "dataset": dataset,
                "counted": Counter(problem.split for problem in dataset.problems),
                "statistics": found,
                "most_derived": sorted({n for s in found.values() for n in s.by_derived}),
                "levels": levels(dataset),
                "example": example(dataset),
                "by_id": {p.id: p for p in dataset.paged},
            },
        )


def by_split(dataset: ShownDataset) -> dict[str, Statistics]:
    """Return split -> its statistics, and those of all together where there are several."""
    splits = list(dataset.card.splits)
    groups = {s: [p for p in dataset.problems if p.split == s] for s in splits}
    if len(splits) > 1:
        groups["all"] = list(dataset.problems)
    return {name: statistics(group) for name, group in groups.items() if group}


def levels(dataset: ShownDataset) -> tuple[tuple[int, Counter[str]], ...]:
    """Return (level, split -> problems), ascending; empty where problems have no level."""
    found: dict[int, Counter[str]] = {}
    for problem in dataset.problems:
        if problem.level is not None:
            found.setdefault(problem.level, Counter())[problem.split] += 1
    return tuple(sorted(found.items()))


def example(dataset: ShownDataset) -> Problem | None:
    """Return the first problem of the ranked split that has a graph of middling size."""
    ranked = [p for p in dataset.problems if p.split == dataset.card.board]
    drawn = [p for p in ranked if p.graph and len(p.graph.derived) >= 3]
    return next(iter([*drawn, *ranked, *dataset.problems]), None)
