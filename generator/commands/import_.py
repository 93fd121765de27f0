"""`failwhere import`: turn a file of another tool's responses into the folder of a run."""

from __future__ import annotations

import argparse
import datetime as dt
from pathlib import Path

from generator.cards import RunCard
from generator.errors import CannotRun, FaultsFound
from generator.files import make_card
from generator.importing import import_run
from generator.responses import IMPORTERS
from generator.responses.coverage import named
from generator.store import Roots, load_dataset
from generator.strict_yaml import Document

HELP = "turn a result file of another tool into a run folder"
EXAMPLES = """
  failwhere import carp deli.json --dataset carp --split test --method deli --model gpt-3.5-turbo \\
      --out results/carp/deli--gpt-3.5-turbo
  failwhere import native responses.jsonl --dataset efg-algebra --split test --method cot \\
      --model my-model --title "Chain of thought, my model" --out results/efg-algebra/cot--my-model

Formats:
  carp     result files of RUCAIBox/CARP: JSON objects one behind the other, with `content`,
           `answer` and `generation` (texts, or messages of ReAct and DELI); joined to problems by
           their text, never by their place
  native   our own responses.jsonl

A file that breaks off, and problems that are unknown, twice or missing, are named and nothing is
written. With --partial problems may be missing; such a run is shown and not ranked.
Then: failwhere judge OUT
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("format", choices=tuple(IMPORTERS), metavar="FORMAT", help="see below")
    parser.add_argument("path", type=Path, metavar="PATH", help="file of responses")
    for name in ("dataset", "split", "method", "model"):
        parser.add_argument(f"--{name}", required=True, metavar="ID", help=f"{name} of the run")
    parser.add_argument("--out", required=True, type=Path, metavar="RUN_DIR", help="folder to make")
    parser.add_argument("--title", metavar="TEXT", help="name for readers (default: METHOD, MODEL)")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="day the responses were made")
    parser.add_argument(
        "--language", metavar="ID", help="language of the problems (default: first)"
    )
    parser.add_argument("--partial", action="store_true", help="allow problems without a response")


def run(args: argparse.Namespace) -> int:
    """Import, print what was written and what is missing, and return 0."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    dataset = load_dataset(roots, args.dataset)
    if args.split not in dataset.card.splits:
        raise CannotRun(f"--split: {args.dataset} has {', '.join(dataset.card.splits)}")
    if args.language not in (None, *dataset.card.languages):
        raise CannotRun(f"--language: {args.dataset} has {', '.join(dataset.card.languages)}")
    done = import_run(
        args.format,
        args.path,
        card=_card(args, args.language or dataset.card.languages[0]),
        dataset=dataset,
        folder=args.out,
        partial=args.partial,
    )
    print(f"{done.folder}: {done.responses} responses")
    if done.missing:
        print(f"warning: a partial run; no response to {named(done.missing)}")
    return 0


def _card(args: argparse.Namespace, language: str) -> RunCard:
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
        "notes": f"Imported from a file in the format `{args.format}`.",
    }
    try:
        return make_card(Document(data=values, lines={(): 0}), RunCard, shown="options")
    except FaultsFound as error:
        told = (f"--{fault.field}: {fault.message}" for fault in error.faults)
        raise CannotRun("\n".join(told)) from None
