"""Plug point: formats of problems.jsonl. A reader turns rows into Problems or names every fault.

To add one: write `generator/problems/<name>.py` with `read(rows, card, shown)` and its line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from generator.cards import DatasetCard
from generator.files import Row
from generator.problems import efg, native
from generator.records import Problem

Reader: TypeAlias = Callable[[Sequence[Row], DatasetCard, str], tuple[Problem, ...]]
"""(rows with their lines, the dataset's card, path to show) -> problems in file order."""

READERS: Mapping[str, Reader] = {"efg": efg.read, "native": native.read}
"""Value of a card's `format` -> reader."""
