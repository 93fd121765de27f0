"""Files <-> text, rows and cards: the limits, the encoding, the faults with file, line and cure.

Reading is hostile-safe: regular files only, size limits before anything is kept, strict UTF-8,
strict JSON and YAML; all faults of a file are reported together. Writing is atomic and leaves an
unchanged file alone, so that time stamps and watchers stay quiet.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator import strict_json, strict_yaml
from generator.cards import IN_WORDS
from generator.errors import Fault, FaultsFound
from generator.plain_text import blemishes

MAX_LINE = 10_000_000
"""Bytes in a line of a JSONL file; the longest line of CARP has 20,000."""
MAX_FILE = 400_000_000
"""Bytes in a file of any kind."""
MAX_YAML = 256_000
"""Bytes in a card."""

Row = tuple[int, dict[str, object]]
"""1-based line number and the object on that line."""

_Model = TypeVar("_Model", bound=BaseModel)


def shown_path(path: Path) -> str:
    """Return `path` as the user would type it: relative when it lies under the working folder."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def read_jsonl(path: Path, *, shown: str | None = None) -> list[Row]:
    """Return the objects of a JSONL file with their line numbers.

    Args:
        path: the file.
        shown: path to show in faults; by default that of `shown_path`.

    Raises:
        FaultsFound: every line that is not UTF-8, too long, empty, not strict JSON or no object.

    """
    return list(each_row(path, shown=shown))


def each_row(path: Path, *, shown: str | None = None) -> Iterator[Row]:
    """Yield what `read_jsonl` returns, one after another; raise FaultsFound after the last."""
    shown = shown or shown_path(path)
    faults: list[Fault] = []
    with _opened(path, shown, MAX_FILE) as file:
        for number, raw in _lines(file):
            try:
                yield number, _row(raw, shown, number)
            except FaultsFound as error:
                faults.extend(error.faults)
    if faults:
        raise FaultsFound(faults)


def read_text(path: Path, *, limit: int = MAX_FILE, shown: str | None = None) -> str:
    """Return the text of a UTF-8 file of at most `limit` bytes.

    Raises:
        FaultsFound: the file is missing, no regular file, too large or not UTF-8.

    """
    shown = shown or shown_path(path)
    with _opened(path, shown, limit) as file:
        raw = file.read(limit + 1)
    try:
        return _utf8(raw, shown, 0)
    except FaultsFound as error:
        line = raw.count(b"\n", 0, _bad_byte(raw)) + 1
        fault = error.faults[0]
        moved = Fault(file=shown, line=line, message=fault.message, cure=fault.cure)
        raise FaultsFound([moved]) from None


def read_yaml(path: Path) -> dict[str, object]:
    """Return the mapping of a YAML file; see generator.strict_yaml for what is refused.

    Raises:
        FaultsFound: the file cannot be read or is not the YAML we read.

    """
    return dict(_document(path, shown_path(path)).data)


def read_card(path: Path, model: type[_Model], *, shown: str | None = None) -> _Model:
    """Return the card in a YAML file, checked against `model`.

    Raises:
        FaultsFound: every field that is unknown, missing or of the wrong type, with its line.

    """
    shown = shown or shown_path(path)
    return make_card(_document(path, shown), model, shown=shown)


def make_card(document: strict_yaml.Document, model: type[_Model], *, shown: str) -> _Model:
    """Return the card that `document` describes.

    Raises:
        FaultsFound: every field that is unknown, missing, of the wrong type or no plain text.

    """
    faults = list(_text_faults(document, shown))
    try:
        card = model.model_validate(document.data)
    except ValidationError as error:
        told = {fault.field for fault in faults}
        more = _card_faults(error, document, model, shown)
        raise FaultsFound([*faults, *(f for f in more if f.field not in told)]) from None
    if faults:
        raise FaultsFound(faults)
    return card


def write_text(path: Path, text: str) -> bool:
    """Write `text` as UTF-8 so that a reader sees the old file or the new one, nothing between.

    Returns:
        Whether the file changed; False when it already held exactly this text.

    """
    return write_bytes(path, text.encode())


def write_bytes(path: Path, raw: bytes) -> bool:
    """Write `raw` as `write_text` does, and return whether the file changed."""
    if path.is_file() and path.stat().st_size == len(raw) and path.read_bytes() == raw:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(raw)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return True


def json_line(row: Mapping[str, object]) -> str:
    """Return `row` as one line of JSON without its line end: keys as given, UTF-8, no NaN."""
    return json.dumps(row, ensure_ascii=False, allow_nan=False)


def jsonl_text(rows: Iterable[Mapping[str, object]]) -> str:
    """Return `rows` as the text of a JSONL file; equal rows give equal bytes."""
    return "".join(json_line(row) + "\n" for row in rows)


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file as 64 hexadecimal digits.

    Raises:
        FaultsFound: the file is missing, no regular file or too large.

    """
    with _opened(path, shown_path(path), MAX_FILE) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _opened(path: Path, shown: str, limit: int) -> BufferedReader:
    """Open a regular file of at most `limit` bytes; a pipe or device is refused unopened."""
    if not path.is_file():
        message = "is not a regular file" if path.exists() else "the file is missing"
        raise FaultsFound([Fault(file=shown, message=message, cure="put the file there")])
    size = path.stat().st_size
    if size > limit:
        message = f"has {size:,} bytes, more than the {limit:,} that are read"
        raise FaultsFound([Fault(file=shown, message=message, cure="split or shorten the file")])
    return path.open("rb")


def _lines(file: BufferedReader) -> Iterator[tuple[int, bytes | None]]:
    """Yield line number and bytes without the line end; None for a line that is too long."""
    number = 0
    while raw := file.readline(MAX_LINE + 1):
        number += 1
        too_long = len(raw) > MAX_LINE
        while len(raw) > MAX_LINE and not raw.endswith(b"\n"):
            raw = file.readline(MAX_LINE + 1)  # passed over piece by piece, never kept
        yield number, None if too_long else raw.rstrip(b"\r\n")


def _row(raw: bytes | None, shown: str, line: int) -> dict[str, object]:
    if raw is None:
        message, cure = f"the line is longer than {MAX_LINE:,} bytes", "shorten its texts"
    elif not raw.strip():
        message, cure = "the line is empty", "delete it"
    else:
        value = strict_json.parse(_utf8(raw, shown, line), file=shown, line=line)
        if isinstance(value, dict):
            return value
        message, cure = "the line holds no object", 'write {"field": value, ...} on each line'
    raise FaultsFound([Fault(file=shown, line=line, message=message, cure=cure)])


def _utf8(raw: bytes, shown: str, line: int) -> str:
    cure = "save the file as UTF-8 without a byte order mark"
    if raw.startswith(b"\xef\xbb\xbf"):
        message = "starts with a byte order mark"
        raise FaultsFound([Fault(file=shown, line=line or 1, message=message, cure=cure)])
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}"
        raise FaultsFound([Fault(file=shown, line=line, message=message, cure=cure)]) from None


def _bad_byte(raw: bytes) -> int:
    """Offset of the first byte that is not UTF-8; 0 when all are."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _document(path: Path, shown: str) -> strict_yaml.Document:
    return strict_yaml.parse(read_text(path, limit=MAX_YAML, shown=shown), file=shown)


_DATE = "write a date as YYYY-MM-DD"
_CURES: Mapping[str, str] = {
    "missing": "add the field",
    "string_type": "put the value between quotes",
    "bool_type": "write true or false, without quotes",
    "int_type": "write a whole number, without quotes",
    "float_type": "write a number, without quotes",
    "date_type": _DATE,
    "date_parsing": _DATE,
    "date_from_datetime_parsing": _DATE,
    "date_from_datetime_inexact": _DATE,
    "too_short": "add one",
    "string_too_short": "write something",
    "greater_than_equal": "correct the number",
    "literal_error": "write one of the values named",
}
"""pydantic's error type -> cure."""


def _text_faults(document: strict_yaml.Document, shown: str) -> Iterator[Fault]:
    for path, message, cure in blemishes(document.data):
        yield Fault(
            file=shown,
            line=document.line(path),
            field=".".join(map(str, path)),
            message=message,
            cure=cure,
        )


def _card_faults(
    error: ValidationError, document: strict_yaml.Document, model: type[BaseModel], shown: str
) -> Iterator[Fault]:
    problems = error.errors(include_url=False, include_input=False)
    for problem in problems:
        path = problem["loc"]
        if problem["type"] == "too_short" and any(_inside(each["loc"], path) for each in problems):
            continue  # it is only too short without what is refused on a line of its own
        unknown = problem["type"] == "extra_forbidden"
        yield Fault(
            file=shown,
            line=document.line(path),
            field=".".join(map(str, path)),
            message="there is no such field" if unknown else _sentence(problem),
            cure=_meant(path, model) if unknown else _CURES.get(problem["type"], "correct it"),
        )


def _inside(path: tuple[str | int, ...], outer: tuple[str | int, ...]) -> bool:
    return len(path) > len(outer) and path[: len(outer)] == outer


def _sentence(problem: ErrorDetails) -> str:
    """Return what is wrong in our words where we have some."""
    pattern = str(problem.get("ctx", {}).get("pattern"))
    if problem["type"].startswith("date"):
        return "is no date"
    message = IN_WORDS.get(pattern, problem["msg"].removeprefix("Value error, "))
    return message[:1].lower() + message[1:300].replace("\n", " ")


def _meant(path: tuple[str | int, ...], model: type[BaseModel]) -> str:
    """Name the field of the card that was probably meant."""
    close = difflib.get_close_matches(str(path[-1]), model.model_fields, n=1) if path else []
    return f"write `{close[0]}`, or delete it" if close else "delete it, or check its spelling"
