"""Everything leaves as data: the same rows in every form, equal bytes, formats held to their rules."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from pyarrow import parquet
from test_schemas import validator
from tiny_site import tiny_site

from generator.exports import exports
from generator.exports.badges import badge
from generator.exports.citations import of_dataset
from generator.exports.tables import Column, parquet_bytes
from generator.importers.entries import Options
from generator.importers.every_eval_ever import IMPORTER
from generator.pages import paths

SITE = tiny_site()
FILES = dict(exports(SITE))
TABLES = sorted(path.removesuffix(".parquet") for path in FILES if path.endswith(".parquet"))


def rows_of(stem: str) -> list[dict[str, object]]:
    found = json.loads(FILES[f"{stem}.json"])
    return found["rows"] if isinstance(found, dict) else found


def test_every_board_and_every_judged_problem_is_a_table() -> None:
    assert TABLES == [
        "data/plain-words/board",
        "data/tiny/board",
        "data/tiny/problems/test-0000",
        "data/tiny/problems/test-0001",
        "data/tiny/problems/test-0002",
        "data/tiny/verdicts",
    ]


@pytest.mark.parametrize("stem", TABLES)
def test_csv_json_and_parquet_hold_the_same_rows(stem: str) -> None:
    rows = rows_of(stem)
    written = list(csv.DictReader(io.StringIO(FILES[f"{stem}.csv"].decode())))
    read = parquet.read_table(io.BytesIO(FILES[f"{stem}.parquet"])).to_pylist()
    assert len(written) == len(read) == len(rows)
    for row, cells, record in zip(rows, written, read, strict=True):
        assert {k: v for k, v in record.items() if v is not None} == {
            k: v for k, v in row.items() if v is not None
        }
        assert {k for k, v in cells.items() if v} == {
            k for k, v in row.items() if v not in (None, "")
        }


def test_rows_fit_the_published_schemas() -> None:
    for dataset in ("tiny", "plain-words"):
        board = json.loads(FILES[f"data/{dataset}/board.json"])
        assert list(validator("board").iter_errors(board)) == []
    for stem in TABLES:
        if "board" not in stem:
            assert list(validator("verdicts").iter_errors(rows_of(stem))) == []


def test_a_problem_has_a_row_for_every_attempt_of_every_run() -> None:
    rows = rows_of("data/tiny/problems/test-0002")
    assert [(row["method"], row["model"], row["verdict"]) for row in rows] == [
        ("cot", "large", "wrong"), ("cot", "small", "wrong"), ("direct", "none", "missing"),
    ]  # fmt: skip
    assert rows[0]["claimed"] == "right"
    assert rows_of("data/tiny/verdicts")[6:] == rows


def test_equal_sites_give_equal_bytes() -> None:
    assert dict(exports(tiny_site())) == FILES


def test_parquet_says_nothing_of_the_machine() -> None:
    columns = {"a": Column("string", "x"), "b": Column("integer", "y"), "c": Column("boolean", "z")}
    rows = [{"a": "x", "b": 1, "c": True}, {"a": None}]
    raw = parquet_bytes(rows, columns)
    assert raw == parquet_bytes(rows, columns)
    assert parquet.read_table(io.BytesIO(raw)).schema.metadata is None
    assert parquet.read_table(io.BytesIO(parquet_bytes([], columns))).num_rows == 0


def test_the_index_names_files_that_are_there_and_all_of_them() -> None:
    text = FILES["data/index.json"].decode()
    named = set(re.findall(r'"((?:data/|feed)[^"]*\.(?:csv|json|parquet|svg|bib|xml))"', text))
    of_runs = {path for path in named if path.endswith((".yaml", ".jsonl", "scores.json"))}
    assert named - of_runs - {p for p in named if "{" in p} <= FILES.keys()
    assert all(
        any(end in path for path in named) for end in ("badge.svg", "dataset.bib", "board.bib")
    )


def test_no_file_leaves_its_folder() -> None:
    for path in FILES:
        assert not path.startswith("/")
        assert ".." not in path.split("/")
        assert re.fullmatch(r"[A-Za-z0-9._/-]+", path)


@pytest.mark.parametrize("path", sorted(p for p in FILES if p.endswith(".svg")))
def test_a_badge_is_a_picture_and_nothing_else(path: str) -> None:
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(FILES[path]).iter()}
    assert tags == {"svg", "title", "rect", "g", "text"}
    assert "rank" in FILES["data/tiny/cot--large/badge.svg"].decode()
    assert "not ranked" in FILES["data/tiny/direct--none/badge.svg"].decode()


def test_a_badge_escapes_what_it_shows() -> None:
    hostile = "\"><script>&'"
    assert "".join(ET.fromstring(badge(hostile, hostile)).itertext()).count(hostile) == 4


def test_citations_are_bibtex() -> None:
    for path, raw in FILES.items():
        if path.endswith(".bib"):
            text = raw.decode()
            assert re.match(r"@\w+\{[A-Za-z0-9.:-]+,", text), path
            assert text.count("{") == text.count("}"), path
    plain = SITE.datasets[1].card.model_copy(
        update={"citation": "", "title": "50% of {it} & more_"}
    )
    assert "title = {50\\% of it \\& more\\_}" in of_dataset(plain)


# ---------------------------------------------------------------- Every Eval Ever

TEXT = {"type": "string"}
RANGE = {"type": "number", "minimum": 0, "maximum": 1}


def record(needed: dict[str, object], more: dict[str, object] | None = None) -> dict[str, object]:
    """A JSON Schema of an object with these fields and no other."""
    return {
        "type": "object",
        "properties": {**needed, **(more or {})},
        "required": [*needed],
        "additionalProperties": False,
    }


RESULT = record(
    {
        "evaluation_name": TEXT,
        "source_data": {"type": "object", "required": ["dataset_name", "source_type"]},
        "metric_config": {
            "type": "object",
            "required": ["lower_is_better"],
            "properties": {
                "lower_is_better": {"type": "boolean"},
                "score_type": {"enum": ["binary", "continuous", "levels"]},
                "min_score": {"type": "number"},
                "max_score": {"type": "number"},
            },
        },
        "score_details": record(
            {"score": RANGE},
            {
                "uncertainty": record(
                    {},
                    {
                        "standard_error": {"type": "object"},
                        "confidence_interval": record(
                            {"lower": RANGE, "upper": RANGE},
                            {"confidence_level": RANGE, "method": TEXT},
                        ),
                        "num_samples": {"type": "integer"},
                    },
                )
            },
        ),
    },
    {"generation_config": {"type": "object"}},
)
AGGREGATE = record(
    {
        "schema_version": {"const": "0.3.0"},
        "evaluation_id": {"type": "string", "pattern": "^[^ ]+/[0-9]+$"},
        "retrieved_timestamp": {"type": "string", "pattern": "^[0-9]+$"},
        "source_metadata": {
            "type": "object",
            "required": ["source_type", "source_organization_name", "evaluator_relationship"],
            "properties": {
                "source_type": {"enum": ["documentation", "evaluation_run"]},
                "evaluator_relationship": {
                    "enum": ["first_party", "third_party", "collaborative", "other"]
                },
            },
        },
        "eval_library": record({"name": TEXT, "version": TEXT}),
        "model_info": {"type": "object", "required": ["name", "id"]},
        "evaluation_results": {"type": "array", "items": RESULT, "minItems": 1},
    },
    {
        "evaluation_timestamp": TEXT,
        "detailed_evaluation_results": record(
            {
                "format": {"const": "jsonl"},
                "file_path": TEXT,
                "hash_algorithm": {"const": "sha256"},
                "checksum": TEXT,
                "total_rows": {"type": "integer"},
            }
        ),
    },
)
INSTANCE = {
    **record(
        {
            "schema_version": {"const": "0.3.0"},
            "evaluation_id": TEXT,
            "model_id": TEXT,
            "evaluation_name": TEXT,
            "sample_id": TEXT,
            "interaction_type": {"enum": ["single_turn", "multi_turn", "agentic"]},
            "input": record(
                {"raw": TEXT, "reference": {"type": "array", "items": TEXT}},
                {"formatted": TEXT, "choices": {"type": "array", "items": TEXT}},
            ),
            "answer_attribution": {
                "type": "array",
                "items": record(
                    {
                        "turn_idx": {"type": "integer", "minimum": 0},
                        "source": TEXT,
                        "extracted_value": TEXT,
                        "extraction_method": TEXT,
                        "is_terminal": {"type": "boolean"},
                    }
                ),
            },
            "evaluation": record({"score": RANGE, "is_correct": {"type": "boolean"}}),
        },
        {
            "evaluation_result_id": TEXT,
            "sample_hash": TEXT,
            "output": record({"raw": {"type": "array", "items": TEXT}}),
            "messages": {
                "type": "array",
                "items": record({"turn_idx": {"type": "integer"}, "role": TEXT, "content": TEXT}),
            },
            "token_usage": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 0},
            },
            "performance": {"type": "object"},
            "error": TEXT,
            "metadata": {"type": "object", "additionalProperties": TEXT},
        },
    ),
    "oneOf": [{"required": ["output"]}, {"required": ["messages"]}],
}
"""The rules of the format's version 0.3.0, field by field, as far as we use it."""


def exchanged(end: str) -> dict[str, bytes]:
    return {p: raw for p, raw in FILES.items() if p.startswith(paths.EXCHANGE) and p.endswith(end)}


def test_every_run_is_two_files_at_the_places_the_format_wants() -> None:
    for path in exchanged(".json"):
        assert re.fullmatch(
            paths.EXCHANGE + r"/[a-z0-9-]+/[a-z0-9.-]+/[a-z0-9.-]+/"
            r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.json",
            path,
        )
    assert len(exchanged(".json")) == len(exchanged("_samples.jsonl")) == len(SITE.runs)


def test_results_keep_the_rules_of_the_format() -> None:
    ids = []
    for path, raw in exchanged(".json").items():
        whole = json.loads(raw)
        jsonschema.Draft202012Validator(AGGREGATE).validate(whole)
        ids.append(whole["evaluation_id"])
        told = whole["detailed_evaluation_results"]
        samples = FILES[f"{path.rpartition('/')[0]}/{told['file_path']}"]
        assert told["checksum"] == hashlib.sha256(samples).hexdigest()
        assert told["total_rows"] == len(samples.splitlines())
    assert len(set(ids)) == len(ids)


def test_rows_keep_the_rules_of_the_format() -> None:
    checker = jsonschema.Draft202012Validator(INSTANCE)
    rows = [
        json.loads(line)
        for raw in exchanged("_samples.jsonl").values()
        for line in raw.splitlines()
    ]
    assert len(rows) == 9
    for row in rows:
        checker.validate(row)
    assert sum(row["evaluation"]["is_correct"] for row in rows) == 3


def test_our_importer_reads_it_back(tmp_path) -> None:
    folder = tmp_path / "eee"
    folder.mkdir()
    made = [
        folder / path.rpartition("/")[2] for path in (*exchanged(".json"), *exchanged(".jsonl"))
    ]
    for path, raw in zip(
        made, (*exchanged(".json").values(), *exchanged(".jsonl").values()), strict=True
    ):
        path.write_bytes(raw)
    batch = IMPORTER.read(made, Options())
    assert len(batch.entries) == 9
    assert {figure.unit for figure in batch.figures} == {"fraction"}
    assert {entry.reply.text for entry in batch.entries} >= {
        response.text for run in SITE.runs for response in run.responses
    }
