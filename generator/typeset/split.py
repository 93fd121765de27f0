r"""Text with formulas between `$`, `$$`, `\(`, `\[` -> its pieces, with their places.

Money is no formula: "$5 and $7" stays text. Places are offsets into the text as it was given, so
that spans of the judge can be drawn on the pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 2_000
"""Characters of one formula; what is longer is left as text."""

PAIRS = (("$$", "$$", True), ("\\[", "\\]", True), ("\\(", "\\)", False), ("$", "$", False))
"""Opening, closing, display."""

OPENING = re.compile(r"\$\$|\\\[|\\\(|(?<!\\)\$")
IN_WORDS = re.compile(r"\\(?:text|mathrm|operatorname|textbf)\s*\{[^{}]*\}|\\[a-zA-Z]+")
WORD = re.compile(r"(?<![a-zA-Z])[a-zA-Z]{3,}(?![a-zA-Z])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of prose or one formula."""

    start: int
    end: int
    """Half-open range in the text, delimiters of a formula included."""
    tex: str | None = None
    """The formula without its delimiters; None for prose."""
    display: bool = False
    """Whether the formula stands on a line of its own."""


def pieces(text: str) -> tuple[Piece, ...]:
    """Cut `text` into prose and formulas; the pieces tile it from 0 to its length."""
    found: list[Piece] = []
    done = 0
    at = OPENING.search(text)
    while at:
        formula = formula_at(text, at.start(), at.group())
        if formula is None:
            at = OPENING.search(text, at.start() + len(at.group()))
            continue
        if done < formula.start:
            found.append(Piece(done, formula.start))
        found.append(formula)
        done = formula.end
        at = OPENING.search(text, done)
    if done < len(text):
        found.append(Piece(done, len(text)))
    return tuple(found)


def formula_at(text: str, start: int, opening: str) -> Piece | None:
    """Return the formula that opens at `start`, or None where it is not one."""
    closing, display = next((close, wide) for open_, close, wide in PAIRS if open_ == opening)
    first = start + len(opening)
    last = text.find(closing, first, first + LONGEST + len(closing))
    if last < 0 or not text[first:last].strip():
        return None
    tex, end = text[first:last], last + len(closing)
    if opening == "$" and not is_formula(tex, text[end : end + 1]):
        return None
    return Piece(start, end, tex.strip(), display)


def is_formula(tex: str, after: str) -> bool:
    """Say whether what stands between two `$` is a formula, and not prose between two sums.

    `after` is the character behind the closing `$`. Prose is: a paragraph break; a digit on both
    outer sides ("$5 and $7"); two or more words; one word between a sum and a blank.
    """
    if "\n\n" in tex or tex.endswith("\\"):
        return False
    if after.isdigit() and tex[0].isdigit():
        return False
    words = WORD.findall(IN_WORDS.sub(" ", tex))
    starts_like_money = tex[0].isdigit() and tex[-1].isspace() and re.search("[a-zA-Z]{2}", tex)
    return len(words) < 2 and not starts_like_money
