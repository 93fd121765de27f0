"""Both accuracies of table questions: denotation, which decides, and the paper's exact match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from generator.judge.paper_match import em_paper
from generator.metrics.accuracy import accuracy
from generator.metrics.intervals import clustered
from generator.records import Judgement, Problem, Proportion, TableScore


def table_scores(
    problems: Sequence[Problem], groups: Sequence[Sequence[Judgement]]
) -> TableScore | None:
    """Return both accuracies over the questions on tables; None where there is none.

    `groups` holds the judgements of one problem each. Attempts are averaged within their problem;
    an answer that was not found is wrong under both (methods.md 5.8). Intervals as of accuracy.
    Example: gold 1.5, answers 15 and 1.5: denotation 1/2, exact match 1, since it drops the point.
    """
    asked = {problem.id: problem for problem in problems if problem.answer_type == "table"}
    if not asked:
        return None
    found = [group for group in groups if group[0].problem_id in asked]
    return TableScore(denotation=accuracy(found), em_paper=_exact(asked, found))


def _exact(asked: Mapping[str, Problem], groups: Sequence[Sequence[Judgement]]) -> Proportion:
    """Return the share of answers that the exact match of the paper takes for right."""
    shares = [Fraction(sum(_matches(j, asked) for j in group), len(group)) for group in groups]
    return clustered(shares, [len(group) for group in groups])


def _matches(judgement: Judgement, asked: Mapping[str, Problem]) -> bool:
    answer = judgement.answer
    return answer is not None and em_paper(answer.text, asked[judgement.problem_id])
