"""Worked problems: a draw that all questions share or one for each, or the most complex ones.

methods.md 1.1 and 1.2. Complexity counts derived expressions of the graph where problems have one,
else lines of the solution, else, where every solution is one paragraph, its sentences.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

from generator.methods.contract import Exemplar, Question
from generator.methods.texts import texts
from generator.records import Language, Problem
from generator.statement import statement

SHOT_SEED = 0
"""Seed of the draw of worked problems."""
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
    """Return a solved problem as a prompt may show it: with table and options, as it is asked.

    Raise CannotRun where it has no text in that language.
    """
    question, solution = texts(problem, language)
    return Exemplar(
        problem_id=problem.id,
        question=statement(problem, question),
        solution=solution,
        answer=problem.answer,
        answer_type=problem.answer_type,
        complexity=measure(problem),
    )


def fixed_draw(candidates: Sequence[Exemplar], count: int) -> tuple[Exemplar, ...]:
    """Return `count` of the candidates, drawn with a fixed seed, in file order."""
    draw = random.Random(SHOT_SEED).sample(range(len(candidates)), count)  # noqa: S311
    return tuple(candidates[k] for k in sorted(draw))


def fresh_draw(
    candidates: Sequence[Exemplar], count: int, question: Question
) -> tuple[Exemplar, ...]:
    """Return `count` of the candidates, drawn for this question alone, in file order.

    The draw depends on the seed and the question's id only. None of them is the question itself.
    """
    others = [
        shot
        for shot in candidates
        if shot.problem_id != question.problem_id and shot.question != question.text
    ]
    seeded = random.Random(f"{SHOT_SEED}:{question.problem_id}")  # noqa: S311
    draw = seeded.sample(range(len(others)), min(count, len(others)))
    return tuple(others[k] for k in sorted(draw))


def most_complex(candidates: Sequence[Exemplar], count: int) -> tuple[Exemplar, ...]:
    """Return the `count` candidates with most steps, the most complex first.

    Of several with as many steps the longer question goes first, then the earlier one.
    """
    order = sorted(candidates, key=lambda shot: (-shot.complexity, -len(shot.question)))
    return tuple(order[:count])
