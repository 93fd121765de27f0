"""JSON that other tools write -> plain values; as strict as our own but for two of their habits.

NaN and the infinities, which Python's writers put where a number is missing, become None, and a
half of a surrogate pair, which cut-off model output has, becomes the replacement character. A key
given twice, nesting beyond 64 levels, and text after the value are refused as in our own files.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.errors import Fault, FaultsFound
from generator.files import shown_path
from generator.importers.opening import decode, lines, read_bytes, refuse
from generator.strict_json import MAX_DEPTH, too_deep

Row = dict[str, object]
"""One object."""


def parse(text: str, shown: str, *, line: int = 0) -> object:
    """Return the one value in `text`.

    Raises:
        FaultsFound: one fault that says why not.

    """
    if too_deep(text):
        refuse(shown, f"nested deeper than {MAX_DEPTH} levels", "flatten it", line=line)
    try:
        return _whole(_DECODER.decode(text))
    except json.JSONDecodeError as error:
        place = line + error.lineno - 1 if line else error.lineno
        message = f"not JSON at column {error.colno}: {error.msg}"
        refuse(shown, message, "get the whole file again", line=place)
    except _Twice as error:
        refuse(shown, str(error), "delete one of the two", line=line)
    except ValueError:
        refuse(shown, "a number has too many digits", "write it as a string", line=line)


def load(path: Path) -> object:
    """Return the value that a file holds.

    Raises:
        FaultsFound: it cannot be read or is not JSON.

    """
    shown = shown_path(path)
    return parse(decode(read_bytes(path), shown), shown)


def rows(path: Path) -> Iterator[tuple[int, Row]]:
    """Yield line number and object for each line of a JSONL file.

    Raises:
        FaultsFound: all lines that are no JSON object, after the last line.

    """
    shown = shown_path(path)
    faults: list[Fault] = []
    for number, text in lines(path):
        try:
            yield number, mapping(parse(text, shown, line=number), shown, line=number)
        except FaultsFound as error:
            faults.extend(error.faults)
    if faults:
        raise FaultsFound(faults)


def mapping(value: object, shown: str, *, line: int = 0, field: str = "") -> Row:
    """Return a value that has to be an object.

    Raises:
        FaultsFound: it is none.

    """
    if not isinstance(value, dict):
        refuse(shown, "is no object", 'write {"field": value, ...}', line=line, field=field)
    return value


def inner(row: Mapping[str, object], name: str) -> Row:
    """Return the object in a field; an empty one when there is none."""
    value = row.get(name)
    return value if isinstance(value, dict) else {}


def items(row: Mapping[str, object], name: str) -> list[object]:
    """Return the list in a field; an empty one when there is none."""
    value = row.get(name)
    return value if isinstance(value, list) else []


def objects(values: object) -> list[Row]:
    """Return those entries of a list that are objects."""
    return [each for each in values if isinstance(each, dict)] if isinstance(values, list) else []


def text(value: object) -> str:
    """Return a scalar as text: nothing for None, whole numbers without a fraction."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def answer(value: object) -> str | None:
    """Return an answer that may be a list of values as one text; None when there is none."""
    if isinstance(value, list):
        return ", ".join(text(each) for each in value) or None
    return text(value) or None


def whole(value: object) -> int | None:
    """Return a count of 0 or more, or None when the value is no such count."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e12:
        return None
    return int(value) if float(value).is_integer() else None


def number(value: object) -> float | None:
    """Return a finite number; None for everything else, booleans and texts included."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e300 and math.isfinite(value) else None


class _Twice(ValueError):
    """A key that stands twice in one object."""


def _unique(pairs: list[tuple[str, object]]) -> Row:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        again = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Twice(f"the key {again!r:.80} stands there twice")
    return {_mended(key): value for key, value in found.items()}


def _whole(value: object) -> object:
    """Return the value with every text mended; as deep as `too_deep` allows."""
    if isinstance(value, str):
        return _mended(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _mended(value: str) -> str:
    """Return text without halves of surrogate pairs."""
    if value.isascii():
        return value
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=lambda _: None)
