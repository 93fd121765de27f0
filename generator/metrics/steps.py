"""ExpAcc and Fail@where of a run, from integer counts (methods.md 5.2-5.4, evaluate_graph.py)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from generator.records import PROTOCOLS, Credit, Judgement, Protocol, StepScore

FAILED = ("first", "middle", "last")
"""Labels of a failure, in the order of a solution."""


def expacc(credit: Credit) -> Fraction:
    """Return credited / derived expressions of one attempt, exactly; in 0..1.

    `derived` is at least 1 by the definition of a graph, so there is no division by zero.
    Example: 2 of 3 is 2/3.
    """
    return Fraction(len(credit.credited), credit.derived)


def step_scores(groups: Sequence[Sequence[Judgement]]) -> dict[Protocol, StepScore]:
    """Return the step score under every protocol that any judgement has a credit for.

    `groups` holds the judgements of one problem each. Problems without a graph are left out.
    """
    present = [name for name in PROTOCOLS if any(name in j.credits for g in groups for j in g)]
    return {name: step_score(name, _credits(groups, name)) for name in present}


def _credits(groups: Sequence[Sequence[Judgement]], name: Protocol) -> list[list[Credit]]:
    """Return the credits per problem under one protocol, problems without any left out."""
    found = [[j.credits[name] for j in group if name in j.credits] for group in groups]
    return [group for group in found if group]


def step_score(protocol: Protocol, groups: Sequence[Sequence[Credit]]) -> StepScore:
    """Return the step score of credits grouped by problem.

    Formula: ExpAcc = mean over problems of the mean over attempts of credited / derived.
    Range 0..1; None when there is no problem. Denominator: all problems with a graph; a missing
    answer or an error earns 0 and fails first. The counts run over attempts, which with one
    attempt is over problems. Fail@x = fail[x] / failures, undefined (None) without a failure.
    Source: CARP evaluate_graph.py. Example: credits 2/3 and 0/1, both failed: ExpAcc 1/3, and
    with labels last and first Fail@first = Fail@last = 1/2, of which one on a single expression.
    """
    flat = [credit for group in groups for credit in group]
    failed = [credit for credit in flat if credit.label != "right"]
    means = [sum(map(expacc, group), Fraction(0)) / len(group) for group in groups]
    return StepScore(
        protocol=protocol,
        n=len(groups),
        credited=sum(len(credit.credited) for credit in flat),
        derived=sum(credit.derived for credit in flat),
        expacc=float(sum(means, Fraction(0)) / len(means)) if means else None,
        failures=len(failed),
        fail={label: sum(credit.label == label for credit in failed) for label in FAILED},
        single=sum(credit.derived == 1 for credit in failed),
    )


def fail_rates(score: StepScore) -> dict[str, float | None]:
    """Return Fail@first, @middle and @last in 0..1 of the failures; None when nothing failed."""
    return {
        label: score.fail[label] / score.failures if score.failures else None for label in FAILED
    }
