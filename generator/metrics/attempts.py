"""Several attempts a problem -> pass@k, maj@k and best-of-k of a run, with clustered intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.metrics.choosing import best_of, majority, pass_at
from generator.metrics.intervals import clustered
from generator.metrics.voting import classes
from generator.records import AttemptScore, Judgement, Problem, Proportion, Response

MOST_COUNTED = 64
"""Attempts on a problem above which only the first and the last k are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """The attempts on one problem, reduced to what choosing among them needs."""

    right: int
    """Attempts with a right answer."""
    wrong: tuple[int, ...]
    """How many attempts gave each of the other answers, most first."""
    silent: int
    """Attempts without an answer."""
    scored: tuple[tuple[float | None, bool], ...]
    """rank_score of each attempt, and whether it is right."""

    @property
    def attempts(self) -> int:
        """Number of attempts."""
        return len(self.scored)


def attempt_scores(
    problems: Sequence[Problem], responses: Sequence[Response], judgements: Sequence[Judgement]
) -> tuple[AttemptScore, ...]:
    """Return what k attempts come to, for k = 1, 2, 4, ... and the least number of attempts.

    A problem without a line counts as not right for every k and does not limit k. Empty when no
    problem has more than one attempt. Denominator: all problems with a judgement.
    """
    found = _ballots(problems, responses, judgements)
    counts = [ballot.attempts for ballot in found if ballot]
    if max(counts, default=0) < 2:
        return ()
    ranked = _is_ranked(responses)
    return tuple(_at(k, found, ranked=ranked) for k in _steps(counts))


def _steps(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the values of k, ascending."""
    last = min(counts)
    powers = [2**power for power in range(last.bit_length())]
    return tuple(sorted({1, last, *powers} if max(counts) <= MOST_COUNTED else {1, last}))


def _at(k: int, ballots: Sequence[Ballot | None], *, ranked: bool) -> AttemptScore:
    return AttemptScore(
        k=k,
        pass_at=_mean(ballots, k, lambda each: pass_at(each.attempts, each.right, k)),
        majority=_mean(ballots, k, lambda each: majority(each.right, each.wrong, each.silent, k)),
        best=_mean(ballots, k, lambda each: best_of(each.scored, k)) if ranked else None,
    )


def _mean(
    ballots: Sequence[Ballot | None], k: int, chance: Callable[[Ballot], Fraction]
) -> Proportion:
    """Return the mean chance over problems; n attempts hold n // k draws that share none."""
    shares = [chance(each) if each else Fraction(0) for each in ballots]
    return clustered(shares, [each.attempts // k if each else 1 for each in ballots])


def _is_ranked(responses: Sequence[Response]) -> bool:
    """Whether every response with a reply carries a rank_score, and there is one."""
    found = [response.rank_score for response in responses if response.error is None]
    return bool(found) and None not in found


def _ballots(
    problems: Sequence[Problem], responses: Sequence[Response], judgements: Sequence[Judgement]
) -> list[Ballot | None]:
    """Return one ballot per judged problem, in the order of the problems."""
    groups: dict[str, list[Judgement]] = {problem.id: [] for problem in problems}
    for judgement in judgements:
        if judgement.problem_id in groups:
            groups[judgement.problem_id].append(judgement)
    scores = {(each.problem_id, each.attempt): each.rank_score for each in responses}
    return [
        None if groups[problem.id][0].verdict == "missing" else _ballot(problem, groups, scores)
        for problem in problems
        if groups[problem.id]
    ]


def _ballot(
    problem: Problem,
    groups: Mapping[str, Sequence[Judgement]],
    scores: Mapping[tuple[str, int], float | None],
) -> Ballot:
    group = groups[problem.id]
    others = [each.answer for each in group if each.verdict != "right"]
    said = [answer.text.strip() for answer in others if answer is not None]
    return Ballot(
        right=sum(each.verdict == "right" for each in group),
        wrong=classes(said, problem),
        silent=len(others) - len(said),
        scored=tuple(
            (scores.get((each.problem_id, each.attempt)), each.verdict == "right") for each in group
        ),
    )
