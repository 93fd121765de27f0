"""Our own responses.jsonl, as an importer: what a converter writes, or another run's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.files import read_jsonl, shown_path
from generator.gather import Gather
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.entries import Batch, Entry, Options
from generator.importers.foreign_json import text
from generator.importers.opening import expand
from generator.responses.coverage import Located
from generator.responses.native import read as read_rows

QUESTION = "question"
"""Field that a converter may write in place of `problem_id`: the problem's text, or a part."""
EXTRA = (QUESTION, "gold", "upstream_id")
"""Fields beside those of our own format, to find a problem by."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like our own format, or None."""
    if seen.kind == "json" and seen.has("attempt") and seen.keys & {"problem_id", QUESTION}:
        return "has rows with our own problem_id or question, and attempt"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:
    """Return the rows of files in our own format.

    A row may have `question` (and `gold`, `upstream_id`) instead of, or beside, `problem_id`: then
    its problem is found by that text, as in a foreign file.

    Raises:
        FaultsFound: every field that is unknown, missing or of a wrong type.

    """
    gather = Gather()
    found = [gather.attempt(_entries, path) for path in expand(files)]
    gather.done()
    entries = (entry for group in found if group for entry in group)
    if options.repeats:
        entries = (replace(entry, attempt=None) for entry in entries)
    return Batch(entries=tuple(entries), repeats=options.repeats)


def _entries(path: Path) -> list[Entry]:
    shown = shown_path(path)
    rows = read_jsonl(path, shown=shown)
    bare = [
        (line, {"problem_id": "?", **{k: v for k, v in row.items() if k not in EXTRA}})
        for line, row in rows
    ]
    return [
        _entry(located, row, shown)
        for located, (_, row) in zip(read_rows(bare, shown), rows, strict=True)
    ]


def _entry(located: Located, row: dict[str, object], shown: str) -> Entry:
    line, response = located
    stated = response.problem_id if "problem_id" in row else ""
    question = row.get(QUESTION)
    return Entry(
        file=shown,
        line=line,
        name=stated or "row",
        questions=(question,) if isinstance(question, str) else (),
        upstream_id=text(row.get("upstream_id")),
        gold=text(row.get("gold")),
        problem_id=stated,
        attempt=response.attempt,
        reply=replace(response, problem_id="", claimed=None),
        verdicts=words({"claimed": response.claimed}),
    )


IMPORTER = Importer(
    about="our own responses.jsonl; rows may give `question` instead of problem_id",
    unit="",
    suits=suits,
    read=read,
)
