"""The whole program: folders -> records -> judged runs -> boards -> pages -> site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from generator import __version__, publish, store
from generator.aggregate import Board, Run, board
from generator.changes import read_changes, tally, unrecorded
from generator.errors import FaultsFound
from generator.gate import gate_faults
from generator.gather import Gather
from generator.judge import JUDGE_VERSION
from generator.lock import plain, read_lock, stamp
from generator.lock_check import check_keys, check_stamp, check_values
from generator.methods.variants import summaries
from generator.pages.site import ShownDataset, Site
from generator.published import Reported, read_published, reported_on
from generator.recompute import rejudged
from generator.store import Dataset, Roots


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What came of a build."""

    report: publish.Report
    """Pages written."""
    not_fetched: tuple[str, ...]
    """Datasets whose problems are not here, so that only their card is shown."""
    left_out: tuple[Path, ...]
    """Runs on such datasets: they cannot be judged here and are on no page."""
    unfinished: tuple[Path, ...]
    """Folders of runs that have not ended: they are on no page either."""


Paged: TypeAlias = Literal["all", "with-runs"]
"""Which problems have a page of their own: `with-runs` are those that any run is judged on."""
PAGED: tuple[Paged, ...] = get_args(Paged)


def build(
    roots: Roots,
    *,
    config: Path,
    site_dir: Path,
    only: frozenset[str] | None = None,
    problems: Paged = "all",
) -> Built:
    """Judge every run anew and publish the site.

    Args:
        roots: the databases.
        config: settings of MkDocs.
        site_dir: folder to make; an old one is replaced.
        only: ids of the datasets that the site is about; None for all of them.
        problems: which problems have a page of their own; the lists name all.

    Raises:
        FaultsFound: a dataset, a run or a lock has faults, or something would be shown wrongly or
            not at all; all of them, and nothing is written.
        CannotRun: MkDocs refuses.

    """
    datasets, runs = load(roots, only)
    site = assemble(datasets, runs, roots, problems)
    if only is None:
        check_gate(site, roots)
    report = publish.build(site, config=config, site_dir=site_dir, results_root=roots.results)
    absent = tuple(dataset.card.id for dataset in datasets if not dataset.present)
    left_out = tuple(path for name in absent for path in store.run_paths(roots, name))
    return Built(
        report=report,
        not_fetched=absent,
        left_out=left_out,
        unfinished=tuple(
            path
            for dataset in datasets
            for path in store.folders(roots.results / dataset.card.id)
            if store.unfinished(path)
        ),
    )


def check_gate(site: Site, roots: Roots) -> None:
    """Refuse a site that lacks a run, or shows a number that nothing accounts for.

    Raises:
        FaultsFound: see generator.gate and generator.changes.

    """
    now = {run.path: tally(run.score) for run in site.runs}
    faults = [*gate_faults(site, roots), *unrecorded(site.changes, now, roots.results)]
    if faults:
        raise FaultsFound(faults)


def load(roots: Roots, only: frozenset[str] | None = None) -> tuple[list[Dataset], list[Run]]:
    """Return all datasets (of `only`), and all runs on those that are present, judged anew."""
    gather = Gather()
    ids = [name for name in store.dataset_ids(roots) if only is None or name in only]
    found = [gather.attempt(store.load_dataset, roots, name) for name in ids]
    datasets = [dataset for dataset in found if dataset is not None]
    runs = [
        gather.attempt(judged, path, dataset)
        for dataset in datasets
        if dataset.present
        for path in store.run_paths(roots, dataset.card.id)
    ]
    gather.done()
    return datasets, [run for run in runs if run is not None]


def judged(path: Path, dataset: Dataset) -> Run:
    """Return a run with everything recomputed.

    Raises:
        FaultsFound: the run has faults, or its lock says something else than the recomputation.

    """
    found = store.load_run(path, dataset)
    run = rejudged(found, dataset)
    lock = read_lock(path)
    gather = Gather()
    gather.faults.extend(check_stamp(path, lock, stamp(dataset, found, JUDGE_VERSION)))
    gather.faults.extend(check_keys(path, lock, list(plain(run.judgements))))
    gather.faults.extend(check_values(path, lock, run.judgements, run.score).faults)
    gather.done()
    return run


def assemble(
    datasets: list[Dataset], runs: list[Run], roots: Roots, problems: Paged = "all"
) -> Site:
    """Return everything the pages show."""
    reported = read_published(roots.results)
    judged_on = {judgement.problem_id for run in runs for judgement in run.judgements}
    paged = judged_on if problems == "with-runs" else None
    return Site(
        datasets=tuple(_shown(dataset, reported, roots, paged) for dataset in datasets),
        boards={dataset.card.id: _board(dataset, runs) for dataset in datasets},
        methods=summaries(),
        reported=reported,
        version=__version__,
        judge_version=JUDGE_VERSION,
        changes=read_changes(roots.results),
    )


def _shown(
    dataset: Dataset, reported: tuple[Reported, ...], roots: Roots, paged: set[str] | None
) -> ShownDataset:
    """Return what the pages show of a dataset; only problems in `paged` have one, None is all."""
    absent = () if dataset.present else store.run_paths(roots, dataset.card.id)
    return ShownDataset(
        card=dataset.card,
        problems=dataset.problems,
        about=dataset.about,
        sha256=dataset.sha256,
        reported=reported_on(reported, dataset.card.id),
        left_out=tuple(path.name for path in absent),
        only_listed=frozenset(
            problem.id
            for problem in dataset.problems
            if paged is not None and problem.id not in paged
        ),
    )


def _board(dataset: Dataset, runs: list[Run]) -> Board:
    return board(dataset.card, (run for run in runs if run.card.dataset == dataset.card.id))
