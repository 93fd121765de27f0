"""What an importer hands over: answers as a foreign file states them, not joined to problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from generator.errors import Fault
from generator.records import Response

_T = TypeVar("_T")

Unit = Literal["percent", "fraction", "points"]
"""What a stated figure is counted in; every format declares its own, values never decide it."""

NOBODY = Response(problem_id="")
"""Base of a reply; the problem is found later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One answer in a foreign file."""

    file: str
    """Path to show."""
    name: str
    """What the file itself calls it, such as `doc_id 7`; never empty."""
    line: int = 0
    """1-based line it begins on; 0 where the file has no lines."""
    questions: tuple[str, ...] = ()
    """Texts that may be the problem's statement, the likeliest first."""
    prompt: str = ""
    """What was sent to the model; the statement stands somewhere in it."""
    problem_id: str = ""
    """Our own id, where the file has it; with a question the two have to agree."""
    upstream_id: str = ""
    """Id of the dataset's own files, where the file has it; used like `index`."""
    index: int | None = None
    """0-based place in the split that the file states; tells problems with one text apart."""
    gold: str = ""
    """Gold answer of the file; tells problems with one text apart, and nothing else."""
    attempt: int | None = None
    """0-based attempt; None where the file has one answer a problem."""
    part: str = ""
    """Which of several runs in the file it belongs to (a filter, a system)."""
    reply: Response = NOBODY
    """The answer; its problem_id, attempt and claimed are filled in later."""
    verdicts: Mapping[str, str] = field(default_factory=dict)
    """Metric -> verdict that the file claims, in the words of `generator.importers.claims.word`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number that the files state for a whole run."""

    metric: str
    """Name in the file's words."""
    value: float
    """In `unit`."""
    unit: Unit
    """Declared by the importer for its format."""
    source: str
    """File that states it."""
    part: str = ""
    """Run of the file that it is about; empty for all."""
    n: int | None = None
    """Problems that the file says it was measured on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """All that an importer read."""

    entries: tuple[Entry, ...]
    """In the order of the files."""
    figures: tuple[Figure, ...] = ()
    """Stated results."""
    notes: tuple[Fault, ...] = ()
    """What a reader should know; no reason to refuse."""
    repeats: bool = False
    """Whether a problem that comes again is the next attempt, because the format repeats sets."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the runs in the files, in their order."""
        return tuple(dict.fromkeys(entry.part for entry in self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line tells an importer."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Field of ours -> column of the file, for tables."""
    repeats: bool = False
    """Whether rows of one problem are its attempts, for tables."""


def merged(batches: Iterable[Batch]) -> Batch:
    """Return several batches as one."""
    found = tuple(batches)
    return Batch(
        entries=tuple(_all(batch.entries for batch in found)),
        figures=tuple(_all(batch.figures for batch in found)),
        notes=tuple(_all(batch.notes for batch in found)),
        repeats=any(batch.repeats for batch in found),
    )


def _all(groups: Iterable[Iterable[_T]]) -> Iterator[_T]:
    for group in groups:
        yield from group
