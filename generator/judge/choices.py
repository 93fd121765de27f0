"""Letters of multiple choice and yes or no, in the text of an answer (methods.md 5.5, 5.7)."""

from __future__ import annotations

import re

Span = tuple[int, int]


def _forms(letters: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a stated option, most explicit first; group 1 is the letter."""
    one = f"([{re.escape(letters)}])"
    return (
        re.compile(rf"(?:[(（]|\\text(?:bf)?\{{\(?)\s*{one}\s*(?:[)）}}])"),
        re.compile(rf"(?:option|choice|选项|选择?)\s*[:：]?\s*\(?{one}(?![a-z])", re.IGNORECASE),
        re.compile(rf"(?<![A-Za-z'’]){one}(?![A-Za-z'’])"),
    )


def letter(text: str, letters: str) -> Span | None:
    r"""Return the span of the option letter an answer states, or None.

    `(X)` and `\textbf{(X)}` come first, then `option X`, then a letter standing alone; the letter
    has to be one of `letters`. A lone `A` that opens a sentence ("A square") is an article.
    """
    for pattern in _forms(letters):
        for match in pattern.finditer(text):
            following = text[match.end(1) :]
            if match[1].isupper() and not re.match(r"\s+[a-z]", following):
                return match.span(1)
    return None


def last_letter(text: str, letters: str) -> Span | None:
    """Return the span of the letter in the last `(X)` of a text, or None."""
    found = list(re.finditer(rf"[(（]([{re.escape(letters)}])[)）]", text))
    return found[-1].span(1) if found else None


def yes_no(text: str) -> Span | None:
    """Return the span of the first yes, no, 是 or 否 standing alone in an answer, or None."""
    match = re.search(r"\b(?:yes|no|true|false)\b|不是|是|否", text, re.IGNORECASE)
    return match.span() if match else None


def content(text: str, start: int, words: str) -> Span | None:
    """Return the span of an option's content in text[start:], as whole words in any case."""
    if not words.strip():
        return None
    blank = r"\s+".join(map(re.escape, words.split()))
    match = re.compile(rf"(?<!\w){blank}(?!\w)", re.IGNORECASE).search(text, start)
    return match.span() if match else None
