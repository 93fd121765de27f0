"""How a run used its tools: what was called, what failed, and what the model made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.aggregate import Run
from generator.records import Message, Response, Step
from generator.trace import FINAL, steps_of
from generator.trace_analysis.lines import lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """Counts over the traces of a run."""

    run: Run
    actions: int
    """Actions that the model wrote."""
    ran: int
    """Of these, calls that were run and gave something."""
    failed: int
    """Calls that were run and gave an error."""
    unread: int
    """Actions that name no tool, or whose call could not be read."""
    programs: int
    """Programs that the model wrote."""
    broken: int
    """Of these, those that failed; replies without a program are in it."""
    outputs: int
    """Outputs after an action, whoever wrote them."""
    made: int
    """Of these, those that the model wrote itself."""

    @property
    def errors(self) -> int:
        """Actions that came to nothing."""
        return self.failed + self.unread

    @property
    def thought(self) -> int:
        """Actions with nothing to run, such as `think`."""
        return self.actions - self.ran - self.errors


def tool_use(run: Run) -> ToolUse | None:
    """Return how a run used its tools.

    None where the traces do not say what was run: no message says that it is an action or program.
    """
    responses = [line.response for line in lines(run)]
    if not any(each.kind in ("action", "code") for found in responses for each in found.messages):
        return None
    count = Counter(name for found in responses for name in _counted(found))
    names = ("actions", "ran", "failed", "unread", "programs", "broken", "outputs", "made")
    return ToolUse(run=run, **{name: count[name] for name in names})


def _counted(response: Response) -> Iterator[str]:
    """Yield the name of every count that a message of the response adds one to."""
    for message, step in zip(response.messages, steps_of(response), strict=False):
        if step.kind == "action":
            yield "actions"
            yield from _action(message)
        elif step.kind == "code":
            yield "programs"
        elif step.kind == "output" and not step.text.lstrip().startswith(FINAL):
            yield "outputs"
            yield from ("made",) if made_up(step) else ()
        if step.kind in ("code", "repl") and message.error:
            yield "broken"


def _action(message: Message) -> Iterator[str]:
    """Yield what became of an action; nothing where there was nothing to run."""
    if message.error:
        yield "failed" if message.parsed else "unread"
    elif message.parsed:
        yield "ran"


def made_up(step: Step) -> bool:
    """Return whether a step is an output that the model wrote in a tool's place."""
    final = step.text.lstrip().startswith(FINAL)
    return step.kind in ("output", "repl") and step.author == "model" and not final
