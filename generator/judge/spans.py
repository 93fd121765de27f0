"""Spans in the text of a response: maths between delimiters, boxes, sentences, last expressions.

Everything here is linear in the length of the text and returns character offsets start:end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

MATHS = re.compile(
    r"\$\$([^$]+)\$\$"
    r"|(?<!\\)\$((?:[^$\n\\]|\\[^\n])+)\$"
    r"|\\\(((?:(?!\\[()]).)+)\\\)"
    r"|\\\[((?:(?!\\[\[\]]).)+)\\\]"
    r"|\\begin\{(?:align|aligned|equation|gather)\*?\}"
    r"((?:(?!\\(?:begin|end)).)+)\\end\{(?:align|aligned|equation|gather)\*?\}",
    re.DOTALL,
)
"""Mathematics between delimiters; exactly one group is set, the inside. See `pieces`."""
DOLLARS = 2
"""The group of MATHS that is set between single dollar signs."""
PRICE = re.compile(r"[-+]?\.?\d")
"""How the text behind the dollar sign of a price begins."""
AMOUNT = re.compile(r"[-+]?[\d,.]*\d(?=$|\s+(?:[A-Za-z]{2}|[\u3400-\u9fff])|[\u3400-\u9fff,;])")
"""What stands behind the dollar sign of a price: a number, and at most words after it."""
NO_PROSE = re.compile(
    r"\\(?:text\w*|mathrm|operatorname|[mh]box|rm)\s*\{[^{}]*\}|\\[A-Za-z]+"
    r"|\b(?:a?(?:sin|cos|tan)|arc(?:sin|cos|tan)|cot|sec|csc|log|max|min|gcd|lcm|mod|sqrt|lim)\b"
)
"""Words that belong to mathematics."""
WORD = re.compile(r"[A-Za-z]{3}")
WORDS = re.compile(r"[A-Za-z]{2}\s+[A-Za-z]{2}|[A-Za-z]\.\s+[A-Z]")
"""Two words in a row, or the end of a sentence."""

BOX = re.compile(r"\\f?boxed\s*\{|\\fbox\s*\{|\\boxed\s+(?=\S)")
SENTENCE_END = re.compile(r"[。！？!?\n]|(?<!\s)\.(?=\s|$)|(?<=\s)\.(?=\s*$|\s+[A-Z\n])|(?<=\0)")
"""End of a sentence outside maths; `3 . 5` with blanks is a number of CARP's tokenised text. A null
character stands in `outside` where a piece of maths ends with a full stop of its own."""
TAIL = re.compile(
    r"[,，;；.]?\s*"
    r"(?:\b(?:because|since|as|which|where|so|therefore|with|I hope)\b|因为|所以|由于)"
)
"""An explanation after the answer in the same sentence."""
BLANKS = " \t\r\n*_`"
ENDINGS = " \t\r\n*_`.。,，;；:：!！"
INNER_ENDINGS = ENDINGS.replace("!", "")
"""What may be cut from the end of maths: not `!`, which is a factorial there."""


def pieces(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the matches of MATHS in text[start:end], but for those between two prices."""
    while (match := MATHS.search(text, start, end)) is not None:
        if between_prices(match):
            start = match.start() + 1
        else:
            yield match
            start = match.end()


def between_prices(match: re.Match[str]) -> bool:
    """Return whether two dollar signs are those of money and what is between them is prose.

    After the first sign of a price comes a digit. Then it delimits no maths where the next sign has
    a blank before it or a digit behind it (pandoc's rule), or where a word stands between them.
    Behind other dollar signs two words in a row or the end of a sentence say the same.
    """
    if match.lastindex != DOLLARS:
        return False
    inside = match[DOLLARS]
    rest = NO_PROSE.sub(" 0 ", inside)
    if WORDS.search(rest):
        return True
    follows = match.string[match.end() : match.end() + 1]
    return bool(PRICE.match(inside)) and bool(
        inside[-1].isspace() or follows.isdigit() or WORD.search(rest)
    )


def maths(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield the inside of every piece of delimited maths of text[start:end], in order."""
    for match in pieces(text, start, len(text) if end is None else end):
        yield match.span(match.lastindex or 0)


def outside(text: str) -> str:
    """Return the text with delimited maths and its insides replaced by `x`, same length.

    The last `x` of maths that ends with a full stop is a null character instead.
    """
    parts: list[str] = []
    done = 0
    for match in pieces(text, 0, len(text)):
        stopped = match[match.lastindex or 0].rstrip().endswith((".", "。"))
        cover = "x" * (len(match[0]) - 1) + ("\0" if stopped else "x")
        parts += (text[done : match.start()], cover)
        done = match.end()
    return "".join(parts) + text[done:]


def trim(text: str, start: int, end: int) -> Span | None:
    """Return the span without blanks, closing marks, emphasis and one pair of delimiters."""
    while start < end and text[start] in BLANKS + ":：":
        start += 1
    while end > start and text[end - 1] in ENDINGS:
        end -= 1
    if _opens_maths(text, start, end):
        return trim_inside(text, start + 1, end)
    inner = MATHS.fullmatch(text, start, end)
    if inner is None or inner[0].startswith("\\begin") or between_prices(inner):
        return (start, end) if end > start else None
    return trim_inside(text, *inner.span(inner.lastindex or 0))


def _opens_maths(text: str, start: int, end: int) -> bool:
    """Return whether a span begins with a dollar sign that was never closed and is of no price."""
    lone = text[start:end].count("$") == 1 and text[start : start + 1] == "$"
    return lone and not AMOUNT.match(text, start + 1, end)


def trim_inside(text: str, start: int, end: int) -> Span | None:
    """Return a span of maths without blanks and closing marks; a factorial sign stays."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1] in INNER_ENDINGS:
        end -= 1
    return (start, end) if end > start else None


def sentence(text: str, start: int) -> Span | None:
    """Return the answer that begins at `start`: to the end of its sentence or line, trimmed.

    When nothing but colons and blanks is left on the line, the next line with text is taken; the
    end is looked for outside maths, and an explanation after it is cut.
    """
    while start < len(text) and text[start] in BLANKS + ":：":
        start += 1
    limit = min(len(text), start + 4000)
    view = outside(text[start:limit])
    ending = SENTENCE_END.search(view)
    stop = ending.start() if ending else len(view)
    tail = TAIL.search(view, 1, stop)
    return trim(text, start, start + (tail.start() if tail else stop))


def boxes(text: str) -> list[Span]:
    """Return the insides of all closed boxes in the order of their starts; nested ones count."""
    closers = _closers(text)
    found = []
    for match in BOX.finditer(text):
        if match[0].endswith("{"):
            end = closers.get(match.end() - 1)
            found += [] if end is None else [(match.end(), end)]
        else:
            found.append((match.end(), match.end() + 1))
    return found


def _closers(text: str) -> dict[int, int]:
    """Return opening brace -> closing brace, by one pass with a stack."""
    waiting: list[int] = []
    pairs: dict[int, int] = {}
    for match in re.finditer(r"\\[{}\\]|[{}]", text):
        if match[0] == "{":
            waiting.append(match.start())
        elif match[0] == "}" and waiting:
            pairs[waiting.pop()] = match.start()
    return pairs


def last_box(text: str) -> Span | None:
    r"""Return the inside of the last `\boxed{...}` or `\fbox{...}` that is not empty."""
    if "box" not in text:
        return None
    found = (_unwrapped(text, *span) for span in reversed(boxes(text)))
    return next((span for span in found if span), None)


def _unwrapped(text: str, start: int, end: int) -> Span | None:
    """Return the inside of a box without blanks, delimiters and marks; a factorial sign stays."""
    bare = trim(text, start, end)
    if bare and text[bare[1] : end].lstrip(BLANKS).startswith("!"):
        return trim_inside(text, bare[0], end)
    return bare


def boxes_differ(text: str) -> bool:
    """Return whether a text has boxes with different insides (blanks aside)."""
    return len({"".join(text[start:end].split()) for start, end in boxes(text)}) > 1


def inside_box(text: str, start: int, end: int) -> Span:
    """Return the inside of the last box of text[start:end], or the span itself without one."""
    inner = last_box(text[start:end])
    return (start + inner[0], start + inner[1]) if inner else (start, end)


def last_output(text: str) -> Span | None:
    """Return a tool's output: the sole element of its list, or all of it; None for several."""
    start = text.find("Output:") + len("Output:") if "Output:" in text else 0
    span = trim(text, start, len(text))
    if span and text[span[0]] == "[":
        inner = re.compile(r"\[\s*(['\"])([^'\"]*)\1\s*\]").fullmatch(text, *span)
        return inner.span(2) if inner else None
    return span
