"""Which answer CARP's 2023 evaluator takes from a response (`src/utils/utils.py`, methods.md 1.1).

Kept apart from extract.py, whose rules are mended: here everything after the last lead-in counts,
to the end of the reply, and the Chinese lead-in needs its full-width colon first.
"""

from __future__ import annotations

import re

from generator.judge import literals
from generator.records import Trace

FIRST = ("答案是：", "The answer is: ")
"""Lead-ins that come before a box: of the Chinese prompts, then of the English ones."""
LATER = ("答案为", "答案是:")
"""Lead-ins that upstream tries when there is no box either."""
FINAL = "Final Answer: "
OUTPUT = "Output:"
ENDS = "。.：:"


def answer_of(trace: Trace) -> str:
    """Return upstream's answer, empty where it finds none."""
    text = "\n".join(step.text for step in trace.steps)
    if any(step.kind in {"action", "output"} for step in trace.steps):
        return _of_tools(text)
    lead_in = next((each for each in FIRST if each in text), None)
    if lead_in is not None:
        return _after(text, lead_in)
    found = last_box(text)
    lead_in = next((each for each in LATER if each in text), None)
    return found if found or lead_in is None else _after(text, lead_in)


def _after(text: str, lead_in: str) -> str:
    """Return the trimmed text after the last occurrence of a lead-in."""
    return text.rpartition(lead_in)[2].strip().strip(ENDS)


def _of_tools(text: str) -> str:
    """Return the final answer of a tool trace, its last box, or its last output."""
    if FINAL in text:
        answer = _after(text, FINAL)
        return last_box(answer) if "boxed" in answer else answer
    if "boxed" in text:
        return last_box(text)
    output = text.rpartition(OUTPUT)[2].strip().strip("。").strip(".")
    found = literals.printed(output, 0, len(output))
    if found is None or len(found) != 1:
        return output
    return ESCAPE.sub(lambda match: ESCAPES[match[1]], output[slice(*found[0])])


ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
ESCAPE = re.compile(r"\\([abfnrtv\\])")
"""Upstream reads a printed list as Python, which turns the start of `\\frac` into a form feed."""


def last_box(text: str) -> str:
    """Return what stands in the last `boxed`, by braces, or up to the next `$` without a brace."""
    rest = text.rpartition("boxed")[2] if "boxed" in text else ""
    if not rest.startswith("{"):
        return rest.split("$")[0].strip()
    depth = 0
    for place, character in enumerate(rest):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return rest[1:place]
    return rest[1:]
