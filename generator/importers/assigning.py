"""Entries + problems -> responses with problem and attempt; what has no place is named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from generator.errors import Fault
from generator.importers.claims import CONSTANT, claimed
from generator.importers.entries import Entry
from generator.importers.joining import Join, exact, same_gold
from generator.records import Problem, Response
from generator.responses.coverage import Located, named

SHOWN = 40
"""Rows that get a fault of their own; the rest is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """What became of the entries of one run."""

    located: tuple[Located, ...]
    """Responses with their lines, in the order of the file."""
    faults: tuple[Fault, ...]
    """Rows that are ambiguous, double, or of no problem."""
    notes: tuple[Fault, ...]
    """Rows that were left out because the user said so."""


def assign(
    entries: Sequence[Entry],
    problems: Sequence[Problem],
    *,
    repeats: bool = False,
    metric: str | None = None,
    extra: bool = False,
) -> Assigned:
    """Return the entries as responses of `problems`.

    Args:
        entries: answers of one run.
        problems: problems of the split.
        repeats: whether a problem that comes again is its next attempt.
        metric: whose verdicts are taken over as claims; None for the first of each entry.
        extra: whether rows of no problem are left out with a note instead of being faults.

    """
    join, places = Join(problems), _Places(repeats=repeats)
    unmatched: list[Entry] = []
    for entry in entries:
        if candidates := join.candidates(entry):
            places.put(entry, candidates)
        else:
            unmatched.append(entry)
    faults = [*places.faults, *([] if extra else _unmatched(unmatched))]
    return Assigned(
        located=tuple(places.responses(metric)),
        faults=tuple(_short(faults)),
        notes=(
            *_again(places.again, entries),
            *_other_gold(places.other_gold, entries),
            *_copied(places.copied, entries),
            *(_left_out(unmatched) if extra else ()),
        ),
    )


@dataclass(slots=True, kw_only=True)
class _Places:
    """Which entry has which attempt of which problem."""

    repeats: bool
    faults: list[Fault] = field(default_factory=list)
    copied: int = 0
    again: list[str] = field(default_factory=list)
    other_gold: list[str] = field(default_factory=list)
    taken: defaultdict[str, dict[int, Entry]] = field(default_factory=lambda: defaultdict(dict))
    order: list[tuple[str, int]] = field(default_factory=list)

    def put(self, entry: Entry, candidates: Sequence[Problem]) -> None:
        """Give the entry a place, or note why it gets none."""
        if len({exact(problem.question) for problem in candidates}) > 1:
            message = f"may be any of {named([p.id for p in candidates])}"
            self._fault(entry, message, "add the problem's full text or its gold answer")
            return
        problem = min(candidates, key=lambda each: self._rank(entry, each))
        attempt = self._attempt(entry, problem)
        there = self.taken[problem.id].setdefault(attempt, entry)
        if there is not entry and there.reply == entry.reply:
            self.again.append(f"{place(entry)} as {place(there)}")
            return
        if there is not entry:
            message = f"{problem.id} attempt {attempt} is answered by {place(there)} already"
            self._fault(entry, message, _TWICE)
            return
        self.order.append((problem.id, attempt))
        self.copied += entry.reply.answer == problem.answer
        if entry.gold and not same_gold(entry.gold, problem.answer):
            self.other_gold.append(f"{problem.id} ({entry.gold!r:.40} for {problem.answer!r:.40})")

    def _attempt(self, entry: Entry, problem: Problem) -> int:
        if entry.attempt is not None:
            return entry.attempt
        return len(self.taken[problem.id]) if self.repeats else 0

    def _rank(self, entry: Entry, problem: Problem) -> int:
        """Of problems with one text the first that is free is meant, or the least answered."""
        if entry.attempt is None and self.repeats:
            return len(self.taken[problem.id])
        return int(self._attempt(entry, problem) in self.taken[problem.id])

    def _fault(self, entry: Entry, message: str, cure: str) -> None:
        self.faults.append(_fault(entry, message, cure))

    def responses(self, metric: str | None) -> Iterator[Located]:
        """Yield the responses; attempts are numbered 0, 1, 2 in the order of the file's own."""
        for name, attempt in self.order:
            entry = self.taken[name][attempt]
            number = sorted(self.taken[name]).index(attempt)
            said = claimed(entry, metric)
            yield entry.line, replace(entry.reply, problem_id=name, attempt=number, claimed=said)


_TWICE = "delete one of the two, or give --repeats where rows of a problem are its attempts"


def place(entry: Entry) -> str:
    """Return how a reader finds an entry."""
    return f"line {entry.line} ({entry.name})" if entry.line else entry.name


def _unmatched(entries: Iterable[Entry]) -> Iterator[Fault]:
    for entry in entries:
        shown = next(iter(entry.questions), "") or entry.prompt[-200:]
        if shown:
            message = f"no problem of this dataset and split has the text {exact(shown)!r:.100}"
        elif entry.problem_id:
            message = f"{entry.problem_id!r:.80} is no problem of this dataset and split"
        else:
            message = "shows no problem text to find its problem by"
        yield _fault(entry, message, _EXTRA)


_EXTRA = "check --dataset and --split, or give --extra to leave such rows out"


def _fault(entry: Entry, message: str, cure: str) -> Fault:
    return Fault(file=entry.file, line=entry.line, field=entry.name, message=message, cure=cure)


def _short(faults: Sequence[Fault]) -> Iterator[Fault]:
    yield from faults[:SHOWN]
    if len(faults) > SHOWN:
        message = f"{len(faults) - SHOWN} more rows have such faults"
        yield replace(faults[SHOWN], line=0, field="", message=message)


def _again(names: Sequence[str], entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield a note on rows that say the same of the same problem once more."""
    if names:
        message = f"{len(names)} rows stand there twice, word for word: {named(names)}"
        yield Fault(file=entries[0].file, message=message, cure="the second is left out")


def _other_gold(names: Sequence[str], entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield a note on gold answers that differ; where most do, they are only written otherwise."""
    if 0 < len(names) <= len(entries) * FEW:
        message = f"{len(names)} gold answers are not those of the dataset: {named(names)}"
        cure = "the dataset's are used; the file may be of another revision"
        yield Fault(file=entries[0].file, message=message, cure=cure)


def _copied(many: int, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Yield a note where every answer is the gold answer, as when its column was mapped."""
    if many == len(entries) >= CONSTANT:
        message = f"all {many} answers are the dataset's gold answers, word for word"
        yield Fault(file=entries[0].file, message=message, cure=_COPIED)


_COPIED = "see that `answer` is not mapped to a column with the gold answers"
FEW = 0.1
"""Share of rows up to which other gold answers are taken for another revision."""


def _left_out(entries: Sequence[Entry]) -> Iterator[Fault]:
    if entries:
        names = named([place(entry) for entry in entries])
        message = f"{len(entries)} rows of no problem of this dataset and split: {names}"
        yield Fault(file=entries[0].file, message=message, cure="they are left out")


def only(responses: Iterable[Located]) -> tuple[Response, ...]:
    """Return located responses without their lines."""
    return tuple(response for _, response in responses)
