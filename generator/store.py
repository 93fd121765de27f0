"""The folders that are the database: finds and reads datasets/ and results/.

    datasets/<id>/                              dataset.yaml, problems.jsonl, about.md
    results/<dataset>/<method>--<model>/        run.yaml, responses.jsonl and its lock

Names are checked before they become paths and symbolic links are never followed, so that a folder
someone sends in can only ever hold itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator import files, problems, responses
from generator.cards import SLUG, DatasetCard, RunCard
from generator.errors import Fault, FaultsFound
from generator.gather import Gather
from generator.layouts.making import layout_faults
from generator.learned import Version, read_versions
from generator.records import Problem, Response
from generator.responses.coverage import coverage_faults, in_order

DATASET_CARD = "dataset.yaml"
PROBLEMS = "problems.jsonl"
ABOUT = "about.md"
RUN_CARD = "run.yaml"
RESPONSES = "responses.jsonl"
JOURNAL = "responses.journal.jsonl"
"""Responses of a run that has not ended; git does not keep it."""
PROGRAM = "program.json"
"""What a method learned before the run; only of methods that learn."""
RESERVED = frozenset({"schema", "methods", "every-eval-ever", "published"})
"""Names of folders beside those of the datasets, on the site or in results/."""
MAX_ABOUT = 200_000
"""Bytes of about.md."""
MAX_RUN_NAME = 160
"""Characters in the name of a run's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """Where the two databases are."""

    datasets: Path
    results: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A dataset as it lies in its folder."""

    card: DatasetCard
    problems: tuple[Problem, ...]
    """In the order of the file; empty when the dataset has not been fetched."""
    about: str
    """Text of about.md, Markdown; empty when there is none."""
    sha256: str
    """Hash of problems.jsonl; empty when it has not been fetched."""

    @property
    def present(self) -> bool:
        """Whether the problems are here."""
        return bool(self.problems)

    def split(self, name: str) -> tuple[Problem, ...]:
        """Return the problems of one split, in the order of the file."""
        return tuple(problem for problem in self.problems if problem.split == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInput:
    """A run as it was sent in: the card and the responses, nothing that is recomputed."""

    card: RunCard
    responses: tuple[Response, ...]
    """By problem in the order of the dataset, then by attempt; in the order of ids where the
    dataset has not been fetched."""
    sha256: str
    """Hash of responses.jsonl."""
    path: Path
    """The run's folder."""
    learned: tuple[Version, ...] = ()
    """What the method learned before the run, version by version."""


def dataset_ids(roots: Roots) -> tuple[str, ...]:
    """Return the ids of all datasets, sorted: folders with a card and a name that can be an id."""
    return tuple(
        path.name
        for path in folders(roots.datasets)
        if re.fullmatch(SLUG, path.name) and (path / DATASET_CARD).is_file()
    )


def load_dataset(roots: Roots, dataset_id: str) -> Dataset:
    """Return a dataset with its problems.

    Raises:
        FaultsFound: there is no such dataset, or its card or problems have faults; all of them.

    """
    folder = dataset_folder(roots, dataset_id)
    gather = Gather()
    about = gather.attempt(_about, folder)
    card = gather.attempt(read_dataset_card, folder)
    found = gather.attempt(_problems, folder / PROBLEMS, card) if card else None
    gather.done()
    if card is None or found is None or about is None:
        raise AssertionError("None without a fault")
    sha256 = files.sha256(folder / PROBLEMS) if found else ""
    return Dataset(card=card, problems=found, about=about, sha256=sha256)


def _problems(path: Path, card: DatasetCard) -> tuple[Problem, ...]:
    """Return the problems; none for a dataset that is to be fetched and has not been."""
    if card.source is not None and not path.exists():
        return ()
    return problems.READERS[card.format](_rows(path), card, files.shown_path(path))


def read_dataset_card(folder: Path) -> DatasetCard:
    """Return the card in a dataset's folder, after comparing it with the folder and the formats.

    Raises:
        FaultsFound: the card has faults, or its id is not the folder's name.

    """
    path = folder / DATASET_CARD
    _no_link(path)
    card = files.read_card(path, DatasetCard)
    shown = files.shown_path(path)
    wrong: list[Fault] = []
    if card.id != folder.name:
        message = f"{card.id!r} is not the folder's name {folder.name!r}"
        wrong.append(Fault(file=shown, field="id", message=message, cure="make the two the same"))
    if card.id in RESERVED:
        message, cure = f"{card.id!r} is the name of another folder", "choose another id"
        wrong.append(Fault(file=shown, field="id", message=message, cure=cure))
    if card.format not in problems.READERS:
        cure = f"write one of {', '.join(problems.READERS)}"
        wrong.append(Fault(file=shown, field="format", message="is no format", cure=cure))
    if card.board not in card.splits:
        cure = f"write one of {', '.join(card.splits)}"
        wrong.append(Fault(file=shown, field="board", message="is no split", cure=cure))
    wrong.extend(layout_faults(card, shown))
    if wrong:
        raise FaultsFound(wrong)
    return card


def run_paths(roots: Roots, dataset_id: str) -> tuple[Path, ...]:
    """Return the folders of the runs on a dataset, sorted by name; empty when there are none.

    A run that has not ended is none yet.
    """
    found = folders(roots.results / _id(dataset_id, roots))
    return tuple(path for path in found if not unfinished(path))


def unfinished(path: Path) -> bool:
    """Whether a folder holds the journal of a run that has not ended, and no card yet."""
    return (path / JOURNAL).is_file() and not (path / RUN_CARD).exists()


def load_run(path: Path, dataset: Dataset) -> RunInput:
    """Return the card and the responses of a run.

    Raises:
        FaultsFound: the card, the folder's name or a response has faults; all of them.

    """
    gather = Gather()
    card = gather.attempt(read_run_card, path, dataset.card)
    split = dataset.split(card.split) if card else dataset.problems
    found = gather.attempt(_responses, path / RESPONSES, split)
    learned = gather.attempt(read_versions, path / PROGRAM)
    gather.done()
    if card is None or found is None or learned is None:
        raise AssertionError("None without a fault")
    sha256 = files.sha256(path / RESPONSES)
    return RunInput(card=card, responses=found, sha256=sha256, path=path, learned=learned)


def _responses(path: Path, split: Sequence[Problem]) -> tuple[Response, ...]:
    """Return the responses of a file, held against the problems where these are here."""
    shown = files.shown_path(path)
    located = responses.READERS["native"](_rows(path), shown)
    faults = tuple(coverage_faults(located, split, shown)) if split else ()
    if faults:
        raise FaultsFound(faults)
    return in_order((response for _, response in located), split)


def any_run_card(path: Path) -> RunCard:
    """Return the card in a run's folder as it is; it says which dataset to load.

    Raises:
        FaultsFound: the card is missing or has faults.

    """
    _no_link(path / RUN_CARD)
    return files.read_card(path / RUN_CARD, RunCard)


def read_run_card(path: Path, dataset: DatasetCard) -> RunCard:
    """Return the card in a run's folder, after comparing it with the dataset.

    The folder may have any name: only in results/ it has to be that of the card, see is_run_name.

    Raises:
        FaultsFound: the card has faults, or names another dataset or a split that there is not.

    """
    file = path / RUN_CARD
    card = any_run_card(path)
    checks = (
        ("dataset", card.dataset, (dataset.id,)),
        ("split", card.split, tuple(dataset.splits)),
        ("language", card.language, dataset.languages),
    )
    shown = files.shown_path(file)
    faults = [
        Fault(file=shown, field=field, message=f"{value!r} does not fit", cure=_one_of(wanted))
        for field, value, wanted in checks
        if value not in wanted
    ]
    if faults:
        raise FaultsFound(faults)
    return card


def dataset_folder(roots: Roots, dataset_id: str) -> Path:
    """Return the folder of a dataset.

    Raises:
        FaultsFound: there is no such dataset; the cure lists those that are.

    """
    folder = roots.datasets / _id(dataset_id, roots)
    if not folder.is_dir() or folder.is_symlink():
        raise FaultsFound([_unknown(dataset_id, roots)])
    return folder


def folders(root: Path) -> tuple[Path, ...]:
    """Return the real folders in `root` that are not hidden, sorted; empty when it is no folder."""
    if not root.is_dir():
        return ()
    return tuple(
        path
        for path in sorted(root.iterdir())
        if path.is_dir() and not path.is_symlink() and not path.name.startswith(".")
    )


def is_run_name(name: str, card: RunCard) -> bool:
    """Whether `name` is <method>--<model> of the card, and not too long for a file system."""
    return len(name) <= MAX_RUN_NAME and name == f"{card.method}--{card.model}"


def _one_of(values: Sequence[str]) -> str:
    return f"write one of {', '.join(values)}"


def _id(dataset_id: str, roots: Roots) -> str:
    """Return an id that is safe as the name of a folder."""
    if not re.fullmatch(SLUG, dataset_id):
        raise FaultsFound([_unknown(dataset_id, roots)])
    return dataset_id


def _unknown(dataset_id: str, roots: Roots) -> Fault:
    message = f"there is no dataset {dataset_id!r:.80}"
    cure = _one_of(dataset_ids(roots)) if dataset_ids(roots) else "check --dataset-root"
    return Fault(file=files.shown_path(roots.datasets), message=message, cure=cure)


def _no_link(path: Path) -> None:
    """Refuse a symbolic link, which could lead out of the database."""
    if path.is_symlink():
        message, cure = "is a symbolic link", "put the file itself there"
        raise FaultsFound([Fault(file=files.shown_path(path), message=message, cure=cure)])


def _rows(path: Path) -> list[files.Row]:
    _no_link(path)
    return files.read_jsonl(path)


def _about(folder: Path) -> str:
    path = folder / ABOUT
    _no_link(path)
    return files.read_text(path, limit=MAX_ABOUT) if path.exists() else ""
