r"""The text that CARP's 2023 evaluator hands to SymPy's LaTeX parser, and how far that gets.

`clean` is methods.md 3.0 (`src/utils/math_utils.py`); `readable` is what the parser does with the
rest: it joins digits, multiplies letters, and stops without a word where it does not understand.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 4096
"""Longer strings have no reading; upstream has no limit but five seconds for an answer."""
REPLACED = (
    (" . ", "."),
    (". ", "."),
    ("**", "^"),
    (r"\pm", ""),
    ("*", r"\times "),
    ("\\\\", "\\"),
    (r"\ne ", r"\neq "),
    ("!=", r"\neq"),
    (">=", r"\ge"),
    ("<=", r"\le"),
    ("≠", r"\neq"),
    ("dfrac", "frac"),
    ("tfrac", "frac"),
    (r"\$", ""),
    ("$", ""),
    (r"\%", ""),
    ("%", ""),
    (r"\!", ""),
    (r"^\circ", r"\times \pi / 180"),
    ("//", "/"),
    ('"', ""),
)
"""Plain replacements, in this order."""
COMPLETED = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\\+", r"\\"),
        (r"\^\s?\((.*?)\)", r"^{\1}"),
        (r"\\frac\s?(\d)\s?(\d+)", r"\\frac{\1}{\2}"),
        (r"\\log_\s?(\d)\s?(\d+)", r"\\log_{\1}{\2}"),
        (r"\\frac\s?\{(.*?)\}\s?(\d)", r"\\frac{\1}{\2}"),
        (r"\\frac\s?(\d)\s?\{(.*?)\}", r"\\frac{\1}{\2}"),
        (r"\\sqrt\s?(\d)", r"\\sqrt{\1}"),
        (r"(?<!\\)sqrt\s?\((.*?)\)", r"\\sqrt{\1}"),
    )
)
"""Completions of short LaTeX, in this order: an exponent in parentheses, bare arguments."""
REMOVED = re.compile(r"\\left(?![a-z])|\\right\.?(?![a-z])")


def clean(text: str) -> str:
    """Return the text as upstream puts it before SymPy's LaTeX parser."""
    for old, new in REPLACED:
        text = text.replace(old, new)
    for pattern, new in COMPLETED:
        text = pattern.sub(new, text)
    return REMOVED.sub("", text)


WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}")
SQUARE = re.compile(r"(\\sqrt\s*\[[^\[\]]*\])|\[([^\[\]]*)\]")
JOINED = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=[0-9])\s+(?=[0-9])", ""),
        (r"(?<=[0-9])\s*,\s*(?=[0-9]{3}(?![0-9]))", ""),
        (r"(?<=[0-9])\s*(?=\\frac)", r" \\times "),
        (r"[:/]", r" \\div "),
        (r"\\\{", "("),
        (r"\\\}", ")"),
        (r"\\(text|mathrm|mathbf|textbf|mbox|operatorname)(?![A-Za-z])", r" T_{\1} "),
    )
)
r"""Digits join over blanks and thousands commas, mixed numbers are products, ratios quotients, all
brackets group, and `\text` is one more symbol, with the letters of its inside as factors."""
STOP = re.compile(
    r"(?P<stop>\{\s*(?:\\(?:div|times|cdot)\b|[=<>/])|\^\s*-|,)"
    r"|(?P<sign>[=<>]|\\(?:neq|ne|leq|le|geq|ge|lt|gt)(?![A-Za-z]))"
    r"|(?P<open>[({\[])|(?P<close>[)}\]])"
)
HANGING = re.compile(r"(?:[-+*/\s]|\\(?:times|cdot|div)\b)+$")


def readable(text: str) -> str:
    """Return the part of a string that upstream's parser reads, spelled for our parser.

    Empty where it refuses the string. At most MAX_CHARACTERS are read.
    """
    text = clean(text) if len(text) <= MAX_CHARACTERS else ""
    if not text.isascii():
        return ""
    text = WORD.sub(lambda word: " ".join(word[0]), text)
    for pattern, new in JOINED:
        text = pattern.sub(new, text)
    text = SQUARE.sub(lambda square: square[1] or f"({square[2]})", text)
    return HANGING.sub("", text[: _end(text)])


def _end(text: str) -> int:
    """Return where SymPy's parser stops.

    Outside brackets: at a comma, an operator alone in braces, a bare negative exponent, a closing
    bracket too many. A parenthesis with a comma or a relation in it, or never closed, is not
    read at all; a brace like that is an error, as is an empty rest.
    """
    waiting: list[int] = []
    for match in STOP.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            waiting.append(match.start())
        elif waiting and kind == "close":
            waiting.pop()
        elif waiting:
            break
        elif kind != "sign":
            return match.start()
    if not waiting:
        return len(text)
    return waiting[0] if text[waiting[0]] == "(" else 0
