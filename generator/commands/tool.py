"""`failwhere tool`: call a tool by hand, as a method would, or list all of them."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Sequence

from generator.errors import CannotRun
from generator.methods.calls import NotRead, listed
from generator.tools import EXTRAS, TOOLS
from generator.tools.calling import Argument, call, shown
from generator.tools.errors import ToolError
from generator.tools.signatures import ALIASES, SIGNATURES, signature

EXAMPLES = r"""
  failwhere tool --list
  failwhere tool calculate '\frac { 5 } { 6 } - \frac { 1 } { 3 }'
  failwhere tool substitute 'y + z' 'y = 3' 'z = 4'
  failwhere tool substitute 'y + z' '["y = 3", "z = 4"]'
  failwhere tool --compat solve_eq 'y ^ 2 - 2 y - 4 = 0'
  failwhere tool solve_eq -- '-y=3'

A list comes last: its texts one by one, or as one argument with quotes between [ and ].
Put -- before an argument that begins with a minus sign.
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
    name = ALIASES.get(args.name, args.name)
    if name == "think":
        raise CannotRun("nothing computes think: the model itself writes its output")
    if name not in {*TOOLS, *EXTRAS}:
        raise CannotRun(f"no tool {args.name!r}; there are {', '.join([*TOOLS, *EXTRAS])}")
    try:
        print(shown(call(name, *_arguments(name, args.arguments), compat=args.compat)))
    except (ToolError, NotRead) as error:
        print(f"refused: {error}")
        return 1
    return 0


def _arguments(name: str, texts: Sequence[str]) -> list[Argument]:
    """Return the arguments; where the last one is a list, it takes all texts that are left."""
    single = len(SIGNATURES[name]) - 1
    if len(texts) > single + 1 and SIGNATURES[name][-1].endswith("[]"):
        return [*texts[:single], tuple(texts[single:])]
    return [text if (entries := listed(text.strip())) is None else entries for text in texts]


def _list() -> None:
    """Print every tool with its arguments and what it does."""
    for title, tools in (("tools of CARP", TOOLS), ("reported separately", EXTRAS)):
        print(f"{title}:")
        for name, function in tools.items():
            summary = (inspect.getdoc(function) or "").partition("\n")[0]
            print(f"  {signature(name):42} {summary}")
    print("not computed:")
    print(f"  {signature('think'):42} The model itself writes the output.")
    print("[] is a list of texts, ? may be left out")
