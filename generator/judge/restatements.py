"""Drop what only repeats the problem: restatements of given expressions (methods.md 5.3, "R")."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from generator.judge import relations
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.forms import Form, written
from generator.judge.parse import parse
from generator.records import Expression


@lru_cache(maxsize=65536)
def form(text: str) -> Form | None:
    """Return the written form of a string up to the swap of sides, or None if it is unreadable."""
    try:
        return written(parse(text).root, swap=True)
    except (Unparsable, TooLarge):
        return None


def without_restatements(
    expressions: Iterable[Expression], givens: Iterable[str], derived: Iterable[str]
) -> tuple[Expression, ...]:
    """Return the expressions that do not restate a given, or a part of one.

    Only the way of writing counts. With `2(x + 3) = x - 1` given, `x - 1 = 2(x + 3)` and its sides
    are restatements and `2x + 6 = x - 1` is none. What is written like a derived expression stays.
    """
    repeated = {form(text) for given in givens for text, _ in relations.parts(given, 0, len(given))}
    repeated -= {form(text) for text in derived} | {None}
    return tuple(found for found in expressions if form(found.text) not in repeated)
