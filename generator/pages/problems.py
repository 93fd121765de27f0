"""The list of a split's problems, in pages, with the verdict of every run as a mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.aggregate import Run
from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.records import Page, Problem, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One problem of the list."""

    problem: Problem
    paged: bool
    """Whether it has a page of its own."""
    verdicts: tuple[tuple[str, Verdict], ...]
    """Anchor and verdict of the first attempt of every run on the split, as the board orders."""


def problem_pages(site: Site) -> Iterator[Page]:
    """Yield the pages of every split's list."""
    for dataset in site.datasets:
        for split in sorted({problem.split for problem in dataset.problems}):
            yield from split_pages(site, dataset, split)


def split_pages(site: Site, dataset: ShownDataset, split: str) -> Iterator[Page]:
    """Yield the pages of one split's list, PROBLEMS_A_PAGE problems each."""
    chosen = [problem for problem in dataset.problems if problem.split == split]
    runs = [run for run in site.runs_of(dataset.card.id) if run.card.split == split]
    verdicts = {paths.slug(run.card): first_verdicts(run) for run in runs}
    starts = range(0, len(chosen), paths.PROBLEMS_A_PAGE)
    for page, start in enumerate(starts, start=1):
        part = chosen[start : start + paths.PROBLEMS_A_PAGE]
        yield Page(  # noqa: S604  a page\'s chrome, no shell of the system
            path=paths.problems(dataset.card.id, split, page),
            title=f"{dataset.card.title}: {split} problems {start + 1}–{start + len(part)}",
            template="problems.html.jinja",
            shell="spliced",
            context={
                "dataset": dataset.card,
                "split": split,
                "page": page,
                "pages": len(starts),
                "first": start + 1,
                "total": len(chosen),
                "runs": tuple(run.card for run in runs),
                "lines": tuple(line(dataset, problem, runs, verdicts) for problem in part),
            },
        )


def first_verdicts(run: Run) -> dict[str, Verdict]:
    """Return problem id -> verdict of the first attempt."""
    return {j.problem_id: j.verdict for j in run.judgements if j.attempt == 0}


def line(
    dataset: ShownDataset,
    problem: Problem,
    runs: list[Run],
    verdicts: Mapping[str, Mapping[str, Verdict]],
) -> Line:
    """Put one problem's verdicts beside it."""
    marks = tuple(
        (paths.slug(run.card), verdicts[paths.slug(run.card)][problem.id])
        for run in runs
        if problem.id in verdicts[paths.slug(run.card)]
    )
    paged = problem.id not in dataset.only_listed
    return Line(problem=problem, paged=paged, verdicts=marks)
