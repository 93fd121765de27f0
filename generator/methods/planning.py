"""From what the user asked for to a Job: questions in one language, exemplars, the run's card."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.cards import DatasetCard, RunCard, Shots
from generator.errors import CannotRun
from generator.methods import METHODS, prompts
from generator.methods.contract import Exemplar, Plan, Question
from generator.methods.running import Job
from generator.records import Language, Problem
from generator.statement import statement

TRAIN = "train"
"""The split that worked examples come from; no other may be shown in a prompt."""
SHOT_SEED = 0
"""Seed of the one draw of worked examples that all problems of a run share (methods.md 1.1)."""
NO_MODEL = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A run as the user asked for it."""

    method: str
    """A key of METHODS."""
    shots: int
    split: str
    language: Language
    limit: int | None = None
    """Ask only the first so many problems; None for all."""
    sampling: dict[str, str | int | float]
    """Parameters that are sent, with the model's name; empty without a model."""
    title: str | None = None
    """Method and model for the reader; None to have it made."""
    date: dt.date
    retry_errors: bool = False


def job(
    wish: Wish,
    dataset: DatasetCard,
    problems: Sequence[Problem],
    dataset_sha256: str,
    results: Path,
    folder: Path | None = None,
) -> Job:
    """Return the run that `wish` describes, over all `problems` of the dataset, in file order.

    `folder` is where it goes; by default `<results>/<dataset>/<method>--<model>`. Raise CannotRun
    for a split, language or number of worked examples that the dataset does not have.
    """
    asked = [problem for problem in problems if problem.split == wish.split]
    if not asked:
        known = ", ".join(sorted(dataset.splits))
        raise CannotRun(f"{dataset.id} has no problems in split {wish.split!r}; it has {known}")
    questions = tuple(ask(problem, wish.language) for problem in asked)
    plan = Plan(language=wish.language, exemplars=exemplars(wish, problems, questions))
    card = run_card(wish, dataset.id, plan)
    return Job(
        card=card,
        dataset_sha256=dataset_sha256,
        order=tuple(problem.id for problem in asked),
        questions=questions[: wish.limit],
        method=METHODS[wish.method].build(plan),
        folder=folder or results / dataset.id / f"{card.method}--{card.model}",
        retry_errors=wish.retry_errors,
    )


def ask(problem: Problem, language: Language) -> Question:
    """Return what a method may know of `problem`, in `language`; raise CannotRun without one."""
    return Question(
        problem_id=problem.id,
        text=statement(problem, _texts(problem, language)[0]),
        language=language,
    )


def exemplars(
    wish: Wish, problems: Iterable[Problem], questions: Iterable[Question]
) -> tuple[Exemplar, ...]:
    """Draw the worked examples of a run: seeded, from the train split, in file order.

    A train problem that reads like a question of the run is no candidate. Raise CannotRun where
    there are fewer candidates with a solution than asked for.
    """
    if not wish.shots:
        return ()
    taken = {question.text for question in questions}
    train = [problem for problem in problems if problem.split == TRAIN and problem.solution]
    shots = [_exemplar(problem, wish.language) for problem in train]
    candidates = [shot for shot in shots if shot.question not in taken]
    if len(candidates) < wish.shots:
        cure = "use --shots 0, or a dataset with a train split"
        raise CannotRun(f"only {len(candidates)} solved train problems for the prompt; {cure}")
    draw = random.Random(SHOT_SEED).sample(range(len(candidates)), wish.shots)  # noqa: S311
    return tuple(candidates[k] for k in sorted(draw))


def run_card(wish: Wish, dataset: str, plan: Plan) -> RunCard:
    """Return the card of the run."""
    info = METHODS[wish.method]
    model = str(wish.sampling.get("model", NO_MODEL))
    prompt = {"prompt": prompts.digest(wish.language)} if info.needs_model else {}
    shots = Shots(count=wish.shots, problems=tuple(shot.problem_id for shot in plan.exemplars))
    return RunCard(
        dataset=dataset,
        split=wish.split,
        method=wish.method,
        model=slug(model),
        title=wish.title or (f"{info.title} · {model}" if info.needs_model else info.title),
        date=wish.date,
        language=wish.language,
        shots=shots,
        settings={**wish.sampling, **prompt},
        training_overlap="unknown" if info.needs_model else "no",
    )


def slug(model: str) -> str:
    """Return a model's name as a folder's name has it: `Org/Model 2.5` -> `org-model-2.5`.

    Raise CannotRun for a name without a letter or digit.
    """
    name = re.sub(r"[^a-z0-9.]+|\.{2,}", "-", model.lower())
    name = re.sub(r"[.-]*-[.-]*", "-", name).strip(".-")[:80].rstrip(".-")
    if not name:
        raise CannotRun(f"--model {model!r} has no letter or digit to name a folder by")
    return name


def _exemplar(problem: Problem, language: Language) -> Exemplar:
    question, solution = _texts(problem, language)
    return Exemplar(
        problem_id=problem.id, question=question, solution=solution, answer=problem.answer
    )


def _texts(problem: Problem, language: Language) -> tuple[str, str]:
    """Return question and solution in `language`."""
    if problem.language == language:
        return problem.question, problem.solution
    for variant in problem.variants:
        if variant.language == language:
            return variant.question, variant.solution
    raise CannotRun(
        f"{problem.id} has no text in {language!r}; its language is {problem.language!r}"
    )
