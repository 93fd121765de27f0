"""Answer to a table question: cut into values, judged by denotation (methods.md 5.8).

An answer is cut at ", " (and bars, tabs, line ends) outside quotes and brackets, but never where
the whole is a cell of the table or the one value asked for ("Washington, D.C."). It is cut at
" and " only where that leaves cells of the table.
"""

from __future__ import annotations

import re

from generator.judge.denotation import denotes, normal_form
from generator.judge.paper_match import em_paper
from generator.records import Decision, Problem, Target

MAX_TEXT = 5_000
"""Characters of an answer that is read; the longest gold answer has some 600."""
MAX_PARTS = 8
"""Pieces of a text that may make one value."""
MAX_CELLS = 20_000
"""Cells of a table that an answer is compared with as a whole."""

_SEPARATOR = re.compile(r",\s+|[|\t\n]")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"))


def decide_table(text: str, problem: Problem) -> Decision:
    """Return whether an answer denotes the values asked for; `why` gives the exact match too."""
    if not text.strip() or len(text) > MAX_TEXT:
        why = "The answer is empty." if not text.strip() else "too_large: the answer is too long"
        return Decision(equal=False, rule="denotation", why=why, state="unparsable")
    targets = problem.targets or (Target(text=problem.answer),)
    given = answers(text, problem)
    equal = denotes(targets, given)
    match = "right" if em_paper(text, problem) else "wrong"
    count = f"{len(given)} value{'s' * (len(given) != 1)} for {len(targets)} asked for"
    why = f"{count}, {'the same set' if equal else 'not the same set'}; {match} by exact match."
    return Decision(equal=equal, rule="denotation", why=why)


def answers(text: str, problem: Problem) -> list[str]:
    """Return the values that an answer lists."""
    cells = _cells(problem)
    if len(problem.targets) == 1:
        cells |= {normal_form(problem.targets[0].text)}
    parts = [re.sub(r"^(?:and|&)\s+", "", part.strip()) for part in cut(text, cells)]
    return [value for part in parts if part for value in _and(part, cells)]


def _and(part: str, cells: frozenset[str]) -> list[str]:
    """Return the two sides of `x and y` where both are cells of the table, else the part."""
    left, word, right = part.partition(" and ")
    if word and normal_form(part) not in cells and {normal_form(left), normal_form(right)} <= cells:
        return [left, right]
    return [part]


def cut(text: str, whole: frozenset[str]) -> list[str]:
    """Return the pieces of a text between separators.

    A piece reaches as far as it is one of `whole` (normal forms), or else until its quotes and
    brackets are closed.
    """
    ends = [match.start() for match in _SEPARATOR.finditer(text)] + [len(text)]
    starts = [0, *(match.end() for match in _SEPARATOR.finditer(text))]
    pieces, first = [], 0
    while first < len(starts):
        spans = [text[starts[first] : end] for end in ends[first : first + MAX_PARTS]]
        known = [k for k, span in enumerate(spans) if normal_form(span) in whole]
        closed = [k for k, span in enumerate(spans) if _closed(span)]
        last = known[-1] if known else closed[0] if closed else 0
        pieces.append(spans[last])
        first += last + 1
    return pieces


def _closed(text: str) -> bool:
    """Whether quotes and brackets of a text come in pairs."""
    return text.count('"') % 2 == 0 and all(text.count(a) == text.count(b) for a, b in _PAIRS)


def _cells(problem: Problem) -> frozenset[str]:
    """Return the normal forms of the cells of a problem's table; none where it is huge."""
    if problem.table is None:
        return frozenset()
    rows = (problem.table.header, *problem.table.rows)
    cells = [cell for row in rows for cell in row]
    return frozenset(map(normal_form, cells)) if len(cells) <= MAX_CELLS else frozenset()
