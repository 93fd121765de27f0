"""The problems that several runs share, so that what stands side by side can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.aggregate import Run
from generator.trace_analysis.lines import lines

MIN_PROBLEMS = 30
"""Problems with a line below which a run is left out, so that it does not shrink all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Runs that are looked at together, and the problems that each of them has a line for."""

    runs: tuple[Run, ...]
    """In the order given."""
    problems: tuple[str, ...]
    """Ids in the order of the dataset; may be empty."""


def shared(runs: Sequence[Run], *, least: int = MIN_PROBLEMS) -> Shared:
    """Return what the runs share; those on fewer than `least` are left out unless all are."""
    answered = {run.path: _answered(run) for run in runs}
    many = [run for run in runs if len(answered[run.path]) >= least]
    kept = tuple(many or runs)
    found = [answered[run.path] for run in kept]
    first = found[0] if found else {}
    return Shared(runs=kept, problems=tuple(id_ for id_ in first if all(id_ in f for f in found)))


def _answered(run: Run) -> dict[str, None]:
    """Return the ids of the problems with a line, in their order."""
    return dict.fromkeys(line.response.problem_id for line in lines(run))
