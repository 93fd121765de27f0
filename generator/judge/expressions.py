"""Find the expressions of a trace, by the extractor that a protocol prescribes.

Sources: CARP `src/utils/graph_utils.py` (extract_exprs_cot, extract_exprs_ao; methods.md 5.3) for
`carp`, methods.md 5.3 "R" for `full`. Spans are character offsets into the text of the step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from generator.judge import literals, plain, relations, spans
from generator.judge.spans import Span
from generator.records import Expression, Protocol, Step, Trace

DOLLARS = re.compile(r"\$(.*?)\$")
CHINESE = re.compile("[\u4e00-\u9fff]+")
EDGES = " =，。"
LABELS = ("Output:", "Final Answer:")
MAX_EXPRESSIONS = 5000
"""Different expressions of one response that are compared; a solution has some dozens."""


def carp(trace: Trace) -> tuple[Expression, ...]:
    """Return the expressions that upstream's extractors find.

    Text: every `$...$` of one line; of a chain of `=` only the first and the last side are kept.
    Tool traces: the literal arguments of calls, the elements of printed lists, whole other lines
    (or their `$...$`), all split at Chinese characters.
    """
    tools = any(step.kind in {"action", "output"} for step in trace.steps)
    reader = _tool_step if tools else _text_step
    return _distinct(
        Expression(text=text, step=index, start=span[0], end=span[1])
        for index, step in enumerate(trace.steps)
        for text, span in reader(step)
    )


def _text_step(step: Step) -> Iterator[tuple[str, Span]]:
    """Yield the `$...$` parts of a step of plain text."""
    yield from _dollars(step.text, 0, len(step.text))


def _dollars(text: str, start: int, end: int) -> Iterator[tuple[str, Span]]:
    """Yield `$...$` parts of text[start:end], chains reduced to their ends."""
    for match in DOLLARS.finditer(text, start, end):
        sides = match[1].split("=")
        kept = f"{sides[0]} = {sides[-1]}" if len(sides) > 2 else match[1]
        yield kept.strip(EDGES), match.span(1)


def _tool_step(step: Step) -> Iterator[tuple[str, Span]]:
    """Yield the expressions of one message of a tool trace, split at Chinese characters."""
    text = step.text
    if text.startswith("Action:"):
        found = literals.arguments(text)
        whole = _dollars(text, 0, len(text)) if found is None else _slices(text, found)
    else:
        whole = _lines(text)
    for piece, span in whole:
        for part in CHINESE.split(piece):
            if part:
                yield part.replace('"', ""), span


def _lines(text: str) -> Iterator[tuple[str, Span]]:
    """Yield the expressions of an output or an answer: of its list, its `$...$`, or all of it."""
    start = next((len(label) for label in LABELS if text.startswith(label)), 0)
    end = len(text)
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    found = literals.printed(text, start, end) if "[" in text else None
    for span in [(start, end)] if found is None else found:
        inside = text[span[0] : span[1]]
        yield from _dollars(text, *span) if "$" in inside else [(inside, span)]


def _slices(text: str, found: Iterable[Span]) -> Iterator[tuple[str, Span]]:
    """Yield each span with its text."""
    for start, end in found:
        yield text[start:end], (start, end)


def full(trace: Trace) -> tuple[Expression, ...]:
    r"""Return the expressions that the model and its tools wrote, by the recommended extractor "R".

    Of all delimited maths (`$`, `$$`, `\(`, `\[`, align and the like), of the literal arguments
    of calls and of printed lists, and of the relations in lines without any delimiter: each
    relation, each side, each neighbouring pair of a chain, and the two ends of a chain of `=`.
    Restatements of givens are dropped later, where the graph is known.
    """
    return _distinct(
        Expression(text=words, step=index, start=start, end=end)
        for index, step in enumerate(trace.steps)
        if step.author != "prompt"
        for region in _regions(step)
        for words, (start, end) in relations.parts(step.text, *region)
    )


def _regions(step: Step) -> Iterator[Span]:
    """Yield the spans of a step that hold maths: prose by its delimiters, tool lines as a whole."""
    found = _quoted(step)
    if found is None:
        yield from sorted([*spans.maths(step.text), *plain.runs(step.text)])
        return
    for start, end in found:
        inner = list(spans.maths(step.text, start, end))
        yield from inner or [(start, end)]


def _quoted(step: Step) -> list[Span] | None:
    """Return the literals of a call or a printed list, the text of an output, or None for prose."""
    if step.kind == "action":
        return literals.arguments(step.text)
    if step.kind != "output":
        return None
    start = next((len(label) for label in LABELS if step.text.startswith(label)), 0)
    found = literals.printed(step.text, start, len(step.text))
    return [(start, len(step.text))] if found is None else found


def _distinct(found: Iterable[Expression]) -> tuple[Expression, ...]:
    """Return the first expression of every text that is not empty, in order, up to the limit."""
    first: dict[str, Expression] = {}
    for expression in found:
        if expression.text.strip():
            first.setdefault(expression.text, expression)
        if len(first) >= MAX_EXPRESSIONS:
            break
    return tuple(first.values())


EXTRACTORS: Mapping[Protocol, Callable[[Trace], tuple[Expression, ...]]] = {
    "carp-2023": carp,
    "literal": carp,
    "full": full,
}
"""Protocol -> its extractor."""
