"""Command line: `failwhere VERB ...` or `python -m generator VERB ...`."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from generator import __version__
from generator.commands import COMMANDS, module_name
from generator.errors import FailwhereError

EXIT_CODES = "exit codes: 0 well, 1 problems found in the input, 2 could not run"
ROOTS = {
    "dataset_root": ("datasets", "folder of datasets"),
    "results_root": ("results", "folder of runs"),
    "site_dir": ("site", "folder the site is built into"),
}
"""Option -> default under the working folder, help; the same for every command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; only errors of this package are caught."""
    words = list(sys.argv[1:] if argv is None else argv)
    args = _parser(words).parse_args(words)
    for name, (default, _) in ROOTS.items():
        setattr(args, name, getattr(args, name, Path(default)))
    try:
        return int(args.run(args))
    except FailwhereError as error:
        print(f"failwhere: {error}", file=sys.stderr)  # noqa: T201
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has stopped (`| head`); that is no fault of ours.
        sys.stderr.close()
        return 0


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows all verbs and the options of the chosen one."""
    roots = _roots()
    parser = argparse.ArgumentParser(prog="failwhere", epilog=EXIT_CODES, parents=[roots])
    parser.add_argument("--version", action="version", version=f"failwhere {__version__}")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        verb = verbs.add_parser(
            name,
            help=summary,
            description=summary,
            parents=[roots],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in words:  # perhaps the value of an option; that does no harm
            _configure(verb, name)
    return parser


def _configure(verb: argparse.ArgumentParser, name: str) -> None:
    """Import the module of one command and let it declare its options."""
    module = importlib.import_module(module_name(name))
    module.configure(verb)
    verb.epilog = f"examples:\n{module.EXAMPLES.rstrip()}\n\n{EXIT_CODES}"
    verb.set_defaults(run=module.run)


def _roots() -> argparse.ArgumentParser:
    """Return the options every command has; they may stand before or after the verb."""
    parser = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    for name, (default, text) in ROOTS.items():
        flag = "--" + name.replace("_", "-")
        parser.add_argument(flag, type=Path, metavar="DIR", help=f"{text} (default: {default})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
