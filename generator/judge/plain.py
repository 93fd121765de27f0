r"""Find relations in lines where a model wrote maths without any delimiter (a declared rule).

A line counts only when it has no `$`, `\(` or `\[`. In it, a run is the longest stretch of
numbers, single letters (also behind a number: `3xy`), commands, known functions, operators and
brackets; words end it. Only runs with a relation sign are taken: a bare number in prose ("step 9")
is no step of a solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.judge.spans import Span

TOKEN = re.compile(
    r"\\[A-Za-z]+|\\[{}]|\d+(?:,\d{3})*(?:\.\d+)?[A-Za-z]{0,3}(?![A-Za-z])"
    r"|(?:sqrt|log|ln|sin|cos|tan|abs)(?![A-Za-z])"
    r"|(?<![A-Za-z])[A-Za-z](?:_\{?\w{1,3}\}?)?(?![A-Za-z'’])"
    r"|[-+*/^=<>≤≥≠(){}\[\]|%√²³·×÷−±πα-ω_!]"
)
SIGN = re.compile(r"[=<>≤≥≠]|\\(?:le|ge|ne)")
BULLET = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s+")
DELIMITERS = ("$", "\\(", "\\[", "\\begin")
MAX_LINE = 4000
"""Longer lines are not read: no one writes a step that long without delimiters."""


def runs(text: str) -> Iterator[Span]:
    """Yield the spans of the runs with a relation sign, in lines without delimiters."""
    start = 0
    for line in text.split("\n"):
        if len(line) <= MAX_LINE and SIGN.search(line) and not any(d in line for d in DELIMITERS):
            yield from _line(text, start, start + len(line))
        start += len(line) + 1


def _line(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the runs of one line; tokens belong together when only blanks are between them."""
    bullet = BULLET.match(text, start, end)
    run: Span | None = None
    for match in TOKEN.finditer(text, bullet.end() if bullet else start, end):
        if run and not text[run[1] : match.start()].strip():
            run = (run[0], match.end())
            continue
        yield from _kept(text, run)
        run = match.span()
    yield from _kept(text, run)


def _kept(text: str, run: Span | None) -> Iterator[Span]:
    """Yield the run without emphasis and brackets around all of it, if it has a relation sign."""
    if run is None or not SIGN.search(text, *run):
        return
    start, end = run
    while start < end and text[start] in "*_ ":
        start += 1
    while end > start and text[end - 1] in "*_ ":
        end -= 1
    while text[start:end].count("(") < text[start:end].count(")") and text[end - 1] == ")":
        end -= 1
    if text[start] == "(" and text.find(")", start, end) == end - 1:
        start, end = start + 1, end - 1
    yield start, end
