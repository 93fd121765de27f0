"""`failwhere check`: verify datasets, runs and locks, and report everything that is wrong."""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections.abc import Iterable
from pathlib import Path

from generator.checking import NOT_AFTER, Judge, Report, check, scope
from generator.errors import CannotRun, Fault
from generator.judge import JUDGE_VERSION
from generator.recompute import recompute
from generator.store import Roots

EXAMPLES = """
  failwhere check                                        # everything
  failwhere check results/efg-algebra/cot--my-model      # one run, with its dataset
  failwhere check datasets/efg-algebra                   # one dataset
  failwhere check --no-recompute                         # ids and hashes only, in a second
  failwhere check --format github                        # as annotations of a pull request

A run's verdicts and numbers are computed anew and compared with its lock, line by line. A run on a
dataset that has not been fetched cannot be recomputed; a note says so. A verdict that was, or is
now, a time-out is a note too, because a slower machine may change it.
""".strip("\n")

FORMATS = ("text", "github")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="folders to check (default: all)"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text", help="how faults are printed (default: text)"
    )
    parser.add_argument(
        "--no-recompute",
        action="store_false",
        dest="recompute",
        help="compare ids and hashes, and do not judge again",
    )
    parser.add_argument(
        "--not-after",
        metavar="YYYY-MM-DD",
        help=f"day after which no date can lie (default: {NOT_AFTER}; no clock is read)",
    )


def run(args: argparse.Namespace) -> int:
    """Print all faults and notes; return 1 when there is a fault, 0 otherwise."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    judge = Judge(version=JUDGE_VERSION, recompute=recompute if args.recompute else None)
    report = check(roots, scope(roots, args.paths), judge, not_after=_day(args.not_after))
    faults = sorted(set(report.gather.faults))
    for level, found in (("error", faults), ("notice", sorted(set(report.notes)))):
        for line in shown(found, level, args.format):
            print(line, file=sys.stderr if level == "error" and args.format == "text" else None)
    print(_summary(report, len(faults)))
    return 1 if faults else 0


def _day(text: str | None) -> dt.date:
    """Return the day of --not-after."""
    try:
        return NOT_AFTER if text is None else dt.date.fromisoformat(text)
    except ValueError:
        raise CannotRun(f"--not-after {text!r:.40}: write YYYY-MM-DD") from None


def shown(faults: Iterable[Fault], level: str, style: str) -> Iterable[str]:
    """Yield a line for each fault; nothing in it can end the line or begin another command."""
    for fault in faults:
        if style == "text":
            yield ("note: " if level == "notice" else "") + _printable(str(fault))
        else:
            place = f"file={_property(fault.file)}" + (f",line={fault.line}" if fault.line else "")
            message = ": ".join(filter(None, (fault.field, fault.message)))
            cure = f" ({fault.cure})" if fault.cure else ""
            yield f"::{level} {place}::{_data(_printable(message + cure))}"


def _summary(report: Report, faults: int) -> str:
    if faults:
        return f"{faults} faults in {report.datasets} datasets and {report.runs} runs"
    return (
        f"{report.datasets} datasets and {report.runs} runs are sound; "
        f"{report.recomputed} locks recomputed, {len(report.notes)} notes"
    )


def _printable(text: str) -> str:
    """Return `text` with everything that a terminal could obey written as an escape."""
    visible = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return visible.encode(errors="backslashreplace").decode()


def _data(text: str) -> str:
    """Escape the text of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property of a workflow command."""
    return _data(_printable(text)).replace(":", "%3A").replace(",", "%2C")
