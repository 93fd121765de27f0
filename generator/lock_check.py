"""A lock and what recomputing gives -> every difference, by problem.

A `timeout` is the one verdict that a slower machine may change, so a difference that involves one
is a note and not a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from generator import files
from generator.errors import Fault
from generator.lock import (
    AGAIN,
    JUDGEMENTS,
    SCORES,
    SYMPY,
    UNCOMPARED,
    Lock,
    Stamp,
    plain,
    score_data,
)
from generator.records import Judgement, Score

MAX_ALTERED = 50
"""Altered lines that are reported one by one; the rest is counted."""

Key = tuple[str, int]
"""Problem id and attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """What a check found."""

    faults: tuple[Fault, ...]
    """Differences that mean the lock is wrong."""
    notes: tuple[Fault, ...]
    """What a reader should know and a check must not fail on."""


def check_stamp(folder: Path, lock: Lock, stamp: Stamp) -> Iterator[Fault]:
    """Yield a fault for each thing that the lock was computed from and that differs now."""
    file = files.shown_path(folder / SCORES)
    wanted = asdict(stamp)
    for field in sorted((wanted.keys() | lock.stamp.keys()) - {UNCOMPARED}):
        here, now = lock.stamp.get(field), wanted.get(field)
        if here != now:
            message = f"stale: {_told(here)} in the lock, {_told(now)} now"
            yield Fault(file=file, field=field, message=message, cure=AGAIN)


def check_keys(folder: Path, lock: Lock, wanted: Sequence[Key]) -> Iterator[Fault]:
    """Yield a fault for each judgement without a response, and each response without one.

    Args:
        folder: the run's folder.
        lock: its lock.
        wanted: problem and attempt of every response and of every problem without any (attempt 0).

    """
    file = files.shown_path(folder / JUDGEMENTS)
    seen: dict[Key, int] = {}
    expected = set(wanted)
    for line, row in lock.rows:
        key = _key(row)
        if key is None or key not in expected:
            message = f"{_name(key)} is judged here, but responses.jsonl has no such line"
            yield Fault(file=file, line=line, message=message, cure=_RESTORE)
        elif key in seen:
            message = f"{_name(key)} is judged on line {seen[key]} already"
            yield Fault(file=file, line=line, message=message, cure=AGAIN)
        if key is not None:
            seen.setdefault(key, line)
    for key in sorted(expected - seen.keys()):
        message = f"{_name(key)} is not judged"
        yield Fault(file=file, message=message, cure=AGAIN)


_RESTORE = f"put the line of responses.jsonl back, or {AGAIN}"


def check_values(
    folder: Path, lock: Lock, judgements: Sequence[Judgement], score: Score
) -> Differences:
    """Compare every line and every number with a recomputation.

    Args:
        folder: the run's folder.
        lock: its lock.
        judgements: what judging gives now.
        score: what scoring gives now.

    """
    file = files.shown_path(folder / JUDGEMENTS)
    faults: list[Fault] = []
    notes: list[Fault] = []
    rows = plain(judgements)
    for line, row in lock.rows:
        key = _key(row)
        now = rows.get(key) if key else None
        if key is None or now is None or now == row:
            continue
        message = f"{_name(key)}: {_difference(row, now)}"
        into = notes if "timeout" in (row.get("verdict"), now.get("verdict")) else faults
        into.append(Fault(file=file, line=line, message=message, cure=AGAIN))
    if not notes:  # a timeout that differs moves the numbers too
        faults.extend(_score_faults(folder, lock, score))
    cause = _other_sympy(folder, lock) if faults else ()
    return Differences(faults=(*_first(faults, file), *cause), notes=tuple(notes))


def _first(faults: Sequence[Fault], file: str) -> tuple[Fault, ...]:
    if len(faults) <= MAX_ALTERED:
        return tuple(faults)
    message = f"{len(faults)} differences, of which {MAX_ALTERED} are listed"
    return (*faults[:MAX_ALTERED], Fault(file=file, message=message, cure=AGAIN))


def _other_sympy(folder: Path, lock: Lock) -> tuple[Fault, ...]:
    """Return what may be the cause of differences: the lock was made with another SymPy."""
    made = lock.stamp.get(UNCOMPARED)
    if made in (None, SYMPY):
        return ()
    message = f"{_told(made)} in the lock, {SYMPY} here; the differences may come of that"
    file = files.shown_path(folder / SCORES)
    return (Fault(file=file, field=UNCOMPARED, message=message, cure=AGAIN),)


def _score_faults(folder: Path, lock: Lock, score: Score) -> Iterator[Fault]:
    file = files.shown_path(folder / SCORES)
    here, now = dict(_flat(lock.score)), dict(_flat(score_data(score)))
    for field in sorted(here.keys() | now.keys()):
        if here.get(field) != now.get(field):
            message = f"{_told(here.get(field))} in the lock, {_told(now.get(field))} recomputed"
            yield Fault(file=file, field=f"score.{field}", message=message, cure=AGAIN)


def _difference(row: Mapping[str, object], now: Mapping[str, object]) -> str:
    """Say what differs between a line and its recomputation; the verdict first."""
    if row.get("verdict") != now.get("verdict"):
        return f"the verdict is {_told(row.get('verdict'))}, recomputed {_told(now.get('verdict'))}"
    names = [name for name in (*now, *row) if row.get(name) != now.get(name)]
    return f"not as recomputed: {', '.join(dict.fromkeys(_told(name) for name in names))}"


def _key(row: Mapping[str, object]) -> Key | None:
    name, attempt = row.get("problem_id"), row.get("attempt")
    if isinstance(name, str) and isinstance(attempt, int):
        return name, int(attempt)
    return None


def _name(key: Key | None) -> str:
    if key is None:
        return "a line without problem_id and attempt"
    return f"{_told(key[0])} attempt {key[1]}"


def _flat(data: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield dotted path and value of every leaf; an empty object is a leaf."""
    if isinstance(data, Mapping) and data:
        for name, value in data.items():
            yield from _flat(value, f"{path}.{name}" if path else _told(name))
    else:
        yield path, data


def _told(value: object) -> str:
    """Return a value as a reader should see it; control characters as escapes."""
    if value is None:
        return "nothing"
    return repr(value)[1:-1][:80] if isinstance(value, str) else repr(value)[:80]
