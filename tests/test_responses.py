"""Responses are strictly typed, unique and of known problems; foreign files are joined by text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny import problem_row, response_row, world

from generator.__main__ import main
from generator.errors import FaultsFound
from generator.files import read_jsonl
from generator.methods.writing import response_row as written
from generator.responses import IMPORTERS, READERS
from generator.responses.carp import NO_GENERATION
from generator.responses.coverage import coverage_faults, missing
from generator.store import load_dataset

BAD = Path(__file__).parent / "data" / "bad"
SHARED = Path(__file__).parents[2] / "shared"


def native(*rows):
    return READERS["native"](list(enumerate(rows, start=1)), "responses.jsonl")


def faults(action, *args):
    with pytest.raises(FaultsFound) as caught:
        action(*args)
    return caught.value.faults


@pytest.fixture
def problems(tmp_path):
    return load_dataset(world(tmp_path), "demo").problems


# ---------------------------------------------------------------- our own format


def test_every_field_of_a_response_is_read_and_written_back():
    messages = [{"role": "assistant", "content": "a"}, {"role": "tool", "content": "b"}]
    row = {
        "problem_id": "demo/test-0000",
        "attempt": 3,
        "messages": messages,
        "answer": "2",
        "error": "time-out",
        "stop_reason": "length",
        "tokens_in": 10,
        "tokens_out": 20,
        "claimed": "right",
    }
    ((line, response),) = native(row)
    assert line == 1
    assert response.messages[1].role == "tool"
    assert json.loads(json.dumps(written(response))) == row


def test_an_empty_reply_is_a_reply():
    ((_, response),) = native(response_row(0, text=""))
    assert (response.text, response.error) == ("", None)


@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({"attempt": "0"}, "attempt", "text where a whole number is wanted"),
        ({"attempt": True}, "attempt", "true or false where a whole number is wanted"),
        ({"attempt": -1}, "attempt", "below 0"),
        ({"attempt": 1000}, "attempt", "is not below 1000"),
        ({"tokens_in": 1.5}, "tokens_in", "a number where a whole number is wanted"),
        ({"answer": None}, "answer", "is null"),
        ({"text": ["a"]}, "text", "a list where text is wanted"),
        ({"error": "x"}, "", "has error and text of text, messages and error"),
        ({"anwser": "2"}, "anwser", "there is no such field"),
        ({"problem_id": ""}, "problem_id", "is empty"),
    ],
)
def test_each_wrong_field_names_line_field_and_cure(changed, field, said):
    found = faults(native, response_row(0), response_row(1, **changed))
    assert [(fault.line, fault.field) for fault in found] == [(2, field)]
    assert said in found[0].message
    assert found[0].cure


def test_a_line_needs_a_reply_of_some_kind():
    row = response_row(0)
    del row["text"]
    assert "has none of text" in faults(native, row)[0].message


@pytest.mark.parametrize(
    "messages",
    [
        [],
        {},
        ["a"],
        [{"role": "robot", "content": "a"}],
        [{"role": "user"}],
        [{"role": "user", "content": 1}],
    ],
)
def test_messages_have_a_role_and_a_text(messages):
    row = response_row(0) | {"messages": messages}
    del row["text"]
    assert all(fault.field.startswith("messages") for fault in faults(native, row))


def test_unknown_and_repeated_problems_and_gaps_in_attempts_are_named(problems):
    located = native(response_row(0), response_row(0), response_row(7), response_row(1, attempt=1))
    found = [str(fault) for fault in coverage_faults(located, problems, "r")]
    assert found == [
        "r:2: attempt: demo/test-0000 attempt 0 stands on line 1 already "
        "(delete one of the two, or number the attempts 0, 1, 2)",
        "r:3: problem_id: 'demo/test-0007' is no problem of this dataset and split "
        "(correct the id, or dataset and split of the run)",
        "r:4: attempt: demo/test-0001 has attempt 1 but no attempt 0 "
        "(add the line, with `error` where the attempt failed)",
    ]
    assert missing((r for _, r in located), problems) == ("demo/test-0002",)


@pytest.mark.parametrize("name", sorted(path.name for path in BAD.glob("responses-*.jsonl")))
def test_every_bad_file_is_refused_with_a_cure(name, problems):
    def read():
        located = READERS["native"](read_jsonl(BAD / name), name)
        if found := list(coverage_faults(located, problems, name)):
            raise FaultsFound(found)

    assert all(fault.line and fault.cure for fault in faults(read))


# ---------------------------------------------------------------- CARP's result files


def record(number, *traces):
    return {"content": problem_row(number)["content"], "answer": "?", "generation": list(traces)}


def carp_file(folder, *records, cut=None):
    path = folder / "result.json"
    text = "\n".join(json.dumps(each, indent=4, ensure_ascii=False) for each in records)
    path.write_text(text[:cut], "utf-8")
    return path


def carp(folder, problems, *records, cut=None):
    return IMPORTERS["carp"](carp_file(folder, *records, cut=cut), problems)


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
        record(2, [1]),
        record(1, [{"role": "robot", "content": "x"}]),
    ]
    found = faults(carp, tmp_path, problems, *records)
    assert [fault.message for fault in found] == [
        "demo/test-0000 has a response on line 1 already",
        "no problem of this dataset and split has the text 'Who?'",
        "is neither texts nor messages",
        "is none of the roles",
    ]
    assert [fault.line for fault in found] == [10, 19, 28, 37]


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
