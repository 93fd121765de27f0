"""lighteval: details_<task>_<stamp>.parquet, and results_<stamp>.json (formats.md 2.6).

Columns are named doc, model_response and metric, or with two underscores on either side. Rows are
read a row group at a time; several texts of a row are attempts. Results are fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow
from pyarrow import parquet

from generator.files import MAX_FILE, shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import messages as talk
from generator.importers.conversation import plain, prompt_of
from generator.importers.entries import Batch, Entry, Figure, Options
from generator.importers.foreign_json import Row, inner, items, number, text, whole
from generator.importers.opening import expand, named, refuse
from generator.importers.statements import statements
from generator.records import Response

COLUMNS = ("doc", "model_response", "metric")
MAX_UNPACKED = 4_000_000_000
"""Bytes of all row groups together, as the file states them."""
MAX_GROUP = 1_000_000_000
"""Bytes of one row group, which is held at once."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like details of lighteval, or None."""
    if seen.kind == "parquet" and {name.strip("_") for name in seen.inside} >= set(COLUMNS[:2]):
        return "has the columns doc and model_response"
    files = [name.rpartition("/")[2] for name in seen.inside if name.endswith(".parquet")]
    return "holds details_*.parquet" if any(n.startswith("details_") for n in files) else None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the rows of all details files, with the figures of the results files.

    Raises:
        FaultsFound: there are no details, or a file is damaged or too large.

    """
    details = named(files, ".parquet")
    if not details:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, "there is no details_*.parquet", "evaluate again with --save-details")
    entries = [entry for path in details for entry in _entries(path)]
    figures = [figure for path in named(files, ".json") for figure in _figures(path)]
    return Batch(entries=tuple(entries), figures=tuple(figures))


def _entries(path: Path) -> Iterator[Entry]:
    shown = shown_path(path)
    for number_, row in enumerate(_rows(path, shown)):
        doc, said = inner(row, "doc"), inner(row, "model_response")
        replies = list(_replies(said))
        base = Entry(
            file=shown,
            name=f"row {number_ + 1} (id {text(doc.get('id'))})",
            questions=statements({**inner(doc, "specific"), **doc}),
            prompt=plain(said.get("input")) or prompt_of(talk(said.get("input"))),
            gold=_gold(doc),
            verdicts=words({name: s for name, s in inner(row, "metric").items() if s is not None}),
        )
        for attempt, reply in enumerate(replies):
            yield replace(base, reply=reply, attempt=attempt if len(replies) > 1 else None)


def _rows(path: Path, shown: str) -> Iterator[Row]:
    """Yield the rows; sizes that the footer states are checked before anything is unpacked."""
    expand([path])
    if path.stat().st_size > MAX_FILE:
        refuse(shown, f"is larger than {MAX_FILE:,} bytes", "cut it into several files")
    try:
        with parquet.ParquetFile(path, memory_map=False) as file:
            _check(file, shown)
            names = [name for name in file.schema_arrow.names if name.strip("_") in COLUMNS]
            for group in range(file.num_row_groups):
                for batch in file.iter_batches(64, row_groups=[group], columns=names):
                    for row in batch.to_pylist():
                        yield {name.strip("_"): value for name, value in row.items()}
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        refuse(shown, f"damaged Parquet: {error}"[:200], "get the file again")


def _check(file: parquet.ParquetFile, shown: str) -> None:
    meta = file.metadata
    sizes = [meta.row_group(k).total_byte_size for k in range(meta.num_row_groups)]
    if max(sizes, default=0) > MAX_GROUP or sum(sizes) > MAX_UNPACKED:
        refuse(shown, f"unpacks to {sum(sizes):,} bytes", "write it in smaller row groups")
    if {name.strip("_") for name in file.schema_arrow.names}.isdisjoint(COLUMNS[1:2]):
        refuse(shown, "has no column model_response", "name the format that it has")


def _gold(doc: Row) -> str:
    """Return the option, or the text, that the gold index points at."""
    index = doc.get("gold_index")
    first = index[0] if isinstance(index, list) and index else index
    choices, place = items(doc, "choices"), whole(first)
    return text(choices[place]).strip() if place is not None and place < len(choices) else ""


def _replies(said: Row) -> Iterator[Response]:
    """Yield one reply for each text; reasoning that was kept apart stands before it."""
    texts = items(said, "text_post_processed") or items(said, "text")
    tokens_in = whole(next(iter(_counts(said, "input_tokens")), None))
    for place, each in enumerate(texts):
        thought = _at(said, "reasonings", place)
        out = _at(said, "output_tokens", place)
        yield Response(
            problem_id="",
            text="\n".join(filter(None, (text(thought), text(each)))),
            tokens_in=tokens_in,
            tokens_out=len(out) if isinstance(out, list) else None,
        )


def _counts(said: Row, name: str) -> Iterator[int]:
    """Yield the number of tokens in a field that lists them."""
    if values := items(said, name):
        yield len(values)


def _at(row: Mapping[str, object], name: str, place: int) -> object:
    values = items(row, name)
    return values[place] if place < len(values) else None


def _figures(path: Path) -> Iterator[Figure]:
    """Yield the metrics of each task; averages over tasks and standard errors are left out."""
    shown = shown_path(path)
    results = inner(foreign_json.mapping(foreign_json.load(path), shown), "results")
    tasks = [task for task in results if task != "all" and ":_average" not in task]
    for task in tasks:
        for metric, value in inner(results, task).items():
            figure = number(value)
            if figure is not None and not metric.endswith("_stderr"):
                name = metric if len(tasks) == 1 else f"{metric} ({task})"
                yield Figure(metric=name, value=figure, unit="fraction", source=shown)


IMPORTER = Importer(
    about="lighteval: details_*.parquet, with results_*.json",
    unit="fraction",
    suits=suits,
    read=read,
)
