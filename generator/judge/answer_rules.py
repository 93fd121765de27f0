"""The rules that find an answer in a text, as a table: lead-ins, boxes, labels, declared guesses.

Sources: CARP `src/utils/utils.py` (lead-ins, last box, last output), methods.md 1.1 and 5.5 (their
weak points mended: blanks and colons of both widths, a cut at the end of the sentence, choices).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from generator.judge import chains, conclusions, spans
from generator.judge.spans import Span
from generator.records import AnswerType, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way of finding an answer."""

    name: str
    """Stored with the answer as `Answer.rule`."""
    priority: int
    """Lower is tried first; among equals the match that stands last in the text wins."""
    language: Language | None
    """Language of the phrase; None where there is no phrase."""
    find: Callable[[str], Span | None]
    """Text of a step -> span of its last match, or None; linear in the text."""
    guess: bool = False
    """Declared fallback: not tried on a refusal or on truncated output."""
    even_cut_off: bool = False
    """A guess that is tried where the text breaks off too: it rests on what was said before."""
    last_step: bool = False
    """Searched in the last step of its author alone."""
    author: str = "model"
    """Whose steps are searched."""
    types: tuple[AnswerType, ...] = get_args(AnswerType)
    """Answer types that it is tried for."""


def _phrase(pattern: str) -> Callable[[str], Span | None]:
    """Return a finder of the sentence after the last match of a lead-in."""
    compiled = re.compile(pattern, re.IGNORECASE)

    def find(text: str) -> Span | None:
        for match in reversed(list(compiled.finditer(text))):
            span = spans.sentence(text, match.end())
            if span is not None and not EMPTY.fullmatch(text[slice(*span)].rstrip(":： ")):
                return span
        return None

    return find


def _last_line(pattern: str) -> Callable[[str], Span | None]:
    """Return a finder of what follows a label at the beginning of the last line with text."""
    compiled = re.compile(pattern)

    def find(text: str) -> Span | None:
        end = len(text.rstrip())
        match = compiled.match(text, text.rfind("\n", 0, end) + 1, end)
        return spans.trim(text, match.end(), end) if match else None

    return find


def _one_line(pattern: str, never: str = r"(?!)") -> Callable[[str], Span | None]:
    """Return a finder of the whole text where it is one line like `pattern` without `never`."""
    like, unlike = re.compile(pattern, re.IGNORECASE), re.compile(never)

    def find(text: str) -> Span | None:
        span = spans.trim(text, 0, len(text))
        if span is None or not like.fullmatch(text, *span):
            return None
        return None if unlike.search(text) else span

    return find


def _formula(text: str) -> Span | None:
    """Return the text where it is one short line of mathematics or one word; of a chain the end."""
    span = spans.trim(text, 0, len(text))
    if span is None or not BARE.fullmatch(text, *span) or PROSE.search(text, *span):
        return None
    return chains.last_side(text, *span)


EMPTY = re.compile(
    r"(?:(?:so|thus|hence),? )?(?:the )?(?:final )?answer(?: is)?|[#\s]+", re.IGNORECASE
)
"""A lead-in that is followed by nothing but another lead-in or marks has no answer after it."""
BARE = re.compile(r"[^\n]{1,60}")
PROSE = re.compile(
    r"(?<![\\A-Za-z{])[A-Za-z]{2,}(?![A-Za-z]).*\s|\s[A-Za-z]{2,}(?![A-Za-z])"
    r"|[\u3400-\u9fff]{3}|[。，]|(?<!\\)\$(?!\d)"
)
"""A word with something before or after it, Chinese prose, or a delimiter of maths."""
PHRASE = r"\S{1,30}(?: \S{1,30}){0,4}"
"""One to five words. A sentence with a number is none: the number is its answer."""
OPTION = r"[(（]?[A-J](?:[)）.:：][^\n]{0,300})?"
"""The letter of an option, and what else its line says."""
VERDICT = r"(?:yes|no|true|false|是|否|不是|对|不对)(?:(?![A-Za-z])[^\n]{0,200})?"
"""A line that begins with yes or no."""
HEADING = r"(?m:^(?:#{1,6}[ \t]{0,9}|\*\*)(?:the )?(?:final )?answer(?:\*\*)?:?[ \t]{0,9}$)"
COLON = r"[ \t*_]{0,9}[:：]"
EN = r"\banswer[ \t]{1,9}(?:\([^()\n]{1,40}\)[ \t]{1,9})?(?:is|should be|would be)\b"
ZH = r"答案[ \t]{0,9}(?:应该|应)?(?:是|为)"
# Every repetition is bounded, so a megabyte of blanks costs linear time.

RULES: tuple[Rule, ...] = (
    Rule(name="final_answer", priority=1, language="en", find=_phrase(r"final\s?answer" + COLON)),
    Rule(name="answer_is", priority=1, language="en", find=_phrase(EN)),
    Rule(name="答案是", priority=1, language="zh", find=_phrase(ZH)),
    Rule(name="hashes", priority=1, language=None, find=_phrase("####")),
    Rule(name="boxed", priority=1, language=None, find=spans.last_box),
    Rule(name="answer_label", priority=2, language="en", find=_phrase(r"\banswer" + COLON)),
    Rule(name="answer_heading", priority=2, language="en", find=_phrase(HEADING)),
    Rule(name="答案", priority=2, language="zh", find=_phrase("答案" + COLON)),
    Rule(
        name="last_line_label",
        priority=2,
        language="en",
        find=_last_line(r"[ \t*_]{0,9}A[*_]{0,2}[:：](?=\s)"),
        types=("expression", "number", "yes_no", "text", "table"),
    ),
    Rule(
        name="last_output",
        priority=3,
        language=None,
        find=spans.last_output,
        guess=True,
        author="tool",
    ),
    Rule(
        name="whole_reply",
        priority=4,
        language=None,
        find=_formula,
        guess=True,
        last_step=True,
        types=("expression", "number"),
    ),
    Rule(
        name="whole_reply_option",
        priority=4,
        language=None,
        find=_one_line(OPTION),
        guess=True,
        last_step=True,
        types=("choice",),
    ),
    Rule(
        name="whole_reply_phrase",
        priority=4,
        language=None,
        find=_one_line(PHRASE, r"\d.*[.!?]\s*$"),
        guess=True,
        last_step=True,
        types=("table", "text"),
    ),
    Rule(
        name="whole_reply_verdict",
        priority=4,
        language=None,
        find=_one_line(VERDICT),
        guess=True,
        last_step=True,
        types=("yes_no",),
    ),
    Rule(
        name="open_box",
        priority=4,
        language=None,
        find=conclusions.open_box,
        guess=True,
        even_cut_off=True,
    ),
    Rule(
        name="stated_conclusion",
        priority=4,
        language="en",
        find=conclusions.stated_conclusion,
        guess=True,
        last_step=True,
        even_cut_off=True,
    ),
    Rule(
        name="restated_result",
        priority=5,
        language="en",
        find=conclusions.restated_result,
        guess=True,
        last_step=True,
    ),
    Rule(
        name="last_expression", priority=6, language=None, find=chains.last_expression, guess=True
    ),
    Rule(
        name="last_name",
        priority=7,
        language="en",
        find=conclusions.last_name,
        guess=True,
        last_step=True,
    ),
    Rule(name="last_number", priority=8, language=None, find=conclusions.last_number, guess=True),
)
"""All rules. Those of priority 1 are explicit, 2 are labels, 3 and up are declared guesses."""

REPLIES = 4
"""Priority of the rules for replies of nothing but an answer."""

GUESSES = frozenset({rule.name for rule in RULES if rule.guess} | {"last_letter", "option_words"})
"""Names of the rules that guess."""
