"""Accuracy against maximum turns (CARP paper, Figure 4), by cutting traces after a round.

A method in rounds does the same in its first k rounds however many it is allowed, so what it would
have returned with at most k can be read off the trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from generator.aggregate import Run
from generator.judge.answer_types import decide
from generator.records import Judgement, Problem, Proportion, Response
from generator.trace_analysis.lines import Line, accuracy, lines

TOOL_FAILED = "tool_failed"
"""Noted in a round whose solution with tools came to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """What a run comes to with at most so many rounds."""

    turns: int
    """Number of the last round allowed; 0 is the initial solution alone."""
    accuracy: Proportion
    """Over the problems that the run has a line for."""
    open: int
    """Responses that went on after this round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Accuracy of one run against maximum turns."""

    run: Run
    points: tuple[Point, ...]
    """By ascending turns, two or more; the last one is the run as it is."""
    settled: bool
    """Whether no response was stopped by the limit: more rounds would have changed nothing."""

    def at(self, turns: int) -> Point | None:
        """Return the point at `turns`; beyond the last one that one again, None where unknown."""
        by_turns = {point.turns: point for point in self.points}
        last = self.points[-1]
        return by_turns.get(turns, last if self.settled and turns > last.turns else None)


def curve(run: Run, problems: Mapping[str, Problem]) -> Curve | None:
    """Return the curve of a run; None where its traces hold fewer than two different rounds.

    `problems` are those of its split by id.
    """
    found = lines(run)
    numbers = sorted({each.number for line in found for each in line.response.rounds})
    if len(numbers) < 2:
        return None
    fallback = run.card.settings.get("fallback_to_cot") is True
    return Curve(
        run=run,
        points=tuple(_point(found, problems, turns, fallback=fallback) for turns in numbers),
        settled=all(line.response.stop_reason != "max_turns" for line in found),
    )


def _point(
    found: tuple[Line, ...], problems: Mapping[str, Problem], turns: int, *, fallback: bool
) -> Point:
    outcomes = (
        (line.response.problem_id, right_after(line, problems, turns, fallback=fallback))
        for line in found
    )
    going = sum(any(each.number > turns for each in line.response.rounds) for line in found)
    return Point(turns=turns, accuracy=accuracy(outcomes), open=going)


def right_after(line: Line, problems: Mapping[str, Problem], turns: int, *, fallback: bool) -> bool:
    """Return whether the answer is right that the method would have returned, see answer_after.

    Where the response ends by then, its own verdict counts.
    """
    if _whole(line.response, turns):
        return line.right
    text = answer_after(line.response, turns, fallback=fallback)
    return is_right(text, problems[line.response.problem_id], line.judgement)


def _whole(response: Response, turns: int) -> bool:
    """Return whether a response is what it would be with rounds up to number `turns`."""
    last = max((each.number for each in response.rounds), default=-1)
    return turns > last or (turns == last and response.error is None)


def answer_after(response: Response, turns: int, *, fallback: bool) -> str:
    """Return what the method would have returned with rounds up to number `turns`; empty for none.

    That is the answer with tools of the last round allowed, or its answer in words where the round
    has no part with tools, or where that part failed and the run falls back (`fallback`). Where the
    response ends by then it is its own answer. A response that is an error has no answer after the
    last round that it finished.
    """
    if _whole(response, turns):
        return "" if response.error is not None else response.answer or ""
    allowed = [each for each in response.rounds if each.number <= turns]
    if not allowed:
        return ""
    chosen = max(allowed, key=lambda each: each.number)
    failed = TOOL_FAILED in chosen.noted and not fallback
    return chosen.tool_answer or ("" if failed else chosen.text_answer)


def is_right(text: str, problem: Problem, judgement: Judgement) -> bool:
    """Return whether an answer of a trace is right; what was judged already is not judged again."""
    text = text.strip()
    if not text:
        return False
    if judgement.answer is not None and judgement.answer.text == text:
        return judgement.verdict == "right"
    return _decided(_Asked(problem_id=problem.id, gold=problem.answer, text=text, problem=problem))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question to the judge, equal to another one on the same problem and text."""

    problem_id: str
    gold: str
    text: str
    problem: Problem = field(compare=False)


@lru_cache(maxsize=65536)
def _decided(asked: _Asked) -> bool:
    return decide(asked.text, asked.problem).equal
