"""Find the answer in the steps of a trace by the rules of `answer_rules`, in order of priority.

Sources: methods.md 1.1 and 5.5.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.judge import choices, cut_off, spans
from generator.judge.answer_rules import GUESSES, REPLIES, RULES, Rule
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.spans import Span
from generator.records import Answer, AnswerType, Step

LETTERS = "ABCDEFGHIJ"
"""Letters of the options when the question does not show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of a multiple choice."""

    letters: str = LETTERS
    contents: tuple[str, ...] = ()
    """What the options say, where the dataset tells."""


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
    broken_off: bool = False,
) -> Answer | None:
    """Return the answer of a trace by the first rule that finds one, or None.

    `returned` (what the method gave apart from its text) comes before all rules. `options` are
    those of a choice. `truncated` output and refusals get no fallback rule, and where the text is
    only `broken_off` those that rest on what was said before.
    """
    if returned is not None and returned.strip():
        return Answer(text=returned.strip(), rule="returned", step=-1)
    guessing = not (truncated or refused(steps))
    whole = guessing and not broken_off
    rules = [
        rule
        for rule in RULES
        if answer_type in rule.types
        and (not rule.guess or whole or (guessing and rule.even_cut_off))
    ]
    for priority in sorted({rule.priority for rule in rules}):
        found = _latest(steps, [rule for rule in rules if rule.priority == priority])
        if found is not None:
            return _typed(_or_box(found, steps, answer_type), steps, answer_type, options)
        if priority == REPLIES and whole and (named := _named_option(steps, options)):
            return named
    return _letter_anywhere(steps, options.letters) if answer_type == "choice" and whole else None


def _latest(steps: Sequence[Step], tier: Sequence[Rule]) -> Answer | None:
    """Return the match of a tier that stands last: in the last step, then the furthest in it."""
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if step.kind == "action":
            continue
        later = {other.author for other in steps[index + 1 :]}
        rules = [
            rule
            for rule in tier
            if rule.author == step.author and not (rule.last_step and step.author in later)
        ]
        hits = [(span, rule.name) for rule in rules if (span := rule.find(step.text))]
        if hits:
            (start, end), name = max(hits, key=lambda hit: hit[0])
            start, end = spans.inside_box(step.text, start, end)
            name += "_of_several" if name == "boxed" and spans.boxes_differ(step.text) else ""
            return _at(index, step, (start, end), name)
    return None


def _at(index: int, step: Step, span: Span, rule: str) -> Answer:
    """Return the answer that stands at a place of a step."""
    return Answer(text=step.text[slice(*span)], rule=rule, step=index, start=span[0], end=span[1])


def _or_box(found: Answer, steps: Sequence[Step], kind: AnswerType) -> Answer:
    """Return the last box before a stated answer that is cut off or unreadable, if there is one.

    Cut off is what ends with the text and is the beginning of what the box says.
    """
    text = steps[found.step].text
    box = spans.last_box(text[: found.start])
    if box is None or found.rule.startswith("boxed") or kind in {"table", "text"}:
        return found
    whole, part = ("".join(words.split()) for words in (text[slice(*box)], found.text))
    ends = not text[found.end :].strip(spans.BLANKS + "$")
    rest = whole.removeprefix(part)
    cut = ends and rest not in {"", whole} and not SIGNS.match(rest)
    if cut or not readable(found.text):
        return _at(found.step, steps[found.step], box, "boxed_before_cut_off")
    return found


SIGNS = re.compile(r"\\?%|\^?\{?\\circ|\\text|\\mathrm|\\mbox|°")
"""How what may be left out behind a number begins: a percent sign, a degree, a unit."""


def readable(text: str) -> bool:
    """Return whether the judge can read a text, as mathematics or as words."""
    try:
        parse(text)
    except (Unparsable, TooLarge):
        return False
    return True


def _typed(found: Answer, steps: Sequence[Step], kind: AnswerType, options: Options) -> Answer:
    """Return the answer narrowed to what its type allows: a letter, or yes and no.

    Where the contents of the options are known, an answer without a letter stays as it is: it is
    compared with them before any letter elsewhere in the response counts (methods.md 5.5).
    """
    if kind == "choice":
        span = choices.letter(found.text, options.letters)
        if span:
            return _part(found, span, "choice")
        return found if options.contents else _letter_anywhere(steps, options.letters) or found
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


def _named_option(steps: Sequence[Step], options: Options) -> Answer | None:
    """Return the one option whose content stands in the last line, by `option_words`."""
    index = max((i for i, step in enumerate(steps) if step.author == "model"), default=-1)
    if index < 0 or not options.contents:
        return None
    text = steps[index].text.rstrip()
    start = text.rfind("\n") + 1
    found = [span for words in options.contents if (span := choices.content(text, start, words))]
    return _at(index, steps[index], found[0], "option_words") if len(found) == 1 else None


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


def cut_short(steps: Sequence[Step], stop_reason: str | None) -> bool:
    """Return whether an output was cut off: its stop reason says so, or, without one, its text."""
    own = [step.text for step in steps if step.author == "model"]
    return stop_reason == "length" or (
        stop_reason is None and bool(own) and cut_off.breaks_off(own[-1])
    )


def silence(steps: Sequence[Step], stop_reason: str | None) -> str:
    """Return why a trace has no answer, as one sentence for a reader."""
    if not any(step.text.strip() for step in steps):
        return "The response is empty."
    if cut_short(steps, stop_reason):
        return "The output was cut off before it stated an answer."
    if refused(steps):
        return "The response says that it has no answer."
    return "No rule found an answer."


def guessed(found: Answer) -> bool:
    """Return whether an answer was found by a declared guess."""
    return found.rule.partition("+")[0] in GUESSES
