"""`failwhere build`: judge every run anew and build the site."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from generator import pipeline
from generator.errors import CannotRun
from generator.store import Roots

EXAMPLES = """
  failwhere build                                  # datasets/ and results/ into site/
  failwhere build --site-dir /somewhere/else
  failwhere build --results-root my-runs --config mkdocs.yml
  failwhere build --problems with-runs             # a smaller site, where many datasets are fetched

Every verdict and number is recomputed; a lock that says something else stops the build. Pages whose
content did not change since the last build are kept as they are.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--config",
        type=Path,
        default=Path("mkdocs.yml"),
        metavar="FILE",
        help="settings of MkDocs (default: mkdocs.yml)",
    )
    parser.add_argument(
        "--problems",
        choices=pipeline.PAGED,
        default="all",
        help="which problems have a page of their own; all are listed (default: all)",
    )


def run(args: argparse.Namespace) -> int:
    """Build the site, print what was built and the page to open, return 0."""
    if not args.config.is_file():
        raise CannotRun(f"{args.config} is missing; run the command beside it or name it: --config")
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    built = pipeline.build(
        roots, config=args.config, site_dir=args.site_dir, problems=args.problems
    )
    report = built.report
    if built.not_fetched:
        names = ", ".join(built.not_fetched)
        print(f"note: only the cards of datasets not fetched are shown: {names}", file=sys.stderr)
    for path in built.left_out:
        print(f"note: {path} is on no page, since its dataset is not here", file=sys.stderr)
    for path in built.unfinished:
        print(f"note: {path} is on no page, since the run has not ended", file=sys.stderr)
    if not report.typeset:
        print("note: the typesetter is not installed; formulas are shown as TeX", file=sys.stderr)
    print(
        f"{report.curated} pages and {report.spliced} traces and lists "
        f"({report.unchanged} unchanged), {len(report.refused)} formulas shown as TeX"
    )
    print(f"open {report.index}")
    return 0
