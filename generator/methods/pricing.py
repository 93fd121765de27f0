"""What calls cost, by a dated table of list prices in this package. Unknown stays unknown.

A price belongs to a model at a host: the same name elsewhere, or on a machine of one's own, has
none. Discounts for cached prompts and batches are not taken off.
"""

from __future__ import annotations

import csv
import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("prices.csv")
MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """List price of a model, in US dollars per million tokens."""

    host: str
    model: str
    since: dt.date
    """First day on which it holds."""
    input: Decimal
    output: Decimal
    source: str
    """Where the numbers are from, and when they were compared."""

    def cost(self, tokens_in: int | None, tokens_out: int | None) -> Decimal | None:
        """Return the cost of so many tokens in US dollars; None where a count is unknown."""
        if tokens_in is None or tokens_out is None:
            return None
        return (self.input * tokens_in + self.output * tokens_out) / MILLION


@cache
def prices() -> tuple[Price, ...]:
    """Return the table, in its order."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return tuple(
            Price(
                host=row["host"],
                model=row["model"],
                since=dt.date.fromisoformat(row["since"]),
                input=Decimal(row["input"]),
                output=Decimal(row["output"]),
                source=row["source"],
            )
            for row in csv.DictReader(file)
        )


def hosts() -> frozenset[str]:
    """Return the hosts that the table knows."""
    return frozenset(each.host for each in prices())


def price(host: str, model: str, day: dt.date) -> Price | None:
    """Return what `model` at `host` cost on `day`; None where the table does not know."""
    known = [each for each in prices() if (each.host, each.model) == (host, model)]
    held = [each for each in known if each.since <= day]
    return max(held, key=lambda each: each.since, default=None)
