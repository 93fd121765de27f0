"""`failwhere new`: lay out the folder of a run or a dataset, with every field explained."""

from __future__ import annotations

import argparse
import datetime as dt
import re
from collections.abc import Mapping
from pathlib import Path

from generator.cards import SLUG
from generator.drafts import dataset_draft, run_draft
from generator.errors import CannotRun
from generator.files import json_line, shown_path, write_text
from generator.layouts.guessing import Guess, guess
from generator.schemas import FOLDER, schema_files
from generator.store import DATASET_CARD, RESERVED, RUN_CARD, Dataset, Roots, load_dataset

EXAMPLES = """
  failwhere new run efg-algebra my-method my-model
  failwhere new run gsm8k my-method my-model --contributor "A. Name"
  failwhere new dataset my-set                     # problems of your own, kept in git
  failwhere new dataset my-set --from test.jsonl   # problems of others: hash, count, fields
  failwhere new schemas                            # write site_src/data/schema/ anew

A card is laid out with every field explained. What you have to write yourself stands between
pointed brackets, and `failwhere check` refuses a card in which that was forgotten. Nothing is
overwritten.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("what", choices=tuple(WANTED), metavar="WHAT", help="run, dataset or schemas")
    add("names", nargs="*", metavar="NAME", help="run: DATASET METHOD MODEL; dataset: ID")
    add("--split", metavar="ID", help="run: split that was answered (default: the board's)")
    add("--date", metavar="YYYY-MM-DD", help="run: day of the responses (default: today)")
    add("--contributor", metavar="NAME", help="run: who sends it")
    add("--from", type=Path, dest="file", metavar="FILE", help="dataset: file with its problems")


WANTED: Mapping[str, tuple[str, ...]] = {
    "run": ("DATASET", "METHOD", "MODEL"),
    "dataset": ("ID",),
    "schemas": (),
}
"""What can be laid out -> names that it needs."""


def run(args: argparse.Namespace) -> int:
    """Lay out what was asked for, print what to do next, return 0."""
    wanted = WANTED[args.what]
    if len(args.names) != len(wanted):
        raise CannotRun(" ".join(["write: failwhere new", args.what, *wanted]))
    if args.what == "run":
        new_run(args, *args.names)
    elif args.what == "dataset":
        new_dataset(args, *args.names)
    else:
        new_schemas()
    return 0


def new_run(args: argparse.Namespace, dataset_id: str, method: str, model: str) -> None:
    """Lay out results/<dataset>/<method>--<model>/."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    dataset = load_dataset(roots, dataset_id)
    for name in (method, model):
        _slug(name)
    folder = roots.results / dataset_id / f"{method}--{model}"
    values = {
        "dataset": dataset_id,
        "split": _split(dataset, args.split),
        "method": method,
        "model": model,
        "title": f"{method}, {model}",
        "date": _day(args.date),
        "contributor": args.contributor or "<fill in: your name or account>",
    }
    _write(folder / RUN_CARD, run_draft(values))
    first = next((each.id for each in dataset.split(str(values["split"]))), f"{dataset_id}/...")
    line = json_line({"problem_id": first, "attempt": 0, "text": "... The answer is: 3"})
    where = shown_path(folder)
    print(f"next: put your responses into {where}/responses.jsonl, a line each:\n  {line}")
    print(f"then: failwhere judge {where} && failwhere check {where}")


def new_dataset(args: argparse.Namespace, id_: str) -> None:
    """Lay out datasets/<id>/."""
    _slug(id_)
    if id_ in RESERVED:
        raise CannotRun(f"{id_} is the name of a folder of the site; choose another id")
    found = guess(args.file) if args.file else None
    values: dict[str, object] = {
        "id": id_,
        "title": "<fill in: name for readers>",
        "summary": "<fill in: one sentence>",
        "version": "1",
        "languages": ["en"],
        "licence": "<fill in: name of the licence>",
        "licence_url": "<fill in: https address of its text>",
        "answer_type": "<fill in: expression, number, choice, yes_no, table or text>",
        "format": "native",
        "splits": {"test": found.problems if found else 0},
        "board": "test",
        "graphs": False,
    }
    if found:
        values |= _source(found, args.file)
    card = args.dataset_root / id_ / DATASET_CARD
    _write(card, dataset_draft(values))
    _next(args, id_, found)


def _next(args: argparse.Namespace, id_: str, found: Guess | None) -> None:
    where = shown_path(args.dataset_root / id_)
    if found:
        print(f"{found.problems} records with {', '.join(found.names)}")
        print(f"next: fill in the card, then: failwhere fetch {id_} --from {args.file.parent}")
        print(f"then: write {where}/problems.jsonl into .gitignore and commit the card alone")
        return
    line = {
        "id": f"{id_}/test-0000",
        "split": "test",
        "question": "What is 1+2?",
        "answer": "3",
    }
    print(f"next: put the problems into {where}/problems.jsonl, a line each:\n  {json_line(line)}")
    print(
        f"then: fill in the card, with the counted size of each split, and failwhere check {where}"
    )


def _source(found: Guess, file: Path) -> dict[str, object]:
    """Return layout and source for a file of problems."""
    columns = {"question": "<fill in>", "answer": "<fill in>", **found.columns}
    return {
        "layout": {
            "kind": found.kind,
            "columns": {name: {"take": [field]} for name, field in columns.items()},
        },
        "source": {
            "repository": "<fill in: https address of its home>",
            "revision": "<fill in: commit, 7 to 40 hexadecimal digits>",
            "files": [
                {
                    "path": file.name,
                    "split": "test",
                    "problems": found.problems,
                    "sha256": found.sha256,
                }
            ],
        },
    }


def new_schemas() -> None:
    """Write the JSON Schemas."""
    for name, text in schema_files():
        state = "written" if write_text(FOLDER / name, text) else "unchanged"
        print(f"{FOLDER / name}: {state}")


def _write(path: Path, text: str) -> None:
    if path.parent.is_symlink() or (path.parent.is_dir() and any(path.parent.iterdir())):
        raise CannotRun(f"{shown_path(path.parent)} holds something already; choose another name")
    write_text(path, text)
    print(f"{shown_path(path)}: written")


def _slug(name: str) -> None:
    if not re.fullmatch(SLUG, name) or len(name) > 80:
        raise CannotRun(
            f"{name!r:.80} is no id: small letters, digits, and single . or - between them"
        )


def _split(dataset: Dataset, wanted: str | None) -> str:
    card = dataset.card
    if wanted is not None and wanted not in card.splits:
        raise CannotRun(f"--split: {card.id} has {', '.join(card.splits)}")
    return wanted or card.board


def _day(text: str | None) -> dt.date:
    """Return the day of --date; today without it, as only the person at the keyboard can know."""
    try:
        return dt.date.fromisoformat(text) if text else dt.datetime.now(tz=dt.UTC).date()
    except ValueError:
        raise CannotRun(f"--date {text!r:.40}: write YYYY-MM-DD") from None
