"""Problem + response -> judgement: worked examples of ExpAcc and Fail@where, and the verdicts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from step_examples import SPEC, own, spec

from generator.judge.judging import judge, judge_run
from generator.metrics.steps import expacc
from generator.records import PROTOCOLS, Problem, Response

EXAMPLES = own()
SPEC_EXAMPLES = spec()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("example", EXAMPLES, ids=[name for name, *_ in EXAMPLES])
def test_our_own_examples_give_the_fractions_counted_by_hand(example, protocol):
    _, problem, response, expected = example
    credit = judge(problem, response).credits[protocol]
    assert (expacc(credit), credit.label) == expected[protocol]


def test_there_are_at_least_eight_examples_of_our_own():
    assert len(EXAMPLES) >= 8


@pytest.mark.skipif(not SPEC.exists(), reason="../shared is absent")
@pytest.mark.parametrize("row", SPEC_EXAMPLES, ids=[row["id"] for row in SPEC_EXAMPLES])
@pytest.mark.parametrize(("protocol", "key"), [("carp-2023", "upstream"), ("literal", "literal")])
def test_the_twelve_examples_of_the_spec_under_both_definitions(row, protocol, key):
    credit = judge(row["problem"], row["response"]).credits[protocol]
    wanted = Fraction(row[key]["expacc"]).limit_denominator(20)
    label = "right" if row[key]["label"] == "-" else row[key]["label"]
    assert (expacc(credit), credit.label) == (wanted, label)


@pytest.mark.skipif(not SPEC.exists(), reason="../shared is absent")
@pytest.mark.parametrize(
    ("name", "share", "label"), [("E5", Fraction(0), "first"), ("E10", Fraction(1, 2), "last")]
)
def test_the_recommended_extractor_mends_what_the_notes_say(name, share, label):
    row = next(row for row in SPEC_EXAMPLES if row["id"] == name)
    credit = judge(row["problem"], row["response"]).credits["full"]
    assert (expacc(credit), credit.label) == (share, label)


PLAIN = Problem(
    id="d/test-0000",
    dataset="d",
    split="test",
    question="Solve $2 x = 8$ .",
    answer="x = 4",
    answer_type="expression",
    language="en",
)


def says(text: str, **more: object) -> Response:
    return Response(problem_id=PLAIN.id, text=text, **more)


@pytest.mark.parametrize(
    ("response", "verdict"),
    [
        (says("So the answer is: $4$."), "right"),
        (says("So the answer is: $5$."), "wrong"),
        (says(""), "no_answer"),
        (says("I'm sorry, I cannot solve this."), "no_answer"),
        (says("2 x = 8 so", stop_reason="length"), "no_answer"),
        (says("We halve. This gives $x = 4$, since"), "no_answer"),
        (says("We halve. This gives $x = 4$, since", stop_reason="stop"), "right"),
        (says("We halve. This gives $x = 16 - 12$."), "wrong"),
        (says("The answer is: $16 - 12$."), "right"),
        (says("The answer is: $2 x = 8$."), "wrong"),
        (Response(problem_id=PLAIN.id, error="context overflow"), "error"),
        (Response(problem_id=PLAIN.id, answer="4"), "right"),
        (says("The answer is: " + "(" * 3000), "unparsable"),
    ],
)
def test_verdict_states(response, verdict):
    judgement = judge(PLAIN, response)
    assert judgement.verdict == verdict
    assert judgement.why
    assert judgement.credits == {}


def test_a_claimed_verdict_is_never_counted():
    assert judge(PLAIN, says("The answer is: 5", claimed="right")).verdict == "wrong"


def test_a_run_is_judged_in_the_order_of_the_problems_and_attempts():
    other = replace(PLAIN, id="d/test-0001")
    responses = [
        Response(problem_id=other.id, text="the answer is 4"),
        Response(problem_id=PLAIN.id, attempt=1, text="the answer is 5"),
        Response(problem_id=PLAIN.id, attempt=0, text="the answer is 4"),
        Response(problem_id="unknown", text="the answer is 4"),
    ]
    found = judge_run([PLAIN, other], responses)
    assert [(j.problem_id, j.attempt, j.verdict) for j in found] == [
        ("d/test-0000", 0, "right"),
        ("d/test-0000", 1, "wrong"),
        ("d/test-0001", 0, "right"),
    ]


def test_a_problem_without_a_line_is_missing_and_fails_first():
    problem = EXAMPLES[0][1]
    (found,) = judge_run([problem], [])
    assert found.verdict == "missing"
    assert {credit.label for credit in found.credits.values()} == {"first"}
    assert all(credit.credited == () for credit in found.credits.values())


def test_label_and_verdict_may_differ_because_upstream_has_its_own_idea_of_right():
    problem = replace(EXAMPLES[0][1], answer="12")
    found = judge(problem, replace(EXAMPLES[0][2], text="答案是：1 , 2"))
    assert found.verdict == "wrong"
    assert found.credits["carp-2023"].label == "right"


def test_matches_point_at_the_place_in_the_response():
    _, problem, response, _ = EXAMPLES[1]
    (match,) = judge(problem, response).credits["literal"].matches[:1]
    text = response.text[match.expression.start : match.expression.end]
    assert text == match.expression.text == "5 y - 3 y = 16 - 10"
