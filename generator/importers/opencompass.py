"""OpenCompass: predictions/<model>/<dataset>[_<shard>].json with results/ beside them.

A prediction file is an object with the keys "0", "1", ...; every shard begins at "0" again, so
keys are names only and the problem is found in the prompt. Results are percent. Details of a
results file are joined to predictions only where there are as many of them, because an evaluator
may leave out problems (formats.md 2.3).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import Fault
from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import plain, texts
from generator.importers.entries import Batch, Entry, Figure, Options
from generator.importers.foreign_json import Row, items, number, objects
from generator.importers.opening import named, refuse
from generator.records import Message, Response

_SHARD = re.compile(r"(.+)_(\d+)")


def suits(seen: Sight) -> str | None:
    """Return why a path looks like predictions of OpenCompass, or None."""
    if any("predictions/" in f"/{name}" for name in seen.inside):
        return "holds a folder predictions"
    if "0" in seen.keys and '"origin_prompt"' in seen.head:
        return 'has the keys "0", "1", ... with origin_prompt'
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A file of predictions or results."""

    path: Path
    data: Row

    @property
    def part(self) -> str:
        """Model and dataset; shards have the same."""
        return f"{self.path.parent.name}/{self._split()[0]}"

    @property
    def shard(self) -> int:
        """Number of the shard; 0 for a file without one."""
        return self._split()[1]

    def _split(self) -> tuple[str, int]:
        match = _SHARD.fullmatch(self.path.stem)
        return (match[1], int(match[2])) if match else (self.path.stem, 0)


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return predictions, shards in their order, with what the results claim.

    Raises:
        FaultsFound: there are no predictions, or a file is damaged.

    """
    documents = [_File(path=path, data=_load(path)) for path in named(files, ".json")]
    predictions: defaultdict[str, list[_File]] = defaultdict(list)
    results: dict[str, _File] = {}
    for document in documents:
        if "0" in document.data and _is_prediction(document.data["0"]):
            predictions[document.part].append(document)
        elif any(number(value) is not None for value in document.data.values()):
            whole = f"{document.path.parent.name}/{document.path.stem}"
            results[whole] = document
    if not predictions:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, "there are no predictions", "give the folder of the run, or predictions/")
    return _batch(predictions, results)


def _load(path: Path) -> Row:
    return foreign_json.mapping(foreign_json.load(path), shown_path(path))


def _is_prediction(value: object) -> bool:
    return isinstance(value, dict) and "prediction" in value


def _batch(predictions: Mapping[str, Sequence[_File]], results: Mapping[str, _File]) -> Batch:
    entries: list[Entry] = []
    figures: list[Figure] = []
    notes: list[Fault] = []
    for part, shards in predictions.items():
        found = [e for each in sorted(shards, key=lambda one: one.shard) for e in _entries(each)]
        result = results.get(part)
        if result is not None:
            figures.extend(_figures(result))
            found, told = _judged(found, result)
            notes.extend(told)
        entries.extend(found)
    return Batch(entries=tuple(entries), figures=tuple(figures), notes=tuple(notes))


def _entries(file: _File) -> Iterator[Entry]:
    """Yield the attempts of all predictions of a file, in the order of its keys."""
    shown = shown_path(file.path)
    for key in sorted(file.data, key=lambda each: (len(each), each)):
        row = file.data[key]
        if not isinstance(row, dict):
            refuse(shown, "is no object", "get the file again", field=key)
        replies = list(_replies(row))
        for attempt, reply in enumerate(replies):
            yield Entry(
                file=shown,
                name=f"{file.path.stem} {key}",
                prompt=_prompt(row.get("origin_prompt")),
                gold=foreign_json.answer(row.get("gold")) or "",
                attempt=attempt if len(replies) > 1 else None,
                part=file.part,
                reply=reply,
            )


def _prompt(value: object) -> str:
    if isinstance(value, list):
        turns = [turn for each in value for turn in (each if isinstance(each, list) else [each])]
        bodies = (turn.get("prompt", turn.get("content")) for turn in objects(turns))
        return "\n".join(plain(body) for body in bodies) or plain(value)
    return plain(value)


def _replies(row: Row) -> Iterator[Response]:
    """Yield one reply, one for each repeat, or one conversation of several rounds."""
    found = texts(row, "prediction")
    prompts = items(row, "origin_prompt")
    if len(found) > 1 and len(prompts) == len(found) and all(isinstance(p, list) for p in prompts):
        turns = tuple(Message(role="assistant", content=each) for each in found)
        yield Response(problem_id="", messages=turns)
        return
    for each in found:
        yield Response(problem_id="", text=each)


def _figures(file: _File) -> Iterator[Figure]:
    for metric, value in file.data.items():
        figure = number(value)
        if figure is not None:
            yield Figure(
                metric=metric,
                value=figure,
                unit="percent",
                source=shown_path(file.path),
                part=f"{file.path.parent.name}/{file.path.stem}",
            )


def _judged(entries: Sequence[Entry], result: _File) -> tuple[list[Entry], list[Fault]]:
    """Return the entries with the verdicts of the details, where there is one for each problem."""
    details = result.data.get("details")
    rows = list(details.values()) if isinstance(details, dict) else details
    verdicts = [row["correct"] for row in objects(rows) if "correct" in row]
    problems = list(dict.fromkeys(entry.name for entry in entries))
    if len(verdicts) != len(problems):
        message = f"has verdicts on {len(verdicts)} of {len(problems)} predictions"
        cure = "they are not taken over, as they cannot be told apart"
        shown = shown_path(result.path)
        notes = [Fault(file=shown, field="details", message=message, cure=cure)] if verdicts else []
        return list(entries), notes
    said = dict(zip(problems, verdicts, strict=True))
    return [replace(e, verdicts=words({"correct": _of(said[e.name], e)})) for e in entries], []


def _of(verdict: object, entry: Entry) -> object:
    """Return the verdict on one repeat."""
    if not isinstance(verdict, list):
        return verdict
    place = entry.attempt or 0
    return verdict[place] if place < len(verdict) else None


IMPORTER = Importer(
    about="OpenCompass: the folder of a run, or files of predictions/ and results/; shards joined",
    unit="percent",
    suits=suits,
    read=read,
)
