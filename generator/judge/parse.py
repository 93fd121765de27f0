"""From a string to a Tree: the box, the label before the value, mathematics or else words.

Written rules: the last box counts; text before a box or a label such as `答案：` is dropped and
reported; unbalanced brackets, braces or boxes make a string unparsable.
"""

from __future__ import annotations

import re
from functools import lru_cache

from generator.judge.answers import RULES, answers
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.normal import clean
from generator.judge.reader import NotMathematics, Reader
from generator.judge.tokens import tokenise
from generator.judge.tree import Tree, Words
from generator.judge.words import NOTHING, fold, is_text

_BOX = re.compile(r"\\(?:boxed|fbox|framebox)\s*")
_ENGLISH = re.compile(
    r"(?:(?:so|thus|hence|therefore),?\s+)?(?:the\s+)?(?:final\s+|correct\s+)?"
    r"(?:answer|option|choice|result)(?:\s+is)?\s*[:=]?\s*(?=\S)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:答案|正确答案|故答案|答|解|选项|故选|选)(?:[是为]|等于)?\s*:?\s*(?=\S)"
    r"|[a-zA-Z]{0,3}\s*[\u3400-\u9fff]*[为是得](?<!不为)(?<!不是)\s*:?\s*(?=[^\u3400-\u9fff\s:])"
)
"""Labels before an answer; what they match is dropped and reported."""
_TEXT = re.compile(
    r"\\(?:text|textbf|textit|textrm|textnormal|mbox|hbox|mathrm|operatorname|rm)\s*\{([^{}]*)\}"
)
_FINAL = frozenset((".", ",", ";"))
"""Punctuation that is dropped at the end."""


@lru_cache(maxsize=16384)
def parse(text: str) -> Tree:
    """Return the tree of `text`; memoised.

    Raises Unparsable where neither mathematics nor words can be read, TooLarge over a limit.
    """
    cleaned = clean(text)
    dropped: list[str] = []
    if cleaned[0] in "*`" and cleaned[-1] == cleaned[0]:
        cleaned = cleaned.strip("*`").strip() or cleaned
    if "box" in cleaned:
        cleaned = _unboxed(cleaned, dropped)
    cleaned = _unlabelled(cleaned, dropped)
    if cleaned.lower() in NOTHING:
        raise Unparsable(f"{cleaned} is no answer")
    try:
        return _mathematics(cleaned, dropped)
    except RecursionError:
        raise TooLarge("nested too deeply") from None
    except TooLarge:
        raise
    except Unparsable as refusal:
        return _text(cleaned, dropped, refusal)


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


def _unlabelled(text: str, dropped: list[str]) -> str:
    """Return the text after a label such as `The answer is`."""
    if not text.isascii():
        match = _CHINESE.match(text)
    elif text[0] in "tTaAsShHoOcCrR" and text[1:2].isalpha():
        match = _ENGLISH.match(text)
    else:
        return text
    if match is None:
        return text
    dropped.append(match[0].strip())
    return text[match.end() :]


def _mathematics(text: str, dropped: list[str]) -> Tree:
    """Read mathematics; a final full stop is left out."""
    tokens = tokenise(text)
    while len(tokens) > 1 and tokens[-1] in _FINAL:
        dropped.append(tokens.pop())
    if len(tokens) == 1 and tokens[0][0] == "\\" and tokens[0][-1] == "}" and len(tokens[0]) > 2:
        return parse(tokens[0][tokens[0].index("{") + 1 : -1])
    r = Reader(tokens, RULES)
    root = answers(r)
    if r.tokens[r.at] != "":
        raise Unparsable(f"{r.tokens[r.at]} was not expected")
    if not r.units and not r.dropped and not dropped:
        return Tree(root)
    return Tree(root, tuple(r.units), (*dropped, *r.dropped))


def _text(text: str, dropped: list[str], refusal: Unparsable) -> Tree:
    """Read words; raises the refusal of the mathematics where there are none."""
    words = _TEXT.sub(r"\1", text)
    if not is_text(words):
        raise refusal
    return Tree(Words(fold(words)), (), tuple(dropped))


__all__ = ["NotMathematics", "parse"]
