"""What the calls of one start have come to: numbers for the progress bar and the summary."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from generator.methods.contract import Reply
from generator.methods.pricing import Price


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts that only grow; replies from the cache are paid for already and stand apart."""

    price: Price | None = None
    """None where the table has no price for this model at this host."""
    calls: int = 0
    """Replies from the server."""
    cached: int = 0
    """Replies from the cache."""
    retries: int = 0
    """Tries beyond the first one of a call."""
    failed: int = 0
    """Calls that were given up."""
    tokens_in: int = 0
    tokens_out: int = 0
    uncounted: int = 0
    """Replies from the server without token counts: with any, the sums are unknown."""
    tries: int = 0
    """Requests sent, whatever became of them."""

    def count(self, reply: Reply) -> None:
        """Add a reply from the server."""
        self.calls += 1
        self.tokens_in += reply.tokens_in or 0
        self.tokens_out += reply.tokens_out or 0
        self.uncounted += reply.tokens_in is None or reply.tokens_out is None

    @property
    def cost(self) -> Decimal | None:
        """US dollars; None where the price or a count is unknown."""
        if self.price is None or self.uncounted:
            return None
        return self.price.cost(self.tokens_in, self.tokens_out)

    def short(self) -> dict[str, str]:
        """Return what a progress bar shows."""
        return {"calls": str(self.calls), "tokens": self._tokens(), "cost": self._cost()}

    def lines(self) -> tuple[str, ...]:
        """Return the summary, a line each."""
        calls = (
            f"calls: {self.calls} answered, {self.cached} from the cache, "
            f"{self.failed} given up, {self.retries} retries"
        )
        known = f"{self.tokens_in} in, {self.tokens_out} out"
        missed = f", not counted by the server: {self.uncounted} replies" if self.uncounted else ""
        dated = f", list price since {self.price.since}" if self.price and self.cost else ""
        return calls, f"tokens: {known}{missed}", f"cost: {self._cost()}{dated}"

    def _tokens(self) -> str:
        known = str(self.tokens_in + self.tokens_out)
        return f"{known}+?" if self.uncounted else known

    def _cost(self) -> str:
        return "unknown" if self.cost is None else f"${self.cost:.4f}"
