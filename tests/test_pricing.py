"""Prices are dated, belong to a model at a host, and are unknown, never 0, where we do not know."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from generator.methods.contract import Reply
from generator.methods.pricing import hosts, price, prices
from generator.methods.tally import Tally

HOST = "api.openai.com"
DAY = dt.date(2026, 11, 30)


def reply(tokens_in: int | None, tokens_out: int | None) -> Reply:
    return Reply(text="", finish_reason=None, tokens_in=tokens_in, tokens_out=tokens_out)


def test_cost_is_exact() -> None:
    known = price(HOST, "gpt-4o", DAY)
    assert known
    assert known.cost(1000, 500) == Decimal("0.0075")


def test_unknown_stays_unknown() -> None:
    assert price("localhost", "gpt-4o", DAY) is None
    assert price(HOST, "smollm2-135m", DAY) is None
    assert price(HOST, "gpt-4o", dt.date(2020, 1, 1)) is None
    known = price(HOST, "gpt-4o", DAY)
    assert known
    assert known.cost(None, 5) is None
    assert known.cost(5, None) is None


def test_table_is_sorted_dated_and_has_sources() -> None:
    keys = [(each.host, each.model, each.since) for each in prices()]
    assert keys == sorted(set(keys))
    assert all(each.input > 0 and each.output > 0 and each.source for each in prices())
    assert all(each.since <= DAY for each in prices())
    assert HOST in hosts()


def test_one_reply_without_counts_makes_the_cost_unknown() -> None:
    tally = Tally(price=price(HOST, "gpt-4o", DAY))
    tally.count(reply(1000, 500))
    assert tally.short() == {"calls": "1", "tokens": "1500", "cost": "$0.0075"}
    tally.count(reply(1000, None))
    assert tally.cost is None
    assert tally.short() == {"calls": "2", "tokens": "2500+?", "cost": "unknown"}
    assert "not counted by the server: 1 replies" in tally.lines()[1]


def test_model_without_a_price_costs_something_unknown() -> None:
    tally = Tally()
    tally.count(reply(1, 1))
    assert tally.lines()[-1] == "cost: unknown"


def test_summary_names_the_date_of_the_price() -> None:
    tally = Tally(price=price(HOST, "gpt-4o", DAY), cached=3, retries=2)
    tally.count(reply(1000, 500))
    assert tally.lines() == (
        "calls: 1 answered, 3 from the cache, 0 given up, 2 retries",
        "tokens: 1000 in, 500 out",
        "cost: $0.0075, list price since 2024-10-02",
    )
