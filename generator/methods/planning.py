"""From what the user asked for to a Job: questions in one language, exemplars, the run's card."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.cards import NO_MODEL, DatasetCard, RunCard, Shots
from generator.errors import CannotRun
from generator.methods import METHODS, prompts, variants
from generator.methods.choosing import MEASURES, exemplar, fixed_draw, measure_of, most_complex
from generator.methods.contract import Exemplar, Plan, Question
from generator.methods.preparing import preparation
from generator.methods.running import Job
from generator.methods.settings import Preset, Settings, recorded
from generator.methods.texts import texts
from generator.records import Language, Problem
from generator.sandbox import chosen
from generator.statement import statement

TRAIN = "train"
"""The split that worked examples come from; no other may be shown in a prompt."""


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
    preset: Preset = "fixed"
    changes: Mapping[str, object] = field(default_factory=dict)
    """Settings of the method that the user has changed."""

    def settings(self) -> Settings:
        """Return the settings of the method; raise CannotRun where a change cannot be."""
        return variants.settings(self.method, self.preset, **self.changes)


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
    plan = plan_of(wish, problems, questions)
    card = run_card(wish, dataset.id, plan)
    info = METHODS[wish.method]
    return Job(
        card=card,
        dataset_sha256=dataset_sha256,
        order=tuple(problem.id for problem in asked),
        questions=questions[: wish.limit],
        method=info.build(plan),
        folder=folder or results / dataset.id / f"{card.method}--{card.model}",
        retry_errors=wish.retry_errors,
        calls=info.calls(plan.settings),
        learning=info.learning(plan),
        prepare=preparation(info, plan),
    )


def plan_of(wish: Wish, problems: Sequence[Problem], questions: Sequence[Question]) -> Plan:
    """Return what is fixed for the run; raise CannotRun where worked examples are lacking."""
    settings = wish.settings()
    shots = variants.shots_of(wish.method, settings, wish.shots)
    retrieves = variants.selection(wish.method, settings) == "retrieval"
    # Drawn even where each problem has a draw of its own, to refuse a pool that is too small.
    shared = () if retrieves else exemplars(replace(wish, shots=shots), problems, questions)
    looks = retrieves or settings.fresh_draw
    learns = METHODS[wish.method].learn is not None
    asked = {question.problem_id for question in questions}
    return Plan(
        language=wish.language,
        exemplars=() if looks else shared,
        settings=settings,
        measure=measure_of([p for p in problems if p.split == TRAIN and p.solution]),
        pool=_pool(wish, problems) if looks or learns else (),
        held_out=frozenset(p.id for p in problems if p.split != TRAIN or p.id in asked),
        shots=shots if looks else 0,
        reply_tokens=int(wish.sampling.get("max_tokens", 512)),
    )


def ask(problem: Problem, language: Language) -> Question:
    """Return what a method may know of `problem`, in `language`; raise CannotRun without one."""
    return Question(
        problem_id=problem.id,
        text=statement(problem, texts(problem, language)[0]),
        language=language,
        answer_type=problem.answer_type,
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
    candidates = [shot for shot in _pool(wish, problems) if shot.question not in taken]
    if len(candidates) < wish.shots:
        cure = "use --shots 0, or a dataset with a train split"
        raise CannotRun(f"only {len(candidates)} solved train problems for the prompt; {cure}")
    most = variants.selection(wish.method, wish.settings()) == "complex"
    return (most_complex if most else fixed_draw)(candidates, wish.shots)


def _pool(wish: Wish, problems: Iterable[Problem]) -> tuple[Exemplar, ...]:
    """Return all solved problems of the train split, in file order, with their complexity."""
    train = [problem for problem in problems if problem.split == TRAIN and problem.solution]
    measure = MEASURES[measure_of(train)]
    return tuple(exemplar(problem, wish.language, measure) for problem in train)


def run_card(wish: Wish, dataset: str, plan: Plan) -> RunCard:
    """Return the card of the run."""
    info = METHODS[wish.method]
    model = str(wish.sampling.get("model", NO_MODEL))
    title = _title(wish, plan.settings)
    shots = Shots(
        count=len(plan.exemplars) or plan.shots,
        problems=tuple(shot.problem_id for shot in plan.exemplars),
    )
    return RunCard(
        dataset=dataset,
        split=wish.split,
        method=variants.variant(wish.method, plan.settings, wish.preset),
        model=slug(model),
        title=wish.title or (f"{title} · {model}" if info.needs_model else title),
        date=wish.date,
        language=wish.language,
        shots=shots,
        settings={**wish.sampling, **_settings(wish, plan)},
        training_overlap="unknown" if info.needs_model else "no",
    )


def _settings(wish: Wish, plan: Plan) -> dict[str, str | int | float]:
    """Return what the card says beside the sampling: prompts, preset, parameters, sandbox.

    A method whose parameters are all at nothing has no preset to be named.
    """
    info = METHODS[wish.method]
    found = recorded(plan.settings, info.parameters)
    named: dict[str, str | int | float] = {}
    if info.needs_model:
        named["prompt"] = prompts.digest(wish.language, info.prompts)
    if found or wish.preset == "faithful":
        named["preset"] = wish.preset
    if variants.selection(wish.method, plan.settings) == "complex" and plan.exemplars:
        named["complexity"] = plan.measure
    if info.sandboxed:
        named["sandbox"] = chosen().name
    return {**named, **found}


def _title(wish: Wish, settings: Settings) -> str:
    """Return the method as a reader should see it."""
    info = METHODS[wish.method]
    other = info.inits and settings.init != info.inits[0]
    on = f" on {METHODS[settings.init].title}" if other else ""
    return f"{info.title}{on}{' (faithful)' if wish.preset == 'faithful' else ''}"


def slug(model: str) -> str:
    """Return a model's name as a folder's name has it: `Org/Model 2.5` -> `org-model-2.5`.

    Raise CannotRun for a name without a letter or digit.
    """
    name = re.sub(r"[^a-z0-9.]+|\.{2,}", "-", model.lower())
    name = re.sub(r"[.-]*-[.-]*", "-", name).strip(".-")[:80].rstrip(".-")
    if not name:
        raise CannotRun(f"--model {model!r} has no letter or digit to name a folder by")
    return name
