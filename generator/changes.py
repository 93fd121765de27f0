"""results/changes.yaml: why a published number moved. Read, held against the numbers, added to.

The file is the only memory of what the board once showed, so it has to be a chain: what a change
says a run had before is what the last one said it had after, and the last one says what it has now.
No clock is read: whoever records a change says the day.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from generator import files
from generator.cards import Change, Changes
from generator.errors import Fault, FaultsFound
from generator.lock import Lock
from generator.records import Score

CHANGES = "changes.yaml"
"""Name of the file in the results root."""
HEAD = """\
# Why published numbers moved, oldest first. Written by `failwhere judge --reason ...`, or by hand;
# `failwhere check` holds it against the numbers. The page "Changes" and the feed are made from it.
# yaml-language-server: $schema=../site_src/data/schema/changes.json
changes:
"""


def tally(score: Score) -> str:
    """Return right answers / problems as the file writes it: `612/1080`, `1.333333/3`."""
    return f"{_plain(score.accuracy.count)}/{score.problems}"


def locked_tally(lock: Lock) -> str:
    """Return the same from a lock as it lies in its folder; `?` where it has no such numbers."""
    accuracy = lock.score.get("accuracy")
    count = accuracy.get("count") if isinstance(accuracy, Mapping) else None
    problems = lock.score.get("problems")
    if isinstance(count, int | float) and isinstance(problems, int):
        return f"{_plain(float(count))}/{problems}"
    return "?"


def _plain(count: float) -> str:
    return f"{count:.6f}".rstrip("0").rstrip(".")


def read_changes(results: Path) -> tuple[Change, ...]:
    """Return the changes under a results root; none where there is no file.

    Raises:
        FaultsFound: the file has faults, its days go back, or its numbers do not follow from one
            another; all of them.

    """
    path = results / CHANGES
    if not path.exists() and not path.is_symlink():
        return ()
    if path.is_symlink():
        message, cure = "is a symbolic link", "put the file itself there"
        raise FaultsFound([Fault(file=files.shown_path(path), message=message, cure=cure)])
    found = files.read_card(path, Changes).changes
    faults = list(_faults(found, files.shown_path(path)))
    if faults:
        raise FaultsFound(faults)
    return found


def _faults(changes: Iterable[Change], shown: str) -> Iterator[Fault]:
    last: dict[str, str | None] = {}
    day = None
    for place, change in enumerate(changes):
        at = f"changes.{place}"
        if day is not None and change.date < day:
            message = f"{change.date} comes after {day}"
            yield Fault(file=shown, field=f"{at}.date", message=message, cure="put it in order")
        day = change.date
        names = [move.run for move in change.moved]
        for number, move in enumerate(change.moved):
            message = _wrong(move.before, move.after) or (
                f"{move.run} is there twice" if names.count(move.run) > 1 else ""
            )
            if not message and last.get(move.run, move.before) != move.before:
                message = f"{move.run} had {last[move.run]} after the change before this one"
            if message:
                field = f"{at}.moved.{number}"
                yield Fault(file=shown, field=field, message=message, cure="correct the numbers")
            last[move.run] = move.after


def _wrong(before: str | None, after: str | None) -> str:
    """Return what cannot be about one move, as a sentence; empty when it can be."""
    if before == after:
        return "before and after are the same"
    for value in (before, after):
        right, _, problems = (value or "0/0").partition("/")
        if float(right) > int(problems):
            return f"{value} has more right answers than problems"
    return ""


def last_tallies(changes: Iterable[Change]) -> dict[str, str | None]:
    """Return run -> what the last change says it has; runs that never changed are not in it."""
    return {move.run: move.after for change in changes for move in change.moved}


def first_tallies(changes: Iterable[Change]) -> dict[str, str | None]:
    """Return run -> what it had before its first change."""
    found: dict[str, str | None] = {}
    for move in (move for change in changes for move in change.moved):
        found.setdefault(move.run, move.before)
    return found


def unrecorded(changes: Iterable[Change], now: Mapping[str, str], results: Path) -> Iterator[Fault]:
    """Yield a fault for each run whose number is not what the last change of it says.

    Args:
        changes: all changes.
        now: run -> tally, of the runs that can be judged here.
        results: the results root, whose folders tell which runs there are.

    """
    for run, said in sorted(last_tallies(changes).items()):
        there = (results / run).is_dir()
        if (run in now and now[run] != said) or (not there and said is not None):
            message = f"{run} has {now.get(run, 'no folder')}, the last change of it says {said}"
            yield Fault(
                file=files.shown_path(results / CHANGES),
                field="changes",
                message=message,
                cure=CURE,
            )


CURE = "record why: failwhere judge --reason judge|data|submission --why TEXT --date YYYY-MM-DD"


def add_change(results: Path, change: Change) -> Path:
    """Write `change` behind the others and return the file.

    Raises:
        FaultsFound: it does not follow from what is there; nothing is written.

    """
    path = results / CHANGES
    shown = files.shown_path(path)
    faults = list(_faults((*read_changes(results), change), shown))
    if faults:
        raise FaultsFound(faults)
    text = files.read_text(path) if path.is_file() else HEAD
    if "\nchanges:\n" not in f"\n{text}":  # `changes: []` or another style: nothing to append to
        message, cure = "has no line `changes:` to add to", "end the file with that line"
        raise FaultsFound([Fault(file=shown, field="changes", message=message, cure=cure)])
    files.write_text(path, text.rstrip("\n") + "\n" + _text(change))
    return path


def _text(change: Change) -> str:
    lines = [
        f"  - date: {change.date}",
        f"    reason: {change.reason}",
        f"    summary: {json.dumps(change.summary, ensure_ascii=False)}",
        "    moved:",
    ]
    for move in change.moved:
        before, after = (json.dumps(value) for value in (move.before, move.after))
        lines.append(f"      - {{run: {move.run}, before: {before}, after: {after}}}")
    return "\n".join(lines) + "\n"
