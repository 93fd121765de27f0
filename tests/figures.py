"""Output sets that others published -> imported, judged, counted; see test_published_figures.py.

PYTHONPATH=. python tests/figures.py     # after a change of the judge: writes the figures anew
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from generator.cards import DatasetCard, RunCard
from generator.fetch import fetch
from generator.files import make_card
from generator.importers import IMPORTERS
from generator.importers.entries import Batch, Options
from generator.importers.opening import expand
from generator.importing import Target, import_runs
from generator.judge.judging import judge_run
from generator.records import Problem
from generator.store import Dataset, Roots, load_dataset
from generator.strict_yaml import Document

TOP = Path(__file__).parents[1]
SHARED = TOP.parent / "shared" / "data"
SOURCES = {
    "gsm8k": "ds_gsm8k",
    "aqua": "ds_aqua",
    "svamp": "ds_svamp",
    "multiarith": "ds_zscot",
    "singleeq": "ds_zscot",
    "addsub": "ds_zscot",
    "strategyqa": "ds_zscot",
    "math": "ds_math_by_problem",
    "tabmwp": "ds_tabmwp",
    "wiki-table-questions": "ds_wtq",
}
"""Dataset -> folder of the local copy of its upstream files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an import and our judge make of an output set."""

    n: int
    """Responses."""
    right: int
    """Of these right by our judge."""
    claimed: int | None
    """Of these right by the file's own verdict; None where it has none."""
    differ: tuple[str, ...]
    """Problems on which our verdict and the claim differ; without claims, those not right."""
    notes: tuple[str, ...]
    """What the import told."""

    @property
    def ours(self) -> float:
        """Percent right by our judge."""
        return 100 * self.right / self.n


def outcome(spec: Mapping[str, object], folder: Path, roots: Roots) -> Outcome:
    """Return what becomes of the set that `spec` describes; files are written below `folder`."""
    batch = _read(spec, folder)
    if spec.get("filter"):
        entries = tuple(e for e in batch.entries if e.part == spec["filter"])
        figures = tuple(f for f in batch.figures if f.part == spec["filter"])
        batch = Batch(entries=entries, figures=figures, notes=batch.notes)
    name = str(spec["dataset"])
    dataset = _own(batch, name) if name.startswith("own:") else load_dataset(roots, name)
    card = _card(dataset.card)
    target = Target(card=card, dataset=dataset, folder=folder / "m--x", partial=True)
    (run,) = import_runs(batch, target)
    return _outcome(run.responses, dataset.split(card.split), [n.message for n in run.notes])


def _outcome(responses, problems, notes) -> Outcome:
    answered = {response.problem_id for response in responses}
    judgements = judge_run([p for p in problems if p.id in answered], responses)
    verdicts = {(j.problem_id, j.attempt): j.verdict == "right" for j in judgements}
    claims = {(r.problem_id, r.attempt): r.claimed for r in responses}
    known = any(claims.values())
    differ = {k[0] for k, right in verdicts.items() if right != (not known or claims[k] == "right")}
    return Outcome(
        n=len(verdicts),
        right=sum(verdicts.values()),
        claimed=sum(said == "right" for said in claims.values()) if known else None,
        differ=tuple(sorted(differ)),
        notes=tuple(notes),
    )


def _read(spec: Mapping[str, object], folder: Path) -> Batch:
    paths = [SHARED / str(spec[name]) for name in ("file", "also") if name in spec]
    if "by" in spec:
        more = [str(spec["argument"])] if "argument" in spec else []
        with contextlib.redirect_stderr(io.StringIO()):
            rows = list(_converter(str(spec["by"])).rows(*map(str, paths), *more))
        path = folder / "responses.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return IMPORTERS["native"].read([path], Options(repeats=bool(spec.get("repeats"))))
    if "columns" in spec:
        return IMPORTERS["jsonl"].read(
            paths, Options(columns=spec["columns"], repeats=bool(spec.get("repeats")))
        )
    return IMPORTERS[str(spec["format"])].read(expand(paths), Options())


@lru_cache
def _converter(name: str):
    path = TOP / "examples" / "converters" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _own(batch: Batch, name: str) -> Dataset:
    """Return the problems that the file itself states, where we have no such dataset."""
    kind = name.removeprefix("own:")
    stated = {(e.questions[0], e.gold, e.upstream_id): e for e in batch.entries}
    problems = tuple(
        Problem(
            id=f"own/test-{number:04d}",
            dataset="own",
            split="test",
            question=entry.questions[0],
            answer=entry.gold,
            answer_type=kind,
            language="en",
            upstream_id=entry.upstream_id,
        )
        for number, entry in enumerate(stated.values())
    )
    card = {
        "id": "own",
        "title": "Own",
        "summary": "As the file states them.",
        "version": "1",
        "languages": ["en"],
        "licence": "unknown",
        "licence_url": "https://example.org",
        "answer_type": kind,
        "format": "native",
        "splits": {"test": len(problems)},
        "board": "test",
        "graphs": False,
    }
    made = make_card(Document(data=card, lines={(): 0}), DatasetCard, shown="own")
    return Dataset(card=made, problems=problems, about="", sha256="0")


def _card(dataset: DatasetCard) -> RunCard:
    values = {
        "dataset": dataset.id,
        "split": dataset.board,
        "method": "m",
        "model": "x",
        "title": "t",
        "date": "2026-11-30",
    }
    return make_card(Document(data=values, lines={(): 0}), RunCard, shown="run")


def slug(spec: Mapping[str, object]) -> str:
    """Return a short name of a set for the report of a test."""
    words = [spec["file"], spec.get("argument"), spec.get("filter")]
    return re.sub(r"[^\w.+-]+", "/", "/".join(str(word) for word in words if word))


FIGURES = TOP / "tests" / "data" / "published_figures.yaml"
PAGE = TOP / "site_src" / "recomputed.md"
HEAD = """\
# Published, own and recomputed figures of output sets; tests/figures.py reads and rewrites it.
# published: percent that its authors print; own: by the verdicts in the file; right of n: by our
# judge. A figure more than 0.3 points away from ours is explained by `why` and some `records` on
# which the verdicts differ.
"""
START, END = "<!-- figures -->", "<!-- end of figures -->"


def specs() -> list[dict[str, object]]:
    """Return the described sets."""
    return yaml.safe_load(FIGURES.read_text("utf-8"))


def text_of(rows: list[dict[str, object]]) -> str:
    """Return the sets as YAML, a line for each field."""
    lines = [HEAD]
    for row in rows:
        for number, (name, value) in enumerate(row.items()):
            lead = "- " if number == 0 else "  "
            lines.append(f"{lead}{name}: {json.dumps(value, ensure_ascii=False)}\n")
    return "".join(lines)


def table(rows: list[dict[str, object]]) -> str:
    """Return the sets as a Markdown table."""

    def shown(value: object) -> str:
        return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")

    lines = [
        "| Set | n | Published | Own | Ours | Remark |",
        "| --- | --: | --: | --: | --: | --- |",
    ]
    for row in rows:
        ours = 100 * row["right"] / row["n"]
        figures = " | ".join(map(shown, (row["published"], row["own"], ours)))
        names = ", ".join(f"`{name}`" for name in row["records"][:3])
        remark = f"{row['why']} For example: {names}." if names and row["why"] else row["why"]
        lines.append(f"| `{slug(row)}` | {row['n']} | {figures} | {remark} |")
    return "\n".join(lines) + "\n"


def page(rows: list[dict[str, object]]) -> str:
    """Return the site's page with its table made anew."""
    text = PAGE.read_text("utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    return f"{before}{START}\n\n{table(rows)}\n{END}{after}"


def fetched(root: Path) -> Roots:
    """Fetch every dataset of SOURCES below `root`."""
    roots = Roots(datasets=root / "datasets", results=root / "results")
    for name, folder in SOURCES.items():
        target = roots.datasets / name
        target.mkdir(parents=True)
        card = TOP / "datasets" / name / "dataset.yaml"
        (target / "dataset.yaml").write_text(card.read_text("utf-8"), "utf-8")
        fetch(roots, name, SHARED / folder)
    return roots


def main() -> None:
    """Write the figures and the table of the page anew."""
    rows = specs()
    with tempfile.TemporaryDirectory() as name:
        roots = fetched(Path(name))
        for row in rows:
            with tempfile.TemporaryDirectory() as folder:
                found = outcome(row, Path(folder), roots)
            own = None if found.claimed is None else round(100 * found.claimed / found.n, 2)
            records = list(found.differ[:5]) if own is not None else []
            row |= {"own": own, "n": found.n, "right": found.right, "records": records}
    FIGURES.write_text(text_of(rows), "utf-8")
    PAGE.write_text(page(rows), "utf-8")


if __name__ == "__main__":
    main()
