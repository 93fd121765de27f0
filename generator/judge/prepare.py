"""What stands before mathematics is read: boxes, labels and markdown come off, tokens are made.

Written rules: the last box counts; text around a box and a label such as `答案：` are dropped and
reported; a box that is never closed makes a string unparsable.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from generator.judge.errors import Unparsable
from generator.judge.normal import clean
from generator.judge.tokens import tokenise
from generator.judge.words import NOTHING

_BOX = re.compile(r"\\(?:boxed|fbox|framebox)\s*")
_ENGLISH = re.compile(
    r"(?:(?:so|thus|hence|therefore),?\s+)?(?:the\s+)?(?:final\s+|correct\s+)?"
    r"(?:answer|option|choice|result|solution(?:s|\s+set)?|value(?:\s+of\s+\\?\w+)?)\b"
    r"(?:\s+(?:is|are)\b)?+\s*[:=]?\s*(?=\S)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:so|thus|hence|therefore|we (?:get|have|find)|所以|因此|因而|于是|从而|即|故|可得|得)"
    r"(?:\s+that\b)?\s*[,:]?\s*(?=[^\W_]{0,3}\s*[=<>≤≥≠]|[-+\d$\\(\[{])",
    re.IGNORECASE,
)
"""Words that lead to a result; they count only before mathematics."""
_CHINESE = re.compile(
    r"(?:答案|正确答案|故答案|答|解|选项|故选|选)(?:[是为]|等于)?\s*:?\s*(?=\S)"
    r"|点\s*(?=[A-Z]\d?\s*\()"
    r"|[a-zA-Z]{0,3}\s*[\u3400-\u9fff]*[为是得](?<!不为)(?<!不是)\s*:?\s*(?=[^\u3400-\u9fff\s:])"
)
"""Labels before an answer; what they match is dropped and reported."""
_COLOUR = re.compile(r"\\(?:text)?color\s*\{[a-zA-Z]+\}")
_ORDINAL = re.compile(r"(?<=\d)\s*\^?\s*\{?\s*\\(?:text|mathrm)\s*\{(?:st|nd|rd|th)\}\s*\}?")
"""The ending of an ordinal number, `8^{\\text{th}}`."""
_FINAL = frozenset((".", ",", ";", "\\\\"))
"""Punctuation that is dropped at the end."""


class Prepared(NamedTuple):
    """A string ready to be read."""

    text: str
    """Without box, label and markdown."""
    tokens: tuple[str, ...]
    """Equal tokens are the same text up to spacing and spelling of commands."""
    dropped: tuple[str, ...]


@lru_cache(maxsize=16384)
def prepared(text: str) -> Prepared:
    """Return the string without what surrounds the answer; memoised.

    Raises Unparsable for empty strings and boxes, open boxes and words such as NaN; TooLarge.
    """
    core = clean(text)
    dropped: list[str] = []
    core = _bared(core, dropped)
    if len(core) < 6 and core.lower() in NOTHING:
        raise Unparsable(f"{core} is no answer")
    tokens = tokenise(core)
    if len(tokens) > 1 and tokens[0] == "=":
        dropped.append(tokens.pop(0))
    if not tokens or tokens[-1] in _FINAL:
        _without_ending(tokens, dropped)
    return Prepared(core, tuple(tokens), tuple(dropped))


def _without_ending(tokens: list[str], dropped: list[str]) -> None:
    """Take final punctuation off the tokens; raises Unparsable where nothing else is left."""
    while len(tokens) > 1 and tokens[-1] in _FINAL:
        dropped.append(tokens.pop())
    if not tokens or tokens[-1] in _FINAL:
        raise Unparsable("there is nothing to read")


def _bared(core: str, dropped: list[str]) -> str:
    """Return the text without markdown, colour, box, the bracket of an option, and label."""
    if core[0] in "*`":
        core = _unmarked(core, dropped)
    if "\\" in core:
        core = _undressed(core, dropped)
    if len(core) == 2 and core[1] in ")、:" and core[0] in _OPTIONS:
        dropped.append(core[1])
        core = core[0]
    if not core.isascii() or (core[0] in _LABEL_STARTS and core[1:2].isalpha()):
        core = _unlabelled(core, dropped)
    return core


def _unmarked(core: str, dropped: list[str]) -> str:
    """Return the text without markdown's emphasis: of a label, and of all the text."""
    if core.startswith("**") and core.count("**") > 1 and core[-1] != "*":
        core = _unlabelled(core, dropped)
    if core[0] in "*`" and core[-1] == core[0]:
        core = _without_marks(core, dropped)
    return core


def _undressed(core: str, dropped: list[str]) -> str:
    """Return the text without the commands for ordinals, colours and boxes."""
    if "th}" in core or "st}" in core or "nd}" in core or "rd}" in core:
        dropped.extend(_ORDINAL.findall(core))
        core = _ORDINAL.sub("", core)
    if "color" in core:
        dropped.extend(_COLOUR.findall(core))
        core = _COLOUR.sub("", core).strip()
    return _unboxed(core, dropped) if "box" in core else core


_OPTIONS = frozenset("ABCDEFGHIJ")
_LABEL_STARTS = frozenset("tTaAsShHoOcCrRfFvVwW\\")
"""First characters of English labels."""
_TEXT_LABEL = re.compile(
    r"(?:\\(?:text|textbf|mathrm|mbox)\s*\{([^{}]*)\}|\*\*([^*]+)\*\*:?)\s*(?=\S)"
)


def _without_marks(text: str, dropped: list[str]) -> str:
    """Return the text without markdown's marks of emphasis or code around it."""
    inner = text.strip("*`").strip()
    if not inner:
        return text
    dropped.append(text[: text.index(inner[0])].strip() or text[0])
    return inner


def _unboxed(text: str, dropped: list[str]) -> str:
    """Return what stands in the last box; raises Unparsable when it is never closed."""
    boxes = list(_BOX.finditer(text))
    if not boxes:
        return text
    start = boxes[-1].end()
    if text[start : start + 1] != "{":
        inside, rest = text[start : start + 1], text[start + 1 :]
    else:
        end = _closing(text, start)
        inside, rest = text[start + 1 : end], text[end + 1 :]
    around = [part.strip(" $.") for part in (text[: boxes[-1].start()], rest)]
    dropped.extend(part for part in around if part not in ("", "\\[", "\\]", "\\(", "\\)"))
    if not inside.strip():
        raise Unparsable("the box is empty")
    return inside.strip()


def _closing(text: str, start: int) -> int:
    """Return the position of the brace that closes the one at `start`."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "{" and text[position - 1] != "\\":
            depth += 1
        elif text[position] == "}" and text[position - 1] != "\\":
            depth -= 1
            if depth == 0:
                return position
    raise Unparsable("a box is never closed")


def _is_label(words: str) -> bool:
    """Whether words are nothing but a label."""
    match = (_ENGLISH if words.isascii() else _CHINESE).match(f"{words} 1")
    return match is not None and match.end() == len(words) + 1


def _unlabelled(text: str, dropped: list[str]) -> str:
    r"""Return the text after a label such as `The answer is`, also one inside `\text`."""
    inner = _TEXT_LABEL.match(text)
    if inner is not None and _is_label((inner[1] or inner[2]).strip()):
        dropped.append(inner[0].strip())
        return text[inner.end() :]
    match = (_ENGLISH if text.isascii() else _CHINESE).match(text) or _LEAD.match(text)
    if match is None:
        return text
    dropped.append(match[0].strip())
    return text[match.end() :]
