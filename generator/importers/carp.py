"""Result files of RUCAIBox/CARP -> entries.

Such a file is JSON objects one behind the other, each indented over many lines. An object has
`content` (the problem's text), `answer` (the gold answer) and `generation`: a list of traces,
each a list of strings (chain of thought) or of messages (ReAct, DELI). Where there are several
traces the last one counts, as in upstream's evaluate_graph.py (commit f0e2ebe).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import read_text, shown_path
from generator.importers.contract import Importer, Sight
from generator.importers.entries import NOBODY, Batch, Entry, Options
from generator.records import Message, Response
from generator.responses.native import message
from generator.strict_json import parse_at, skip_blanks

NO_GENERATION = "the imported file has no generation for this problem"
"""Error of a response whose `generation` is empty."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like a result file of CARP, or None."""
    if seen.has("content", "generation"):
        return "has objects with content and generation"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the records of result files with the lines they begin on.

    Raises:
        FaultsFound: a file breaks off, or an object has the wrong shape; all of them.

    """
    faults: list[Fault] = []
    entries = [entry for path in files for entry in _entries(path, faults)]
    if faults:
        raise FaultsFound(faults)
    return Batch(entries=tuple(entries))


def _entries(path: Path, faults: list[Fault]) -> Iterator[Entry]:
    shown = shown_path(path)
    for number, (line, record) in enumerate(_records(read_text(path, shown=shown), shown, faults)):
        fields = Fields(record, file=shown, line=line, faults=faults)
        yield Entry(
            file=shown,
            line=line,
            name=f"record {number + 1}",
            questions=(fields.text("content", blank=False),),
            gold=fields.optional_text("answer") or "",
            reply=_reply(fields),
        )


def _records(
    text: str, shown: str, faults: list[Fault]
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield line and object for each complete record; what stops the reading goes to `faults`."""
    offset = done = 0
    line = 1
    while True:
        start = skip_blanks(text, offset)
        if start == len(text):
            return
        line += text.count("\n", offset, start)
        try:
            record, offset = parse_at(text, start, file=shown)
        except FaultsFound as error:
            faults.append(_broken(error.faults[0], line, done))
            return
        if isinstance(record, Mapping):
            yield line, record
        else:
            faults.append(Fault(file=shown, line=line, message="is no object", cure=_SHAPE))
        done += 1
        line += text.count("\n", start, offset)


_SHAPE = 'write {"content": ..., "answer": ..., "generation": [...]}'


def _broken(fault: Fault, line: int, done: int) -> Fault:
    message = f"{fault.message}; the record that begins on line {line} is not complete"
    return Fault(
        file=fault.file,
        line=fault.line or line,
        message=f"{message}, {done} complete records stand before it",
        cure="get the whole file, or cut it behind the last complete record",
    )


def _reply(fields: Fields) -> Response:
    """Return the reply in a record; an empty text is a reply, an empty list is none."""
    trace = fields.last("generation")
    if trace is None or trace == []:
        return Response(problem_id="", error=NO_GENERATION)
    parts = trace if isinstance(trace, list) else [trace]
    if all(isinstance(part, str) for part in parts):
        return _texts([str(part) for part in parts])
    if not all(isinstance(part, Mapping) for part in parts):
        fields.fault("generation", "is neither texts nor messages", _SHAPE)
        return NOBODY
    below = (fields.below(part, f"generation.{i}") for i, part in enumerate(parts))
    return Response(problem_id="", messages=tuple(message(entry) for entry in below))


def _texts(texts: Sequence[str]) -> Response:
    """Return one text as it is, several as turns of the assistant: nothing is thrown away."""
    if len(texts) == 1:
        return Response(problem_id="", text=texts[0])
    turns = tuple(Message(role="assistant", content=text) for text in texts)
    return Response(problem_id="", messages=turns)


IMPORTER = Importer(
    about="RUCAIBox/CARP: JSON objects one behind the other, with `content` and `generation`",
    unit="",
    suits=suits,
    read=read,
)
