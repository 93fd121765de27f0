"""Boards and the folders they were made from -> everything that must not be published.

Every folder of a run is on exactly one board, ranked, or unranked with its reason, or named among
those left out; and every row is over as many problems as the dataset's card declares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator import files
from generator.aggregate import Row
from generator.errors import Fault
from generator.pages.site import ShownDataset, Site
from generator.published import FOLDER as PUBLISHED
from generator.store import DATASET_CARD, RUN_CARD, Roots, folders, run_paths
from generator.strays import stray_faults


def gate_faults(site: Site, roots: Roots) -> Iterator[Fault]:
    """Yield a fault for each run without a place on the site, and each row that cannot be."""
    yield from stray_faults(roots)
    known = {dataset.card.id: dataset for dataset in site.datasets}
    for folder in folders(roots.results):
        if folder.name == PUBLISHED:
            continue
        if folder.name not in known:
            message = f"there is no dataset {folder.name!r:.80}, so its runs would be on no page"
            cure = "name the folder as the dataset, or add the dataset"
            yield Fault(file=files.shown_path(folder), message=message, cure=cure)
            continue
        shown = _places(site, known[folder.name])
        for run in run_paths(roots, folder.name):
            if (times := shown[run.name]) != 1:
                message = f"is on {times} rows of the board and in no list of runs left out"
                place = files.shown_path(run / RUN_CARD)
                yield Fault(file=place, message=message, cure="report this as a bug of the build")
    for dataset in site.datasets:
        yield from _row_faults(site, dataset, roots)


def _places(site: Site, dataset: ShownDataset) -> Counter[str]:
    """Return how often each run of a dataset is shown or named."""
    return Counter(
        [*dataset.left_out, *(row.run.path.split("/")[1] for row in _rows(site, dataset))]
    )


def _rows(site: Site, dataset: ShownDataset) -> tuple[Row, ...]:
    board = site.boards.get(dataset.card.id)
    return board.rows if board else ()


def _row_faults(site: Site, dataset: ShownDataset, roots: Roots) -> Iterator[Fault]:
    file = files.shown_path(roots.datasets / dataset.card.id / DATASET_CARD)
    for row in _rows(site, dataset):
        card, score = row.run.card, row.run.score
        declared = dataset.card.splits.get(card.split)
        counts = {score.problems, score.accuracy.n, declared}
        judged = {judgement.problem_id for judgement in row.run.judgements}
        if len(counts) != 1 or len(judged) != declared:
            message = (
                f"{row.run.path} is scored over {score.accuracy.n} problems of which "
                f"{len(judged)} are judged, the card declares {declared}"
            )
            yield Fault(file=file, field=f"splits.{card.split}", message=message, cure=_COUNT)
        if row.rank is None and not row.reason:
            message = f"{row.run.path} is not ranked, and nothing says why"
            yield Fault(file=file, message=message, cure="report this as a bug of the build")


_COUNT = "count the problems of the file and correct the card"
