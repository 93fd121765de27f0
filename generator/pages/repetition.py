"""Where a text ends by saying the same over and over, as small models do until they are cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LEAST = 4
"""Times that something is said before it counts as a loop."""
SHOWN = 2
"""Times that it is shown."""
SHORTEST = 160
"""Characters of a loop below which it is shown whole."""
LOOKED = 100_000
"""Characters of a text above which no loop is looked for."""
TAIL = 24
"""Last characters of a text that have to come LEAST times, which is quick to see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """The end of a text, in which one stretch comes again and again; the last one may break off."""

    start: int
    """Where it begins."""
    period: int
    """Characters of the stretch."""
    length: int
    """Characters of the text from `start` to its end."""

    @property
    def shown(self) -> int:
        """Characters of the text up to the end of the last stretch that is shown."""
        return self.start + SHOWN * self.period

    @property
    def more(self) -> int:
        """How often the stretch comes after that; one that breaks off is not counted."""
        return self.length // self.period - SHOWN

    def moved(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the same stretch among what is shown, where the text is the same; None if none."""
        over = max(0, end - self.shown)
        back = -(-over // self.period) * self.period
        return None if back and start - back < self.start else (start - back, end - back)


def loop(text: str) -> Loop | None:
    """Return the longest loop at the end of `text`; None where there is none worth folding.

    Linear in the text: the table of borders of the text read backwards (Knuth, Morris and Pratt).
    """
    if not SHORTEST <= len(text) <= LOOKED or text.count(text[-TAIL:]) < LEAST:
        return None
    loops = (pair for pair in periods(text) if pair[0] >= max(SHORTEST, LEAST * pair[1]))
    length, period = max(loops, default=(0, 0))
    return Loop(start=len(text) - length, period=period, length=length) if length else None


def periods(text: str) -> Iterator[tuple[int, int]]:
    """Yield (length, smallest period) of every end of `text` longer than one character."""
    back = text[::-1]
    border = [0] * len(back)
    at = 0
    for place in range(1, len(back)):
        while at and back[place] != back[at]:
            at = border[at - 1]
        at += back[place] == back[at]
        border[place] = at
        yield place + 1, place + 1 - at
