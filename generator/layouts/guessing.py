"""A file of problems that somebody has -> what its dataset's card has to say about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator import files
from generator.cards import Column, Layout, SourceFile
from generator.errors import CannotRun
from generator.layouts.opened import Opened, in_folders
from generator.layouts.records import records

Kind = Literal["jsonl", "json", "csv", "tsv"]
KINDS: Mapping[str, Kind] = {".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv"}
"""Suffix -> kind of layout."""
LIKELY: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "problem", "content", "body", "input", "query", "prompt"),
    "answer": ("answer", "gold", "target", "label", "expected_answer", "final_answer"),
    "solution": ("solution", "rationale", "explanation", "steps"),
    "upstream_id": ("id", "uid", "idx", "index"),
}
"""Field of our problems -> names that files often give it, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What can be seen in a file."""

    kind: Kind
    problems: int
    """Records in the file."""
    sha256: str
    names: tuple[str, ...]
    """Fields of the first record."""
    columns: Mapping[str, str]
    """Field of our problems -> field of the records that is called alike."""


def guess(path: Path) -> Guess:
    """Look into a file of problems.

    Raises:
        CannotRun: its name does not say what kind it is.
        FaultsFound: it is not of that kind.

    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise CannotRun(f"{path}: name a file that ends in {', '.join(KINDS)}")
    sha256 = files.sha256(path)
    layout = Layout(kind=kind, columns={"question": Column(take=("question",))})
    source = SourceFile(path=path.name, split="test", sha256=sha256)
    found = records(source, layout, Opened(in_folders((path.parent,))))
    names = tuple(found[0]) if found else ()
    return Guess(
        kind=kind, problems=len(found), sha256=sha256, names=names, columns=_columns(names)
    )


def _columns(names: tuple[str, ...]) -> dict[str, str]:
    small = {name.lower(): name for name in reversed(names)}
    found: dict[str, str] = {}
    for field, likely in LIKELY.items():
        name = next((small[each] for each in likely if each in small), None)
        if name is not None:
            found[field] = name
    return found
