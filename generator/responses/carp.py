"""Result files of RUCAIBox/CARP -> Responses, joined to problems by their text.

Such a file is JSON objects one behind the other, each indented over many lines. An object has
`content` (the problem's text), `answer` (the gold answer) and `generation`: a list of traces,
each a list of strings (chain of thought) or of messages (ReAct, DELI). Where there are several
traces the last one counts, as in upstream's evaluate_graph.py (commit f0e2ebe).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import read_text, shown_path
from generator.records import Message, Problem, Response
from generator.responses.coverage import Located
from generator.responses.native import message
from generator.strict_json import parse_at, skip_blanks

NO_GENERATION = "the imported file has no generation for this problem"
"""Error of a response whose `generation` is empty."""


def read_file(path: Path, problems: Sequence[Problem]) -> tuple[Located, ...]:
    """Return the responses of a result file with the lines they begin on.

    Args:
        path: file of concatenated JSON objects.
        problems: problems of the split that the file answers.

    Raises:
        FaultsFound: the file breaks off, an object has the wrong shape, its text is of no problem,
            or a problem is there twice. All are reported together.

    """
    shown = shown_path(path)
    faults: list[Fault] = []
    join = _Join(problems)
    located: list[Located] = []
    for line, record in _records(read_text(path, shown=shown), shown, faults):
        fields = Fields(record, file=shown, line=line, faults=faults)
        problem = join.problem(fields)
        response = _response(fields, problem.id if problem else "")
        located.append((line, response))
    if faults:
        raise FaultsFound(faults)
    return tuple(located)


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


class _Join:
    """Finds the problem that a record is about by its text, and sees to it that each is used once.

    Texts are compared with runs of blanks made one. In carp-en three texts stand twice: there the
    gold answer in the record decides, and after that which of the two is still free.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self._by_text: defaultdict[str, list[Problem]] = defaultdict(list)
        self._lines: dict[str, int] = {}
        for problem in problems:
            texts = {problem.question, *(variant.question for variant in problem.variants)}
            for text in sorted({_joined(text) for text in texts}):
                self._by_text[text].append(problem)

    def problem(self, fields: Fields) -> Problem | None:
        """Return the problem of a record; None, and a fault, when there is none left for it."""
        text = fields.text("content", blank=False)
        found = self._by_text.get(_joined(text), [])
        if not found:
            message = f"no problem of this dataset and split has the text {text!r:.80}"
            fields.fault("content", message, "check --dataset and --split")
            return None
        free = [problem for problem in found if problem.id not in self._lines]
        if not free:
            message = f"{found[0].id} has a response on line {self._lines[found[0].id]} already"
            fields.fault("content", message, "delete one of the two records")
            return None
        gold = _joined(fields.optional_text("answer") or "")
        chosen = min(free, key=lambda problem: _joined(problem.answer) != gold)
        self._lines[chosen.id] = fields.line
        return chosen


def _joined(text: str) -> str:
    return " ".join(text.split())


def _response(fields: Fields, problem_id: str) -> Response:
    """Return the response in a record; an empty text is a reply, an empty list is none."""
    trace = fields.last("generation")
    if trace is None or trace == []:
        return Response(problem_id=problem_id, error=NO_GENERATION)
    parts = trace if isinstance(trace, list) else [trace]
    if all(isinstance(part, str) for part in parts):
        return _texts(problem_id, [str(part) for part in parts])
    if not all(isinstance(part, Mapping) for part in parts):
        fields.fault("generation", "is neither texts nor messages", _SHAPE)
        return Response(problem_id=problem_id)
    below = (fields.below(part, f"generation.{i}") for i, part in enumerate(parts))
    return Response(problem_id=problem_id, messages=tuple(message(entry) for entry in below))


def _texts(problem_id: str, texts: Sequence[str]) -> Response:
    """Return one text as it is, several as turns of the assistant: nothing is thrown away."""
    if len(texts) == 1:
        return Response(problem_id=problem_id, text=texts[0])
    turns = tuple(Message(role="assistant", content=text) for text in texts)
    return Response(problem_id=problem_id, messages=turns)
