"""What kind of mathematics a text is: asked before a tool is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import sympy
from sympy.core.relational import Relational

from generator.judge.errors import Crashed, OutOfMemory, Timeout
from generator.judge.worker import run_limited
from generator.tools.calling import CANNOT, MEGABYTES, SECONDS
from generator.tools.errors import ToolError
from generator.tools.reading import Object, read

Kind: TypeAlias = Literal["equation", "inequality", "symbol", "number", "expression", "other"]
Description: TypeAlias = tuple[Kind, tuple[str, ...]]
"""Kind, and the names of the symbols in it, sorted."""

OTHER: Description = ("other", ())


def describe(texts: Iterable[str]) -> tuple[Description, ...]:
    """Return kind and symbols of each text, worked out in the helper process.

    A text that cannot be read is `other`; all are where the limits of a tool call are passed.
    """
    asked = tuple(texts)
    try:
        return run_limited(described, asked, seconds=SECONDS, megabytes=MEGABYTES)
    except (Timeout, OutOfMemory, Crashed):
        return (OTHER,) * len(asked)


def described(texts: tuple[str, ...]) -> tuple[Description, ...]:
    """Do the work of `describe`; what the helper process runs."""
    return tuple(map(_described, texts))


def _described(text: str) -> Description:
    try:
        value = read(text)
        return _kind(value), tuple(sorted(each.name for each in value.free_symbols))
    except (ToolError, *CANNOT):
        return OTHER


def _kind(value: Object) -> Kind:
    if isinstance(value, sympy.Eq):
        return "equation"
    if isinstance(value, Relational):
        return "inequality"
    if isinstance(value, sympy.Symbol):
        return "symbol"
    if not isinstance(value, sympy.Expr):
        return "other"
    # `3` says nothing that could be worked out; `1 + 2` does, though SymPy adds it while reading.
    return "number" if value.is_Number else "expression"
