"""Files of another tool's responses -> folders of runs with run.yaml and responses.jsonl."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator import files
from generator.cards import Claim, RunCard
from generator.errors import CannotRun, Fault, FaultsFound
from generator.importers.assigning import assign
from generator.importers.claims import notes
from generator.importers.entries import Batch, Entry, Figure
from generator.methods.writing import card_text, response_row
from generator.records import Problem, Response
from generator.responses import READERS
from generator.responses.coverage import in_order, missing, named
from generator.store import RESPONSES, RUN_CARD, Dataset
from generator.strict_yaml import Document

ALL = "all"
"""Value of `--filter` that makes one run of each part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be made of a batch."""

    card: RunCard
    """Card of the run; one of several parts gets the part's name added to its method."""
    dataset: Dataset
    """The run's dataset, fetched."""
    folder: Path
    """The run's folder; must not hold a run yet."""
    part: str | None = None
    """Which part of the files; ALL for a run of each; None when there is only one."""
    metric: str | None = None
    """Whose verdicts are taken over as claims; None for the first."""
    partial: bool = False
    """Whether problems may be without a response."""
    extra: bool = False
    """Whether rows of no problem are left out with a note instead of being faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A run that an import makes."""

    folder: Path
    """Where it is."""
    card: RunCard
    """Its card, with the figures that the files state."""
    responses: tuple[Response, ...]
    """In the order of the dataset, then by attempt."""
    missing: tuple[str, ...]
    """Problems without a response; not empty only where a partial run was allowed."""
    notes: tuple[Fault, ...]
    """What a reader should know."""


def import_runs(batch: Batch, target: Target) -> tuple[Imported, ...]:
    """Write a run's folder for the chosen part of `batch`, or for each of its parts.

    Raises:
        CannotRun: the dataset has not been fetched, there is a run in a folder already, or the
            files hold several parts and none was chosen.
        FaultsFound: rows of no problem, or twice, or problems without a row; all are reported
            together and nothing is written.

    """
    if not target.dataset.present:
        name = target.card.dataset
        raise CannotRun(f"{name} is not here: run `failwhere fetch {name}` first")
    parts = _chosen(batch, target.part)
    runs = [_run(batch, part, target, several=len(parts) > 1) for part in parts]
    for run in runs:
        if (run.folder / RUN_CARD).exists() or (run.folder / RESPONSES).exists():
            raise CannotRun(f"{run.folder} holds a run already; remove it or choose another --out")
    for run in runs:
        rows = (response_row(response) for response in run.responses)
        files.write_text(run.folder / RUN_CARD, card_text(run.card))
        files.write_text(run.folder / RESPONSES, files.jsonl_text(rows))
    return tuple(runs)


def _chosen(batch: Batch, wanted: str | None) -> tuple[str, ...]:
    """Return the names of the parts to be made into runs."""
    if not batch.entries:
        raise CannotRun("the files hold no answers")
    told = ", ".join(repr(part)[:60] for part in batch.parts[:20])
    if wanted is None and len(batch.parts) > 1:
        raise CannotRun(
            f"the files hold {told}: give --filter NAME, or --filter all for a run each"
        )
    if wanted is None or wanted == ALL:
        return batch.parts
    if wanted not in batch.parts:
        raise CannotRun(f"--filter: the files hold {told}")
    return (wanted,)


def _run(batch: Batch, part: str, target: Target, *, several: bool) -> Imported:
    """Return one run, after all checks."""
    entries = [entry for entry in batch.entries if entry.part == part]
    figures = [figure for figure in batch.figures if figure.part in ("", part)]
    split = target.dataset.split(target.card.split)
    metric, extra = target.metric, target.extra
    assigned = assign(entries, split, repeats=batch.repeats, metric=metric, extra=extra)
    found = in_order((response for _, response in assigned.located), split)
    faults = [*assigned.faults, *_impossible(figures), *_malformed(found, entries)]
    absent = missing(found, split)
    if absent and not target.partial:
        faults.append(_incomplete(absent, split, entries[0].file))
    if faults:
        raise FaultsFound(faults)
    method = f"{target.card.method}-{slug(part)}" if several else target.card.method
    told = (*batch.notes, *assigned.notes, *notes(entries, figures, metric))
    return Imported(
        folder=target.folder.with_name(f"{method}--{target.card.model}")
        if several
        else target.folder,
        card=_card(target.card, method, part if several else "", figures),
        responses=found,
        missing=absent,
        notes=tuple(dict.fromkeys(told)),
    )


def slug(part: str) -> str:
    """Return the name of a part as a piece of a folder's name."""
    return re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")[:40] or "part"


def _card(card: RunCard, method: str, part: str, figures: Sequence[Figure]) -> RunCard:
    """Return the card of one run, with its claims."""
    claims = [
        {"metric": f.metric, "value": f.value, "unit": f.unit, "source": Path(f.source).name}
        for f in figures
    ]
    data = card.model_dump(exclude_defaults=True)
    stated = [claim.model_dump() for claim in card.claims]
    title = f"{card.title}, {part}" if part else card.title
    data |= {"method": method, "title": title, "claims": (*stated, *claims)}
    return files.make_card(Document(data=data, lines={(): 0}), RunCard, shown="card")


def _impossible(figures: Sequence[Figure]) -> Iterator[Fault]:
    """Yield a fault for each stated figure that cannot be: 150 %, or 63 as a fraction of 1."""
    for figure in figures:
        data = {
            "metric": figure.metric,
            "value": figure.value,
            "unit": figure.unit,
            "source": figure.source,
        }
        try:
            files.make_card(Document(data=data, lines={(): 0}), Claim, shown=figure.source)
        except FaultsFound:
            message = f"states {figure.value:g}, which is no possible {figure.unit}"
            cure = f"correct the file: this format counts in {figure.unit}"
            yield Fault(file=figure.source, field=figure.metric, message=message, cure=cure)


def _malformed(found: Sequence[Response], entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield what the reader of our own format would refuse: an importer must never write that."""
    rows = [(0, json.loads(json.dumps(response_row(response)))) for response in found]
    try:
        READERS["native"](rows, entries[0].file)
    except FaultsFound as error:
        yield from error.faults


def _incomplete(absent: Sequence[str], split: Sequence[Problem], shown: str) -> Fault:
    message = f"{len(absent)} of {len(split)} problems have no response: {named(absent)}"
    cure = "complete the file, or give --partial for a run that is shown and not ranked"
    return Fault(file=shown, message=message, cure=cure)
