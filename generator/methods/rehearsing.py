"""A rehearsal: what a run would send for one problem, and how many calls are left to be made.

Nothing is sent and nothing is written. The replies are made up, and told as such: words with an
answer, and in a solution with tools an action, its output and a final answer, so that each kind of
prompt of a method is seen once. The messages are exactly those that a model with these replies
would get.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.errors import CannotRun
from generator.files import shown_path
from generator.methods.contract import CallFailed, Method, Options, Question, Reply
from generator.methods.invoking import BEFORE_OUTPUT
from generator.methods.journal import Key, key, refuse_changes
from generator.methods.running import Job, finished_rows, header, missing
from generator.records import Message
from generator.store import JOURNAL, PROGRAM

PLAIN = Options()
SHOWN = 6
"""Calls whose messages are shown: DELI on PHP has two in words, three with tools, one more."""
IN_WORDS = "(a reply of the model)\nThe answer is: $0$"
WITH_TOOLS = ('Action: think("(a thought of the model)")', "Final Answer: $1$")
"""What is said to a prompt of the loop with tools, in turn."""


@dataclass(slots=True)
class Call:
    """A call as it would be made."""

    messages: tuple[Message, ...]
    options: Options
    reply: str = ""
    """What the model is taken to say; empty after the last call that is shown."""


@dataclass(slots=True)
class Rehearsal:
    """A Chat that notes what would be sent, and makes up replies to all calls but the last."""

    most: int
    """Calls that are noted; the last of them gets no reply."""
    calls: list[Call] = field(default_factory=list)

    async def complete(self, messages: Sequence[Message], options: Options = PLAIN) -> Reply:
        """Keep `messages`; give up after enough of them."""
        self.calls.append(Call(tuple(messages), options))
        if len(self.calls) == self.most:
            raise CallFailed("dry_run")
        self.calls[-1].reply = said = self._said(options)
        return Reply(text=said, finish_reason="stop", tokens_in=None, tokens_out=None)

    def _said(self, options: Options) -> str:
        """Return a reply in the form that the prompt asks for."""
        if options.stop != BEFORE_OUTPUT.stop:
            return "(an output that the model makes up)" if options.stop else IN_WORDS
        loops = sum(call.options.stop == BEFORE_OUTPUT.stop for call in self.calls)
        return WITH_TOOLS[(loops - 1) % len(WITH_TOOLS)]


async def rehearse(job: Job) -> Iterator[str]:
    """Return the lines that say what a start of `job` would send; raise CannotRun as it would."""
    left = missing(job, rows_so_far(job))
    question = (left or job.questions)[0]
    learned = (job.folder / PROGRAM).is_file()
    rehearsal = Rehearsal(most=1 if job.calls[1] == 1 else SHOWN)
    method = await _method(job, rehearsal, learned=learned)
    with contextlib.suppress(CallFailed):
        await method(question, rehearsal)
    learning = (0, 0) if learned else job.learning
    return iter([*_shown(rehearsal.calls), *_counted(job, question, left, rehearsal, learning)])


def rows_so_far(job: Job) -> Mapping[Key, Mapping[str, object]]:
    """Return the responses that the run's folder has, also while another process writes there.

    Raise CannotRun where the folder holds another run or the journal is damaged.
    """
    rows: dict[Key, Mapping[str, object]] = {**finished_rows(job)}
    path = job.folder / JOURNAL
    if not path.is_file():
        return rows
    whole = path.read_text("utf-8", errors="replace").rpartition("\n")[0]
    try:
        first, *lines = [json.loads(line) for line in whole.split("\n")] if whole else [{}]
    except ValueError:
        raise CannotRun(f"{shown_path(path)} is damaged; a run says in which line") from None
    if first:
        refuse_changes(first, json.loads(json.dumps(header(job))), job.folder)
    return rows | {key(line): line for line in lines}


async def _method(job: Job, chat: Rehearsal, *, learned: bool) -> Method:
    """Return the job's method, with what it has learned where it has."""
    return await job.prepare(chat, job.folder) if job.prepare and learned else job.method


def _shown(calls: Sequence[Call]) -> Iterator[str]:
    """Yield the messages of every call, and what the model is taken to say."""
    for number, call in enumerate(calls, start=1):
        if len(calls) > 1:
            ends = ", ".join(map(json.dumps, call.options.stop))
            yield f"=== call {number}{f', a reply ends before {ends}' if ends else ''}"
        yield from (f"--- {turn.role}\n{turn.content}" for turn in call.messages)
        if call.reply and call is not calls[-1]:
            yield f"=== made up, in the place of a reply:\n{call.reply}"


def _counted(
    job: Job,
    question: Question,
    left: Sequence[Question],
    rehearsal: Rehearsal,
    learning: tuple[int, int],
) -> Iterator[str]:
    """Yield which problem was shown, and how many calls the run would make."""
    count = len(left) if rehearsal.calls else 0
    calls = _range(*(bound * count for bound in job.calls))
    yield f"--- {question.problem_id}: {_left(len(left), len(job.questions))}, {calls} calls"
    if left and any(learning):
        yield f"--- before them the method learns from train problems, {_range(*learning)} calls"


def _left(left: int, of: int) -> str:
    if left in (0, of):
        return f"the first of {of} problems" if left else f"none of {of} problems is left"
    return f"the first of {left} problems that are left of {of}"


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
