"""Problems and responses -> judgements and score: the one way every number comes about."""

from __future__ import annotations

from collections.abc import Sequence

from generator.judge.judging import judge_run
from generator.metrics import score
from generator.records import Judgement, Problem, Response, Score


def recompute(
    problems: Sequence[Problem], responses: Sequence[Response]
) -> tuple[tuple[Judgement, ...], Score]:
    """Return the judgements of `responses` and the score of the run on `problems`, its split."""
    judgements = judge_run(problems, responses)
    return judgements, score(problems, responses, judgements)
