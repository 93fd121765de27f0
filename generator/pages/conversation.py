"""A response as a readable conversation: who said what in which round, and what is folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.pages.repetition import Loop, loop
from generator.records import Judgement, Message, Protocol, Response, Step, StepKind
from generator.trace import ACTION, FINAL, steps_of
from generator.trace_analysis import failure, made_up

LONGEST = 12_000
"""Characters of one step that a page holds; the rest is in the responses file."""
TALL = 2_400
"""Characters of one step above which it is folded."""
LONGEST_ASIDE = 2_000
"""Characters of what stands beside a step: the call that was run, what was cut off."""
FEW = 6
"""Messages that are all open; of more, the first and the last two of a round are."""
ENDS = 2

MARKED: Protocol = "full"
"""Protocol whose matches are marked in steps and whose credit colours the graph."""

KINDS: Mapping[StepKind, str] = {
    "init": "first solution",
    "action": "action",
    "output": "output",
    "think": "text",
    "code": "program",
    "repl": "program’s output",
    "revise": "revision",
    "vote": "vote",
    "select": "assessment",
    "norm": "normalised table",
}
"""Kind of a step -> what a reader calls it."""

VERBATIM: frozenset[StepKind] = frozenset({"action", "output", "code", "repl"})
"""Kinds that are shown as they were written, letter for letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepMark:
    """A stretch of a step that matched a derived expression, or is the answer."""

    start: int
    end: int
    number: int | None
    """1-based derived expression; None for the extracted answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """One step with its marks, and what the method noted about it."""

    step: Step
    name: str
    """What it is, in words."""
    marks: tuple[StepMark, ...]
    text: str
    """At most LONGEST characters of the step; of a loop at its end, the first rounds of it."""
    omitted: int
    """Characters that are not shown and not said to be repeated."""
    loop: Loop | None
    """What the step says over and over at its end."""
    verbatim: bool
    """Whether the text is shown letter for letter, as code."""
    made_up: bool
    """An output that the model wrote where a tool's should stand."""
    ran: str = ""
    """The call or program that was run, where the text does not say it already."""
    error: str = ""
    trouble: str = ""
    """What the error means, where it does not say so itself."""
    discarded: str = ""
    """Rest of the reply that the method did not use."""

    @property
    def tall(self) -> bool:
        """Whether it is folded for its length."""
        return len(self.text) > TALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Steps that stand together, open or folded away."""

    steps: tuple[ShownStep, ...]
    folded: bool

    @property
    def matches(self) -> int:
        """Marks on the steps."""
        return sum(len(each.marks) for each in self.steps)

    @property
    def errors(self) -> int:
        """Steps in which something went wrong."""
        return sum(bool(each.error) for each in self.steps)

    @property
    def made_up(self) -> int:
        """Outputs that the model wrote in a tool's place."""
        return sum(each.made_up for each in self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """The steps of one round; of all of a response that knows no rounds."""

    number: int | None
    """0 the initial solution; None outside rounds."""
    stretches: tuple[Stretch, ...]
    open: bool
    """Whether it is unfolded at first."""
    again: bool
    """Whether an earlier one has the same number."""

    @property
    def size(self) -> int:
        """Messages in it."""
        return sum(len(each.steps) for each in self.stretches)

    @property
    def matches(self) -> int:
        """Marks in it."""
        return sum(each.matches for each in self.stretches)


def conversation(response: Response, judgement: Judgement) -> tuple[ShownRound, ...]:
    """Return the rounds of a response in their order; empty where nothing was said."""
    steps = shown_steps(response, judgement)
    runs = [(key, (*group,)) for key, group in groupby(steps, key=lambda each: each.step.round)]
    return tuple(
        ShownRound(
            number=number,
            stretches=stretches(group, all_open=len(steps) <= FEW),
            open=len(steps) <= FEW or place in (0, len(runs) - 1),
            again=number in [other for other, _ in runs[:place]],
        )
        for place, (number, group) in enumerate(runs)
    )


def stretches(steps: Sequence[ShownStep], *, all_open: bool) -> tuple[Stretch, ...]:
    """Return the steps of a round with the middle of a long one folded away."""
    if all_open or len(steps) <= FEW:
        return (Stretch(steps=tuple(steps), folded=False),)
    parts = (steps[:ENDS], steps[ENDS:-ENDS], steps[-ENDS:])
    return tuple(Stretch(steps=tuple(part), folded=place == 1) for place, part in enumerate(parts))


def shown_steps(response: Response, judgement: Judgement) -> tuple[ShownStep, ...]:
    """Return the steps with the marks that the judge's spans put on them."""
    messages = response.messages
    return tuple(
        shown_step(step, messages[index] if index < len(messages) else None, index, judgement)
        for index, step in enumerate(steps_of(response))
    )


def shown_step(step: Step, message: Message | None, index: int, judgement: Judgement) -> ShownStep:
    """Return one step; `message` is where it comes from, None for the final text."""
    ran = message.parsed if message else ""
    found = loop(step.text)
    told = found.shown if found else len(step.text)
    return ShownStep(
        step=step,
        name=name_of(step),
        marks=moved(marks_of(index, judgement), found),
        text=step.text[: min(told, LONGEST)],
        omitted=max(0, told - LONGEST),
        loop=found,
        verbatim=step.kind in VERBATIM and not step.text.lstrip().startswith(FINAL),
        made_up=made_up(step),
        ran="" if ran in step.text else ran[:LONGEST_ASIDE],
        error=message.error[:LONGEST_ASIDE] if message else "",
        trouble=failure(message.error) if message else "",
        discarded=message.discarded[:LONGEST_ASIDE] if message else "",
    )


def name_of(step: Step) -> str:
    """Return what a reader calls a step."""
    text = step.text.lstrip()
    if step.kind == "output" and text.startswith(FINAL):
        return "final answer"
    if step.author == "prompt":
        return "prompt"
    if step.kind == "action" and text.startswith((f"{ACTION} think", "think")):
        return "action, to think"
    return KINDS[step.kind]


def marks_of(step: int, judgement: Judgement) -> tuple[StepMark, ...]:
    """Return the marks on one step, by place."""
    credit = judgement.credits.get(MARKED)
    marks = [
        StepMark(start=m.expression.start, end=m.expression.end, number=m.node + 1)
        for m in (credit.matches if credit else ())
        if m.expression.step == step
    ]
    answer = judgement.answer
    if answer and answer.step == step and answer.end > answer.start:
        marks.append(StepMark(start=answer.start, end=answer.end, number=None))
    return tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))


def moved(marks: Sequence[StepMark], found: Loop | None) -> tuple[StepMark, ...]:
    """Return the marks, those in a part of a loop that is not shown at the same text before it."""
    if found is None:
        return tuple(marks)
    places = ((mark, found.moved(mark.start, mark.end)) for mark in marks)
    kept = {(*place, mark.number or 0): (mark, place) for mark, place in places if place}
    return tuple(
        replace(mark, start=place[0], end=place[1]) for _, (mark, place) in sorted(kept.items())
    )
