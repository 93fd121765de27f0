"""A problem's own words in one of its languages."""

from __future__ import annotations

from generator.errors import CannotRun
from generator.records import Language, Problem


def texts(problem: Problem, language: Language) -> tuple[str, str]:
    """Return question and solution in `language`; raise CannotRun where there are none."""
    if problem.language == language:
        return problem.question, problem.solution
    for variant in problem.variants:
        if variant.language == language:
            return variant.question, variant.solution
    raise CannotRun(
        f"{problem.id} has no text in {language!r}; its language is {problem.language!r}"
    )
