"""data/index.json: what there is and where it lies, the entry of the read-only interface."""

from __future__ import annotations

import json
from collections.abc import Iterator

from generator.aggregate import Run
from generator.pages import paths
from generator.pages.site import ShownDataset, Site

VERSION = 1
"""Rises when an address or the meaning of a field changes; new ones leave it as it is."""
SCHEMAS = "data/schema"


def api_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, JSON) of the index."""
    found = {
        "api": VERSION,
        "failwhere": site.version,
        "judge": site.judge_version,
        "schemas": SCHEMAS,
        "feed": paths.FEED,
        "every_eval_ever": paths.EXCHANGE,
        "datasets": [_dataset(site, dataset) for dataset in site.datasets],
    }
    yield paths.API, (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()


def _dataset(site: Site, dataset: ShownDataset) -> dict[str, object]:
    id_ = dataset.card.id
    runs = site.runs_of(id_)
    found: dict[str, object] = {
        "id": id_,
        "title": dataset.card.title,
        "version": dataset.card.version,
        "problems_sha256": dataset.sha256 or None,
        "splits": dict(dataset.card.splits),
        "licence": dataset.card.licence,
        "board": {end: paths.board_data(id_, end) for end in ("csv", "json", "parquet")},
        "badge": paths.badge(id_),
        "bibtex": {"dataset": paths.dataset_citation(id_), "board": paths.board_citation(id_)},
        "runs": [_run(run) for run in runs],
    }
    if runs:
        ends = ("csv", "json", "parquet")
        found["verdicts"] = {end: f"{paths.verdict_data(id_)}.{end}" for end in ends}
        found["problems"] = f"data/{id_}/problems/{{split}}-{{number}}.{{csv,json,parquet}}"
    return found


def _run(run: Run) -> dict[str, object]:
    names = ("run.yaml", "responses.jsonl", "judgements.jsonl", "scores.json", "badge.svg")
    return {
        "method": run.card.method,
        "model": run.card.model,
        "files": {name: paths.run_data(run.card, name) for name in names},
        "bibtex": paths.method_citation(run.card.method),
    }
