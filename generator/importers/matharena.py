"""MathArena: one <problem>.json.zst for each problem, with all N attempts in it (formats.md 2.5).

`correct` holds true and false, or a share of the points; where judges gave points, their marks are
the claim. `pass_at_1` is a fraction, of one problem, and may be a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from generator.errors import Fault
from generator.files import shown_path
from generator.importers import foreign_json, zstd
from generator.importers.claims import word
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import messages, reply
from generator.importers.entries import Batch, Entry, Options
from generator.importers.foreign_json import Row, items, objects, text, whole
from generator.importers.opening import decode, named, read_bytes
from generator.records import Message, Response
from generator.responses.coverage import named as listed

NO_ANSWER = "None"
"""What stands in `answers` where none was found."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like outputs of MathArena, or None."""
    if any(name.endswith(".json.zst") for name in seen.inside):
        return "holds .json.zst files"
    if seen.has("idx", "N", "messages") and seen.keys & {"answers", "correct"}:
        return "has the keys idx, N, messages and answers"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the attempts of all problems.

    Raises:
        FaultsFound: a file is damaged or grows too large.

    """
    entries: list[Entry] = []
    bare: list[str] = []
    for path in named(files, ".json.zst", ".json"):
        row = foreign_json.mapping(_load(path), shown_path(path))
        found = list(_entries(row, path))
        bare.extend(entry.name for entry in found if not entry.questions)
        entries.extend(found)
    return Batch(entries=tuple(entries), notes=tuple(_note(bare, files)))


def _load(path: Path) -> object:
    shown, raw = shown_path(path), read_bytes(path)
    raw = zstd.unpack(raw, shown) if raw[:4] == zstd.MAGIC else raw
    return foreign_json.parse(decode(raw, shown), shown)


def _note(bare: Sequence[str], files: Sequence[Path]) -> Iterator[Fault]:
    if bare:
        message = f"no text of the problem (it may be an image): {listed(bare)}"
        cure = "add `problem`, or give --extra to leave them out"
        yield Fault(file=shown_path(files[0].parent), message=message, cure=cure)


def _entries(row: Row, path: Path) -> Iterator[Entry]:
    """Yield as many attempts as N and the longest of the lists say; a hole is an error."""
    problem = text(row.get("problem"))
    talks = items(row, "messages")
    many = max(len(talks), len(items(row, "answers")), whole(row.get("N")) or 0)
    for attempt in range(min(many, 1000)):
        said = word(_marks(row, attempt))
        yield Entry(
            file=shown_path(path),
            name=f"problem {text(row.get('idx'))}, attempt {attempt}",
            questions=(problem,) if problem else (),
            gold=text(row.get("gold_answer")),
            attempt=attempt,
            part=path.parent.name,
            reply=_reply(row, attempt),
            verdicts={} if said is None else {"correct": said},
        )


def _at(row: Row, name: str, place: int) -> object:
    values = items(row, name)
    return values[place] if place < len(values) else None


def _marks(row: Row, attempt: int) -> object:
    """Return the claim: points of the judges where there are any, else `correct`."""
    marks = [
        f"{text(mark.get('points'))} of {text(mark.get('max_points'))}"
        for judge in items(row, "judgment")
        for mark in objects(_given(judge, attempt))
        if mark.get("points") is not None
    ]
    return ", ".join(marks) + " points" if marks else _at(row, "correct", attempt)


def _given(judge: object, attempt: int) -> object:
    """Return a judge's marks of one attempt, as a list; judges come first in the file."""
    if not isinstance(judge, list) or attempt >= len(judge):
        return None
    mark = judge[attempt]
    return mark if isinstance(mark, list) else [mark]


def _reply(row: Row, attempt: int) -> Response:
    """Return the last talk of an attempt; an agent's earlier steps stand in its history."""
    talk = reply(_talk(row, attempt))
    answer = text(_at(row, "answers", attempt))
    costs = _at(row, "detailed_costs", attempt)
    cost = costs if isinstance(costs, dict) else {}
    if not (talk.text or talk.messages):
        talk = _answer_only(answer)
    return replace(
        talk,
        tokens_in=whole(cost.get("input_tokens")),
        tokens_out=whole(cost.get("output_tokens")),
    )


def _talk(row: Row, attempt: int) -> tuple[Message, ...]:
    steps = objects(_at(row, "history", attempt))
    rows = [each for step in steps for each in items(step, "messages")]
    return messages(rows or _at(row, "messages", attempt))


def _answer_only(answer: str) -> Response:
    if answer in ("", NO_ANSWER):
        return Response(problem_id="", error="the file has neither text nor answer")
    return Response(problem_id="", text=answer)


IMPORTER = Importer(
    about="MathArena: .json.zst files (or unpacked), one for each problem; N attempts, marks kept",
    unit="fraction",
    suits=suits,
    read=read,
)
