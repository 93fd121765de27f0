"""From a string to a Tree: mathematics, or else words.

Written rule: unbalanced brackets or braces make a string unparsable; nothing is cut off.
"""

from __future__ import annotations

import re
from functools import lru_cache

from generator.judge.answers import RULES, answers
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.prepare import Prepared, prepared
from generator.judge.reader import Reader
from generator.judge.tree import Tree, Words
from generator.judge.words import fold, is_text

_TEXT = re.compile(
    r"\\(?:text|textbf|textit|textrm|textnormal|mbox|hbox|mathrm|operatorname|rm)\s*\{([^{}]*)\}"
)


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
        return _words(ready, refusal)


def _mathematics(ready: Prepared) -> Tree:
    r"""Read mathematics; text that is nothing but one `\text{...}` is read as what it holds."""
    tokens, dropped = ready.tokens, ready.dropped
    if len(tokens) == 1 and tokens[0][0] == "\\" and tokens[0][-1] == "}" and len(tokens[0]) > 2:
        return parse(tokens[0][tokens[0].index("{") + 1 : -1])
    r = Reader(list(tokens), RULES)
    root = answers(r)
    if r.tokens[r.at] != "":
        raise Unparsable(f"{r.tokens[r.at]} was not expected")
    if not r.units and not r.dropped and not dropped:
        return Tree(root)
    return Tree(root, tuple(r.units), (*dropped, *r.dropped))


def _words(ready: Prepared, refusal: Unparsable) -> Tree:
    """Read words; raises the refusal of the mathematics where there are none."""
    words = _TEXT.sub(r"\1", ready.text)
    if not is_text(words):
        raise refusal
    return Tree(Words(fold(words)), (), ready.dropped)
