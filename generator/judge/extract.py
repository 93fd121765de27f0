"""Find the answer in the steps of a trace: prioritised rules, kept as a table.

Sources: CARP `src/utils/utils.py` (lead-ins, last box, last output), methods.md 1.1 and 5.5 (their
weak points mended: blanks and colons of both widths, a cut at the end of the sentence, choices).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.judge import choices, spans
from generator.records import Answer, AnswerType, Language, Step

Span: TypeAlias = tuple[int, int]
"""Character offsets start:end of an answer in the text of its step."""

LETTERS = "ABCDEFGHIJ"
"""Letters of the options when the question does not show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a multiple choice."""

    letters: str = LETTERS
    known: bool = False
    """Whether the dataset gives their contents too."""


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
    author: str = "model"
    """Whose steps are searched."""


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


EMPTY = re.compile(r"(?:(?:so|thus|hence),? )?(?:the )?(?:final )?answer(?: is)?", re.IGNORECASE)
"""A lead-in that is followed by nothing but another lead-in has no answer after it."""
COLON = r"[ \t*_]{0,9}[:：]"
EN = r"\banswer[ \t]{1,9}(?:is|should be|would be)\b"
ZH = r"答案[ \t]{0,9}(?:应该|应)?(?:是|为)"
# Every repetition is bounded, so a megabyte of blanks costs linear time.

RULES: tuple[Rule, ...] = (
    Rule(name="final_answer", priority=1, language="en", find=_phrase(r"final\s?answer" + COLON)),
    Rule(name="answer_is", priority=1, language="en", find=_phrase(EN)),
    Rule(name="答案是", priority=1, language="zh", find=_phrase(ZH)),
    Rule(name="hashes", priority=1, language=None, find=_phrase("####")),
    Rule(name="boxed", priority=1, language=None, find=spans.last_box),
    Rule(name="answer_label", priority=2, language="en", find=_phrase(r"\banswer" + COLON)),
    Rule(name="答案", priority=2, language="zh", find=_phrase("答案" + COLON)),
    Rule(
        name="last_output",
        priority=3,
        language=None,
        find=spans.last_output,
        guess=True,
        author="tool",
    ),
    Rule(name="last_expression", priority=4, language=None, find=spans.last_expression, guess=True),
    Rule(name="last_number", priority=5, language=None, find=spans.last_number, guess=True),
)
"""All rules. Those of priority 1 are explicit, 2 are labels, 3 and up are declared guesses."""

REFUSALS = re.compile(
    r"\bI(?:'m| am)? (?:sorry|cannot|can't|can not|am unable|unable|won't)\b"
    r"|\bunable to (?:solve|answer|help)|\bas an ai\b|(?:can ?not|can't) (?:be )?(?:solve|answer)"
    r"|无法(?:求解|解答|回答|解决|确定)|不能(?:求解|解答|回答)|抱歉|对不起",
    re.IGNORECASE,
)
"""A text with such words and no explicit answer is a refusal, and gets no guess."""


def answer(
    steps: Sequence[Step],
    returned: str | None,
    answer_type: AnswerType,
    *,
    options: Options = Options(),
    truncated: bool = False,
) -> Answer | None:
    """Return the answer of a trace by the first rule that finds one, or None.

    `returned` (what the method gave apart from its text) comes before all rules. `options` are
    those of a choice; `truncated` output and refusals get no fallback rule.
    """
    if returned is not None and returned.strip():
        return Answer(text=returned.strip(), rule="returned", step=-1)
    guessing = not (truncated or refused(steps))
    for priority in sorted({rule.priority for rule in RULES}):
        tier = [r for r in RULES if r.priority == priority and (guessing or not r.guess)]
        found = _latest(steps, tier)
        if found is not None:
            return _typed(found, steps, answer_type, options)
    guess = answer_type == "choice" and guessing
    return _letter_anywhere(steps, options.letters) if guess else None


def _latest(steps: Sequence[Step], tier: Sequence[Rule]) -> Answer | None:
    """Return the match of a tier that stands last: in the last step, then the furthest in it."""
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if step.kind == "action":
            continue
        rules = [rule for rule in tier if rule.author == step.author]
        hits = [(span, rule.name) for rule in rules if (span := rule.find(step.text))]
        if hits:
            (start, end), name = max(hits, key=lambda hit: hit[0])
            start, end = spans.inside_box(step.text, start, end)
            name += "_of_several" if name == "boxed" and spans.boxes_differ(step.text) else ""
            return Answer(text=step.text[start:end], rule=name, step=index, start=start, end=end)
    return None


def _typed(found: Answer, steps: Sequence[Step], kind: AnswerType, options: Options) -> Answer:
    """Return the answer narrowed to what its type allows: a letter, or yes and no.

    Where the contents of the options are known, an answer without a letter stays as it is: it is
    compared with them before any letter elsewhere in the response counts (methods.md 5.5).
    """
    if kind == "choice":
        span = choices.letter(found.text, options.letters)
        if span:
            return _part(found, span, "choice")
        return found if options.known else _letter_anywhere(steps, options.letters) or found
    if kind == "yes_no":
        span = choices.yes_no(found.text)
        return _part(found, span, "yes_no") if span else found
    return found


def _part(found: Answer, span: Span, rule: str) -> Answer:
    """Return a part of an answer, with `rule` appended to the name of its rule."""
    return Answer(
        text=found.text[span[0] : span[1]],
        rule=f"{found.rule}+{rule}",
        step=found.step,
        start=found.start + span[0],
        end=found.start + span[1],
    )


def _letter_anywhere(steps: Sequence[Step], letters: str) -> Answer | None:
    """Return the last `(X)` of the model's own text, by the rule `last_letter`."""
    for index in range(len(steps) - 1, -1, -1):
        span = choices.last_letter(steps[index].text, letters)
        if span and steps[index].author == "model":
            text = steps[index].text[span[0] : span[1]]
            return Answer(text=text, rule="last_letter", step=index, start=span[0], end=span[1])
    return None


def refused(steps: Sequence[Step]) -> bool:
    """Return whether the last step of the model says that it cannot or will not answer."""
    own = [step.text for step in steps if step.author == "model"]
    return bool(own) and bool(REFUSALS.search(own[-1]))


def option_letters(question: str) -> str:
    """Return the letters of the options that a question shows, or LETTERS when it shows none."""
    shown = sorted(
        {match[1] for match in re.finditer(r"(?:^|[\s(（])([A-J])[).．、）:]", question)}
    )
    return "".join(shown) if len(shown) > 1 else LETTERS


def silence(steps: Sequence[Step], stop_reason: str | None) -> str:
    """Return why a trace has no answer, as one sentence for a reader."""
    if not any(step.text.strip() for step in steps):
        return "The response is empty."
    if stop_reason == "length":
        return "The output was cut off before it stated an answer."
    if refused(steps):
        return "The response says that it has no answer."
    return "No rule found an answer."
