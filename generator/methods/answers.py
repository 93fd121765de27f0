"""The answers that a method needs while it runs: to compare two, to hint at one, to return one.

What counts on the board is found again by the judge; nothing here looks at a gold answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.judge import choices, same, spans
from generator.judge.extract import LETTERS
from generator.judge.extract import answer as extracted
from generator.methods.calls import listed
from generator.records import AnswerType, Message, Step

EDGES = " \t\r\n。.：:"
FINAL = re.compile(r"Final\s?Answer[*_]{0,2}\s*[:：]", re.IGNORECASE)
OUTPUT = re.compile(r"^\s*Output\s*[:：]")
NUMBER = re.compile(r"-?\d+\.?\d*")


def of_text(text: str, kind: AnswerType, *, guess: bool = False) -> str:
    """Return the answer that a solution in words states; empty where it states none.

    `guess` also takes the last formula or number (PHP); otherwise there has to be a lead-in or a
    box (methods.md 1).
    """
    step = Step(kind="think", author="model", text=text)
    found = extracted([step], None, kind, truncated=not guess)
    return trimmed(found.text) if found else ""


def of_conversation(turns: Sequence[Message], kind: AnswerType) -> str:
    r"""Return the answer of a solution with tools (methods.md 2.3); empty where it has none.

    What follows the last `Final Answer:`, of which the content of a box if it has one; without the
    label a box anywhere, else the last output, of a list with one entry that entry. Of a choice it
    is the letter: `D) 980` is compared, and returned, as `D`.
    """
    return _typed(_stated(turns), kind)


def _typed(text: str, kind: AnswerType) -> str:
    """Return the part of an answer that its type asks for; all of it where there is none."""
    span = None
    if kind == "choice":
        span = choices.letter(text, LETTERS)
    elif kind == "yes_no":
        span = choices.yes_no(text)
    return text[slice(*span)] if span else text


def _stated(turns: Sequence[Message]) -> str:
    """Return the words of the answer of a solution with tools."""
    for turn in reversed(turns):
        parts = FINAL.split(turn.content)
        if len(parts) > 1 and turn.kind == "output" and turn.made_by == "model":
            return trimmed(_boxed(parts[-1]) or parts[-1])
    boxes = [box for turn in turns if (box := _boxed(turn.content))]
    if boxes:
        return trimmed(boxes[-1])
    outputs = [turn.content for turn in turns if OUTPUT.match(turn.content)]
    text = OUTPUT.sub("", outputs[-1]).strip() if outputs else ""
    entries = listed(text)
    return trimmed(entries[0] if entries and len(entries) == 1 else text)


def trimmed(text: str) -> str:
    """Return an answer without dots and colons around it, nor dollar signs."""
    bare = _bare(text)
    return _bare(bare.strip("$")) if bare.count("$") in {1, 2} else bare


def _bare(text: str) -> str:
    """Return a text without what may stand around an answer; the dot of `.5` is a part of it."""
    end = text.rstrip(EDGES)
    bare = end.lstrip(EDGES)
    before = end[: len(end) - len(bare)]
    return f".{bare}" if before.endswith(".") and bare[:1].isdigit() else bare


def agree(one: str, other: str, kind: AnswerType) -> bool:
    """Whether two answers are the same mathematically; an empty one is like no other."""
    return bool(one and other) and same(one, other, answer_type=kind).equal


def cleansed(text: str, kind: AnswerType) -> str:
    """Return the answer in the reply to a cue (methods.md 1.4): the first of the type asked for."""
    if kind == "number":
        found = NUMBER.search(re.sub(r"(?<=\d),(?=\d{3})", "", text))
    elif kind == "choice":
        found = re.search(r"[A-E]", text)
    elif kind == "yes_no":
        found = re.search(r"\b(?:yes|no)\b|不是|是|否", text.lower())
    else:
        formula = re.search(r"\$([^$]+)\$", text)
        return trimmed(formula[1] if formula else text.strip().partition("\n")[0])
    return found[0].rstrip(".") if found else ""


def _boxed(text: str) -> str:
    """Return the content of the last box; empty without one."""
    span = spans.last_box(text)
    return text[span[0] : span[1]] if span else ""
