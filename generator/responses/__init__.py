"""Plug point: files of responses. READERS read a run's own file, IMPORTERS take in foreign ones.

To add an importer: write `generator/responses/<name>.py` with `read_file(path, problems)` and its
line here. What it returns is checked by generator.responses.coverage like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from generator.files import Row
from generator.records import Problem
from generator.responses import carp, native
from generator.responses.coverage import Located

Reader: TypeAlias = Callable[[Sequence[Row], str], tuple[Located, ...]]
"""(rows with their lines, path to show) -> responses with their lines."""
Importer: TypeAlias = Callable[[Path, Sequence[Problem]], tuple[Located, ...]]
"""(file, problems of the split) -> responses with their lines, in the file's order."""

READERS: Mapping[str, Reader] = {"native": native.read}
"""Format of a run's responses.jsonl -> reader."""

IMPORTERS: Mapping[str, Importer] = {"native": native.read_file, "carp": carp.read_file}
"""FORMAT of `failwhere import` -> importer."""
