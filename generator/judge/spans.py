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
    r"|(?<!\\)\$([^$\n]+)(?<!\\)\$"
    r"|\\\(((?:(?!\\[()]).)+)\\\)"
    r"|\\\[((?:(?!\\[\[\]]).)+)\\\]"
    r"|\\begin\{(?:align|aligned|equation|gather)\*?\}"
    r"((?:(?!\\(?:begin|end)).)+)\\end\{(?:align|aligned|equation|gather)\*?\}",
    re.DOTALL,
)
"""Mathematics between delimiters; exactly one group is set, the inside."""

BOX = re.compile(r"\\f?boxed\s*\{|\\fbox\s*\{|\\boxed\s+(?=\S)")
SENTENCE_END = re.compile(r"[。！？!?\n]|(?<!\s)\.(?=\s|$)|(?<=\s)\.(?=\s*$|\s+[A-Z\n])")
"""End of a sentence outside maths; `3 . 5` with blanks is a number of CARP's tokenised text."""
TAIL = re.compile(
    r"[,，;；]?\s*(?:\b(?:because|since|as|which|where|so|therefore|with)\b|因为|所以|由于)"
)
"""An explanation after the answer in the same sentence."""
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:/\d+)?%?|(?<![\w.])-?\.\d+")
BLANKS = " \t\r\n*_`"
ENDINGS = " \t\r\n*_`.。,，;；:：!！"


def maths(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield the inside of every piece of delimited maths of text[start:end], in order."""
    for match in MATHS.finditer(text, start, len(text) if end is None else end):
        yield match.span(match.lastindex or 0)


def outside(text: str) -> str:
    """Return the text with delimited maths and braces' insides replaced by `x`, same length."""
    return MATHS.sub(lambda match: "x" * len(match[0]), text)


def trim(text: str, start: int, end: int) -> Span | None:
    """Return the span without blanks, closing marks, emphasis and one pair of delimiters."""
    while start < end and text[start] in BLANKS + ":：":
        start += 1
    while end > start and text[end - 1] in ENDINGS:
        end -= 1
    inner = MATHS.fullmatch(text, start, end)
    if inner is not None and not inner[0].startswith("\\begin"):
        start, end = inner.span(inner.lastindex or 0)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1] in ENDINGS:
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
    found = (trim(text, *span) for span in reversed(boxes(text)))
    return next((span for span in found if span), None)


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


def last_expression(text: str) -> Span | None:
    """Return the last piece of delimited maths; of a chain, or of `3 + 4 = 7`, the last side."""
    found = list(maths(text))
    if not found:
        return None
    start, end = found[-1]
    sides = text[start:end].split("=")
    named = len(sides) == 2 and re.fullmatch(r"\s*\\?[A-Za-z]+(?:_\S+)?\s*", sides[0])
    if len(sides) > 1 and not named and sides[-1].strip():
        start = end - len(sides[-1])
    return trim(text, start, end)


def last_number(text: str) -> Span | None:
    """Return the last number of a text, with its sign, fraction bar or percent sign."""
    found = list(NUMBER.finditer(text))
    if not found:
        return None
    start, end = found[-1].span()
    return start, end - (text[end - 1] == ",")
