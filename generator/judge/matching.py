"""Which derived expressions the expressions of a trace equal: set look-ups, then a proof."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from generator.judge import same
from generator.judge.key import node_key
from generator.records import Expression, Match

MAX_PROOFS = 50
"""Candidates per node that are compared exactly. Equal keys are nearly always equal nodes, but what
has only a coarse key may need SymPy, and a response must not be able to ask for that forever."""


def first_matches(
    derived: Sequence[str],
    expressions: Iterable[Expression],
    key: Callable[[str], Hashable | None],
    equal: Callable[[str, str], bool],
) -> tuple[Match, ...]:
    """Return the first matching expression of every reached node, ascending by node.

    An expression with the same text as a node but for blanks matches at once; else one with an
    equal `key` matches when `equal` confirms it. Strings without a key match as strings only.
    """
    table: dict[Hashable, list[Expression]] = {}
    for expression in expressions:
        for entry in _entries(expression.text, key):
            table.setdefault(entry, []).append(expression)
    found = []
    for node, text in enumerate(derived):
        hits = {e: None for entry in _entries(text, key) for e in table.get(entry, ())}
        hit = _first(text, sorted(hits, key=lambda e: (e.step, e.start)), equal)
        found += [Match(node=node, expression=hit)] if hit else []
    return tuple(found)


def _first(
    text: str, candidates: Iterable[Expression], equal: Callable[[str, str], bool]
) -> Expression | None:
    """Return the first candidate that is the node `text`; at most MAX_PROOFS need a proof."""
    for number, candidate in enumerate(candidates):
        if bare(candidate.text) == bare(text):
            return candidate
        if number < MAX_PROOFS and equal(text, candidate.text):
            return candidate
    return None


def _entries(text: str, key: Callable[[str], Hashable | None]) -> list[Hashable]:
    """Return the look-up entries of a string: its blank-free text, and its key if it has one."""
    algebra = key(text)
    return [bare(text)] if algebra is None else [bare(text), ("key", algebra)]


def bare(text: str) -> str:
    """Return the text without blanks."""
    return text.replace(" ", "")


def node_equal(left: str, right: str) -> bool:
    """Return whether two strings are the same node, by the judge's ladder."""
    return same(left, right, level="node").equal


KEY = node_key
"""Key of the judge's node level."""
