"""A conversation says of itself who wrote what, in which round: written, read back, normalised."""

from __future__ import annotations

import json

import pytest

from generator.errors import FaultsFound
from generator.methods.writing import response_row
from generator.records import Message, Problem, Response, Round
from generator.responses.native import read
from generator.trace import trace

PROBLEM = Problem(
    id="d/test-0000",
    dataset="d",
    split="test",
    question="What is $2 + 2$ ?",
    answer="4",
    answer_type="expression",
    language="en",
)
TALK = (
    Message(role="assistant", content="", kind="init", made_by="model", round=0),
    Message(
        role="assistant",
        content='Action: calculate("2 + 3")',
        kind="action",
        made_by="model",
        round=1,
        parsed='calculate("2 + 3")',
        discarded="Final Answer: 9",
    ),
    Message(role="tool", content="Output: 5", kind="output", made_by="tool", round=1),
    Message(
        role="assistant", content="Action: think(", kind="action", made_by="model", error="no call"
    ),
    Message(role="assistant", content="Output: 6", kind="output", made_by="model", round=1),
)
ROUNDS = (
    Round(number=0, text_answer="4"),
    Round(number=1, tool_answer="5", text_answer="4", noted=("fallback_to_cot",)),
)


def response(**fields: object) -> Response:
    base = {
        "problem_id": PROBLEM.id,
        "messages": TALK,
        "rounds": ROUNDS,
        "exemplars": ("d/train-0001",),
        "left_out": 7,
    }
    return Response(**(base | fields))  # type: ignore[arg-type]


def test_everything_that_is_written_is_read_back():
    row = json.loads(json.dumps(response_row(response(answer="5"))))
    ((_, found),) = read([(1, row)], "responses.jsonl")
    assert found == response(answer="5")


def test_what_is_not_set_is_not_written():
    row = response_row(Response(problem_id="p", messages=(Message(role="tool", content=""),)))
    assert row == {"problem_id": "p", "attempt": 0, "messages": [{"role": "tool", "content": ""}]}
    assert response_row(response())["rounds"][0] == {"number": 0, "text_answer": "4"}  # type: ignore[index]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"messages": [{"role": "tool", "content": "", "kind": "sing"}]}, "messages.0.kind"),
        ({"messages": [{"role": "tool", "content": "", "made_by": "me"}]}, "messages.0.made_by"),
        ({"messages": [{"role": "tool", "content": "", "round": "1"}]}, "messages.0.round"),
        ({"rounds": [{"tool_answer": "1"}]}, "rounds.0.number"),
        ({"rounds": [{"number": 0, "noted": "x"}]}, "rounds.0.noted"),
        ({"rounds": [{"number": 0, "turn": 1}]}, "rounds.0.'turn'"),
        ({"exemplars": "d/train-0001"}, "exemplars"),
        ({"left_out": -1}, "left_out"),
    ],
)  # fmt: skip
def test_wrong_field_is_named(changed, field):
    row = json.loads(json.dumps({**response_row(response()), **changed}))
    with pytest.raises(FaultsFound) as error:
        read([(1, row)], "responses.jsonl")
    assert [fault.field.replace("'", "") for fault in error.value.faults] == [
        field.replace("'", "")
    ]


def test_calls_and_tool_calls_are_counted_from_the_messages():
    assert (response().n_calls, response().n_tool_calls) == (4, 1)
    assert Response(problem_id="p", text="").n_calls == 1
    assert Response(problem_id="p", error="timeout").n_calls == 0


def test_steps_take_kind_author_and_round_from_the_message():
    steps = trace(response(answer="5"), PROBLEM).steps
    assert [(step.kind, step.author, step.round) for step in steps] == [
        ("init", "model", 0),
        ("action", "model", 1),
        ("output", "tool", 1),
        ("action", "model", None),
        ("output", "model", 1),
    ]


def test_method_with_rounds_that_returns_nothing_has_no_answer():
    talk = (*TALK, Message(role="assistant", content="Final Answer: 4", round=1))
    assert trace(response(messages=talk), PROBLEM).answer is None
    without = trace(response(messages=talk, rounds=()), PROBLEM).answer
    assert without is not None
    assert without.text == "4"
    returned = trace(response(messages=talk, answer="5"), PROBLEM).answer
    assert returned is not None
    assert (returned.text, returned.rule) == ("5", "returned")
