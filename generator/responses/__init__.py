"""Plug point: readers of a run's own responses.jsonl; generator.importers has the foreign files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from generator.files import Row
from generator.responses import native
from generator.responses.coverage import Located

Reader: TypeAlias = Callable[[Sequence[Row], str], tuple[Located, ...]]
"""(rows with their lines, path to show) -> responses with their lines."""

READERS: Mapping[str, Reader] = {"native": native.read}
"""Format of a run's responses.jsonl -> reader."""
