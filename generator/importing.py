"""A file of another tool's responses -> a run's folder with run.yaml and responses.jsonl."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator import files
from generator.cards import RunCard
from generator.errors import CannotRun, Fault, FaultsFound
from generator.methods.writing import card_text, response_row
from generator.responses import IMPORTERS
from generator.responses.coverage import coverage_faults, in_order, missing, named
from generator.store import RESPONSES, RUN_CARD, Dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import wrote."""

    folder: Path
    responses: int
    missing: tuple[str, ...]
    """Problems without a response; not empty only where a partial run was allowed."""


def import_run(
    style: str, path: Path, *, card: RunCard, dataset: Dataset, folder: Path, partial: bool
) -> Imported:
    """Write `folder` from the file at `path`.

    Args:
        style: key of IMPORTERS.
        path: file of responses.
        card: card of the run that is made.
        dataset: its dataset, fetched.
        folder: the run's folder; must not hold a run yet.
        partial: whether problems may be without a response.

    Raises:
        CannotRun: the dataset has not been fetched, or there is a run in `folder` already.
        FaultsFound: the file breaks off, or has problems that are unknown, twice or missing; all
            are reported together and nothing is written.

    """
    if not dataset.present:
        raise CannotRun(f"{card.dataset} is not here: run `failwhere fetch {card.dataset}` first")
    if (folder / RUN_CARD).exists() or (folder / RESPONSES).exists():
        raise CannotRun(f"{folder} holds a run already; remove it or choose another --out")
    split = dataset.split(card.split)
    shown = files.shown_path(path)
    located = IMPORTERS[style](path, split)
    found = in_order((response for _, response in located), split)
    absent = missing(found, split)
    faults = list(coverage_faults(located, split, shown))
    if absent and not partial:
        message = f"{len(absent)} of {len(split)} problems have no response: {named(absent)}"
        faults.append(Fault(file=shown, message=message, cure=_PARTIAL))
    if faults:
        raise FaultsFound(faults)
    files.write_text(folder / RUN_CARD, card_text(card))
    files.write_text(folder / RESPONSES, files.jsonl_text(response_row(each) for each in found))
    return Imported(folder=folder, responses=len(found), missing=absent)


_PARTIAL = "complete the file, or give --partial for a run that is shown and not ranked"
