"""The page of changes: every number that came, moved or went, newest first, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.aggregate import Run
from generator.cards import Change, Move
from generator.changes import first_tallies, tally
from generator.pages import paths
from generator.pages.site import Site
from generator.records import Page

REASONS = {
    "submission": "responses",
    "judge": "judge",
    "data": "dataset",
}
"""Reason -> what changed, for readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A change, with the runs that are on the site."""

    anchor: str
    """Place on the page, unique and lasting."""
    date: str
    """YYYY-MM-DD."""
    reason: Literal["judge", "data", "submission"]
    summary: str
    moves: tuple[tuple[Move, Run | None], ...]
    """What moved, and the run where it is on the site."""


def events(site: Site) -> tuple[Event, ...]:
    """Return every recorded change, and the arrival of every run, newest first.

    An arrival is dated by the run's card, since the folder does not say when it was merged.
    """
    runs = {run.path: run for run in site.runs}
    recorded = [_recorded(change, number, runs) for number, change in enumerate(site.changes, 1)]
    first = first_tallies(site.changes)
    came = [
        _arrival(run, first.get(path) or tally(run.score))
        for path, run in sorted(runs.items())
        if path not in first or first[path] is not None
    ]
    return tuple(
        sorted([*came, *recorded], key=lambda each: (each.date, each.anchor), reverse=True)
    )


def _recorded(change: Change, number: int, runs: dict[str, Run]) -> Event:
    return Event(
        anchor=f"change-{number:04d}",
        date=change.date.isoformat(),
        reason=change.reason,
        summary=change.summary,
        moves=tuple((move, runs.get(move.run)) for move in change.moved),
    )


def _arrival(run: Run, shown: str) -> Event:
    return Event(
        anchor="new-" + run.path.replace("/", "-"),
        date=run.card.date.isoformat(),
        reason="submission",
        summary=f"New run: {run.card.title}",
        moves=((Move(run=run.path, before=None, after=shown), run),),
    )


def change_pages(site: Site) -> Iterator[Page]:
    """Yield the page of changes."""
    yield Page(
        path=paths.CHANGES,
        title="Changes",
        template="changes.html.jinja",
        context={"events": events(site), "reasons": REASONS},
    )
