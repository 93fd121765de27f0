"""Problem and response -> judgement: the verdict on the answer, the credit for the steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.judge.answer_types import decide
from generator.judge.credits import credits_of
from generator.judge.extract import guessed, silence
from generator.records import Decision, Judgement, Problem, Response, Trace, Verdict
from generator.trace import trace as normalise


def judge(problem: Problem, response: Response) -> Judgement:
    """Return the judgement of one response.

    `verdict` is the strict one of our own judge. The label under carp-2023 comes from upstream's
    extraction and comparison, so the two can differ; both are kept.
    """
    trace = normalise(response, problem)
    verdict, rule, why = _verdict(problem, response, trace)
    return Judgement(
        problem_id=problem.id,
        attempt=response.attempt,
        verdict=verdict,
        answer=trace.answer,
        rule=rule,
        why=why,
        credits=credits_of(problem, trace, right=verdict == "right"),
    )


def _verdict(problem: Problem, response: Response, trace: Trace) -> tuple[Verdict, str, str]:
    """Return verdict, rule and sentence on the answer of a trace."""
    if trace.error is not None:
        return "error", "", trace.error
    if trace.answer is None:
        return "no_answer", "", silence(trace.steps, response.stop_reason)
    decision = decide(trace.answer.text, problem, guessed=guessed(trace.answer))
    return _state(decision), decision.rule, decision.why


def _state(decision: Decision) -> Verdict:
    """Return the verdict that a decision stands for."""
    if decision.state != "decided":
        return decision.state
    return "right" if decision.equal else "wrong"


def missing(problem: Problem) -> Judgement:
    """Return the judgement of a problem that a run has no line for: nothing is credited."""
    nothing = Trace(problem_id=problem.id, attempt=0, steps=(), answer=None, error="missing")
    return Judgement(
        problem_id=problem.id,
        attempt=0,
        verdict="missing",
        answer=None,
        rule="",
        why="The run has no line for this problem.",
        credits=credits_of(problem, nothing, right=False),
    )


def judge_run(problems: Sequence[Problem], responses: Iterable[Response]) -> tuple[Judgement, ...]:
    """Return a judgement per response, in the order of `problems` and then by attempt.

    A problem without a response gets one with verdict `missing`. Responses to other problems are
    the reader's fault to report (`failwhere check`) and are left out here.
    """
    by_problem: dict[str, list[Response]] = {problem.id: [] for problem in problems}
    for response in responses:
        if response.problem_id in by_problem:
            by_problem[response.problem_id].append(response)
    return tuple(found for problem in problems for found in _all(problem, by_problem))


def _all(problem: Problem, by_problem: Mapping[str, list[Response]]) -> list[Judgement]:
    """Return the judgements of one problem's responses by attempt, or its `missing` one."""
    ordered = sorted(by_problem[problem.id], key=lambda response: response.attempt)
    return [judge(problem, response) for response in ordered] or [missing(problem)]
