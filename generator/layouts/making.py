"""All files of a source -> the rows of problems.jsonl, with every fault named."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from generator.cards import Column, DatasetCard, Layout, SourceFile, SourceFolder
from generator.errors import Fault, FaultsFound
from generator.files import shown_path
from generator.layouts.columns import ANSWER_TYPES, COLUMNS, Maker
from generator.layouts.opened import Opened, leads_elsewhere
from generator.layouts.records import Record, records
from generator.layouts.refusal import Refused
from generator.layouts.tables import TABLES
from generator.layouts.transforms import TRANSFORMS
from generator.problems.ids import problem_id

MAX_FAULTS = 20
"""Records at fault that are named one by one."""


def rows(card: DatasetCard, layout: Layout, opened: Opened) -> list[dict[str, object]]:
    """Return the lines of problems.jsonl in the format `native`.

    Raises:
        FaultsFound: a count, a record or a folder of tables is not what the card says; all of them.
        CannotRun: a file cannot be had.

    """
    if card.source is None:
        raise AssertionError("a layout without a source")
    made: list[dict[str, object]] = []
    faults: list[Fault] = []
    counts = dict.fromkeys(card.splits, 0)
    maker = Maker(card, layout, opened)
    for file in card.source.files:
        if file.split is None:
            continue
        start = counts.get(file.split, 0)
        found = records(file, layout, opened)
        faults += _count_faults(file, len(found), opened)
        made += _made(card, file, found, maker, start, faults)
        counts[file.split] = start + len(found)
    faults += [fault for folder in card.source.folders for fault in folder_faults(folder, opened)]
    if faults:
        raise FaultsFound(faults[:MAX_FAULTS])
    return made


def _made(
    card: DatasetCard,
    file: SourceFile,
    found: list[Record],
    maker: Maker,
    start: int,
    faults: list[Fault],
) -> Iterator[dict[str, object]]:
    """Yield the rows of one file; records that do not fit go to `faults`."""
    split = file.split or ""
    for number, record in enumerate(found):
        try:
            fields = maker.row(record, file.columns, split)
        except Refused as error:
            field, _, message = str(error).partition(": ")
            message = f"record {number} ({file.path}): {message}"
            cure = "correct `layout.columns` of the card"
            faults.append(Fault(file=file.path, field=field, message=message, cure=cure))
        else:
            yield {"id": problem_id(card.id, split, start + number), "split": split, **fields}


def _count_faults(file: SourceFile, have: int, opened: Opened) -> Iterator[Fault]:
    if have != file.problems:
        message = f"holds {have} problems, the card says {file.problems}"
        shown = shown_path(opened.path(file.path))
        yield Fault(file=shown, message=message, cure="correct the card")


def folder_faults(folder: SourceFolder, opened: Opened) -> Iterator[Fault]:
    """Hold the files of a folder that were read against the card's count and hash."""
    read = {n: h for n, h in opened.hashes.items() if n.startswith(f"{folder.path}/")}
    have = folder_hash(read)
    if len(read) != folder.files or have != folder.sha256:
        message = (
            f"{len(read)} files with the hash {have} were read, the card says "
            f"{folder.files} with {folder.sha256}"
        )
        yield Fault(file=folder.path, message=message, cure="get the files of the pinned commit")


def folder_hash(hashes: dict[str, str]) -> str:
    """Return the SHA-256 of the lines `<sha256>  <path>`, sorted by path."""
    lines = "".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes))
    return hashlib.sha256(lines.encode()).hexdigest()


def layout_faults(card: DatasetCard, shown: str) -> Iterator[Fault]:
    """Check what the card's layout names: transforms, tables, fields, files below the root."""
    layout = card.layout
    if layout is None:
        return
    if card.source is None:
        yield Fault(file=shown, field="layout", message="has no source", cure="add `source`")
        return
    if layout.table is not None and layout.table not in TABLES:
        cure = f"write one of {', '.join(sorted(TABLES))}"
        yield Fault(file=shown, field="layout.table", message="is no kind of table", cure=cure)
    yield from _column_faults(layout.columns, "layout.columns", shown)
    for place, file in enumerate(card.source.files):
        yield from _column_faults(file.columns, f"source.files.{place}.columns", shown)
    known = {file.path for file in card.source.files}
    for place, lookup in enumerate(layout.lookups):
        if lookup.path not in known or leads_elsewhere(lookup.path):
            message, cure = f"{lookup.path!r:.80} is no file of the source", "add it to its files"
            yield Fault(
                file=shown, field=f"layout.lookups.{place}.path", message=message, cure=cure
            )
    if "question" not in layout.columns or not {"answer", "targets"} & set(layout.columns):
        message, cure = "lacks `question` or `answer`", "add them"
        yield Fault(file=shown, field="layout.columns", message=message, cure=cure)


def _column_faults(columns: dict[str, Column], at: str, shown: str) -> Iterator[Fault]:
    for name, column in columns.items():
        if name not in COLUMNS:
            cure = f"write one of {', '.join(sorted(COLUMNS))}"
            yield Fault(file=shown, field=f"{at}.{name}", message="is no column", cure=cure)
        for step in column.then:
            if step not in TRANSFORMS:
                cure = f"write one of {', '.join(sorted(TRANSFORMS))}"
                message = f"there is no transform {step!r}"
                yield Fault(file=shown, field=f"{at}.{name}.then", message=message, cure=cure)
        wrong = [v for v in column.map.values() if name == "answer_type" and v not in ANSWER_TYPES]
        if wrong:
            cure = f"write one of {', '.join(ANSWER_TYPES)}"
            message = f"{wrong[0]!r:.40} is no answer type"
            yield Fault(file=shown, field=f"{at}.{name}.map", message=message, cure=cure)
