"""The tools as plain functions, for a program that a model wrote: imported inside the sandbox only.

The sandbox is a process that can be killed, so no helper process stands between. What comes back
is what Python programs work with: texts, lists and dicts of them, and a truth value of `is_equal`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.tools import EXTRAS, TOOLS, Output
from generator.tools.calling import Argument, fitting, perform, perform_as_upstream
from generator.tools.errors import ToolError
from generator.tools.signatures import ALIASES, signature

ESCAPED: Mapping[str, str] = dict(zip("\a\b\t\n\v\f\r", "abtnvfr", strict=True))
EATEN = re.compile(r"[\a\b\t\n\v\f\r](?=[A-Za-z])")
r"""What a string that is not raw makes of the beginning of a command: `\frac`, `\times`."""


class Several(list[str]):
    """A list whose text is that of its entries, so that a program may return it as its answer."""

    def __str__(self) -> str:
        return ", ".join(self)


Given: TypeAlias = str | Several | dict[str, Several] | bool
Function: TypeAlias = Callable[..., Given]


def setup(*, compat: bool) -> str:
    """Return the program that puts the functions among the names of a sandbox."""
    return f"from {__name__} import functions\nglobals().update(functions(compat={compat}))\n"


def functions(*, compat: bool) -> dict[str, Function]:
    """Return name -> function for every tool; `compat` gives upstream's outputs.

    A function raises ToolError with a tool's refusal, and TypeError for what is no text.
    """
    names = {name: name for name in (*TOOLS, *EXTRAS)} | dict(ALIASES)
    return {name: _function(name, tool, compat=compat) for name, tool in names.items()}


def _function(name: str, tool: str, *, compat: bool) -> Function:
    """Return the function called `name` that runs `tool`."""
    work = perform_as_upstream if compat else perform

    def function(*arguments: object) -> Given:
        texts = (_argument(each, tool) for each in arguments)
        well, output = work(tool, *fitting(tool, tuple(texts)))
        if not well:
            raise ToolError(str(output))
        return output == "True" if tool == "is_equal" else _plain(output)

    function.__name__ = function.__qualname__ = name
    return function


def _argument(given: object, tool: str) -> Argument:
    """Return a text or texts; a whole number is its digits. Raise TypeError for anything else."""
    if isinstance(given, list | tuple):
        return tuple(_text(each, tool) for each in given)
    return _text(given, tool)


def _text(given: object, tool: str) -> str:
    r"""Return a text with its commands mended; the program's other strings are left as they are."""
    if isinstance(given, str | int):
        return EATEN.sub(lambda found: "\\" + ESCAPED[found[0]], str(given))
    raise TypeError(f"{signature(tool)} takes texts, not {type(given).__name__}")


def _plain(output: Output) -> Given:
    """Return an output in the types of a program."""
    if isinstance(output, Mapping):
        return {name: Several(values) for name, values in output.items()}
    return output if isinstance(output, str) else Several(output)
