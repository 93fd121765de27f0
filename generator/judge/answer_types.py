"""Answer of any type against the gold answer of its problem: one scorer per answer type.

All speak the judge's vocabulary: a Decision with the rule that decided and a sentence why. What
cannot be read is `unparsable`, which is in every denominator and never right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.judge import same
from generator.judge.chosen_option import decide_choice
from generator.judge.left_out import decide_left_out
from generator.judge.plain_answers import decide_text, decide_yes_no
from generator.judge.quantities import decide_number
from generator.judge.table_answers import decide_table
from generator.judge.unworked import decide_unworked
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


VALUES = frozenset({"expression", "number"})
"""Answer types whose answers are worked out from expressions of the question."""


def decide(text: str, problem: Problem, *, guessed: bool = False) -> Decision:
    """Return the judge's word on an extracted answer, by the answer type of its problem.

    What has the right value and only repeats the question is wrong, and so is a `guessed` answer
    with an operation left to be carried out. Where the question asks for a percent or a base, its
    sign may be left out.
    """
    decision = SCORERS[problem.answer_type](text, problem)
    if problem.answer_type not in VALUES or decision.state != "decided":
        return decision
    if decision.equal:
        return decide_unworked(text, problem, guessed=guessed) or decision
    return decide_left_out(text, problem) or decision
