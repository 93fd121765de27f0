"""JSON text -> plain values, refusing everything that two readers could understand differently.

Refused beyond what RFC 8259 refuses: NaN and infinities (also as `1e999`), a key given twice,
a lone surrogate, nesting deeper than MAX_DEPTH. The standard parser never sees text that is
nested too deep, so it cannot run out of stack.
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from generator.errors import Fault, FaultsFound

MAX_DEPTH = 64
"""Arrays and objects inside one another; our own files need 6."""

_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|([\[{])|[\]}]', re.DOTALL)
"""A whole string (terminated or not, so that the scan is linear) or one bracket."""
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _Refused(ValueError):
    """Raised by the hooks of the decoder; carries what is wrong and what cures it."""

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.cure = cure


def parse(text: str, *, file: str, line: int = 0) -> object:
    """Return the one value that `text` holds.

    Args:
        text: a whole JSON document, at most a file's line.
        file: path to show in a fault.
        line: 1-based line that `text` starts on; 0 when it is the whole file.

    Raises:
        FaultsFound: with one fault, when the text is refused.

    """
    value, end = parse_at(text, 0, file=file, line=line)
    if text[end:].strip(" \t\r\n"):
        _fail(file, line, "there is more text after the value", "put one JSON value on a line")
    return value


def parse_at(text: str, start: int, *, file: str, line: int = 0) -> tuple[object, int]:
    """Return the value that begins at `start` (blanks allowed) and the offset behind it.

    Raises:
        FaultsFound: with one fault; its line counts from `line` when the text has several.

    """
    begin = skip_blanks(text, start)
    if too_deep(text, begin):
        _fail(file, line, f"nested deeper than {MAX_DEPTH} levels", "flatten it")
    try:
        value, end = _DECODER.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        place = line + error.lineno - 1 if line else error.lineno
        _fail(file, place, f"not JSON at column {error.colno}: {error.msg}", "write it again")
    except _Refused as error:
        _fail(file, line, str(error), error.cure)
    except ValueError:
        _fail(file, line, "a number has too many digits", "write it as a string")
    if _SURROGATE.search(text, begin, end) and not _encodable(value):
        _fail(file, line, "half of a surrogate pair", "write the character itself, in UTF-8")
    return value, end


def too_deep(text: str, start: int = 0) -> bool:
    """Whether the value at `start` nests deeper than MAX_DEPTH; linear in the text."""
    depth = 0
    for match in _BRACKETS.finditer(text, start):
        if match[1]:
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif match[0] in "]}":
            depth -= 1
            if depth <= 0:
                return False
    return False


def skip_blanks(text: str, start: int) -> int:
    """Return the offset of the first character from `start` on that is no blank of JSON."""
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    return start


def _fail(file: str, line: int, message: str, cure: str) -> NoReturn:
    raise FaultsFound([Fault(file=file, line=line, message=message, cure=cure)])


def _encodable(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused(f"the key {key!r:.80} stands there twice", "delete one of the two")
        found[key] = value
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _Refused(f"{text:.40} is too large a number", "write it as a string")
    return value


def _constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is not a number in JSON", "leave the key out where there is no value")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_finite, parse_constant=_constant
)
