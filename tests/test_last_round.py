"""Upstream's extractor sees the last solution of a method that goes in rounds, as its files had it."""

from __future__ import annotations

from generator.judge.carp_answers import answer_of
from generator.judge.expressions import carp
from generator.judge.last_round import last_solution
from generator.records import Step, StepKind, Trace


def trace(*steps: tuple[StepKind, int | None, str]) -> Trace:
    made = tuple(
        Step(kind=kind, author="model", text=text, round=number) for kind, number, text in steps
    )
    return Trace(problem_id="d/test-0000", attempt=0, steps=made, answer=None)


DELI = trace(
    ("init", 0, "It is $w = 1$.\nThe answer is: $w = 1$"),
    ("action", 1, 'Action: solve_eq("w - 1 = 2")'),
    ("output", 1, "Output: w = 3"),
    ("output", 1, "Final Answer: w = 3"),
    ("revise", 1, "So $w = 3$ it is."),
    ("action", 2, 'Action: solve_eq("w - 1 = 4")'),
    ("output", 2, "Output: w = 5"),
    ("output", 2, "Final Answer: w = 5"),
    ("revise", 2, "So $w = 6$ it is."),
)


def test_calls_of_the_last_round_only() -> None:
    last = last_solution(DELI)
    assert answer_of(last) == "w = 5"
    assert [each.text for each in carp(last)] == ["w - 1 = 4", "w = 5"]
    assert [each.step for each in carp(last)] == [5, 6]
    assert len(last.steps) == len(DELI.steps)


def test_words_of_the_last_round_where_there_are_no_tools() -> None:
    told = trace(
        ("init", 0, "$w = 1$"),
        ("revise", 1, "$w = 2$"),
        ("select", 2, "$w = 9$"),
        ("revise", 2, "$w = 3$"),
    )
    assert [each.text for each in carp(last_solution(told))] == ["w = 3"]


def test_trace_without_rounds_is_left_alone() -> None:
    told = trace(("think", None, "$w = 1$"), ("think", None, "$w = 2$"))
    assert last_solution(told) is told
