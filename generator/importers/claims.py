"""What a file claims: verdicts in our words, and notes where its figures cannot be believed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.errors import Fault
from generator.importers.entries import Entry, Figure

WORDS: Mapping[str, str] = {
    "right": "right",
    "correct": "right",
    "true": "right",
    "c": "right",
    "1": "right",
    "1.0": "right",
    "wrong": "wrong",
    "incorrect": "wrong",
    "false": "wrong",
    "i": "wrong",
    "0": "wrong",
    "0.0": "wrong",
    "n": "no_answer",
    "no_answer": "no_answer",
    "p": "partly right",
}
"""A claimed value in small letters -> its word. Everything else stays as it is: marks are marks."""
CONSTANT = 20
"""From so many verdicts on, all of them being the same is worth a note."""


def word(value: object) -> str | None:
    """Return a claimed value as a word: a verdict where it is one, else its own text.

    0 and 1 are verdicts, other numbers are marks, lists and objects are shown as JSON; None, an
    empty text and a number that is none (the importers' JSON has None for NaN) claim nothing.
    """
    if value is None or value == "":
        return None
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)[:200]
    said = str(value).strip()
    return WORDS.get(said.casefold(), said[:200]) or None


def words(values: Mapping[str, object]) -> dict[str, str]:
    """Return metric -> word for those values that claim something."""
    found = {name: word(value) for name, value in values.items()}
    return {name: said for name, said in found.items() if said is not None}


def claimed(entry: Entry, metric: str | None) -> str | None:
    """Return what an entry claims under `metric`, or under its first one."""
    if metric is not None:
        return entry.verdicts.get(metric)
    return next(iter(entry.verdicts.values()), None)


def notes(
    entries: Sequence[Entry], figures: Sequence[Figure], metric: str | None
) -> Iterator[Fault]:
    """Yield a note for verdicts that never vary and for figures that the rows do not bear out.

    Args:
        entries: answers of one run.
        figures: stated results of that run.
        metric: whose verdicts are taken over; None for the first of each entry.

    """
    if not entries:
        return
    said = Counter(claimed(entry, metric) for entry in entries)
    if len(said) == 1 and None not in said and len(entries) >= CONSTANT:
        message = f"all {len(entries)} verdicts are {next(iter(said))!r}, so they tell nothing"
        yield Fault(file=entries[0].file, message=message, cure="believe the recomputed verdicts")
    yield from _of_several(entries, metric)
    for figure in figures:
        yield from _unborne(entries, figure)


def _of_several(entries: Sequence[Entry], metric: str | None) -> Iterator[Fault]:
    names = dict.fromkeys(name for entry in entries for name in entry.verdicts)
    if metric is None and len(names) > 1:
        first, *others = names
        message = f"verdicts of {first!r:.60} are taken over, not those of {others!r:.200}"
        yield Fault(file=entries[0].file, message=message, cure="give --metric NAME for another")


def _unborne(entries: Sequence[Entry], figure: Figure) -> Iterator[Fault]:
    """Compare a figure with the rows: how many there are, and what their verdicts add up to."""
    told = f"{figure.metric} = {figure.value:g} ({figure.unit})"
    many = len({(e.questions, e.prompt, e.problem_id, e.name) for e in entries if not e.attempt})
    if figure.n is not None and figure.n != many:
        message = f"states {told} over {figure.n} problems, but the rows answer {many}"
        yield Fault(file=figure.source, message=message, cure="get the whole file of rows")
        return
    metric = figure.metric.split(" ")[0]
    said = [entry.verdicts[metric] for entry in entries if metric in entry.verdicts]
    if figure.unit == "points" or not said or set(said) - {"right", "wrong"}:
        return
    share = said.count("right") / len(said)
    whole = 100 if figure.unit == "percent" else 1
    if abs(share - figure.value / whole) > _ROUNDING:
        message = f"states {told}, but its rows say right {said.count('right')} of {len(said)}"
        yield Fault(file=figure.source, message=message, cure="believe the recomputed figure")


_ROUNDING = 0.001
"""Largest difference that rounding to one decimal of a percent makes."""
