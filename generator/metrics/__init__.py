"""Numbers of a run: from problems, responses and judgements to one Score; and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.metrics.accuracy import accuracy, states
from generator.metrics.attempts import attempt_scores
from generator.metrics.steps import step_scores
from generator.metrics.tables import table_scores
from generator.records import Judgement, Problem, Response, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricInfo:
    """What a reader has to know about a metric."""

    name: str
    """Key in METRICS."""
    title: str
    unit: str
    """`%` for a rate in 0..1 that is shown in per cent."""
    higher_is_better: bool
    needs: Literal["graph", "table"] | None
    """`graph` where only problems with an expression flow graph have it, `table` where only
    questions on tables do."""
    definition: str
    """Anchor on metrics.html."""
    source: str
    """Paper and code that define it."""


CARP = "CARP (Zhang et al., 2023) and RUCAIBox/CARP src/evaluate_graph.py at f0e2ebe"

METRICS: Mapping[str, MetricInfo] = {
    "accuracy": MetricInfo(
        name="accuracy",
        title="Accuracy",
        unit="%",
        higher_is_better=True,
        needs=None,
        definition="accuracy",
        source=f"{CARP}; interval: Wilson (1927), clustered by problem for several attempts",
    ),
    "pass_at": MetricInfo(
        name="pass_at",
        title="pass@k",
        unit="%",
        higher_is_better=True,
        needs=None,
        definition="pass-at-k",
        source="Chen et al. (2021), Evaluating large language models trained on code",
    ),
    "majority": MetricInfo(
        name="majority",
        title="maj@k",
        unit="%",
        higher_is_better=True,
        needs=None,
        definition="maj-at-k",
        source="Wang et al. (2023), Self-consistency; ties by expected value",
    ),
    "best": MetricInfo(
        name="best",
        title="best-of-k",
        unit="%",
        higher_is_better=True,
        needs=None,
        definition="best-of-k",
        source="Cobbe et al. (2021), Training verifiers to solve math word problems",
    ),
    "expacc": MetricInfo(
        name="expacc",
        title="ExpAcc",
        unit="%",
        higher_is_better=True,
        needs="graph",
        definition="expacc",
        source=CARP,
    ),
    **{
        f"fail_{where}": MetricInfo(
            name=f"fail_{where}",
            title=f"Fail@{where}",
            unit="%",
            higher_is_better=False,
            needs="graph",
            definition="fail-at",
            source=CARP,
        )
        for where in ("first", "middle", "last")
    },
    "denotation": MetricInfo(
        name="denotation",
        title="Denotation accuracy",
        unit="%",
        higher_is_better=True,
        needs="table",
        definition="denotation",
        source="Pasupat and Liang (2015), WikiTableQuestions, evaluator.py of the dataset",
    ),
    "em_paper": MetricInfo(
        name="em_paper",
        title="Exact match",
        unit="%",
        higher_is_better=True,
        needs="table",
        definition="exact-match",
        source="Liu et al. (2023), Rethinking tabular data understanding, Leolty/tablellm eval.py",
    ),
}
"""All metrics. The three Fail@ rates sum to 1, so none is good or bad without the other two."""


def score(
    problems: Sequence[Problem], responses: Iterable[Response], judgements: Iterable[Judgement]
) -> Score:
    """Return every number of a run on `problems`, the split it was made for.

    `judgements` has at least one entry per problem, as judge_run gives them; several attempts are
    averaged within their problem first. Without problems every rate is None.
    """
    answers, verdicts = [*responses], [*judgements]
    groups = _groups(problems, verdicts)
    known = {problem.id for problem in problems}
    lines = [response for response in answers if response.problem_id in known]
    return Score(
        problems=len(problems),
        attempts=max((len(group) for group in groups), default=0),
        answered=len({response.problem_id for response in lines}),
        states=states(judgement for group in groups for judgement in group),
        accuracy=accuracy(groups),
        steps=step_scores(groups),
        tokens_in=_mean_tokens([(r.problem_id, r.tokens_in) for r in lines if r.error is None]),
        tokens_out=_mean_tokens([(r.problem_id, r.tokens_out) for r in lines if r.error is None]),
        several=attempt_scores(problems, lines, verdicts),
        tables=table_scores(problems, groups),
    )


def _groups(problems: Sequence[Problem], judgements: Iterable[Judgement]) -> list[list[Judgement]]:
    """Return the judgements of each problem, in the order of the problems."""
    groups: dict[str, list[Judgement]] = {problem.id: [] for problem in problems}
    for judgement in judgements:
        if judgement.problem_id in groups:
            groups[judgement.problem_id].append(judgement)
    return [group for group in groups.values() if group]


def _mean_tokens(counts: Sequence[tuple[str, int | None]]) -> float | None:
    """Return the mean number of tokens per answered problem; None unless all lines state it."""
    known = [count for _, count in counts if count is not None]
    if not known or len(known) < len(counts):
        return None
    return sum(known) / len({problem for problem, _ in counts})
