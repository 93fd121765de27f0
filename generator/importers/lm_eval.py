"""lm-evaluation-harness: samples_<task>_<stamp>.jsonl, and results_<stamp>.json beside them.

A samples file has one row for each document and filter, so every filter is a run of its own: its
answer is what the filter found, the text is the same. Results are fractions (formats.md 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

from generator.errors import Fault
from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.entries import Batch, Entry, Figure, Options
from generator.importers.foreign_json import Row, inner, items, number, text, whole
from generator.importers.opening import named, refuse
from generator.importers.statements import gold, statements
from generator.records import Message, Response

RANKED = "ranked its options by log-probability and wrote no text"
_NO_TEXT = "(the answer was ranked by log-probability; there is no text)"


def suits(seen: Sight) -> str | None:
    """Return why a path looks like samples of lm-evaluation-harness, or None."""
    if any(name.rpartition("/")[2].startswith("samples_") for name in seen.inside):
        return "holds samples_*.jsonl"
    return "has rows with doc_id and filtered_resps" if seen.has("doc_id", "resps") else None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the rows of all samples files, with the figures of the results files.

    Raises:
        FaultsFound: there is no samples file, or a file is damaged.

    """
    samples = named(files, ".jsonl")
    if not samples:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, "there is no samples_*.jsonl", "evaluate again with --log_samples")
    entries: list[Entry] = []
    for path in samples:
        for line, row in foreign_json.rows(path):
            entries.extend(_entries(row, shown_path(path), line))
    ranked = [entry for entry in entries if entry.reply.text == _NO_TEXT]
    figures = [figure for path in named(files, ".json") for figure in _figures(path)]
    return Batch(
        entries=tuple(entries), figures=tuple(figures), notes=tuple(_note(ranked, len(entries)))
    )


def _entries(row: Row, shown: str, line: int) -> Iterator[Entry]:
    """Yield the attempts of one row."""
    doc = inner(row, "doc")
    part = text(row.get("filter")) or "none"
    base = Entry(
        file=shown,
        line=line,
        name=f"doc_id {text(row.get('doc_id'))}, filter {part}",
        questions=statements(doc),
        index=whole(row.get("doc_id")),
        prompt=_prompt(row),
        gold=gold(doc) or text(row.get("target")),
        part=part,
        verdicts=words({str(name): row.get(str(name)) for name in _metrics(row)}),
    )
    replies = list(_replies(items(row, "resps"), items(row, "filtered_resps")))
    for attempt, reply in enumerate(replies):
        yield replace(base, reply=reply, attempt=attempt if len(replies) > 1 else None)


_KNOWN = frozenset({"doc_id"})
"""Numbers in a row that are no scores."""


def _metrics(row: Row) -> list[str]:
    """Return the names of the scores; older files do not list them."""
    stated = [str(name) for name in items(row, "metrics")]
    return stated or [n for n in sorted(row) if n not in _KNOWN and number(row[n]) is not None]


def _prompt(row: Row) -> str:
    arguments = row.get("arguments")
    if isinstance(arguments, dict):
        first = next(iter(arguments.values()), None)
        return text(first.get("arg_0")) if isinstance(first, dict) else ""
    first = arguments[0] if isinstance(arguments, list) and arguments else ""
    return text(first[0]) if isinstance(first, list) and first else text(first)


def _replies(raw: list[object], filtered: list[object]) -> Iterator[Response]:
    """Yield a reply for each repeat; one for all where the filter made one answer of them."""
    if raw and all(isinstance(each, list) and each and isinstance(each[0], list) for each in raw):
        yield _chosen(raw)
        return
    first = raw[0] if raw else []
    texts = [text(each) for each in first] if isinstance(first, list) else [text(first)]
    found = filtered[0] if len(filtered) == 1 and isinstance(filtered[0], list) else filtered
    answers = [foreign_json.answer(each) for each in found]
    if len(answers) == 1 and len(texts) > 1:
        turns = tuple(Message(role="assistant", content=each) for each in texts)
        yield Response(problem_id="", messages=turns, answer=answers[0])
        return
    for place, each in enumerate(texts):
        said = answers[place] if place < len(answers) else None
        yield Response(problem_id="", text=each, answer=None if said == each else said)


def _chosen(raw: list[object]) -> Response:
    """Return the letter of the option whose log-probability is the largest."""
    scores: list[float] = []
    for each in raw:
        pair = each[0] if isinstance(each, list) else None
        try:
            scores.append(float(text(pair[0])) if isinstance(pair, list) and pair else -inf)
        except ValueError:
            scores.append(-inf)
    best = max(range(len(scores)), key=scores.__getitem__)
    return Response(problem_id="", text=_NO_TEXT, answer=chr(ord("A") + best % 26))


def _note(ranked: Sequence[Entry], many: int) -> Iterator[Fault]:
    if ranked:
        message = f"{len(ranked)} of {many} rows {RANKED}"
        yield Fault(file=ranked[0].file, message=message, cure="the letter is the answer")


def _figures(path: Path) -> Iterator[Figure]:
    """Yield the metrics of a results file; standard errors are left out."""
    shown = shown_path(path)
    row = foreign_json.mapping(foreign_json.load(path), shown)
    results = inner(row, "results")
    for task in results:
        effective = whole(inner(inner(row, "n-samples"), task).get("effective"))
        for key, value in inner(results, task).items():
            metric, comma, part = key.partition(",")
            figure = number(value)
            if comma and figure is not None and not metric.endswith("_stderr"):
                yield Figure(
                    metric=metric if len(results) == 1 else f"{metric} ({task})",
                    value=figure,
                    unit="fraction",
                    source=shown,
                    part=part,
                    n=effective if len(results) == 1 else None,
                )


IMPORTER = Importer(
    about="lm-evaluation-harness: samples_*.jsonl, with results_*.json; one run per filter",
    unit="fraction",
    suits=suits,
    read=read,
)
