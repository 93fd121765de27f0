"""Problems and responses -> judgements and score: the one way every number comes about."""

from __future__ import annotations

from collections.abc import Sequence

from generator.aggregate import Run
from generator.judge.judging import judge_run
from generator.metrics import score
from generator.records import Judgement, Problem, Response, Score
from generator.store import Dataset, RunInput


def recompute(
    problems: Sequence[Problem], responses: Sequence[Response]
) -> tuple[tuple[Judgement, ...], Score]:
    """Return the judgements of `responses` and the score of the run on `problems`, its split."""
    judgements = judge_run(problems, responses)
    return judgements, score(problems, responses, judgements)


def rejudged(found: RunInput, dataset: Dataset) -> Run:
    """Return a run on `dataset` with everything recomputed; its lock is not looked at."""
    judgements, numbers = recompute(dataset.split(found.card.split), found.responses)
    return Run(
        card=found.card,
        path=f"{dataset.card.id}/{found.path.name}",
        responses=found.responses,
        judgements=judgements,
        score=numbers,
        learned=found.learned,
    )
