"""`failwhere import`: turn files of another tool's responses into the folder of a run."""

from __future__ import annotations

import argparse
import datetime as dt
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.cards import RunCard
from generator.commands.check import shown
from generator.errors import CannotRun, Fault, FaultsFound
from generator.files import make_card
from generator.importers import IMPORTERS
from generator.importers.entries import Options
from generator.importers.opening import expand
from generator.importers.sighting import detect
from generator.importers.tables import FIELDS
from generator.importing import Imported, Target, import_runs
from generator.responses.coverage import named
from generator.store import Dataset, Roots, load_dataset
from generator.strict_yaml import Document

AUTO = "auto"
_FORMATS = "\n".join(
    f"  {name:<15}  {textwrap.fill(each.about, 76, subsequent_indent=' ' * 19)}"
    for name, each in IMPORTERS.items()
)
EXAMPLES = f"""
  failwhere import auto outputs/ --dataset gsm8k --split test --method cot --model my-model \\
      --out results/gsm8k/cot--my-model
  failwhere import lm-eval samples_gsm8k_*.jsonl results_*.json --filter all --dataset gsm8k \\
      --split test --method cot --model my-model --out results/gsm8k/cot--my-model
  failwhere import jsonl out.jsonl --column text=output.0 --column question=problem \\
      --column claimed=score --claim "accuracy=63.5 percent" --dataset math --split test \\
      --method cot --model my-model --out results/math/cot--my-model

Formats:
{_FORMATS}
  auto             whichever of these the files look like; says which and why

Fields of --column: {", ".join(FIELDS[:8])},
  {", ".join(FIELDS[8:])}

Problems are found by their text, never by their place. Rows of no problem, rows that are there
twice and problems without a row are named, and nothing is written; --extra leaves such rows out,
--partial allows such problems (the run is shown and not ranked). Verdicts and figures of the files
are kept as claims and count nowhere.
Then: failwhere judge OUT
""".strip("\n")

_CLAIM = re.compile(r"(?P<metric>[^=]+)=(?P<value>-?\d+(?:\.\d+)?) (?P<unit>\w+)")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("format", choices=(*IMPORTERS, AUTO), metavar="FORMAT", help="see below")
    add("paths", nargs="+", type=Path, metavar="PATH", help="files or folders of responses")
    for name in ("dataset", "split", "method", "model"):
        add(f"--{name}", required=True, metavar="ID", help=f"{name} of the run")
    add("--out", required=True, type=Path, metavar="RUN_DIR", help="folder to make")
    add("--title", metavar="TEXT", help="name for readers (default: METHOD, MODEL)")
    add("--date", metavar="YYYY-MM-DD", help="day the responses were made")
    add("--language", metavar="ID", help="language of the problems (default: first)")
    add("--filter", metavar="NAME", help="which part of the files, or `all` for a run of each")
    add("--metric", metavar="NAME", help="whose verdicts are kept as claims (default: the first)")
    add("--column", action="append", default=[], metavar="FIELD=COLUMN", help="csv, jsonl: a map")
    add("--repeats", action="store_true", help="tables: rows of one problem are its attempts")
    add("--claim", action="append", default=[], metavar='"METRIC=VALUE UNIT"', help=_UNITS)
    add("--partial", action="store_true", help="allow problems without a response")
    add("--extra", action="store_true", help="leave out rows of no problem, naming them")


_UNITS = "a figure someone states for the run, in percent, fraction or points"


def run(args: argparse.Namespace) -> int:
    """Import, print what was written and what a reader should know, and return 0."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    dataset = load_dataset(roots, args.dataset)
    _check(args, dataset)
    style = args.format if args.format != AUTO else _detected(args.paths)
    target = Target(
        card=_card(args, style, args.language or dataset.card.languages[0]),
        dataset=dataset,
        folder=args.out,
        part=args.filter,
        metric=args.metric,
        partial=args.partial,
        extra=args.extra,
    )
    options = Options(columns=_columns(args.column), repeats=args.repeats)
    batch = IMPORTERS[style].read(expand(args.paths), options)
    for each in import_runs(batch, target):
        _print(each)
    return 0


def _check(args: argparse.Namespace, dataset: Dataset) -> None:
    """Refuse options that the dataset does not bear out."""
    if args.split not in dataset.card.splits:
        raise CannotRun(f"--split: {args.dataset} has {', '.join(dataset.card.splits)}")
    if args.language not in (None, *dataset.card.languages):
        raise CannotRun(f"--language: {args.dataset} has {', '.join(dataset.card.languages)}")


def _detected(paths: Sequence[Path]) -> str:
    """Return the format that the files look like, and say why."""
    guess = detect(paths, IMPORTERS)
    print(_one_line(f"format {guess.name}: {guess.reason}"))
    return guess.name


def _print(done: Imported) -> None:
    print(f"{done.folder}: {len(done.responses)} responses")
    for line in shown(done.notes, "warning", "text"):
        print(f"warning: {line}")
    if done.missing:
        print(f"warning: a partial run; no response to {named(done.missing)}")


def _one_line(text: str) -> str:
    """Return a text without anything that a terminal could obey."""
    return next(iter(shown([Fault(file=text, message="")], "warning", "text")))


def _columns(pairs: Iterable[str]) -> Mapping[str, str]:
    """Return field -> column."""
    found: dict[str, str] = {}
    for pair in pairs:
        field, equals, column = pair.partition("=")
        if not equals or not column or field in found:
            raise CannotRun(f"--column {pair!r:.80}: write FIELD=COLUMN, each field once")
        found[field] = column
    return found


def _claims(texts: Iterable[str]) -> tuple[dict[str, object], ...]:
    """Return the figures of --claim; their unit has to be said."""
    found = [_CLAIM.fullmatch(text) for text in texts]
    if not all(found):
        raise CannotRun('--claim: write "METRIC=VALUE UNIT", such as "accuracy=63.5 percent"')
    return tuple(
        {
            "metric": match["metric"],
            "value": float(match["value"]),
            "unit": match["unit"],
            "source": "told when imported",
        }
        for match in found
        if match
    )


def _card(args: argparse.Namespace, style: str, language: str) -> RunCard:
    """Return the card that the options describe; without --date, the day of the import."""
    title = args.title or f"{args.method}, {args.model}"
    values = {
        "dataset": args.dataset,
        "split": args.split,
        "method": args.method,
        "model": args.model,
        "title": title,
        "date": args.date or dt.datetime.now(tz=dt.UTC).date(),
        "language": language,
        "claims": _claims(args.claim),
        "notes": f"Imported from files in the format `{style}`.",
    }
    try:
        return make_card(Document(data=values, lines={(): 0}), RunCard, shown="options")
    except FaultsFound as error:
        told = (f"--{_option(fault.field)}: {fault.message}" for fault in error.faults)
        raise CannotRun("\n".join(told)) from None


def _option(field: str) -> str:
    return "claim" if field.startswith("claims") else field
