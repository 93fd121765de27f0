"""The answers of a response round by round: what was compared, what was returned, why it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from generator.cards import FAITHFUL
from generator.records import Judgement, Problem, Response, Round, Verdict
from generator.trace_analysis import STOPS, is_right, stop_of

HINTING = "php"
"""The method whose rounds are asked with the earlier answers as hints."""

NOTED: Mapping[str, str] = {
    "agree": "the answers agree",
    "converged": "nothing changed",
    "converged_nl": "the text came back unchanged",
    "tool_failed": "the tools gave no answer",
    "fallback_to_cot": "the answer in words was returned instead",
    "no_error": "no error was found",
}
"""What a method noted in a round -> what it means; others are shown as they are."""

Returned = Literal["tool", "words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundAnswer:
    """An answer of a round with its verdict."""

    text: str
    verdict: Verdict
    """That of the response, where it is its answer; else right or wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """The answers of one round."""

    number: int
    tool: RoundAnswer | None
    """Answer with tools; None where there is none."""
    words: RoundAnswer | None
    """Answer in words; None where there is none."""
    noted: tuple[str, ...]
    """What the stopping rules saw, in words."""
    hints: tuple[str, ...]
    """Answers of earlier rounds that the question was asked with."""
    returned: Returned | None
    """Which of the two the method returned; None in all rounds but the last."""


def round_rows(
    response: Response, problem: Problem, judgement: Judgement, method: str
) -> tuple[RoundRow, ...]:
    """Return the answers of every round with their verdicts; `method` is its id."""

    def judged(text: str) -> RoundAnswer | None:
        if judgement.answer and judgement.answer.text == text.strip():
            return RoundAnswer(text=text, verdict=judgement.verdict)
        right = is_right(text, problem, judgement)
        return RoundAnswer(text=text, verdict="right" if right else "wrong") if text else None

    rounds = response.rounds
    hinting = method.removesuffix(FAITHFUL) == HINTING
    return tuple(
        RoundRow(
            number=each.number,
            tool=judged(each.tool_answer),
            words=judged(each.text_answer),
            noted=(*noted(each), *(nothing(response) if place == len(rounds) - 1 else ())),
            hints=tuple(r.text_answer for r in rounds[:place] if r.text_answer and hinting),
            returned=returned(response, each) if place == len(rounds) - 1 else None,
        )
        for place, each in enumerate(rounds)
    )


def noted(each: Round) -> tuple[str, ...]:
    """Return what the stopping rules saw in a round, in words, without saying it twice."""
    again = "converged_nl" if "converged" in each.noted else ""
    words = [NOTED.get(name, name) for name in each.noted if name != again]
    differ = both(each) and "agree" not in each.noted
    return (*(["the two answers differ"] if differ else []), *words)


def nothing(response: Response) -> tuple[str, ...]:
    """Return what to note where a response went through its rounds and returned no answer."""
    silent = response.error is None and not (response.answer or "").strip()
    return ("no answer was returned",) if silent else ()


def returned(response: Response, last: Round) -> Returned | None:
    """Return which answer of the last round is that of the response."""
    if response.error is not None or not response.answer:
        return None
    answers: dict[Returned, str] = {"tool": last.tool_answer, "words": last.text_answer}
    return next((name for name, text in answers.items() if text == response.answer), None)


def stopped(response: Response) -> str:
    """Return why a response ended, in words; empty where the reason has none."""
    reason = stop_of(response)
    if reason == "agree" and any(map(both, response.rounds)):
        return "the answer with tools and that in words agreed"
    if reason == "agree" and response.rounds:
        return "two answers in a row agreed"
    return STOPS.get(reason, "")


def both(each: Round) -> bool:
    """Whether a round has an answer with tools and one in words."""
    return bool(each.tool_answer and each.text_answer)
