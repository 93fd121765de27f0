"""The state of one reading: tokens, position, depth, and what was taken off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.tree import Node

MAX_NESTING = 64
"""Deepest nesting of brackets, fractions, roots, exponents and arguments together."""


class NotMathematics(Unparsable):
    """A word stands where mathematics was expected; the string may still be a text answer."""


class Rules(NamedTuple):
    """The grammar's rules that operands need for what stands inside them.

    They are handed over, because operands and sums contain each other but modules must not.
    """

    answers: Callable[[Reader], Node]
    """Everything: lists, conditions, relations, sums."""
    atom: Callable[[Reader], Node]
    """An operand."""
    total: Callable[[Reader], Node]
    """A sum."""
    product: Callable[[Reader], Node]
    """Factors with and without signs between them."""
    power: Callable[[Reader], Node]
    """An operand with its exponents."""
    starts: Callable[[Reader], bool]
    """Whether another factor starts at the cursor."""


class Reader:
    """Tokens with a cursor. The last token is the empty string, which no rule consumes."""

    __slots__ = ("angled", "at", "bars", "depth", "dropped", "rules", "tokens", "units")

    def __init__(self, tokens: Sequence[str], rules: Rules) -> None:
        """Start at the first of `tokens` (a copy of them is changed while it is read)."""
        self.tokens = [*tokens, ""]
        self.rules = rules
        self.at = 0
        self.depth = 0
        self.bars = 0
        """Absolute values open at this bracket level; -1 where a bar separates, as in a set."""
        self.angled = 0
        """Trigonometric arguments open; degrees are converted only there."""
        self.units: dict[str, None] = {}
        self.dropped: list[str] = []

    def enter(self) -> None:
        """Go one level deeper; raises TooLarge beyond MAX_NESTING."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise TooLarge(f"nested deeper than {MAX_NESTING}")

    def leave(self) -> None:
        """Come one level up."""
        self.depth -= 1

    def expect(self, lexeme: str) -> None:
        """Step over `token`; raises Unparsable where another one stands."""
        if self.tokens[self.at] != lexeme:
            found = self.tokens[self.at] or "the end"
            raise Unparsable(f"{lexeme} was expected, not {found}")
        self.at += 1

    def inside(self, first: int, last: int) -> Reader:
        """Return a reader of tokens[first:last] that shares units and drops with this one."""
        part = Reader(self.tokens[first:last], self.rules)
        part.depth, part.units, part.dropped = self.depth, self.units, self.dropped
        return part

    def closing(self, opener: str, closer: str) -> int:
        """Return the position of the closer that matches the opener at the cursor."""
        depth = 0
        for position in range(self.at, len(self.tokens)):
            lexeme = self.tokens[position]
            if lexeme == opener:
                depth += 1
            elif lexeme == closer:
                depth -= 1
                if depth == 0:
                    return position
        raise Unparsable(f"{opener} is never closed")
