"""`failwhere report`: what runs change on their boards, as Markdown and JSON, with a preview."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.errors import CannotRun, FailwhereError, Fault, FaultsFound
from generator.fetch import fetch
from generator.files import shown_path, write_text
from generator.report.changed import changed_datasets, changed_runs, gone_runs
from generator.report.data import report_json
from generator.report.effect import Effect, effect
from generator.report.preview import preview
from generator.report.wording import Report, markdown
from generator.store import DATASET_CARD, PROBLEMS, Roots, any_run_card

EXAMPLES = """
  failwhere report results/efg-algebra/my-method--my-model
  failwhere report results/efg-algebra/my-method--my-model --out report --preview
  failwhere report --changed --base ../main/results --base-datasets ../main/datasets --out report

A run is compared with the other runs on its board, never with itself; with --base, with those that
are there, and its verdicts with those of its own previous version. The report goes to standard
output, and with --out to report.md, report.json and, with --preview, to the folder preview: the
site of the datasets concerned. A run with faults is reported as refused, and the exit code is 1; so
it is when a number moved and results/changes.yaml does not say why.
""".strip("\n")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("run_dirs", nargs="*", type=Path, metavar="RUN_DIR", help="folders of runs")
    add("--changed", action="store_true", help="all runs that differ from those in --base")
    add("--base", type=Path, metavar="DIR", help="results root before the change")
    add("--base-datasets", type=Path, metavar="DIR", help="datasets before the change")
    add("--out", type=Path, metavar="DIR", help="folder for report.md, report.json and preview")
    add("--preview", action="store_true", help="build the site of the datasets concerned")
    add("--fetch", action="store_true", help="get datasets that the runs need and git lacks")
    add("--config", type=Path, default=Path("mkdocs.yml"), metavar="FILE", help="MkDocs settings")


def run(args: argparse.Namespace) -> int:
    """Report; return 1 when something is refused or moved without a reason, 0 otherwise."""
    _check(args)
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    report = _report(args, roots)
    if args.preview and not report.refused and not any(each.faults for each in report.datasets):
        report = _with_pages(args, roots, report)
    text = markdown(report)
    if args.out:
        write_text(args.out / "report.md", text)
        write_text(args.out / "report.json", report_json(report))
    print(text, end="")
    return 0 if report.sound else 1


def _report(args: argparse.Namespace, roots: Roots) -> Report:
    """Return the report without the pages."""
    paths = [*args.run_dirs, *(changed_runs(roots, args.base) if args.changed else ())]
    if args.fetch:
        _fetch(roots, paths, args.base_datasets)
    here = [path for path in paths if _present(roots, path)]
    effects, refused = _effects(roots, here, args.base)
    altered = args.changed and args.base_datasets
    return Report(
        effects=tuple(effects),
        refused=refused,
        unjudged=tuple(_name(path) for path in paths if path not in here),
        datasets=changed_datasets(roots, args.base_datasets) if altered else (),
        gone=gone_runs(roots, args.base) if args.changed else (),
    )


def _check(args: argparse.Namespace) -> None:
    if args.changed and args.base is None:
        raise CannotRun("--changed needs --base, the results root before the change")
    if args.fetch and args.base_datasets is None:
        raise CannotRun("--fetch needs --base-datasets, whose cards say where from")
    if args.preview and args.out is None:
        raise CannotRun("--preview needs --out, the folder that the preview goes to")
    if not args.changed and not args.run_dirs:
        raise CannotRun("name the folder of a run, or give --changed with --base")
    for path in (*args.run_dirs, *filter(None, (args.base, args.base_datasets))):
        if not path.is_dir():
            raise CannotRun(f"{shown_path(path)} is no folder")


def _effects(
    roots: Roots, paths: Sequence[Path], base: Path | None
) -> tuple[list[Effect], dict[str, Sequence[Fault]]]:
    """Return what each run changes, and the faults of those that are refused."""
    effects: list[Effect] = []
    faults: dict[str, Sequence[Fault]] = {}
    for path in paths:
        try:
            effects.append(effect(roots, path, base))
        except FaultsFound as error:
            faults[_name(path)] = error.faults
    return effects, faults


def _name(path: Path) -> str:
    return f"{path.absolute().parent.name}/{path.name}"


def _dataset(path: Path) -> str | None:
    """Return the id of a run's dataset; None where the card does not tell."""
    try:
        return any_run_card(path).dataset
    except FaultsFound:
        return None


def _present(roots: Roots, path: Path) -> bool:
    """Whether a run can be judged here; one with faults can, and is refused."""
    dataset = _dataset(path)
    card = roots.datasets / (dataset or "") / DATASET_CARD
    return dataset is None or not card.is_file() or (card.parent / PROBLEMS).is_file()


def _fetch(roots: Roots, paths: Sequence[Path], trusted: Path) -> None:
    """Fetch the datasets of the runs that are not here, from where the trusted cards say."""
    for dataset in sorted({_dataset(path) or "" for path in paths if not _present(roots, path)}):
        card = roots.datasets / dataset / DATASET_CARD
        known = trusted / dataset / DATASET_CARD
        if not known.is_file() or known.read_bytes() != card.read_bytes():
            print(
                f"note: {dataset} is not fetched, since the change alters its card", file=sys.stderr
            )
            continue
        try:
            fetch(roots, dataset)
        except FailwhereError as error:
            print(f"note: {dataset} cannot be fetched: {error}", file=sys.stderr)


def _with_pages(args: argparse.Namespace, roots: Roots, report: Report) -> Report:
    """Return the report with its pages, or with what keeps them from being built."""
    try:
        return replace(report, pages=_preview(args, roots, report))
    except FaultsFound as error:
        return replace(report, refused={"preview": error.faults})


def _preview(
    args: argparse.Namespace, roots: Roots, report: Report
) -> Mapping[str, tuple[str, ...]]:
    """Build the preview and return which pages are new, changed and gone."""
    base = None
    if args.base:
        base = Roots(datasets=args.base_datasets or roots.datasets, results=args.base)
    concerned = {each.run.card.dataset for each in report.effects}
    concerned |= {each.id for each in report.datasets}
    concerned |= {each.run.partition("/")[0] for each in report.gone}
    if not concerned:
        return {}
    return preview(roots, base, concerned, config=args.config, folder=args.out / "preview")
