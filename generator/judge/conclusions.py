"""The number that the last sentence of a text gives as its result (declared guesses).

"So, it would take 5 hours to walk 17 miles." has its answer first, "I count 3 and 4 sheep" last.
What was calculated just before tells the two apart.
"""

from __future__ import annotations

import re

from generator.judge import chains, spans
from generator.judge.spans import Span

NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:/\d+)?%?|(?<![\w.])-?\.\d+")
SIGN = re.compile(r"[=≈]|\\approx")
RESULT = re.compile(
    r"\s*\\?\$?\s*(-?(?:\d[\d,]*(?:\.\d+)?(?:/\d+(?![.\d]))?|\.\d+))(?!\s*(?:[-+*/×÷^=(\d]|\\[a-z])|:\d)"
)
"""The number behind the last sign of a calculation, where nothing is left to be done with it."""
CONCLUDES = re.compile(
    r"[\s*_]*(?:So|Therefore|Thus|Hence|Consequently|(?:There|Then) (?:are|is|will|were))\b"
)
"""How a sentence begins whose first number is the result."""
EXPLAINS = re.compile(
    r"\s*(?:\(|(?:This|That|It) is because\b|Because\b|Note\b|I hope\b)", re.IGNORECASE
)
"""How a sentence begins that follows the conclusion."""
THERE = re.compile(r"\b[Tt]here (?:are|is|were|will be|would be)(?: a total of| only| exactly)? ")
"""What stands before the result in `So, there are 28 squares between 10 and 1000.`"""
COPULA = re.compile(
    r"(?:\b(?:is|are|was|were|be|equals|equal to)|=)"
    r"(?: (?:approximately|about|exactly|only|equal to))? "
    r"\\?\$?(?=[-.\d])"
)
"""What stands before the result in `Thus, the remainder of 71 by 3 is 2.`"""
NAMED = re.compile(
    r"(?:\b(?:is|was|be|are)(?: an?| the)?|\bon an?) [\"“'‘]?([A-Z][a-z]+|[A-Z])[\"”'’]?[.!]?\s*"
)
"""The end of a sentence that names something: `it will be a Friday.`"""


CLAUSE = re.compile(r"[,;]\s+(?:and\s+)?(?:so|thus|hence|therefore)\s", re.IGNORECASE)
"""What begins a conclusion within a sentence."""
MAX_PIECES = 20
"""Pieces of maths of a sentence that are looked for in the text before it."""
OPERATOR = re.compile(r"\s*(?:[-+*/×÷=^]|x \d)")
"""What stands behind a number that is only the first of a calculation."""


def last_sentence(text: str) -> Span | None:
    """Return the last sentence with text in it that does not explain the one before it."""
    view = spans.outside(text)
    edges = [0, *(match.end() for match in spans.SENTENCE_END.finditer(view)), len(text)]
    for start, end in zip(edges[-2::-1], edges[:0:-1], strict=True):
        if re.search(r"\w", text[start:end]) and not EXPLAINS.match(text, start, end):
            return start, end
    return None


def restated_result(text: str) -> Span | None:
    """Return the result of the last calculation where the last sentence states it in words.

    Where the text has maths between delimiters the sentence has to draw a conclusion, and its own
    maths must have been said before: something new there is more likely the answer.
    """
    sentence = last_sentence(text)
    result = _result(text[: sentence[1]]) if sentence else None
    if sentence is None or result is None:
        return None
    inner = list(spans.maths(text, *sentence))
    new = len(inner) > MAX_PIECES or any(
        text[slice(*span)] not in text[: sentence[0]] for span in inner
    )
    if new or ("$" in text and not CONCLUDES.match(text, *sentence)):
        return None
    stated = [_behind(THERE, text, sentence)] if THERE.search(text, *sentence) else []
    numbers = [span for span in stated if span] or _numbers(text, sentence)
    return next((span for span in numbers if _same(text[slice(*span)], result)), None)


def stated_conclusion(text: str) -> Span | None:
    """Return the restated result of a conclusion that goes on behind it, wherever it breaks off."""
    sentence = last_sentence(text)
    found = restated_result(text)
    if sentence is None or found is None or not CONCLUDES.match(text, *sentence):
        return None
    return found if re.match(r"\s+\w", text[found[1] :]) else None


def open_box(text: str) -> Span | None:
    """Return the formula before a box that breaks off where the box begins like it."""
    boxes = [match for match in spans.BOX.finditer(text) if match[0].endswith("{")]
    if not boxes or len(spans.boxes(text)) == len(spans.BOX.findall(text)):
        return None
    found = chains.last_expression(text[: boxes[-1].start()])
    begun = "".join(text[boxes[-1].end() :].split())
    if found is None or not re.search(r"\w", begun):
        return None
    return found if "".join(text[slice(*found)].split()).startswith(begun) else None


def last_name(text: str) -> Span | None:
    """Return the name or capital letter that a conclusion ends with: `on a Friday`, `is "M"`."""
    sentence = last_sentence(text)
    if sentence is None or not CONCLUDES.match(text, *sentence):
        return None
    found = [m for m in NAMED.finditer(text, *sentence) if m.end() == sentence[1]]
    return found[-1].span(1) if found else None


def last_number(text: str) -> Span | None:
    """Return the number that a conclusion gives, else the last one of the last sentence or text.

    It comes with its sign, fraction bar or percent sign. In a conclusion it stands behind `there
    are`, else behind the last `is`, else first.
    """
    sentence = last_sentence(text)
    found = _numbers(text, sentence) if sentence else []
    if sentence is None or not found:
        everywhere = _numbers(text, (0, len(text)))
        return everywhere[-1] if everywhere else None
    clauses = [match.end() for match in CLAUSE.finditer(text, *sentence)]
    if clauses and found[-1][0] >= clauses[-1]:
        sentence = clauses[-1], sentence[1]
    elif not CONCLUDES.match(text, *sentence):
        return found[-1]
    first = next(span for span in found if span[0] >= sentence[0])
    return _behind(THERE, text, sentence) or _behind(COPULA, text, sentence) or first


def _behind(words: re.Pattern[str], text: str, span: Span) -> Span | None:
    """Return the number right behind the last match of some words."""
    ends = {match.end() for match in words.finditer(text, *span)}
    found = [
        number
        for number in _numbers(text, span)
        if number[0] in ends and not OPERATOR.match(text, number[1])
    ]
    return found[-1] if found else None


def _numbers(text: str, span: Span) -> list[Span]:
    """Return the numbers of a span outside maths, without a comma that ends them."""
    view = spans.outside(text[slice(*span)])
    found = ((m.start() + span[0], m.end() + span[0]) for m in NUMBER.finditer(view))
    return [(start, end - (text[end - 1] == ",")) for start, end in found]


def _result(text: str) -> str | None:
    """Return the result of the last calculation of a text, None where it is no plain number."""
    signs = list(SIGN.finditer(text))
    match = RESULT.match(text, signs[-1].end()) if signs else None
    return match[1] if match else None


def _same(one: str, other: str) -> bool:
    """Return whether two numbers have the same digits, grouping and a percent sign aside."""
    return one.rstrip("%").replace(",", "") == other.replace(",", "")
