"""Answer of any type against the gold answer of its problem: one scorer per answer type.

All speak the judge's vocabulary: a Decision with the rule that decided and a sentence why. What
cannot be read is `unparsable`, which is in every denominator and never right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.judge import same
from generator.judge.chosen_option import decide_choice
from generator.judge.plain_answers import decide_text, decide_yes_no
from generator.judge.quantities import decide_number
from generator.judge.table_answers import decide_table
from generator.records import AnswerType, Decision, Problem

Scorer: TypeAlias = Callable[[str, Problem], Decision]
"""(extracted answer, its problem) -> decision; raises on no input."""


def decide_expression(text: str, problem: Problem) -> Decision:
    """Return whether an answer has the value of the gold expression (methods.md 5.1, strict)."""
    return same(text, problem.answer, level="answer", answer_type=problem.answer_type, explain=True)


SCORERS: Mapping[AnswerType, Scorer] = {
    "expression": decide_expression,
    "number": decide_number,
    "choice": decide_choice,
    "yes_no": decide_yes_no,
    "table": decide_table,
    "text": decide_text,
}
"""Answer type of the problem -> scorer."""


def decide(text: str, problem: Problem) -> Decision:
    """Return the judge's word on an extracted answer, by the answer type of its problem."""
    return SCORERS[problem.answer_type](text, problem)
