"""carp-2023 against what CARP's own evaluator gave on 1,976 responses (not part of the project)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.fetch import fetch
from generator.judge.judging import judge_run
from generator.records import Credit, Message, Problem, Response
from generator.store import Roots, load_dataset

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
FILES = {"carp_test_cot": "test", "carp_dev_cot": "dev", "carp_dev_tools": "dev"}
BAR = 0.995
"""Share of records that have to agree; 0.97 is asked for."""

pytestmark = pytest.mark.skipif(not (SHARED / "conformance").is_dir(), reason="../shared is absent")


@pytest.fixture(scope="module")
def carp(tmp_path_factory):
    """CARP's problems, straight from its own files."""
    roots = Roots(datasets=tmp_path_factory.mktemp("datasets"), results=Path())
    folder = roots.datasets / "carp"
    folder.mkdir()
    shutil.copy(ROOT / "datasets" / "carp" / "dataset.yaml", folder)
    fetch(roots, "carp", SHARED / "data" / "ds_carp")
    return load_dataset(roots, "carp")


def read(path: Path, problems: tuple[Problem, ...]) -> list[Response]:
    """Responses of an upstream result file, joined to problems by their text."""
    ids = {problem.question: problem.id for problem in problems}
    text, place, found = path.read_text("utf-8"), 0, []
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        row, place = json.JSONDecoder().raw_decode(text, place)
        found.append(response(ids[row["content"]], row["generation"][-1]))
    return found


def response(name: str, generation: list[str | dict[str, str]]) -> Response:
    first = generation[0]
    if isinstance(first, str):
        return Response(problem_id=name, text=first)
    return Response(problem_id=name, messages=tuple(Message(**m) for m in generation))


@pytest.fixture(scope="module", params=FILES)
def pairs(request, carp) -> list[tuple[Credit, dict[str, object]]]:
    """Our credit and upstream's figures, record by record; joined by the problem's text."""
    file = SHARED / "conformance" / f"{request.param}.json"
    problems = carp.split(FILES[request.param])
    responses = read(file, problems)
    ours = {j.problem_id: j.credits["carp-2023"] for j in judge_run(problems, responses)}
    figures = file.with_suffix(".upstream.jsonl").read_text("utf-8").splitlines()
    theirs = [json.loads(line) for line in figures]
    return [(ours[r.problem_id], u) for r, u in zip(responses, theirs, strict=True)]


def test_every_record_was_compared(pairs):
    assert len(pairs) in {976, 500}


def test_credit_and_label_equal_upstream_s(pairs):
    agree = [(len(c.credited), c.label) == (u["credited"], u["label"]) for c, u in pairs]
    assert sum(agree) / len(agree) >= BAR


def test_accuracy_equals_upstream_s_exactly(pairs):
    assert [c.label == "right" for c, _ in pairs] == [u["label"] == "right" for _, u in pairs]


def test_the_number_of_derived_expressions_is_the_same(pairs):
    assert [c.derived for c, _ in pairs] == [u["derived"] for _, u in pairs]
