"""Each initial solution, alone and with a method built upon it (CARP paper, Figure 3).

Round 0 of a trace is the initial solution that the method really started from, so the two are
compared problem by problem. Beside it stands a run of the initialiser on its own, if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.aggregate import Run
from generator.cards import FAITHFUL
from generator.compare import Basis, Comparison, Incomparable, Outcomes, compare
from generator.records import Problem, Proportion
from generator.trace_analysis.lines import Line, accuracy, lines
from generator.trace_analysis.turns import right_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """A run of the initialiser on its own, over the problems that both runs have a line for."""

    run: Run
    accuracy: Proportion
    """Of the initialiser."""
    built: Proportion
    """Of the method built upon it, on the same problems."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upon:
    """A method upon an initialiser."""

    run: Run
    init: str
    """Id of the method that gave the initial solution."""
    first: Proportion
    """Accuracy of the initial solutions, round 0."""
    last: Proportion
    """Accuracy of the answers returned, on the same problems."""
    gained: int
    """Responses that are right in the end and were not at first."""
    lost: int
    """Responses that were right at first and are not in the end."""
    change: Comparison
    """The answers returned against the initial solutions, problem by problem."""
    alone: Alone | None
    """None where the same model has no run of the initialiser."""


def upon(run: Run, problems: Mapping[str, Problem], others: Sequence[Run]) -> Upon | None:
    """Return what a method made of its initial solutions; None where it had none of another method.

    `problems` are those of the split by id, `others` the runs on the board.
    """
    init = run.card.settings.get("init")
    found = lines(run)
    began = [line for line in found if any(each.number == 0 for each in line.response.rounds)]
    if not isinstance(init, str) or not began:
        return None
    before = [right_after(line, problems, 0, fallback=True) for line in found]
    after = [line.right for line in found]
    return Upon(
        run=run,
        init=init,
        first=_accuracy(found, before),
        last=_accuracy(found, after),
        gained=sum(not was and now for was, now in zip(before, after, strict=True)),
        lost=sum(was and not now for was, now in zip(before, after, strict=True)),
        change=_change(found, before, after),
        alone=_alone(run, init, others),
    )


def _change(found: Sequence[Line], before: Sequence[bool], after: Sequence[bool]) -> Comparison:
    """Return the paired test of what was returned against what was there at first."""
    compared = compare(_outcomes(found, after), _outcomes(found, before))
    if isinstance(compared, Incomparable):  # pragma: no cover - both are of the same lines
        raise TypeError(compared.reason)
    return compared


def _outcomes(found: Sequence[Line], rights: Sequence[bool]) -> Outcomes:
    """Return how often each problem is right."""
    counts: dict[str, list[bool]] = {}
    for line, right in zip(found, rights, strict=True):
        counts.setdefault(line.response.problem_id, []).append(right)
    return Outcomes(
        name="",
        basis=Basis(dataset="", split=""),
        problems=tuple(sorted(counts)),
        right=tuple(sum(counts[id_]) for id_ in sorted(counts)),
        attempts=tuple(len(counts[id_]) for id_ in sorted(counts)),
    )


def _accuracy(found: Sequence[Line], rights: Sequence[bool]) -> Proportion:
    ids = (line.response.problem_id for line in found)
    return accuracy(zip(ids, rights, strict=True))


def _alone(run: Run, init: str, others: Sequence[Run]) -> Alone | None:
    """Return the run of the initialiser by the same model, with the same preset where there is."""
    wanted = [f"{init}{FAITHFUL}", init] if run.card.method.endswith(FAITHFUL) else [init]
    by_method = {each.card.method: each for each in others if _alike(each, run)}
    single = next((by_method[name] for name in wanted if name in by_method), None)
    if single is None:
        return None
    shared = _answered(single) & _answered(run)
    if not shared:
        return None
    return Alone(run=single, accuracy=_on(single, shared), built=_on(run, shared))


def _alike(one: Run, other: Run) -> bool:
    """Whether two runs are of one model on one split in one language."""
    return all(
        getattr(one.card, name) == getattr(other.card, name)
        for name in ("model", "split", "language")
    )


def _answered(run: Run) -> frozenset[str]:
    return frozenset(line.response.problem_id for line in lines(run))


def _on(run: Run, problems: frozenset[str]) -> Proportion:
    """Return the accuracy of a run on some problems."""
    found = [line for line in lines(run) if line.response.problem_id in problems]
    return _accuracy(found, [line.right for line in found])
