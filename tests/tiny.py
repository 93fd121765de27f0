"""A world of one dataset with three problems and one run, small enough to read at a glance."""

from __future__ import annotations

import json
from pathlib import Path

from generator.store import Roots

CARD = """\
id: demo
title: Demo
summary: Three equations.
version: "1"
languages: [en]
licence: CC0 1.0
licence_url: https://creativecommons.org/publicdomain/zero/1.0/
answer_type: expression
format: efg
splits: {test: 3}
board: test
graphs: true
"""

RUN = """\
dataset: demo
split: test
method: cot
model: none
title: Chain of thought
date: 2026-11-30
"""


def problem_row(number: int, **changed: object) -> dict[str, object]:
    """2x - c = 0 gives 2x = c gives x = c/2."""
    c = 2 * number + 2
    start, middle, end = f"2 x - {c} = 0", f"2 x = {c}", f"x = {number + 1}"
    row: dict[str, object] = {
        "id": f"demo/test-{number:04d}",
        "split": "test",
        "content": f"If ${start}$, what is $x$?",
        "answer": str(number + 1),
        "steps": f"${middle}$, so ${end}$.",
        "expr_cands": [start, middle, end],
        "exprs": [middle, end],
        "edges": {
            "directed": True,
            "multigraph": False,
            "graph": {},
            "nodes": [{"id": start}, {"id": middle}, {"id": end}],
            "links": [
                {"rel": "移项", "source": start, "target": middle},
                {"rel": "等式方程求解", "source": middle, "target": end},
            ],
        },
    }
    return row | changed


def response_row(number: int, **changed: object) -> dict[str, object]:
    text = f"$2 x = {2 * number + 2}$, so the answer is $x = {number + 1}$."
    return {"problem_id": f"demo/test-{number:04d}", "attempt": 0, "text": text} | changed


def write_rows(path: Path, rows: list[dict[str, object]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def world(root: Path) -> Roots:
    """Write the dataset and the run below `root`."""
    roots = Roots(datasets=root / "datasets", results=root / "results")
    write_rows(roots.datasets / "demo" / "problems.jsonl", [problem_row(k) for k in range(3)])
    (roots.datasets / "demo" / "dataset.yaml").write_text(CARD)
    run = run_folder(roots)
    write_rows(run / "responses.jsonl", [response_row(k) for k in range(3)])
    (run / "run.yaml").write_text(RUN)
    return roots


def run_folder(roots: Roots) -> Path:
    return roots.results / "demo" / "cot--none"
