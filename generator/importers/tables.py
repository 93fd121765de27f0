"""CSV, JSON Lines and JSON files of any shape, with a map of columns from the command line.

A column is a name, or names and numbers with dots between them for what lies deeper:
`messages.-1.content`. Nothing is guessed: a field of ours that has no column is not filled, except
that a column which has our own name stands for itself. Even that holds not for `answer` and `gold`,
because half of the world calls the gold answer "answer".
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from generator.errors import CannotRun, Fault, FaultsFound
from generator.files import MAX_LINE, shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import messages, plain, prompt_of, reply
from generator.importers.entries import NOBODY, Batch, Entry, Options
from generator.importers.foreign_json import Row, answer, number, text, whole
from generator.importers.opening import named, read_text, refuse
from generator.records import Response
from generator.responses.coverage import named as listed

FIELDS = (
    "question",
    "prompt",
    "problem_id",
    "gold",
    "upstream_id",
    "index",
    "attempt",
    "part",
    "text",
    "messages",
    "answer",
    "error",
    "stop_reason",
    "tokens_in",
    "tokens_out",
    "claimed",
    "rank_score",
)
"""Fields of ours that a column can be mapped to."""
TOLD = ("answer", "gold")
"""Fields that are filled only from a column that the user names."""
REPLY = ("text", "messages", "answer", "error")
"""A row with none of these is no record, such as the prompt that some files begin with."""
FOREIGN = 10
"""Rows that are no records; more than these are a wrong map of columns."""
KEY = "@key"
"""Column that stands for the key of a row, in a JSON file of objects by key."""

_Table: TypeAlias = Iterator[tuple[int, Row]]


def suits_csv(seen: Sight) -> str | None:
    """Return why a path looks like CSV, or None."""
    table = seen.kind == "text" and seen.name.lower().endswith((".csv", ".tsv"))
    return "is a table by its name" if table else None


def suits_jsonl(seen: Sight) -> str | None:
    """Return why rows need no map of columns, or None: rows of any other shape are not guessed."""
    asked, said = {"question", "prompt"} & seen.keys, {"text", "messages"} & seen.keys
    if seen.kind != "json" or not asked or not said or "attempt" in seen.keys:
        return None
    return f"has rows with our own {', '.join(sorted(asked | said))}"


def read_csv(files: Sequence[Path], options: Options) -> Batch:
    """Return the rows of CSV files (.tsv: with tabs), whose first line names the columns.

    Raises:
        CannotRun: the map of columns is wrong.
        FaultsFound: a file is damaged or has not got the columns.

    """
    return _batch(files, options, _csv_rows)


def read_jsonl(files: Sequence[Path], options: Options) -> Batch:
    """Return the rows of JSONL files, or of JSON files with a list of objects or objects by key.

    Raises:
        CannotRun: the map of columns is wrong.
        FaultsFound: a file is damaged or has not got the columns.

    """
    return _batch(files, options, _json_rows)


def _batch(files: Sequence[Path], options: Options, rows: Callable[[Path], _Table]) -> Batch:
    unknown = sorted(options.columns.keys() - set(FIELDS))
    if unknown:
        raise CannotRun(f"--column: there is no field {unknown[0]!r:.40}, only {', '.join(FIELDS)}")
    columns = {name: options.columns.get(name, "" if name in TOLD else name) for name in FIELDS}
    entries: list[Entry] = []
    notes: list[Fault] = []
    for path in files:
        shown = shown_path(path)
        odd: list[tuple[int, Row]] = []
        for line, row in rows(path):
            found = {name: _cell(row, column) for name, column in columns.items()}
            if all(found[name] is None for name in REPLY):
                odd.append((line, row))
            else:
                entries.extend(_entries(found, shown, line))
        notes.extend(_odd(odd, shown, bool(entries)))
    return Batch(entries=tuple(entries), notes=tuple(notes), repeats=options.repeats)


def _odd(odd: Sequence[tuple[int, Row]], shown: str, found: bool) -> Iterator[Fault]:  # noqa: FBT001
    """Yield a note that names the rows that are no records; many of them are a fault."""
    if not odd:
        return
    keys = ", ".join(sorted(odd[0][1])[:8])
    message = f"{len(odd)} rows have none of {', '.join(REPLY)}, but {keys!r:.200}"
    if len(odd) > FOREIGN or not found:
        refuse(shown, message, "map the columns with --column text=...", line=odd[0][0])
    where = listed([f"line {line}" for line, _ in odd])
    yield Fault(file=shown, message=f"{message}: {where}", cure="they are no records, left out")


def _csv_rows(path: Path) -> _Table:
    shown = shown_path(path)
    csv.field_size_limit(MAX_LINE)
    delimiter = "\t" if path.name.lower().endswith(".tsv") else ","
    reader = csv.reader(io.StringIO(read_text(path), newline=""), delimiter=delimiter, strict=True)
    faults: list[Fault] = []
    try:
        header = next(reader, [])
        if len(set(header)) < len(header):
            refuse(shown, "two columns have one name", "rename one of them", line=1)
        for cells in reader:
            if len(cells) == len(header):
                yield reader.line_num, {k: v for k, v in zip(header, cells, strict=True) if v}
            elif cells:
                message = f"has {len(cells)} cells where the first line has {len(header)}"
                line = reader.line_num
                faults.append(Fault(file=shown, line=line, message=message, cure="quote its texts"))
    except csv.Error as error:
        refuse(shown, f"no CSV: {error}"[:200], "quote its texts", line=reader.line_num)
    if faults:
        raise FaultsFound(faults)


def _json_rows(path: Path) -> _Table:
    """Yield the objects of a file: of its lines, of its list, or those that are values by key."""
    if not named([path], ".json"):
        yield from foreign_json.rows(path)
        return
    shown = shown_path(path)
    try:
        value = foreign_json.load(path)
    except FaultsFound:  # Many a .json holds one object a line.
        yield from foreign_json.rows(path)
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(_listed(value, shown))
    for place, (key, row) in enumerate(pairs, start=1):
        yield place, {KEY: str(key), **foreign_json.mapping(row, shown, field=str(key)[:80])}


def _listed(value: object, shown: str) -> list[object]:
    if not isinstance(value, list):
        refuse(shown, "holds neither a list nor an object", "give a list of objects")
    return value


def _cell(row: Mapping[str, object], column: str) -> object:
    """Return what stands at a column, which may lead into lists and objects; None for nothing."""
    if column in row or not column:
        return row.get(column) if column else None
    value: object = row
    for part in column.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.lstrip("-").isdecimal() and len(part) < 6:
            place = int(part)
            value = value[place] if -len(value) <= place < len(value) else None
        else:
            return None
    return value


def _entries(found: Row, shown: str, line: int) -> Iterator[Entry]:
    """Yield the attempts of one row: a list of texts holds several."""
    said = found["text"] if isinstance(found["text"], list) else [found["text"]]
    talk = messages(_unquoted(found["messages"], shown, line))
    name = text(found["problem_id"]) or "row"
    question = plain(found["question"])
    for place, each in enumerate(said):
        several = len(said) > 1
        alone = {
            key: _of(found[key], place, said) if said is found["text"] else found[key]
            for key in ("answer", "claimed", "error", "rank_score")
        }
        yield Entry(
            file=shown,
            line=line,
            name=f"{name}, answer {place + 1}" if several else name,
            questions=(question,) if question else (),
            prompt=plain(found["prompt"]) or prompt_of(talk),
            problem_id=text(found["problem_id"]),
            upstream_id=text(found["upstream_id"]),
            index=_whole(found["index"], "index", shown, line),
            gold=answer(found["gold"]) or "",
            attempt=place if several else _whole(found["attempt"], "attempt", shown, line),
            part=text(found["part"]),
            reply=_reply(found, alone, plain(each), reply(talk)),
            verdicts=words({"claimed": alone["claimed"]}),
        )


def _unquoted(value: object, shown: str, line: int) -> object:
    """Return a conversation that a table holds as JSON text."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        return foreign_json.parse(value, shown, line=line)
    return value


def _of(value: object, place: int, texts: Sequence[object]) -> object:
    """Return what belongs to one of several attempts: lists of the same length go with them."""
    return value[place] if isinstance(value, list) and len(value) == len(texts) else value


def _reply(found: Row, alone: Row, said: str, talk: Response) -> Response:
    base = talk if talk is not NOBODY else Response(problem_id="", text=said)
    failed = text(alone["error"]).strip()[:2000] or None
    return replace(
        base,
        text="" if failed else base.text,
        answer=answer(alone["answer"]),
        error=failed,
        stop_reason=text(found["stop_reason"]) or None,
        tokens_in=whole(_number(found["tokens_in"])),
        tokens_out=whole(_number(found["tokens_out"])),
        rank_score=_decimal(alone["rank_score"]),
    )


def _number(value: object) -> object:
    """Return a number that a CSV file has as text."""
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 13 else value


def _decimal(value: object) -> float | None:
    """Return a number that a CSV file has as text; None for what is no number."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,300}(?:\.\d{1,300})?", value):
        return float(value)
    return number(value)


def _whole(value: object, name: str, shown: str, line: int) -> int | None:
    """Return a whole number of 0 or more; None when there is none."""
    found = whole(_number(value))
    if value is not None and found is None:
        refuse(shown, "is no whole number of 0 or more", "write digits", line=line, field=name)
    return found


CSV = Importer(
    about="a table with --column FIELD=COLUMN for each field; .tsv has tabs",
    unit="",
    suits=suits_csv,
    read=read_csv,
)
JSONL = Importer(
    about="objects, one a line or in a list or by key, with --column FIELD=COLUMN (a.0.b goes in)",
    unit="",
    suits=suits_jsonl,
    read=read_jsonl,
)
