"""One object of a JSON file -> typed fields, gathering a fault for each that is not as told.

Nothing is coerced: `"3"` is no number, `1` no boolean, `null` no absent field. A field that is at
fault yields an empty value of its type, so that a reader can go on and find the other faults; it
must look at `faults` before it uses what it built.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping

from generator.errors import Fault

MAX_WHOLE = 10**15
"""Largest whole number taken for a count."""
MAX_NUMBER = 1e15
"""Largest number taken for a score, either way."""


class Fields:
    """Typed look-ups in one object, which stands at `file`:`line`."""

    def __init__(
        self, row: Mapping[str, object], *, file: str, line: int, faults: list[Fault], at: str = ""
    ) -> None:
        """Read `row`; faults are appended to `faults`, fields are named below `at`."""
        self._row = row
        self._file = file
        self.line = line
        self._at = at
        self.faults = faults

    def __contains__(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._row

    def fault(self, name: str, message: str, cure: str) -> None:
        """Note that the field `name` is wrong."""
        field = ".".join(filter(None, (self._at, name)))
        self.faults.append(
            Fault(file=self._file, line=self.line, field=field, message=message, cure=cure)
        )

    def only(self, names: Collection[str]) -> None:
        """Note every field that is not in `names`."""
        for name in sorted(self._row.keys() - set(names)):
            close = difflib.get_close_matches(name, sorted(names), n=1)
            cure = f"write `{close[0]}`, or delete it" if close else "delete it"
            self.fault(repr(name)[1:-1][:80], "there is no such field", cure)

    def text(self, name: str, *, blank: bool = True) -> str:
        """Return a string that has to be there; `blank` says whether it may be empty."""
        value = self._needed(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(name, f"{_kind(value)} where text is wanted", "put it between quotes")
            return ""
        if not blank and not value.strip():
            self.fault(name, "is empty", "give it a text")
        return value

    def optional_text(self, name: str) -> str | None:
        """Return a string, or None when the field is not there."""
        return self.text(name) if name in self._row else None

    def whole(self, name: str) -> int:
        """Return a whole number of 0 or more that has to be there."""
        value = self._needed(name)
        if value is None:
            return 0
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(name, f"{_kind(value)} where a whole number is wanted", "write its digits")
            return 0
        if not 0 <= value <= MAX_WHOLE:
            self.fault(name, "is below 0 or far too large", "correct the number")
            return 0
        return value

    def optional_whole(self, name: str) -> int | None:
        """Return a whole number of 0 or more, or None when the field is not there."""
        return self.whole(name) if name in self._row else None

    def optional_number(self, name: str) -> float | None:
        """Return a finite number, or None when the field is not there."""
        if name not in self._row:
            return None
        value = self._row[name]
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(name, f"{_kind(value)} where a number is wanted", "write its digits")
            return None
        if abs(value) > MAX_NUMBER:
            self.fault(name, "is far too large", "correct the number")
            return None
        return float(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of strings that has to be there."""
        values = self._list(name)
        if not all(isinstance(value, str) for value in values):
            self.fault(name, "holds something that is no text", "write a list of strings")
            return ()
        return tuple(str(value) for value in values)

    def text_rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of strings that has to be there."""
        rows = self._list(name)
        cells = [cell for row in rows if isinstance(row, list) for cell in row]
        if not all(isinstance(row, list) for row in rows) or not all(
            isinstance(cell, str) for cell in cells
        ):
            self.fault(name, "is no list of lists of strings", 'write [["cell", ...], ...]')
            return ()
        return tuple(tuple(map(str, row)) for row in rows if isinstance(row, list))

    def is_text(self, name: str) -> bool:
        """Whether the field is there and holds a string."""
        return isinstance(self._row.get(name), str)

    def objects(self, name: str) -> list[Fields]:
        """Return a list of objects that has to be there, each with its position in its name."""
        values = self._list(name)
        return [
            self.below(value, f"{name}.{i}")
            for i, value in enumerate(values)
            if isinstance(value, Mapping) or self._no_object(f"{name}.{i}")
        ]

    def nested(self, name: str) -> Fields:
        """Return the object that has to be there."""
        value = self._needed(name)
        if value is not None and not isinstance(value, Mapping):
            self._no_object(name)
        return self.below(value, name)

    def text_map(self, name: str) -> dict[str, str]:
        """Return an object whose values are strings; empty when the field is not there."""
        value = self._row.get(name, {})
        if isinstance(value, Mapping) and all(isinstance(text, str) for text in value.values()):
            return dict(value)
        self.fault(name, "is no object of texts", 'write {"key": "text", ...}')
        return {}

    def last(self, name: str) -> object:
        """Return the last entry of a list that has to be there, of any type; None when empty."""
        values = self._list(name)
        return values[-1] if values else None

    def names(self) -> tuple[str, ...]:
        """Return the names of the fields, sorted."""
        return tuple(sorted(self._row))

    def _needed(self, name: str) -> object:
        if self._row.get(name) is None:
            null = name in self._row
            message = "is null" if null else "is missing"
            self.fault(name, message, "leave it out or give it a value" if null else "add it")
        return self._row.get(name)

    def _list(self, name: str) -> list[object]:
        value = self._needed(name)
        if value is not None and not isinstance(value, list):
            self.fault(name, f"{_kind(value)} where a list is wanted", "put it between [ and ]")
        return value if isinstance(value, list) else []

    def _no_object(self, name: str) -> bool:
        self.fault(name, "is no object", 'write {"field": value, ...}')
        return False

    def below(self, value: object, name: str) -> Fields:
        """Return look-ups in `value`, an object that stands in this one at `name`."""
        row = value if isinstance(value, Mapping) else {}
        at = ".".join(filter(None, (self._at, name)))
        return Fields(row, file=self._file, line=self.line, faults=self.faults, at=at)


_KINDS: Mapping[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
}


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "something else")
