"""Inspect logs: `.eval` (a ZIP of JSON members) and `.json`; epochs are attempts (formats.md 2.2).

Read are the messages, the completion and the scores; events are not. A log that broke off has no
header: what its journal and its members say is taken. A sample that only the summaries know has
nothing to judge; it is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.errors import Fault
from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.archive import Archive, opened
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import messages, plain, prompt_of, reply
from generator.importers.entries import Batch, Entry, Figure, Options, merged
from generator.importers.foreign_json import Row, inner, items, number, objects, text, whole
from generator.importers.opening import decode, refuse
from generator.records import Response
from generator.responses.coverage import named

HEADER, SUMMARIES, START = "header.json", "summaries.json", "_journal/start.json"
_SAMPLE = re.compile(r"samples/[^/]+\.json|samples/[^/]+/sample\.json")
_CHUNK = re.compile(r"(samples/[^/]+)/(messages|attachments)/(\d+)\.json")
_ATTACHMENT = re.compile(r"attachment://([0-9A-Za-z]{1,128})")
SHARES = frozenset({"accuracy"})
"""Metrics that are fractions; all others are points, as a scorer may give any marks."""
SPREAD = frozenset({"stderr", "std", "var", "bootstrap_stderr", "bootstrap_std"})
"""Metrics that are no results but how far they spread."""
INCOMPLETE = frozenset({"started", "cancelled", "error"})


def suits(seen: Sight) -> str | None:
    """Return why a path looks like a log of Inspect, or None."""
    if seen.kind == "zip" and {HEADER, START} & set(seen.inside):
        return f"is a ZIP with {HEADER if HEADER in seen.inside else START}"
    if seen.kind == "folder" and any(name.endswith(".eval") for name in seen.inside):
        return "holds .eval logs"
    if seen.has("eval") and seen.keys & {"status", "version", "samples"}:
        return "has the keys eval, status and samples"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the samples of logs.

    Raises:
        FaultsFound: a log is damaged, or dangerous to unpack.

    """
    return merged(_archive(path) if _zipped(path) else _document(path) for path in files)


def _zipped(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"PK\3\4"


def _document(path: Path) -> Batch:
    shown = shown_path(path)
    log = foreign_json.mapping(foreign_json.load(path), shown)
    if "eval" not in log:
        refuse(shown, "is no log of Inspect: there is no `eval`", "name the format that it has")
    return _batch(log, objects(log.get("samples")), shown)


def _archive(path: Path) -> Batch:
    with opened(path) as archive:

        def member(name: str) -> object:
            place = f"{archive.shown}!{name}"
            return foreign_json.parse(decode(archive.read(name), place), place)

        top = next((name for name in (HEADER, START) if name in archive.names), None)
        if top is None:
            refuse(archive.shown, "is no log of Inspect", "name the format that it has")
        header = foreign_json.mapping(member(top), f"{archive.shown}!{top}")
        samples = list(_samples(archive, member))
        batch = _batch(header, samples, archive.shown)
        lost = tuple(_only_summed_up(archive, member, samples))
    return replace(batch, notes=(*batch.notes, *lost))


def _samples(archive: Archive, member: Callable[[str], object]) -> Iterator[Row]:
    """Yield the samples of an archive, whole ones and those that are kept in pieces."""
    for name in archive.names:
        if _SAMPLE.fullmatch(name):
            sample = foreign_json.mapping(member(name), f"{archive.shown}!{name}")
            yield {**sample, **_pieces(archive, member, name)} if "/sample.json" in name else sample


def _pieces(archive: Archive, member: Callable[[str], object], name: str) -> Row:
    """Return messages and attachments of a sample that is kept in pieces, in their order."""
    folder = name.removesuffix("/sample.json")
    found: Row = {}
    chunks = [m for each in archive.names if (m := _CHUNK.fullmatch(each)) and m[1] == folder]
    for chunk in sorted(chunks, key=lambda match: int(match[3])):
        value = member(chunk[0])
        if chunk[2] == "messages" and isinstance(value, list):
            found["messages"] = [*items(found, "messages"), *value]
        elif isinstance(value, dict):
            found["attachments"] = {**inner(found, "attachments"), **value}
    return found


def _key(sample: Row) -> tuple[str, str]:
    return text(sample.get("id")), text(sample.get("epoch"))


def _only_summed_up(
    archive: Archive, member: Callable[[str], object], samples: Sequence[Row]
) -> Iterator[Fault]:
    """Yield a note that names the samples of which the log has nothing but a summary."""
    there = {_key(sample) for sample in samples}
    journal = [name for name in archive.names if name.startswith("_journal/summaries/")]
    members = [SUMMARIES] if SUMMARIES in archive.names else journal
    told = {_key(row): row for name in members for row in objects(member(name))}
    if lost := [f"{key[0]} (epoch {key[1]})" for key in told if key not in there]:
        message = f"{len(lost)} samples are only summed up, without their messages: {named(lost)}"
        yield Fault(file=archive.shown, message=message, cure="get the whole log")


def _batch(log: Row, samples: Sequence[Row], shown: str) -> Batch:
    return Batch(
        entries=tuple(_entry(sample, shown) for sample in samples),
        figures=tuple(_figures(log, shown)),
        notes=tuple(_notes(log, len(samples), shown)),
    )


def _notes(log: Row, many: int, shown: str) -> Iterator[Fault]:
    status = text(log.get("status")) or "started"
    config = inner(inner(log, "eval"), "config")
    wanted = whole(inner(inner(log, "eval"), "dataset").get("samples"))
    if status in INCOMPLETE:
        message = f"the evaluation ended as {status!r:.20} and the log has {many} samples"
        if wanted is not None:
            epochs = whole(config.get("epochs")) or 1
            message += f" of {wanted} in {epochs} epochs"
        yield Fault(file=shown, message=message, cure="import it with --partial, or finish it")
    if many and not log.get("results"):
        yield Fault(file=shown, message="the log states no results", cure="no figure is claimed")


def _entry(sample: Row, shown: str) -> Entry:
    resolved = _resolved(sample, inner(sample, "attachments"))
    talk = messages(resolved.get("messages"))
    given = resolved.get("input")
    asked = plain(given) if isinstance(given, str) else plain(_last_user(given))
    scores = inner(resolved, "scores") or {"score": resolved.get("score")}
    epoch = whole(sample.get("epoch")) or 1
    return Entry(
        file=shown,
        name=f"sample {text(sample.get('id'))}, epoch {epoch}",
        questions=(asked,) if asked else (),
        prompt=prompt_of(talk) or asked,
        gold=foreign_json.answer(sample.get("target")) or "",
        attempt=epoch - 1,
        reply=_reply(resolved, reply(talk)),
        verdicts=words({name: _value(score) for name, score in scores.items()}),
    )


def _last_user(given: object) -> object:
    said = [row.get("content") for row in objects(given) if row.get("role") == "user"]
    return said[-1] if said else ""


def _value(score: object) -> object:
    return score.get("value") if isinstance(score, dict) else None


def _reply(sample: Row, talk: Response) -> Response:
    """Return the reply with what the output says about it."""
    output = inner(sample, "output")
    choices = objects(output.get("choices"))
    if not talk.text and not talk.messages:
        talk = replace(talk, text=text(output.get("completion")))
    limit = inner(sample, "limit").get("type")
    stop = text(limit) or text(choices[0].get("stop_reason") if choices else None)
    error = inner(sample, "error").get("message") or sample.get("error")
    used = [count for count in inner(sample, "model_usage").values() if isinstance(count, dict)]
    failed = text(error)[:2000] or None
    return replace(
        talk,
        text="" if failed else talk.text,
        error=failed,
        stop_reason=stop or None,
        tokens_in=_sum(used, "input_tokens"),
        tokens_out=_sum(used, "output_tokens"),
    )


def _sum(used: Sequence[Row], name: str) -> int | None:
    counts = [count for each in used if (count := whole(each.get(name))) is not None]
    return sum(counts) if counts else None


def _resolved(sample: Row, attachments: Mapping[str, object]) -> Row:
    """Return the sample with `attachment://` references replaced by their texts, once."""
    wanted = ("messages", "input", "output", "error", "limit", "scores", "score", "model_usage")
    kept = {name: sample[name] for name in wanted if sample.get(name) is not None}
    found = _filled(kept, attachments) if attachments else kept
    return found if isinstance(found, dict) else {}


MAX_FILLED = 20_000_000
"""Characters of one text after its attachments are put in."""


def _filled(value: object, attachments: Mapping[str, object]) -> object:
    if isinstance(value, str):
        keys = _ATTACHMENT.findall(value)
        if sum(len(text(attachments.get(key))) for key in keys) > MAX_FILLED:
            return value
        return _ATTACHMENT.sub(lambda m: text(attachments.get(m[1], m[0])), value)
    if isinstance(value, list):
        return [_filled(each, attachments) for each in value]
    if isinstance(value, dict):
        return {key: _filled(each, attachments) for key, each in value.items()}
    return value


def _figures(log: Row, shown: str) -> Iterator[Figure]:
    """Yield the metrics of all scorers; their spread is left out."""
    results = inner(log, "results")
    scores = objects(results.get("scores")) or [results]
    for score in scores:
        for name, metric in inner(score, "metrics").items():
            value = number(metric.get("value")) if isinstance(metric, dict) else None
            if value is None or name in SPREAD:
                continue
            scorer = text(score.get("name")) or "score"
            yield Figure(
                metric=f"{scorer} ({name})",
                value=value,
                unit="fraction" if name in SHARES else "points",
                source=shown,
            )


IMPORTER = Importer(
    about="Inspect: .eval (deflate or Zstandard, finished or not) and .json; epochs are attempts",
    unit="fraction",
    suits=suits,
    read=read,
)
