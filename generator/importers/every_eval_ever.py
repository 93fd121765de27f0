"""Every Eval Ever 0.3: <uuid>.json with results and <uuid>_samples.jsonl (formats.md 2.10).

Results state their own range: a metric from 0 to 1 is a fraction, one from 0 to 100 is percent,
everything else is points. Several evaluations in one file are parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import after_prompt, messages, prompt_of, reply, texts
from generator.importers.entries import Batch, Entry, Figure, Options, Unit
from generator.importers.foreign_json import Row, inner, items, number, objects, text, whole
from generator.importers.opening import named, refuse
from generator.records import Response

UNITS: Mapping[tuple[float | None, float | None], Unit] = {
    (0.0, 1.0): "fraction",
    (0.0, 100.0): "percent",
}
"""(smallest, largest score that the file states) -> unit; all others are points."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like Every Eval Ever, or None."""
    if seen.has("schema_version", "sample_id") or seen.has("evaluation_id", "evaluation_results"):
        return "has schema_version with sample_id or evaluation_results"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the rows of the samples files, with the figures of the aggregate files.

    Raises:
        FaultsFound: there are no samples, or a file is damaged.

    """
    samples = named(files, ".jsonl")
    if not samples:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, "there is no ..._samples.jsonl", "give the rows beside the results")
    entries = [
        entry
        for path in samples
        for line, row in foreign_json.rows(path)
        for entry in _entries(row, shown_path(path), line)
    ]
    figures = [figure for path in named(files, ".json") for figure in _figures(path)]
    return Batch(entries=tuple(entries), figures=tuple(figures))


def _entries(row: Row, shown: str, line: int) -> Iterator[Entry]:
    """Yield the attempts of one row."""
    given, evaluation = inner(row, "input"), inner(row, "evaluation")
    replies = list(_replies(row))
    verdict = evaluation.get("is_correct", evaluation.get("score"))
    score = evaluation.get("score")
    base = Entry(
        file=shown,
        line=line,
        name=f"sample {text(row.get('sample_id'))}",
        questions=tuple(texts(given, "raw")) if given.get("raw") else (),
        prompt=text(given.get("formatted")) or prompt_of(messages(row.get("messages"))),
        gold=text(next(iter(items(given, "reference")), None)),
        part=text(row.get("evaluation_name")),
        verdicts=words({"is_correct": score if _is_mark(score) else verdict}),
    )
    for attempt, each in enumerate(replies):
        yield replace(base, reply=each, attempt=attempt if len(replies) > 1 else None)


def _is_mark(score: object) -> bool:
    """Whether a score is neither right nor wrong; is_correct, which has to be there, hides it."""
    value = number(score)
    return value is not None and value not in (0.0, 1.0)


def _replies(row: Row) -> Iterator[Response]:
    """Yield a reply for each raw output, or the conversation."""
    used = inner(row, "token_usage")
    counts = Response(
        problem_id="",
        tokens_in=whole(used.get("input_tokens")),
        tokens_out=whole(used.get("output_tokens")),
    )
    failed = text(row.get("error"))
    if failed:
        yield replace(counts, error=failed[:2000])
        return
    talk = reply(messages(row.get("messages")))
    if talk.text or talk.messages:
        yield replace(counts, text=talk.text, messages=after_prompt(talk.messages))
        return
    output = inner(row, "output")
    thoughts = items(output, "reasoning_trace")
    for place, said in enumerate(texts(output, "raw")):
        thought = text(thoughts[place]) if place < len(thoughts) else ""
        yield replace(counts, text="\n".join(filter(None, (thought, said))))


def _figures(path: Path) -> Iterator[Figure]:
    row = foreign_json.mapping(foreign_json.load(path), shown_path(path))
    for result in objects(row.get("evaluation_results")):
        config, details = inner(result, "metric_config"), inner(result, "score_details")
        score = number(details.get("score"))
        ends = (number(config.get("min_score")), number(config.get("max_score")))
        if score is not None:
            yield Figure(
                metric=text(config.get("metric_id")) or "score",
                value=score,
                unit=UNITS.get(ends, "points"),
                source=shown_path(path),
                part=text(result.get("evaluation_name")),
                n=whole(inner(details, "uncertainty").get("num_samples")),
            )


IMPORTER = Importer(
    about="Every Eval Ever 0.3: <uuid>_samples.jsonl, with <uuid>.json",
    unit="as the file states it",
    suits=suits,
    read=read,
)
