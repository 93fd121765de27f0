"""CARP's result files, and the command: what is written, what is refused, what is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny import problem_row, world

from generator.__main__ import main
from generator.errors import FaultsFound
from generator.files import read_jsonl
from generator.importers import IMPORTERS
from generator.importers.assigning import assign
from generator.importers.carp import NO_GENERATION
from generator.importers.entries import Options
from generator.store import load_dataset

SHARED = Path(__file__).parents[2] / "shared"


def faults(action, *args):
    with pytest.raises(FaultsFound) as caught:
        action(*args)
    return caught.value.faults


@pytest.fixture
def problems(tmp_path):
    return load_dataset(world(tmp_path), "demo").problems


# ---------------------------------------------------------------- CARP's result files


def record(number, *traces):
    return {"content": problem_row(number)["content"], "answer": "?", "generation": list(traces)}


def carp_file(folder, *records, cut=None):
    path = folder / "result.json"
    text = "\n".join(json.dumps(each, indent=4, ensure_ascii=False) for each in records)
    path.write_text(text[:cut], "utf-8")
    return path


def carp(folder, problems, *records, cut=None):
    batch = IMPORTERS["carp"].read([carp_file(folder, *records, cut=cut)], Options())
    assigned = assign(batch.entries, problems)
    if assigned.faults:
        raise FaultsFound(assigned.faults)
    return assigned.located


def test_records_are_joined_by_text_and_not_by_position(tmp_path, problems):
    spaced = record(0, ["zero"]) | {"content": "If  $2 x - 2 = 0$,\n what is $x$?"}
    located = carp(tmp_path, problems, record(2, ["two"]), spaced)
    assert [(line, r.problem_id, r.text) for line, r in located] == [
        (1, "demo/test-0002", "two"),
        (10, "demo/test-0000", "zero"),
    ]


def test_a_conversation_is_kept_and_the_last_trace_counts(tmp_path, problems):
    first = [{"role": "assistant", "content": "Action: a"}]
    last = [{"role": "assistant", "content": "Action: b"}, {"role": "user", "content": "Output: c"}]
    ((_, response),) = carp(tmp_path, problems, record(0, first, last))
    assert [message.content for message in response.messages] == ["Action: b", "Output: c"]


def test_a_bare_text_is_a_trace_and_no_trace_is_an_error(tmp_path, problems):
    located = carp(tmp_path, problems, record(0, "text"), record(1), record(2, [""]))
    assert [(r.text, r.error) for _, r in located] == [
        ("text", None),
        ("", NO_GENERATION),
        ("", None),
    ]


def test_equal_texts_are_told_apart_by_the_gold_answer(tmp_path):
    roots = world(tmp_path)
    path = roots.datasets / "demo" / "problems.jsonl"
    same = problem_row(0)["content"]
    path.write_text("".join(json.dumps(problem_row(k, content=same)) + "\n" for k in range(3)))
    twins = load_dataset(roots, "demo").problems
    rows = [record(0, [answer]) | {"answer": answer} for answer in ("2", "3", "1")]
    located = carp(tmp_path, twins, *rows)
    assert [(r.problem_id[-1], r.text) for _, r in located] == [("1", "2"), ("2", "3"), ("0", "1")]


def test_unknown_repeated_and_misshapen_records_are_reported_together(tmp_path, problems):
    records = [
        record(0, ["a"]),
        record(0, ["b"]),
        record(1, ["c"]) | {"content": "Who?"},
    ]
    found = faults(carp, tmp_path, problems, *records)
    assert [(fault.line, fault.message) for fault in found] == [
        (10, "demo/test-0000 attempt 0 is answered by line 1 (record 1) already"),
        (19, "no problem of this dataset and split has the text 'Who?'"),
    ]
    records = [record(0, [1]), record(1, [{"role": "robot", "content": "x"}])]
    found = faults(carp, tmp_path, problems, *records)
    assert [(fault.line, fault.message) for fault in found] == [
        (1, "is neither texts nor messages"),
        (10, "is none of the roles"),
    ]


def test_a_file_that_breaks_off_says_where_and_what_is_whole(tmp_path, problems):
    (fault,) = faults(lambda: carp(tmp_path, problems, record(0, ["a"]), record(1, ["b"]), cut=-40))
    assert "the record that begins on line 10 is not complete, 1 complete records" in fault.message
    assert fault.line >= 10


# ---------------------------------------------------------------- the command


def command(root, path, *more):
    out = root / "out" / "m--x"
    words = ["import", "carp", str(path), "--dataset", "demo", "--split", "test"]
    words += ["--method", "m", "--model", "x", "--out", str(out), "--dataset-root"]
    return main([*words, str(root / "datasets"), *more]), out


def test_a_missing_problem_is_a_fault_and_nothing_is_written(tmp_path, capsys):
    world(tmp_path)
    code, out = command(tmp_path, carp_file(tmp_path, record(0, ["a"]), record(2, ["b"])))
    assert code == 1
    assert "1 of 3 problems have no response: demo/test-0001 (" in capsys.readouterr().err
    assert not out.exists()


def test_a_partial_import_is_written_with_a_warning(tmp_path, capsys):
    world(tmp_path)
    code, out = command(
        tmp_path, carp_file(tmp_path, record(2, ["b"]), record(0, ["a"])), "--partial"
    )
    assert code == 0
    assert "no response to demo/test-0001" in capsys.readouterr().out
    assert [row["text"] for _, row in read_jsonl(out / "responses.jsonl")] == ["a", "b"]


def test_an_existing_run_is_not_overwritten(tmp_path):
    world(tmp_path)
    path = carp_file(tmp_path, *(record(k, ["a"]) for k in range(3)))
    assert command(tmp_path, path)[0] == 0
    assert command(tmp_path, path)[0] == 2


@pytest.mark.parametrize(("dataset", "code"), [("nowhere", 1), ("../demo", 1)])
def test_an_unknown_dataset_is_named_with_those_that_there_are(tmp_path, capsys, dataset, code):
    world(tmp_path)
    path = carp_file(tmp_path, record(0, ["a"]))
    assert command(tmp_path, path, "--dataset", dataset)[0] == code
    assert "write one of demo" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "split", "count"),
    [("test_cot", "test", 976), ("dev_cot", "dev", 500), ("dev_tools", "dev", 500)],
)
def test_the_conformance_files_join_completely(tmp_path, name, split, count):
    if not SHARED.is_dir():
        pytest.skip("../shared is absent")
    cards = Path(__file__).parents[1] / "datasets" / "carp" / "dataset.yaml"
    target = tmp_path / "datasets" / "carp"
    target.mkdir(parents=True)
    (target / "dataset.yaml").write_text(cards.read_text())
    roots = ["--dataset-root", str(tmp_path / "datasets")]
    assert main(["fetch", "carp", "--from", str(SHARED / "data" / "ds_carp"), *roots]) == 0
    words = ["import", "carp", str(SHARED / "conformance" / f"carp_{name}.json")]
    words += ["--dataset", "carp", "--split", split, "--method", "m", "--model", "x"]
    assert main([*words, "--out", str(tmp_path / "run"), *roots]) == 0
    assert len(read_jsonl(tmp_path / "run" / "responses.jsonl")) == count


@pytest.mark.parametrize("option", [["--method", "My Method"], ["--date", "yesterday"]])
def test_an_option_of_the_wrong_form_is_named(tmp_path, capsys, option):
    world(tmp_path)
    path = carp_file(tmp_path, *(record(k, ["a"]) for k in range(3)))
    assert command(tmp_path, path, *option)[0] == 2
    assert f"{option[0]}: " in capsys.readouterr().err
