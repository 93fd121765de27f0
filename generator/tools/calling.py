"""Call a tool on text that someone else wrote: in the helper process, within limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from sympy.polys.polyerrors import BasePolynomialError

from generator.judge.errors import Crashed, OutOfMemory, Timeout
from generator.judge.worker import run_limited
from generator.tools import EXTRAS, TOOLS, Output
from generator.tools.compat import COMPAT
from generator.tools.errors import ToolError
from generator.tools.signatures import ALIASES, SIGNATURES, signature

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


def call(name: str, *arguments: Argument, compat: bool = False) -> Output:
    """Return what the tool `name` makes of `arguments`; `compat` gives upstream's output.

    Raise ToolError for an unknown tool, arguments it cannot use, or a limit: 10 s, 1 GB.
    """
    name = ALIASES.get(name, name)
    if name not in TOOLS and name not in EXTRAS:
        raise ToolError(f"no tool {name[:40]!r}")
    given = fitting(name, arguments)
    work = perform_as_upstream if compat else perform
    try:
        well, value = run_limited(work, name, *given, seconds=SECONDS, megabytes=MEGABYTES)
    except (Timeout, OutOfMemory, Crashed):
        raise ToolError("takes too long or too much memory") from None
    if not well:
        raise ToolError(str(value))
    return value


def perform(name: str, *arguments: Argument) -> tuple[bool, Output]:
    """Return (True, output) or (False, why not); what the helper process runs."""
    return _performed(TOOLS.get(name) or EXTRAS[name], arguments)


def perform_as_upstream(name: str, *arguments: Argument) -> tuple[bool, Output]:
    """Return the same of upstream's behaviour; what the helper process runs."""
    return _performed(COMPAT[name], arguments)


def _performed(tool: Callable[..., Output], arguments: tuple[Argument, ...]) -> tuple[bool, Output]:
    try:
        return True, tool(*arguments)
    except ToolError as error:
        return False, str(error)
    except CANNOT:
        return False, "no method for this"


def fitting(name: str, arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """Return the arguments as the tool takes them: one text is a list of one.

    Raise ToolError for too few or too many, or a list where one text is wanted.
    """
    wanted = SIGNATURES[name]
    needed = sum(not each.endswith("?") for each in wanted)
    if not needed <= len(arguments) <= len(wanted):
        raise ToolError(f"wants {signature(name)}, but was given {len(arguments)}")
    found: list[Argument] = []
    for each, given in zip(wanted, arguments, strict=False):
        if isinstance(given, str):
            found.append((given,) if each.endswith("[]") else given)
        elif each.endswith("[]"):
            found.append(tuple(given))
        else:
            raise ToolError(f"{each.rstrip('?')} is one text, not a list")
    return tuple(found)


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
