"""Responses are strictly typed, unique and of known problems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny import response_row, world

from generator.errors import FaultsFound
from generator.files import read_jsonl
from generator.methods.writing import response_row as written
from generator.responses import READERS
from generator.responses.coverage import coverage_faults, missing, named
from generator.store import load_dataset

BAD = Path(__file__).parent / "data" / "bad"


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


def test_of_many_problems_the_first_five_are_named_and_the_rest_counted():
    ids = [f"demo/test-{number:04d}" for number in range(7)]
    assert named(ids[:5]) == ", ".join(ids[:5])
    assert named(ids) == ", ".join(ids[:5]) + " and 2 more"
