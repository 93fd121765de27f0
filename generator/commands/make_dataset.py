"""`failwhere make-dataset`: make a generated dataset again, or a fresh one from another seed."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from generator.cards import SLUG
from generator.efg_algebra.build import PUBLISHED_SEED, rows
from generator.efg_algebra.card import about_text, card, card_text, dataset_id
from generator.errors import CannotRun
from generator.files import jsonl_text, shown_path, write_text

EXAMPLES = """
  failwhere make-dataset efg-algebra                  # the published set, byte for byte
  failwhere make-dataset efg-algebra --seed 7         # a fresh set, datasets/efg-algebra-s7
  failwhere make-dataset efg-algebra --seed 7 --id unseen --out /srv/data/unseen

The id is `efg-algebra` for the published seed and `efg-algebra-s<seed>` for another one, unless
--id says otherwise. A dataset's folder must bear its id before other commands can read it.
""".strip("\n")

GENERATORS = ("efg-algebra",)
"""Datasets that can be made."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("dataset", choices=GENERATORS, help="which generator")
    parser.add_argument(
        "--seed", type=int, default=PUBLISHED_SEED, help="default: %(default)s, the published set"
    )
    parser.add_argument("--id", metavar="ID", help="id of the set (default: by the seed)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="folder to write to (default: <dataset-root>/<id>)"
    )


def run(args: argparse.Namespace) -> int:
    """Make and prove the set, then write dataset.yaml, problems.jsonl and about.md; return 0.

    Raises:
        CannotRun: the id is no folder name, the seed is negative, or the folder cannot be written.

    """
    if args.seed < 0:
        raise CannotRun(f"--seed {args.seed}: a seed is a whole number from 0 up")
    name = args.id or dataset_id(args.seed)
    folder: Path = args.out or args.dataset_root / name
    if not re.fullmatch(SLUG, name) or len(name) > 80:
        raise CannotRun(f"--id {name}: use lower case letters, digits, hyphens and dots")
    made = rows(args.seed, name)
    files = {
        "problems.jsonl": jsonl_text(made),
        "dataset.yaml": card_text(card(made, name, args.seed)),
        "about.md": about_text(made, args.seed),
    }
    try:
        changed = [file for file, text in files.items() if write_text(folder / file, text)]
    except OSError as error:
        raise CannotRun(f"{shown_path(folder)} cannot be written: {error.strerror}") from error
    print(f"{shown_path(folder)}: {len(made)} problems, all proved; id {name}, seed {args.seed}")
    print(f"  written: {', '.join(changed) or 'nothing, all files were the same'}")
    return 0
