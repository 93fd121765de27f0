"""Yes or no (StrategyQA, TabFact; methods.md 5.7) and answers that are plain text."""

from __future__ import annotations

import re
import unicodedata

from generator.judge.words import fold
from generator.records import Decision, Problem

MAX_TEXT = 20_000
"""Characters of an answer that is read."""

_YES = "yes|true"
_YES_LABELS = "entailed|supported|correct"
_NO_LABELS = "refuted|unsupported|incorrect"
_FRONT = r"(?:(?<=\bis )|(?<=\bare )|(?<!\w\s))"
"""Where a label counts: behind `is` or `are`, or behind no word: not in `They supported him`."""
_TOKEN = re.compile(
    rf"\b(?P<negated>not\s+(?:{_YES}|{_YES_LABELS}))\b|\b(?P<no>no|false)\b"
    rf"|{_FRONT}\b(?P<no_label>{_NO_LABELS})\b|(?P<han_no>不是|不对|不正确|否|错)"
    rf"|\b(?P<yes>{_YES})\b|{_FRONT}\b(?P<yes_label>{_YES_LABELS})\b|(?P<han_yes>是|对|正确)",
    re.IGNORECASE,
)


def decide_yes_no(text: str, problem: Problem) -> Decision:
    """Return whether the first yes or no of an answer is the gold one."""
    found = yes_no(text)
    if found is None:
        why = "The answer says neither yes nor no."
        return Decision(equal=False, rule="yes_no", why=why, state="unparsable")
    equal = found == yes_no(problem.answer)
    return Decision(equal=equal, rule="yes_no", why=f"It says {found}.")


def yes_no(text: str) -> str | None:
    """Return `yes` or `no` by the first word of either kind, None without one.

    True, entailed, supported and correct mean yes; false, refuted, `not true` and the like no.
    """
    match = _TOKEN.search(text[:MAX_TEXT])
    if match is None:
        return None
    return "yes" if match.lastgroup in ("yes", "yes_label", "han_yes") else "no"


def decide_text(text: str, problem: Problem) -> Decision:
    """Return whether two texts are equal but for case, blanks, an article, quotes and full stop."""
    left, right = (fold(unicodedata.normalize("NFKC", part)) for part in (text, problem.answer))
    if not left:
        return Decision(equal=False, rule="text", why="The answer is empty.", state="unparsable")
    equal = left == right
    why = "The texts are the same." if equal else "The texts differ."
    return Decision(equal=equal, rule="text", why=why)
