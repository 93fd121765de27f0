"""The published schemas are those of the code, and they agree with what the readers take."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml
from tiny import response_row, run_folder, world

from generator.__main__ import main
from generator.cards import Card, DatasetCard, RunCard
from generator.drafts import DATASET_EXAMPLES, RUN_EXAMPLES
from generator.errors import FaultsFound
from generator.files import read_jsonl
from generator.responses import READERS
from generator.responses.native import FIELDS, MESSAGE, ROUND
from generator.schemas import FOLDER, SCHEMAS, schema_files

ROOT = Path(__file__).parents[1]
BAD = ROOT / "tests" / "data" / "bad" / "submissions"


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / FOLDER / f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def plain(path: Path) -> object:
    """A card as JSON would hold it: dates as text."""
    return json.loads(json.dumps(yaml.safe_load(path.read_text("utf-8")), default=str))


def test_the_files_are_what_the_code_makes() -> None:
    made = dict(schema_files())
    assert sorted(made) == sorted(path.name for path in (ROOT / FOLDER).iterdir())
    for name, text in made.items():
        told = "run `failwhere new schemas` and commit what it writes"
        assert (ROOT / FOLDER / name).read_text("utf-8") == text, told


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_is_described(name: str) -> None:
    def fields(value: object) -> list[str]:
        if isinstance(value, dict):
            here = value.get("properties", {})
            bare = [key for key, each in here.items() if not {"description", "$ref"} & each.keys()]
            return bare + [field for each in value.values() for field in fields(each)]
        return (
            [field for each in value for field in fields(each)] if isinstance(value, list) else []
        )

    bare = fields(json.loads((ROOT / FOLDER / f"{name}.json").read_text("utf-8")))
    assert set(bare) <= {"content", "score"}


@pytest.mark.parametrize("card", sorted((ROOT / "datasets").glob("*/dataset.yaml")), ids=str)
def test_our_cards_of_datasets_fit(card: Path) -> None:
    assert list(validator("dataset").iter_errors(plain(card))) == []


def test_files_of_a_run_fit(tmp_path: Path) -> None:
    roots = world(tmp_path)
    given = ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results)]
    assert main(["judge", *given]) == 0
    folder = run_folder(roots)
    assert list(validator("run").iter_errors(plain(folder / "run.yaml"))) == []
    assert (
        list(validator("scores").iter_errors(json.loads((folder / "scores.json").read_text())))
        == []
    )
    for name in ("response", "judgement"):
        for _, row in read_jsonl(folder / f"{name}s.jsonl"):
            assert list(validator(name).iter_errors(row)) == []


def test_the_fields_of_a_line_are_those_that_the_reader_knows() -> None:
    schema = SCHEMAS["response"]()
    assert sorted(schema["properties"]) == sorted(FIELDS)
    assert sorted(schema["$defs"]["Message"]["properties"]) == sorted(MESSAGE)
    assert sorted(schema["$defs"]["Round"]["properties"]) == sorted(ROUND)


LINES: list[dict[str, object]] = [
    response_row(0),
    {"problem_id": "demo/test-0000", "attempt": 0, "error": "timeout"},
    {"problem_id": "demo/test-0000", "attempt": 0},
    {"problem_id": "demo/test-0000", "attempt": 0, "messages": [{"role": "user", "content": "x"}]},
    {"problem_id": "demo/test-0000", "attempt": 0, "messages": [{"role": "god", "content": "x"}]},
    {"problem_id": "demo/test-0000", "attempt": 0, "messages": [{"role": "user", "content": "x"}], "error": "e"},
    response_row(0, error="timeout"),
    response_row(0, attempt=-1),
    response_row(0, attempt=True),
    response_row(0, tokens_in=None),
    response_row(0, verdict="right"),
    response_row(0, answer=3),
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_schema_and_reader_take_the_same_lines(line: dict[str, object]) -> None:
    try:
        READERS["native"]([(1, line)], "f")
        taken = True
    except FaultsFound:
        taken = False
    assert validator("response").is_valid(line) == taken


@pytest.mark.parametrize(
    "name", ["unknown-field", "claim-without-unit", "shots-negative", "overlap-truthy", "link-http"]
)
def test_the_schema_of_a_run_refuses_what_the_card_refuses(name: str) -> None:
    assert not validator("run").is_valid(plain(BAD / f"card--{name}.yaml"))


@pytest.mark.parametrize(
    ("card", "examples"), [(RunCard, RUN_EXAMPLES), (DatasetCard, DATASET_EXAMPLES)]
)
def test_every_field_that_may_be_left_out_has_an_example(
    card: type[Card], examples: dict[str, str]
) -> None:
    optional = {name for name, field in card.model_fields.items() if not field.is_required()}
    assert optional - set(examples) <= {"contributor"}
    for text in examples.values():
        yaml.safe_load(text)
