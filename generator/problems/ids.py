"""Problem ids `<dataset>/<split>-<0000>`: made, and checked for a whole dataset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.cards import DatasetCard
from generator.errors import Fault

_SHOWN = 5
"""Missing ids that are named one by one; the rest is counted."""


def problem_id(dataset: str, split: str, number: int) -> str:
    """Return the id of the problem with 0-based `number` in its split's file."""
    return f"{dataset}/{split}-{number:04d}"


def id_faults(
    found: Sequence[tuple[int, str, str]], card: DatasetCard, shown: str
) -> Iterator[Fault]:
    """Check that ids are unique, of this dataset and split, and complete for the card's counts.

    Args:
        found: (line, id, split) of every problem.
        card: the dataset's card.
        shown: path of the file, for faults.

    """
    seen: dict[str, int] = {}
    for line, name, split in found:
        message, cure = _one(name, split, card, seen.get(name))
        seen.setdefault(name, line)
        if message:
            yield Fault(file=shown, line=line, field="id", message=message, cure=cure)
    yield from _missing(seen, card, shown)


def _one(name: str, split: str, card: DatasetCard, before: int | None) -> tuple[str, str]:
    """Return what is wrong with one id and its cure; two empty texts when nothing is."""
    if before is not None:
        return f"{name} stands on line {before} already", "give every problem its own id"
    if split not in card.splits:
        return f"the card knows no split {split!r:.40}", "name one of its splits, or add it there"
    match = re.fullmatch(re.escape(f"{card.id}/{split}-") + r"([0-9]{4})", name)
    if not match:
        return f"{name!r:.80} is no id of this split", f"write {problem_id(card.id, split, 0)}"
    if int(match[1]) >= card.splits[split]:
        return f"{name} is beyond the {card.splits[split]} of the card", "correct the card's splits"
    return "", ""


def _missing(seen: dict[str, int], card: DatasetCard, shown: str) -> Iterator[Fault]:
    for split, count in sorted(card.splits.items()):
        wanted = (problem_id(card.id, split, number) for number in range(count))
        missing = [name for name in wanted if name not in seen]
        if missing:
            more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
            message = f"missing: {', '.join(missing[:_SHOWN])}{more}"
            yield Fault(file=shown, message=message, cure="add them, or correct the card's splits")
