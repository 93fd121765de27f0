"""YAML text -> plain values with the line of every field, by a small and predictable subset.

YAML 1.1 turns `no` into a boolean, `1:30` into 90 and `010` into 8. Here only `true` and `false`
are booleans, a number is written in decimal digits, `2026-11-30` is a date, and everything else
is a string. Anchors, aliases, tags, merge keys and repeated keys are refused: a card has no use
for them, and they are how a small file becomes a large or a surprising one.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

import yaml

from generator.errors import Fault, FaultsFound

MAX_DEPTH = 32
"""Lists and mappings inside one another; cards need 4."""

Path: TypeAlias = tuple[str | int, ...]
"""Keys and 0-based positions from the top of a document to a field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A YAML mapping and where its fields stand."""

    data: Mapping[str, object]
    lines: Mapping[Path, int]
    """Path of a field -> its 1-based line."""

    def line(self, path: Path) -> int:
        """Return the line of the field at `path`, or of the nearest field around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class _Loader(yaml.SafeLoader):
    """Composes nodes only; which scalars are not strings is decided below."""


_Loader.yaml_implicit_resolvers = {}

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,4})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WORDS: Mapping[str, object] = {"true": True, "false": False, "null": None, "~": None, "": None}


def parse(text: str, *, file: str) -> Document:
    """Return the mapping that `text` holds.

    Raises:
        FaultsFound: all faults of the text, or the first one where it is not YAML at all.

    """
    try:
        faults = list(_event_faults(text, file))
        node = None if faults else yaml.compose(text, _Loader)
    except yaml.MarkedYAMLError as error:
        line = getattr(error.problem_mark, "line", -1) + 1
        message = f"not YAML: {error.problem or error.context or 'malformed'}"
        _raise([Fault(file=file, line=line, message=message, cure=_INDENT)])
    except yaml.YAMLError as error:  # an unprintable character; it has no mark
        _raise([Fault(file=file, message=f"not YAML: {str(error).splitlines()[0]}", cure=_INDENT)])
    if not faults and not isinstance(node, yaml.MappingNode):
        message = "the file holds no `key: value` lines"
        faults = [Fault(file=file, line=1, message=message, cure="write one field a line")]
    lines: dict[Path, int] = {(): 1}
    data = _Builder(file, lines, faults).value(node, ()) if node else {}
    if faults or not isinstance(data, dict):
        _raise(faults)
    return Document(data=data, lines=lines)


_INDENT = "check quotes and indentation of that line and the one before"


def _raise(faults: list[Fault]) -> NoReturn:
    raise FaultsFound(faults)


def _event_faults(text: str, file: str) -> Iterator[Fault]:
    """Refuse on the flat stream of events what must not reach the recursive composer."""
    depth = documents = 0
    for event in yaml.parse(text, _Loader):
        line = getattr(event.start_mark, "line", 0) + 1
        documents += isinstance(event, yaml.DocumentStartEvent)
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if getattr(event, "anchor", None):
            message, cure = "anchors and aliases (& and *) are not read", "write the value out"
            yield Fault(file=file, line=line, message=message, cure=cure)
        if tag := getattr(event, "tag", None):
            message, cure = f"the tag {tag!s:.60} is not read", "delete the tag"
            yield Fault(file=file, line=line, message=message, cure=cure)
        if depth > MAX_DEPTH or documents > 1:
            message = f"nested deeper than {MAX_DEPTH} levels, or a second document (---)"
            yield Fault(file=file, line=line, message=message, cure="keep one flat mapping")
            return


class _Builder:
    """Turns composed nodes into values, noting lines and gathering faults."""

    def __init__(self, file: str, lines: dict[Path, int], faults: list[Fault]) -> None:
        self._file = file
        self._lines = lines
        self._faults = faults

    def value(self, node: yaml.Node, path: Path) -> object:
        """Return the value of `node`, which stands at `path`."""
        self._lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(child, (*path, i)) for i, child in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            line = key_node.start_mark.line + 1
            if not isinstance(key, str) or key == "<<" or not key.isprintable():
                self._fault(line, "a key that is not plain text", "write a plain word")
            elif key in found:
                self._fault(line, "the key stands there twice", "delete one of the two", key)
            else:
                self._lines[*path, key] = line
                found[key] = self.value(value_node, (*path, key))
        return found

    def _scalar(self, node: yaml.Node) -> object:
        text = str(node.value)
        if getattr(node, "style", None):  # quoted or a block: a string whatever it says
            return text
        if text in _WORDS:
            return _WORDS[text]
        return self._number(text, node.start_mark.line + 1)

    def _number(self, text: str, line: int) -> object:
        try:
            if _INTEGER.fullmatch(text):
                return int(text)
            if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
                return float(text)
            return dt.date.fromisoformat(text) if _DATE.fullmatch(text) else text
        except ValueError:
            self._fault(line, f"there is no day {text}", "write the date as YYYY-MM-DD")
            return text

    def _fault(self, line: int, message: str, cure: str, field: str = "") -> None:
        fault = Fault(file=self._file, line=line, field=field, message=message, cure=cure)
        self._faults.append(fault)
