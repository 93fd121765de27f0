"""`failwhere methods`: every method with its parameters, their presets and what it costs."""

from __future__ import annotations

import argparse
import json

from generator.errors import CannotRun
from generator.methods import METHODS
from generator.methods.contract import MethodInfo
from generator.methods.settings import ABOUT, Preset
from generator.methods.variants import settings

EXAMPLES = """\
  failwhere methods
  failwhere methods deli
  failwhere methods --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="only this method")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    if args.name is not None and args.name not in METHODS:
        raise CannotRun(f"no method {args.name!r}; there are {', '.join(METHODS)}")
    chosen = {args.name: METHODS[args.name]} if args.name else METHODS
    if args.json:
        print(json.dumps({name: _row(name) for name in chosen}, ensure_ascii=False, indent=1))
        return 0
    for name, info in chosen.items():
        _print(name, info)
    return 0


def _row(name: str) -> dict[str, object]:
    """Return one method as plain data."""
    info = METHODS[name]
    presets: tuple[Preset, ...] = ("faithful", "fixed")
    return {
        "title": info.title,
        "summary": info.summary,
        "needs_model": info.needs_model,
        "shots": info.shots,
        "exemplars": info.exemplars,
        "inits": list(info.inits),
        "calls": list(info.calls(settings(name, "fixed"))),
        "parameters": {
            each: {
                "about": ABOUT[each],
                **{preset: getattr(settings(name, preset), each) for preset in presets},
            }
            for each in info.parameters
        },
    }


def _print(name: str, info: MethodInfo) -> None:
    """Print one method."""
    faithful, fixed = settings(name, "faithful"), settings(name, "fixed")
    least, most = info.calls(fixed)
    calls = f"{least}" if least == most else f"{least} to {most}"
    print(f"{name}: {info.title}")
    print(f"  {info.summary}")
    print(
        f"  model calls per problem: {calls if info.needs_model else 0}; worked problems: "
        f"{info.shots}"
    )
    for each in info.parameters:
        values = f"faithful {getattr(faithful, each)!r}, fixed {getattr(fixed, each)!r}"
        print(f"  --set {each}=...  {ABOUT[each]} ({values})")
    if info.inits:
        print(f"  --init {' | '.join(info.inits)}")
    print()
