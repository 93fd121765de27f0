"""`failwhere fetch`: get the problems of a dataset whose licence does not let us copy them."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.fetch import fetch
from generator.files import shown_path
from generator.statistics import Spread, statistics
from generator.store import Roots

EXAMPLES = """
  failwhere fetch carp                      # download from the commit that the card pins
  failwhere fetch carp --from ~/CARP        # take the files of a checkout, or of its data folder
  failwhere fetch carp-en --from ~/CARP
  failwhere fetch wiki-table-questions-837 --from ~/tablellm/assets --from ~/WikiTableQuestions

Every file must have the SHA-256 that datasets/<id>/dataset.yaml pins; otherwise nothing is written.
The problems go to datasets/<id>/problems.jsonl, which git ignores.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("dataset", metavar="DATASET", help="id of a dataset with a source")
    parser.add_argument(
        "--from",
        type=Path,
        metavar="DIR",
        dest="folders",
        action="append",
        default=[],
        help="folder with the upstream files; may be given more than once",
    )


def run(args: argparse.Namespace) -> int:
    """Fetch, then print how many problems there are and how large; return 0."""
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    fetched = fetch(roots, args.dataset, *args.folders)
    state = "written" if fetched.changed else "unchanged"
    print(f"{shown_path(fetched.path)}: {len(fetched.problems)} problems, {state}")
    for split in fetched.card.splits:
        found = statistics([each for each in fetched.problems if each.split == split])
        print(f"  {split}: {found.problems} problems")
        if fetched.card.graphs:
            print(f"    nodes {_text(found.nodes)}, edges {_text(found.edges)},", end=" ")
            print(
                f"expression nodes {_text(found.expression_nodes)}, derived {_text(found.derived)}"
            )
        print(f"    question {_text(found.question.characters)} characters,", end=" ")
        print(f"solution {_text(found.solution.characters)} (mean/largest)")
    return 0


def _text(spread: Spread) -> str:
    """Return mean/maximum; the mean with two decimals."""
    return f"{spread.mean or 0:.2f}/{spread.largest}"
