r"""Which option of a multiple choice an answer chooses (methods.md 5.5).

In order: `(X)` or `\textbf{(X)}`; a letter that stands alone; `option X`; the one option whose
content equals the answer. Only letters of the problem's own options count, and a list of letters
chooses none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.judge import same
from generator.judge.extract import option_letters
from generator.judge.words import fold
from generator.records import Choice, Decision, Problem

MAX_TEXT = 5_000
"""Characters of an answer that is searched for a letter."""


def decide_choice(text: str, problem: Problem) -> Decision:
    """Return whether an answer chooses the right option."""
    labels = "".join(choice.label for choice in problem.choices if len(choice.label) == 1)
    labels = labels or option_letters(problem.question)
    if not text.strip() or len(text) > MAX_TEXT:
        why = "The answer is empty." if not text.strip() else "too_large: the answer is too long"
        return Decision(equal=False, rule="no_option", why=why, state="unparsable")
    if _is_list(text, labels):
        return Decision(equal=False, rule="several_options", why="It names several options.")
    named = [choice for choice in problem.choices if fold(text) == fold(choice.text)]
    if len(named) == 1 and not re.fullmatch(r"\W*[A-Za-z]\W*", text):
        return _chosen(named[0].label, "option_content", problem)
    for rule, pattern in _patterns(labels):
        found = _letter(pattern, text)
        if found:
            return _chosen(found, rule, problem)
    return _by_content(text, problem)


def _patterns(labels: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the rules that read a letter, most explicit first; group 1 is the letter."""
    one = f"([{re.escape(labels)}])"
    lone = rf"(?<![\w\\'’=+*/^<>-]){one}(?![\w'’])(?!\s*[=+*/^<>_-])"
    either = f"([{re.escape(labels + labels.lower())}])"
    return (
        (
            "bracketed_letter",
            re.compile(rf"[(（]\s*{one}\s*[)）]|\\text(?:bf|rm|it)?\{{\s*{one}\s*\}}"),
        ),
        ("only_letter", re.compile(rf"^\W*{either}\W*$")),
        ("lone_letter", re.compile(lone)),
        (
            "named_option",
            re.compile(rf"(?:option|choice|选项|选)\s*[:：]?\s*\(?{either}(?!\w)", re.I),
        ),
    )


def _letter(pattern: re.Pattern[str], text: str) -> str | None:
    """Return the first letter that the pattern finds, capital; `A square` is an article."""
    for match in pattern.finditer(text):
        letter = next(group for group in match.groups() if group)
        article = letter in "AI" and re.match(r"\s+[a-z]", text[match.end() :])
        if not article:
            return letter.upper()
    return None


def _is_list(text: str, labels: str) -> bool:
    """Whether a text is nothing but two or more different letters with signs between them."""
    letters = re.findall(r"[A-Za-z]+", re.sub(r"\b(?:and|or)\b|\\text\w*", " ", text))
    return len(set(letters)) > 1 and all(len(x) == 1 and x in labels for x in letters)


def _chosen(letter: str, rule: str, problem: Problem) -> Decision:
    equal = letter == problem.answer.strip().upper()
    verb = "is" if equal else "is not"
    return Decision(equal=equal, rule=rule, why=f"It chooses {letter}, which {verb} the right one.")


def _by_content(text: str, problem: Problem) -> Decision:
    """Decide by the options whose content equals the answer; it has to be exactly one."""
    equal = [choice for choice in problem.choices if _same_content(text, choice)]
    if len(equal) == 1:
        return _chosen(equal[0].label, "option_content", problem)
    why = "It names no option, and its content is that of " + ("several." if equal else "none.")
    return Decision(equal=False, rule="no_option", why=why)


def _same_content(text: str, choice: Choice) -> bool:
    contents: Sequence[str] = (choice.text, f"({choice.label}) {choice.text}")
    if any(fold(text) == fold(content) for content in contents):
        return True
    return same(text, choice.text, level="answer", answer_type="choice").equal
