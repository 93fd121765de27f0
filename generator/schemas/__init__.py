"""JSON Schemas of everything that is written by people or published as data, made from the code.

They lie in site_src/data/schema/ so that editors find them in a checkout, and are published at
data/schema/<name>.json. `failwhere new schemas` writes them; a test holds them against the code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from generator.cards import Changes, DatasetCard, RunCard
from generator.exports.boards import BOARD
from generator.exports.tables import schema as table_schema
from generator.exports.verdicts import VERDICT
from generator.lock import OPTIONAL, UNCOMPARED, Stamp
from generator.records import Judgement, Response, Score
from generator.schemas.records import record_schema

Schema = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = Path("site_src/data/schema")
"""Where the schemas lie in a checkout; `data/schema` on the site."""


def _response() -> Schema:
    """A line of responses.jsonl: exactly one of text, messages and error, or the last two."""
    schema = record_schema(Response, needed=("problem_id", "attempt"))
    ways = ("text", "messages", "error")
    alone = [
        {"required": [way], "not": {"anyOf": [{"required": [o]} for o in ways if o != way]}}
        for way in ways
    ]
    both = {"required": ["messages", "error"], "not": {"required": ["text"]}}
    return {**schema, "oneOf": [*alone, both]}


def _judgement() -> Schema:
    """A line of judgements.jsonl, in which a match holds the fields of its expression itself."""
    schema = record_schema(Judgement, needed=("problem_id", "attempt", "verdict"))
    definitions = _dict(schema["$defs"])
    match, expression = (_dict(definitions.pop(name)) for name in ("Match", "Expression"))
    node = {"node": _dict(match["properties"])["node"]}
    fields = {**node, **_dict(expression["properties"])}
    definitions["Match"] = {**match, "properties": fields, "required": [*fields]}
    return {**schema, "$defs": definitions}


def _scores() -> Schema:
    """scores.json: what the lock was computed from, and the score."""
    head = record_schema(Stamp)
    score = record_schema(Score)
    score["required"] = [name for name in _dict(score["properties"]) if name not in OPTIONAL]
    properties = {**_dict(head["properties"]), "score": {"$ref": "#/$defs/Score"}}
    definitions = _dict(score.pop("$defs", {}))
    return {
        **head,
        "description": "Lock of a run: what it was computed from, and every number.",
        "properties": properties,
        "required": [name for name in properties if name != UNCOMPARED],
        "$defs": {**definitions, "Score": score},
    }


def _board() -> Schema:
    """board.json: what the board is of, and its rows."""
    row = table_schema(BOARD)
    text = {"type": "string"}
    properties = {
        "dataset": {**text, "description": "Id of the dataset."},
        "version": {**text, "description": "Version of its problems."},
        "split": {**text, "description": "Split that is ranked."},
        "judge": {**text, "description": "Version of the judge."},
        "problems_sha256": {"type": ["string", "null"], "description": "Hash of problems.jsonl."},
        "left_out": {
            "type": "array",
            "items": text,
            "description": "Runs that are not shown because the problems are not here.",
        },
        "rows": {"type": "array", "items": row, "description": "Ranked runs first."},
    }
    return {"type": "object", "properties": properties, "required": [*properties]}


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "run": RunCard.model_json_schema,
    "dataset": DatasetCard.model_json_schema,
    "changes": Changes.model_json_schema,
    "response": _response,
    "judgement": _judgement,
    "scores": _scores,
    "board": _board,
    "verdicts": lambda: {"type": "array", "items": table_schema(VERDICT)},
}
"""Name of the file without `.json` -> schema."""


def schema_files() -> Iterator[tuple[str, str]]:
    """Yield (file name, text) of every schema; equal code gives equal bytes."""
    for name, make in SCHEMAS.items():
        text = json.dumps({"$schema": DIALECT, **make()}, ensure_ascii=False, indent=1)
        yield f"{name}.json", text + "\n"


def _dict(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, Mapping) else {}
