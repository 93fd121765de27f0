"""Both accuracies of table questions: denotation, which decides, and the paper's exact match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.judge.paper_match import em_paper
from generator.metrics.accuracy import proportion
from generator.records import Judgement, Problem, Proportion


def table_accuracies(
    problems: Sequence[Problem], judgements: Iterable[Judgement]
) -> Mapping[str, Proportion]:
    """Return `denotation` and `em_paper` with their intervals; empty without a table question.

    Attempts are averaged within a problem. An answer that was not found is wrong under both
    (methods.md 5.8).
    """
    asked = {problem.id: problem for problem in problems if problem.answer_type == "table"}
    rights: dict[str, dict[str, list[bool]]] = {"denotation": {}, "em_paper": {}}
    for judgement in judgements:
        problem = asked.get(judgement.problem_id)
        if problem is None:
            continue
        text = judgement.answer.text if judgement.answer else None
        match = text is not None and em_paper(text, problem)
        rights["denotation"].setdefault(problem.id, []).append(judgement.verdict == "right")
        rights["em_paper"].setdefault(problem.id, []).append(match)
    if not asked:
        return {}
    return {name: proportion(_total(found), len(asked)) for name, found in rights.items()}


def _total(rights: Mapping[str, Sequence[bool]]) -> float:
    return sum(sum(attempts) / len(attempts) for attempts in rights.values())
