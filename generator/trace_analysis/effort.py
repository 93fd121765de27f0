"""What the answers of a run took: calls, tools, tokens and cost, beside its accuracy."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal

from generator.aggregate import Run
from generator.cards import NO_MODEL
from generator.methods.pricing import price
from generator.records import Proportion, Response
from generator.trace_analysis.lines import accuracy, lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Sums over the responses of a run; unknown is None and never 0."""

    run: Run
    responses: int
    """Lines that are counted, the denominator of every mean."""
    accuracy: Proportion
    """Over the problems of those lines."""
    calls: int
    """Model calls that gave a reply; 0 for a method without a model."""
    tool_calls: int | None
    """Tools and programs that were run; None where a conversation does not say what its messages
    are."""
    tokens_in: int | None
    """Tokens read; None unless the server counted every call."""
    tokens_out: int | None
    """Tokens written; None likewise."""
    cost: Decimal | None
    """US dollars by list price, 0 without a model; None where a price or a count is unknown."""

    def each(self, total: float | Decimal | None) -> float | None:
        """Return a sum as a mean per response; None where it is unknown or there is none."""
        return float(total) / self.responses if total is not None and self.responses else None

    @property
    def tokens(self) -> int | None:
        """Tokens read and written; None where one of them is unknown."""
        known = self.tokens_in is not None and self.tokens_out is not None
        return (self.tokens_in or 0) + (self.tokens_out or 0) if known else None


def effort(run: Run, on: Collection[str] | None = None) -> Effort:
    """Return what the answers of a run took, on some problems or on all that it has a line for.

    Replies of tries that failed are not in it.
    """
    found = [line for line in lines(run) if on is None or line.response.problem_id in on]
    responses = [line.response for line in found]
    alone = run.card.model == NO_MODEL
    asked = [each for each in responses if each.n_calls]
    tokens_in = 0 if alone else _sum(each.tokens_in for each in asked)
    tokens_out = 0 if alone else _sum(each.tokens_out for each in asked)
    return Effort(
        run=run,
        responses=len(responses),
        accuracy=accuracy((line.response.problem_id, line.right) for line in found),
        calls=0 if alone else sum(each.n_calls for each in responses),
        tool_calls=_sum(_tool_calls(each) for each in responses),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost=Decimal(0) if alone else _cost(run, tokens_in, tokens_out),
    )


def _tool_calls(response: Response) -> int | None:
    """Return the tools that were run; a conversation without kinds does not say."""
    told = not response.messages or any(each.kind for each in response.messages)
    return response.n_tool_calls if told else None


def _sum(counts: Iterable[int | None]) -> int | None:
    """Return the sum; None where any of them is unknown."""
    found = [*counts]
    known = [each for each in found if each is not None]
    return sum(known) if len(known) == len(found) else None


def _cost(run: Run, tokens_in: int | None, tokens_out: int | None) -> Decimal | None:
    """Return the cost by the price that held on the day of the run, at the host of its card."""
    settings = run.card.settings
    listed = price(str(settings.get("host")), str(settings.get("model")), run.card.date)
    return listed.cost(tokens_in, tokens_out) if listed else None
