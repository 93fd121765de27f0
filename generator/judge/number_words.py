"""Numbers spelled in English words: `two hundred fifty-five dollars`."""

from __future__ import annotations

import re
from fractions import Fraction

SMALL = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen",
)
TENS = re.findall(r"\w+", "twenty thirty forty fifty sixty seventy eighty ninety")
ONES = {
    **{word: number for number, word in enumerate(SMALL)},
    **{word: 10 * number for number, word in enumerate(TENS, start=2)},
}
POWERS = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
TOKEN = re.compile(r"[a-z]+")
MAX_WORDS = 20
"""Words of a text that are read; a spelled number stands at its front."""


def spelled(text: str) -> Fraction | None:
    """Return the number that a text begins with in words, None where it begins with another word.

    Behind it may stand one thing that it counts (`eleven apples`); decimals are not read.
    """
    words = TOKEN.findall(text.lower())[:MAX_WORDS]
    total, part, read = 0, 0, 0
    for word in words:
        if word in ONES:
            part += ONES[word]
        elif word == "hundred":
            part *= 100
        elif word in POWERS:
            total, part = total + part * POWERS[word], 0
        elif word != "and" or not read:
            break
        read += 1
    return Fraction(total + part) if read and len(words) - read <= 1 else None
