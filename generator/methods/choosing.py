"""Worked problems that all questions of a run share: a fixed draw, or the most complex ones.

methods.md 1.1 and 1.2. Complexity counts derived expressions of the graph where problems have one,
else lines of the solution, else, where every solution is one paragraph, its sentences.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

from generator.methods.contract import Exemplar
from generator.methods.texts import texts
from generator.records import Language, Problem

SHOT_SEED = 0
"""Seed of the one draw of worked problems that all questions share."""
SENTENCE = re.compile(r"[.。!！;；](?:\s|$)|[。！；]")

Measure = Callable[[Problem], int]


def derived(problem: Problem) -> int:
    """Return the number of expressions to be derived."""
    return len(problem.graph.derived) if problem.graph else 0


def lines(problem: Problem) -> int:
    """Return the number of lines of the solution that are not blank."""
    return sum(bool(line.strip()) for line in problem.solution.splitlines())


def sentences(problem: Problem) -> int:
    """Return about how many sentences the solution has."""
    return len([part for part in SENTENCE.split(problem.solution) if part.strip()])


MEASURES: Mapping[str, Measure] = {"derived": derived, "lines": lines, "sentences": sentences}


def measure_of(problems: Sequence[Problem]) -> str:
    """Return the name of the measure that suits all these problems."""
    if problems and all(problem.graph for problem in problems):
        return "derived"
    return "lines" if any(lines(problem) > 1 for problem in problems) else "sentences"


def exemplar(problem: Problem, language: Language, measure: Measure) -> Exemplar:
    """Return a solved problem as a prompt may show it; raise CannotRun without that language."""
    question, solution = texts(problem, language)
    return Exemplar(
        problem_id=problem.id,
        question=question,
        solution=solution,
        answer=problem.answer,
        complexity=measure(problem),
    )


def fixed_draw(candidates: Sequence[Exemplar], count: int) -> tuple[Exemplar, ...]:
    """Return `count` of the candidates, drawn with a fixed seed, in file order."""
    draw = random.Random(SHOT_SEED).sample(range(len(candidates)), count)  # noqa: S311
    return tuple(candidates[k] for k in sorted(draw))


def most_complex(candidates: Sequence[Exemplar], count: int) -> tuple[Exemplar, ...]:
    """Return the `count` candidates with most steps, the most complex first.

    Of several with as many steps the longer question goes first, then the earlier one.
    """
    order = sorted(candidates, key=lambda shot: (-shot.complexity, -len(shot.question)))
    return tuple(order[:count])
