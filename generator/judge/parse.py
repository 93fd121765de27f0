"""From a string to a Tree: mathematics, or else words.

Written rule: unbalanced brackets or braces make a string unparsable; nothing is cut off.
"""

from __future__ import annotations

import re
from functools import lru_cache

from generator.judge.answers import RULES, answers
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.numerals import SMALL
from generator.judge.prepare import Prepared, prepared
from generator.judge.reader import NotMathematics, Reader
from generator.judge.tree import Tree, Words
from generator.judge.words import FUNCTIONS, GREEK, fold, is_text

_TEXT = re.compile(
    r"\\(?:text|textbf|textit|textrm|textnormal|mbox|hbox|mathrm|operatorname|rm)\s*\{([^{}]*)\}"
)

_NAMES = frozenset((*FUNCTIONS, *GREEK, "inf"))
_BRACED_SIGN = re.compile(r"\{\s*(\\(?:cdot|times|div)|[-+=<>])\s*\}")
"""An operator in braces of its own, as formula editors write it."""


@lru_cache(maxsize=16384)
def parse(text: str) -> Tree:
    """Return the tree of `text`; memoised.

    Raises Unparsable where neither mathematics nor words can be read, TooLarge over a limit.
    """
    ready = prepared(text)
    try:
        return _mathematics(ready)
    except RecursionError:
        raise TooLarge("nested too deeply") from None
    except Unparsable as refusal:
        loosened = _BRACED_SIGN.sub(r" \1 ", ready.text)
        return parse(loosened) if loosened != ready.text else _words(ready, refusal)


def _mathematics(ready: Prepared) -> Tree:
    r"""Read mathematics; text that is nothing but one `\text{...}` is read as what it holds."""
    tokens, dropped = ready.tokens, ready.dropped
    if len(tokens) == 1:
        if tokens[0] in SMALL:
            return Tree(SMALL[tokens[0]], (), dropped)
        if tokens[0] == "\\ldots":
            raise Unparsable("three dots say nothing")
        _refuse_word(tokens[0])
        if _holds_text(tokens[0]):
            return parse(tokens[0][tokens[0].index("{") + 1 : -1])
    r = Reader(tokens, RULES)
    root = answers(r)
    if r.tokens[r.at] != "":
        raise Unparsable(f"{r.tokens[r.at]} was not expected")
    if not r.units and not r.dropped and not dropped:
        return Tree(root)
    return Tree(root, tuple(r.units), (*dropped, *r.dropped))


def _holds_text(lexeme: str) -> bool:
    r"""Whether a token is `\text{...}` or its like; raises NotMathematics for a word in it."""
    if lexeme[0] != "\\" or lexeme[-1] != "}" or len(lexeme) < 3:
        return False
    _refuse_word(lexeme[lexeme.index("{") + 1 : -1].strip())
    return True


def _refuse_word(text: str) -> None:
    """Raise NotMathematics when three letters that are all there is are a word, as `cat`.

    A product of letters is written in alphabetical order, or with x, y or z.
    """
    if len(text) != 3 or not text.isalpha() or not text.islower() or text in _NAMES:
        return
    if list(text) != sorted(text) and not set(text) & set("xyz"):
        raise NotMathematics(f"{text} is a word")


def _words(ready: Prepared, refusal: Unparsable) -> Tree:
    """Read words; raises the refusal of the mathematics where there are none."""
    words = plain_words(ready)
    if not is_text(words):
        raise refusal
    return Tree(Words(fold(words)), (), ready.dropped)


def plain_words(ready: Prepared) -> str:
    """Return a prepared string without text commands."""
    return _TEXT.sub(r"\1", ready.text)
