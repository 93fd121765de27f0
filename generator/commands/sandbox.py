"""`failwhere sandbox`: try the sandbox out, or run one program in it."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.errors import CannotRun
from generator.sandbox import BACKENDS, BackendName, Limits, Outcome, chosen, self_test
from generator.sandbox import run as run_program
from generator.tools import offered

EXAMPLES = """
  failwhere sandbox --self-test           # six attempts to get out, for each backend
  failwhere sandbox program.py            # run it, print what it printed and its last value
  failwhere sandbox program.py --seconds 2 --backend landlock
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("program", nargs="?", type=Path, metavar="FILE", help="program in Python")
    parser.add_argument("--self-test", action="store_true", help="test every backend")
    parser.add_argument("--backend", choices=tuple(BACKENDS), help="default: the first that works")
    parser.add_argument("--seconds", type=float, default=Limits().seconds, help="wall-clock limit")


def run(args: argparse.Namespace) -> int:
    """Print what was found; 0 when a backend holds, or the program came to its end."""
    if args.self_test:
        return _self_test(args.backend)
    if args.program is None:
        raise CannotRun("give a FILE to run, or --self-test")
    if not args.seconds > 0:
        raise CannotRun("--seconds must be positive")
    try:
        program = args.program.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRun(f"{args.program} cannot be read: {error}") from error
    limits = Limits(seconds=args.seconds, session_seconds=args.seconds)
    outcome = run_program(
        program,
        setup=offered.setup(compat=False),
        preload=(offered.__name__,),
        limits=limits,
        backend=args.backend,
    )
    return _show(outcome)


def _show(outcome: Outcome) -> int:
    """Print an outcome."""
    print(_printable(outcome.output), end="")
    if outcome.echo is not None:
        print(_printable(outcome.echo))
    place = f" (line {outcome.line})" if outcome.line else ""
    error = f": {_printable(outcome.error)}{place}" if outcome.error else ""
    print(f"{outcome.status}{error}  [{outcome.backend}]")
    return 0 if outcome.status == "ok" else 1


def _self_test(name: BackendName | None) -> int:
    """Print every probe of every backend, then the one that would be used."""
    for backend in BACKENDS if name is None else (name,):
        try:
            for probe in self_test(backend):
                found = "held" if probe.held else f"FAILED: {probe.found}"
                print(f"{backend:12}{probe.name:16}{found}")
        except CannotRun as error:
            print(f"{backend:12}{error}")
    print(f"{chosen(name).name} is used")
    return 0


def _printable(text: str) -> str:
    """Return `text` with what a terminal would obey made visible; lines stay lines."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
