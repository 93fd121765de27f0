"""What the pages are made from: one frozen record of everything that is to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.aggregate import Board, Run
from generator.cards import Change, DatasetCard
from generator.published import Reported
from generator.records import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDataset:
    """A dataset as its page shows it."""

    card: DatasetCard
    problems: tuple[Problem, ...] = ()
    """Empty where the dataset was not fetched."""
    about: str = ""
    """Prose of `about.md`: paragraphs, `##` headings and `-` lists."""
    sha256: str = ""
    """Hash of the file of problems; empty where it was not fetched."""
    reported: tuple[Reported, ...] = ()
    """What papers report on the dataset."""
    left_out: tuple[str, ...] = ()
    """Names of runs that are on no page, since the problems are not here to judge them with."""
    only_listed: frozenset[str] = frozenset()
    """Ids of the problems that stand in the lists without a page of their own."""

    @property
    def paged(self) -> tuple[Problem, ...]:
        """Return the problems that have a page of their own, in the order of the dataset."""
        return tuple(each for each in self.problems if each.id not in self.only_listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Everything the pages show."""

    datasets: tuple[ShownDataset, ...]
    boards: Mapping[str, Board]
    """Dataset id -> its board."""
    methods: Mapping[str, str]
    """Method id -> what it is, in one paragraph."""
    version: str
    judge_version: str
    reported: tuple[Reported, ...] = ()
    """Everything that papers report, on datasets that we do not have too."""
    changes: tuple[Change, ...] = ()
    """Why published numbers moved, oldest first."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """All runs, by dataset and then as the boards order them."""
        return tuple(run for dataset in self.datasets for run in self.runs_of(dataset.card.id))

    def runs_of(self, dataset: str) -> tuple[Run, ...]:
        """Runs on one dataset, ranked ones first."""
        board = self.boards.get(dataset)
        rows = board.rows if board else ()
        return tuple(row.run for row in rows)
