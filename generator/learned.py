"""What a method learned before its run (`program.json`): every version with its score."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator import files, strict_json
from generator.errors import Fault, FaultsFound
from generator.fields import Fields

START = "start"
"""Step of the version that was there before any revision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version of a procedure that a model wrote for itself."""

    step: str
    """`start`, or epoch and place of the batch that led to it."""
    score: float
    """Share of the problems kept apart that were solved with it, 0..1."""
    program: str
    """The procedure, raw."""


def read_versions(path: Path) -> tuple[Version, ...]:
    """Return the versions in the order they were kept; empty where there is no such file.

    Raises:
        FaultsFound: the file holds something else; all of its faults.

    """
    if not path.is_file():
        return ()
    shown = files.shown_path(path)
    document = strict_json.parse(files.read_text(path), file=shown)
    faults: list[Fault] = []
    top = Fields(document if isinstance(document, dict) else {}, file=shown, line=0, faults=faults)
    found = tuple(_version(each) for each in top.objects("versions"))
    if faults:
        raise FaultsFound(faults)
    return found


def _version(row: Fields) -> Version:
    """Return one version; what is wrong with it is noted in the row."""
    score = row.optional_number("score")
    if score is None or not 0 <= score <= 1:
        row.fault("score", "no share from 0 to 1", "write the share that was solved")
    return Version(step=row.text("step"), score=score or 0.0, program=row.text("program"))
