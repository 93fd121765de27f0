"""Whether a text breaks off, told from the text alone: for outputs that keep no stop reason.

Written rule. A text breaks off where maths, a box or an environment is open at its end; where its
last line ends with a sign or word that something has to follow; and where a writer who ends
sentences with a mark leaves the last one without.
"""

from __future__ import annotations

import re

from generator.judge import spans

MARKS = ".!?。！？…"
CLOSERS = ")]}\"'”’）】」*_` \t\r\n"
"""What may stand behind the mark of a sentence."""
FOLLOWED = "=+-−/×÷·^,，、:：;；([{≤≥≈\\&（"
"""What cannot end a text."""
DOLLAR = re.compile(r"(?<!\\)\$(?!\.?\d[\d,]*(?:\.\d+)?(?![\w^(=]|\\[A-Za-z]{2}))")
"""A dollar sign that is none of a price."""
PRICE_LAST = re.compile(r"\$[\d.,]+$")
OPENED = re.compile(r"\\[(\[]")
NEAR = 4_000
"""Characters before the end of a text in which an open bracket of maths counts."""
DELIMITERS = ("$", "\\]", "\\)", "}")
"""How closed maths may end."""
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"\w[)\]}\"'”’$*_]*[.!?。！？](?:\s|$)|\\\]|\.\$")
"""The end of a sentence: the writer uses marks."""
UNIT = re.compile(r"\d[^\sA-Za-z]{0,20}\s[^\W\d]+(?:\s\w+)?$|=[^=]*\d[^=]*$")
"""A line that ends with a number and its unit, or with the result of a calculation."""
CONCLUDES = re.compile(r"(?:So|Therefore|Thus|Hence|There (?:are|is))\b|[A-Z][\w ]{0,30}[:=]")
"""How a line begins that may end a text without a mark."""
LINK = re.compile(
    r"\s(?:so|and|or|the|a|an|we|is|are|be|to|of|in|that|which|then|get|have|gives|by|for|with|as"
    r"|from|since|because|if|when|can|now|this|next|thus|therefore|hence|simplifying|finally)$",
    re.IGNORECASE,
)
"""Words that cannot end a text."""


def breaks_off(text: str) -> bool:
    """Return whether a text ends before its writer was done; an empty one does not."""
    bare = text.rstrip(spans.BLANKS)
    if not bare:
        return False
    view = spans.outside(bare)
    return view[-1] in FOLLOWED or left_open(bare, view) or _unfinished_line(bare, view)


def left_open(text: str, view: str) -> bool:
    r"""Return whether a box, an environment, `\[`, `\(` or `$` is open at the end of a text.

    `view` is the text with its closed maths covered (`spans.outside`).
    """
    line = view[view.rfind("\n") + 1 :]
    prices = not any("$" in match[0] for match in spans.pieces(text, 0, len(text)))
    return (
        (not prices and PRICE_LAST.search(line) is not None)
        or bool(DOLLAR.search(line) or OPENED.search(view, max(0, len(view) - NEAR)))
        or text.count("\\begin{") > text.count("\\end{")
        or len(spans.boxes(text)) < len(spans.BOX.findall(text))
    )


def _unfinished_line(text: str, view: str) -> bool:
    """Return whether the last sentence is without the mark that its writer ends sentences with."""
    start = _last_start(view)
    last = text[start:].strip()
    if text.rstrip(CLOSERS).endswith(tuple(MARKS)) or text.endswith(DELIMITERS):
        return False
    if LINK.search(last):
        return True
    if not SENTENCE.search(text, 0, start):
        return False
    words = len(WORD.findall(view, start))
    if words < 3:
        return last[-1:].isalpha() and not re.search(r"\d|\\", last)
    if last[-1:].isalpha():
        return not UNIT.search(last)
    return words > 5 and "=" not in last and not CONCLUDES.match(last)


def _last_start(view: str) -> int:
    """Return where the last sentence of a text begins."""
    start = view.rfind("\n") + 1
    found = list(spans.SENTENCE_END.finditer(view, start))
    return found[-1].end() if found else start
