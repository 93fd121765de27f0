"""`failwhere tool`: call a tool by hand, as a method would, or list all of them."""

from __future__ import annotations

import argparse
import inspect

from generator.errors import CannotRun
from generator.methods.calls import NotRead, listed
from generator.tools import EXTRAS, TOOLS
from generator.tools.calling import Argument, call, shown
from generator.tools.errors import ToolError
from generator.tools.signatures import ALIASES, signature

EXAMPLES = r"""
  failwhere tool --list
  failwhere tool calculate '\frac { 5 } { 6 } - \frac { 1 } { 3 }'
  failwhere tool substitute 'y + 2' '["y = 3"]'
  failwhere tool --compat solve_eq 'y ^ 2 - 2 y - 4 = 0'

An argument that is a list is written as a list of strings between [ and ].
A refusal by the tool ends with exit code 1 and says why.
""".lstrip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help="the tool")
    add("arguments", nargs="*", metavar="ARG", help="its arguments, each in quotes")
    add("--list", action="store_true", help="list the tools with their arguments")
    add("--compat", action="store_true", help="answer as upstream's tool did, faults included")


def run(args: argparse.Namespace) -> int:
    """Print a tool's output, or the list."""
    if args.list:
        _list()
        return 0
    if not args.name:
        raise CannotRun("name a tool, or ask for --list")
    if ALIASES.get(args.name, args.name) not in {*TOOLS, *EXTRAS}:
        raise CannotRun(f"no tool {args.name!r}; there are {', '.join([*TOOLS, *EXTRAS])}")
    try:
        print(shown(call(args.name, *map(_argument, args.arguments), compat=args.compat)))
    except (ToolError, NotRead) as error:
        print(f"refused: {error}")
        return 1
    return 0


def _argument(text: str) -> Argument:
    """Return a list where the text is one, else the text."""
    entries = listed(text.strip())
    return text if entries is None else entries


def _list() -> None:
    """Print every tool with its arguments and what it does."""
    for title, tools in (("tools of CARP", TOOLS), ("reported separately", EXTRAS)):
        print(f"{title}:")
        for name, function in tools.items():
            summary = (inspect.getdoc(function) or "").split("\n\n")[0].partition(". ")[0]
            print(f"  {signature(name):42} {' '.join(summary.split())}")
    print("not computed:")
    print(f"  {signature('think'):42} The model itself writes the output")
