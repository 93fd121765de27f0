"""Call a tool on text that someone else wrote: in the helper process, within limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sympy.polys.polyerrors import BasePolynomialError

from generator.judge.errors import Crashed, OutOfMemory, Timeout
from generator.judge.worker import run_limited
from generator.tools import TOOLS, Output
from generator.tools.errors import ToolError

Argument: TypeAlias = str | tuple[str, ...]

SECONDS = 10.0
"""Of one call (methods.md 2.2)."""
MEGABYTES = 1024
CANNOT = (
    ArithmeticError,
    AttributeError,
    BasePolynomialError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What SymPy raises where it has no method; its words are of no use to a model."""


def call(name: str, *arguments: Argument) -> Output:
    """Return what the tool `name` makes of `arguments`.

    Raise ToolError for an unknown tool, arguments it cannot use, or a limit: 10 s, 1 GB.
    """
    if name not in TOOLS:
        raise ToolError(f"no tool {name[:40]!r}")
    try:
        well, value = run_limited(perform, name, *arguments, seconds=SECONDS, megabytes=MEGABYTES)
    except (Timeout, OutOfMemory, Crashed):
        raise ToolError("takes too long or too much memory") from None
    if not well:
        raise ToolError(str(value))
    return value


def perform(name: str, *arguments: Argument) -> tuple[bool, Output]:
    """Return (True, output) or (False, why not); what the helper process runs."""
    try:
        return True, TOOLS[name](*arguments)
    except ToolError as error:
        return False, str(error)
    except CANNOT:
        return False, "no method for this"


def shown(output: Output) -> str:
    """Return an output as a trace shows it: `x = 1`, `["x = 1"]`, `{"x": ["x = 1"]}`.

    Backslashes stay single, as in the traces of CARP; the strings hold no quotes.
    """
    if isinstance(output, str):
        return output
    if isinstance(output, Mapping):
        return "{" + ", ".join(f'"{name}": {_listed(each)}' for name, each in output.items()) + "}"
    return _listed(output)


def action(name: str, *arguments: Argument) -> str:
    """Return a call as a trace shows it: `substitute("x + 1", ["x = 2"])`."""
    words = (_quoted(each) if isinstance(each, str) else _listed(each) for each in arguments)
    return f"{name}({', '.join(words)})"


def _listed(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "''") + '"'
