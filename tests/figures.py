"""Output sets that others published -> imported, judged, counted; see test_published_figures.py."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from generator.cards import DatasetCard, RunCard
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
        return IMPORTERS["jsonl"].read(paths, Options(columns=spec["columns"], repeats=bool(spec.get("repeats"))))
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
