"""Effects -> the report as Markdown. Every submitted text goes through `quoted`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.changes import tally
from generator.compare import Comparison, Flip, Incomparable
from generator.errors import Fault
from generator.metrics import METRICS
from generator.pages.numbers import letters, percent, points, probability
from generator.records import VERDICTS
from generator.report.changed import DatasetChange, Gone
from generator.report.effect import Effect, kinds
from generator.report.posting import TITLE, quoted, shortened

MOST_PAIRS = 20
"""Other runs that are listed: the nearest above and below first."""
MOST_LINES = 15
"""Flips, disagreements and faults that are listed one by one."""

CLAIMED = {
    "percent": 100.0,
    "fraction": 1.0,
}
"""Unit of a claimed figure -> what it counts as everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that is reported."""

    effects: tuple[Effect, ...]
    """What each sound run changes."""
    refused: Mapping[str, Sequence[Fault]]
    """Run -> why there is no word about it."""
    unjudged: tuple[str, ...] = ()
    """Runs on datasets whose problems are not here."""
    datasets: tuple[DatasetChange, ...] = ()
    """Datasets that are new or were altered."""
    gone: tuple[Gone, ...] = ()
    """Runs that are taken away."""
    pages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`new`, `changed`, `gone` -> addresses of pages; empty where no preview was made."""

    @property
    def sound(self) -> bool:
        """Whether nothing is refused, and every number that moved has its reason."""
        return not (
            self.refused
            or any(each.faults for each in self.datasets)
            or any(each.unrecorded for each in self.effects)
            or any(not each.recorded for each in self.gone)
        )


def markdown(report: Report) -> str:
    """Return the report as Markdown that may be posted."""
    lines = [TITLE, "", *_datasets(report.datasets), *_gone(report.gone)]
    for each in report.effects:
        lines += [*_run(each), ""]
    for name in report.unjudged:
        lines += [f"Run {quoted(name)} cannot be judged here: its dataset is not fetched.", ""]
    for name, found in report.refused.items():
        lines += [*_refused(name, found), ""]
    if len(lines) == 2:
        lines += ["No run and no dataset was changed.", ""]
    if report.pages:
        told = ", ".join(f"{len(names)} {what}" for what, names in report.pages.items())
        lines += [f"Pages: {told}. The preview is in the artefact.", ""]
    return shortened("\n".join(lines).rstrip() + "\n")


def _datasets(found: Sequence[DatasetChange]) -> Iterator[str]:
    for each in found:
        if each.faults:
            yield from (*_refused(each.id, each.faults), "")
            continue
        sizes = ", ".join(f"{number} in {quoted(name)}" for name, number in each.sizes.items())
        yield f"Dataset {quoted(each.id)} is {'new' if each.new else 'altered'}; problems: {sizes}."
        yield ""


def _gone(found: Sequence[Gone]) -> Iterator[str]:
    for each in found:
        told = "" if each.recorded else "; **results/changes.yaml does not say why**"
        yield f"Run {quoted(each.run)} is taken away{told}."
        yield ""


def _refused(name: str, found: Sequence[Fault]) -> Iterator[str]:
    yield f"### {quoted(name)}"
    yield ""
    yield f"**Refused**, {len(found)} faults. `failwhere check` says the same:"
    yield ""
    yield from (f"- {_fault(fault)}" for fault in found[:MOST_LINES])
    if len(found) > MOST_LINES:
        yield f"- and {len(found) - MOST_LINES} more"


def _fault(fault: Fault) -> str:
    place = f"{fault.file}:{fault.line}" if fault.line else fault.file
    told = [quoted(place), *([quoted(fault.field)] if fault.field else []), quoted(fault.message)]
    return ": ".join(told) + (f", cure: {quoted(fault.cure)}" if fault.cure else "")


def _run(found: Effect) -> Iterator[str]:
    score = found.run.score
    yield f"### {quoted(found.run.path)}"
    yield ""
    yield f"{quoted(found.run.card.title)}: {_standing(found)}"
    yield ""
    yield "| | |"
    yield "|---|---|"
    ends = f"{percent(score.accuracy.low)} to {percent(score.accuracy.high)}"
    yield f"| Accuracy | **{percent(score.accuracy.value)} %** ({tally(score)}), 95 %: {ends} |"
    for protocol, steps in score.steps.items():
        yield f"| {METRICS['expacc'].title}, {protocol} | {percent(steps.expacc)} % |"
    if score.tables:
        yield f"| {METRICS['em_paper'].title} | {percent(score.tables.em_paper.value)} % |"
    states = ", ".join(f"{score.states[state]} {state}" for state in VERDICTS)
    yield f"| Verdicts | {states} |"
    yield f"| Previous version | {_previous(found)} |"
    yield from _pairs(found)
    yield from _flips(found.flips)
    yield from _disagreements(found)
    yield from _claims(found)
    if found.passed_over:
        yield ""
        yield f"Not compared with {', '.join(map(quoted, found.passed_over))}: they have faults."


def _standing(found: Effect) -> str:
    standing = found.row.standing
    if found.row.rank is None or standing is None:
        return f"shown, not ranked ({found.row.reason})."
    alone = standing.best == standing.worst
    interval = "none other" if alone else f"{standing.best} to {standing.worst}"
    groups = " ".join(map(letters, standing.groups))
    return (
        f"rank **{found.row.rank}** of {found.ranked} "
        f"(ranks that the data leave open: {interval}), tie group {groups}."
    )


def _previous(found: Effect) -> str:
    if found.before is None:
        return "none, the run is new"
    if found.before == tally(found.run.score) and not found.flips:
        return f"{found.before}, no verdict changed"
    told = f"{found.before}, now {tally(found.run.score)}; {len(found.flips)} verdicts changed"
    missing = f"; **the move is not in results/changes.yaml** ({_CURE})" if found.unrecorded else ""
    return told + missing


_CURE = "`failwhere judge --reason submission --why TEXT --date DAY` writes it, see CONTRIBUTING"


def _pairs(found: Effect) -> Iterator[str]:
    yield ""
    if not found.pairs:
        yield f"There is no other ranked run to compare with ({found.others} others on the board)."
        return
    nearest = sorted(found.pairs, key=_distance)[:MOST_PAIRS]
    yield f"Against {len(nearest)} of {len(found.pairs)} other ranked runs, nearest first:"
    yield ""
    yield "| Other run | Difference, points | 95 % | p (Holm) | Alone right, this : other | |"
    yield "|---|---|---|---|---|---|"
    for pair in nearest:
        yield _pair(pair)


def _distance(pair: Comparison | Incomparable) -> float:
    return abs(pair.difference) if isinstance(pair, Comparison) else 2.0


def _pair(pair: Comparison | Incomparable) -> str:
    name = quoted(pair.right.partition("/")[2])
    if isinstance(pair, Incomparable):
        return f"| {name} | | | | | not comparable: {pair.reason} |"
    better = {pair.left: "better", pair.right: "worse", None: "cannot be told apart"}[pair.better]
    return (
        f"| {name} | {points(pair.difference)} | {points(pair.low)} to {points(pair.high)} | "
        f"{_probability(pair.adjusted)} | {pair.wins} : {pair.losses} | {better} |"
    )


def _probability(p: float) -> str:
    return probability(p).replace("<", "below")


def _flips(found: Sequence[Flip]) -> Iterator[str]:
    if not found:
        return
    kinds_ = Counter((str(each.before or "none"), str(each.after or "none")) for each in found)
    yield ""
    yield f"**{len(found)} verdicts changed**: {_counted(kinds_)}."
    yield ""
    for each in found[:MOST_LINES]:
        yield f"- {quoted(each.problem_id)} attempt {each.attempt}: {each.before} to {each.after}"
    if len(found) > MOST_LINES:
        yield f"- and {len(found) - MOST_LINES} more"


def _disagreements(found: Effect) -> Iterator[str]:
    claimed = sum(each.claimed is not None for each in found.run.responses)
    if not claimed:
        return
    yield ""
    count = len(found.disagreements)
    yield f"**Claimed against recomputed**: {count} of {claimed} claimed verdicts differ from ours."
    if not count:
        return
    yield f"Claimed to recomputed: {_counted(kinds(found.disagreements))}."
    yield ""
    for each in found.disagreements[:MOST_LINES]:
        place = f"{quoted(each.problem_id)} attempt {each.attempt}"
        yield f"- {place}: claimed {quoted(each.claimed)}, is {each.verdict}: {quoted(each.why)}"
    if count > MOST_LINES:
        yield f"- and {count - MOST_LINES} more"


def _claims(found: Effect) -> Iterator[str]:
    """Say what the card claims for the whole run, beside the accuracy where units allow it."""
    for claim in found.run.card.claims:
        yield ""
        whole, accuracy = CLAIMED.get(claim.unit), found.run.score.accuracy.value
        told = f"Claim of the card: {quoted(claim.metric)} = {claim.value:g} {claim.unit}"
        if whole and accuracy is not None:
            told += f"; our accuracy differs by {points(accuracy - claim.value / whole)} points"
        yield told + "."


def _counted(kinds_: Mapping[tuple[str, str], int]) -> str:
    pairs = sorted(kinds_.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{number} {one} to {other}" for (one, other), number in pairs[:12])
