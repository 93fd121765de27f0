"""What the files of a run claim, beside what the judge found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.aggregate import Run
from generator.cards import Claim

WHOLE: Mapping[str, float] = {"percent": 100.0, "fraction": 1.0}
"""Unit of a share -> what all of it is in that unit; points are no share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A figure for the whole run."""

    claim: Claim
    share: float | None
    """The figure in 0..1; None where it is no share, so that nothing of ours is like it."""
    difference: float | None
    """Our accuracy minus it; None likewise, and where the run has no accuracy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """Claimed verdicts on single responses against ours."""

    claimed: int
    """Responses that come with a claimed verdict."""
    right: int
    """Of these, claimed to be right."""
    ours: int
    """Of these, right by our judge."""
    differ: int
    """Of these, where one says right and the other does not."""


def stated(run: Run) -> tuple[Stated, ...]:
    """Return the figures that the card of a run claims, in its order."""
    return tuple(_stated(claim, run.score.accuracy.value) for claim in run.card.claims)


def _stated(claim: Claim, accuracy: float | None) -> Stated:
    whole = WHOLE.get(claim.unit)
    share = claim.value / whole if whole else None
    known = share is not None and accuracy is not None
    return Stated(
        claim=claim, share=share, difference=(accuracy or 0) - (share or 0) if known else None
    )


def verdicts(run: Run) -> Verdicts | None:
    """Return how claimed verdicts compare with ours; None where no response has one."""
    ours = {(j.problem_id, j.attempt): j.verdict == "right" for j in run.judgements}
    pairs = [
        (each.claimed == "right", ours[each.problem_id, each.attempt])
        for each in run.responses
        if each.claimed is not None and (each.problem_id, each.attempt) in ours
    ]
    if not pairs:
        return None
    return Verdicts(
        claimed=len(pairs),
        right=sum(claimed for claimed, _ in pairs),
        ours=sum(found for _, found in pairs),
        differ=sum(claimed != found for claimed, found in pairs),
    )
