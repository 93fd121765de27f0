"""Judgements and score of a run <-> judgements.jsonl and scores.json, the lock beside responses.

The lock is never read as truth: it is what recomputing has to give. A change of the judge, of the
dataset or of a response therefore shows in review as a change of verdicts, line by line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from generator import files, strict_json
from generator.errors import Fault, FaultsFound
from generator.records import Answer, Credit, Judgement, Match, Score
from generator.store import Dataset, RunInput

JUDGEMENTS = "judgements.jsonl"
SCORES = "scores.json"
DIGITS = 6
"""Decimals of the fractions in scores.json."""
OPTIONAL = ("several", "tables")
"""Fields of a score that are left out where they are empty."""


SYMPY = version("sympy")
"""Version of SymPy that is installed."""
UNCOMPARED = "sympy_version"
"""Field of a stamp that makes no lock stale by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What a lock was computed from; when any of it but UNCOMPARED differs, the lock is stale."""

    judge_version: str
    """Version of the judge."""
    dataset: str
    """Id of the dataset."""
    dataset_version: str
    """Version of its problems."""
    dataset_sha256: str
    """Hash of problems.jsonl."""
    responses_sha256: str
    """Hash of responses.jsonl."""
    sympy_version: str = SYMPY
    """Version of SymPy, whose proofs the judge asks for last. Another one does not make a lock
    stale: a check speaks of it where verdicts differ. Locks made before lack it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A lock as it lies in its folder."""

    stamp: Mapping[str, object]
    """Fields of Stamp as they were read."""
    rows: tuple[files.Row, ...]
    """Lines of judgements.jsonl."""
    score: Mapping[str, object]
    """Fields of Score, fractions rounded to DIGITS."""


def stamp(dataset: Dataset, run: RunInput, judge_version: str) -> Stamp:
    """Return what the lock of `run` is computed from now."""
    return Stamp(
        judge_version=judge_version,
        dataset=dataset.card.id,
        dataset_version=dataset.card.version,
        dataset_sha256=dataset.sha256,
        responses_sha256=run.sha256,
    )


def judgement_row(judgement: Judgement) -> dict[str, object]:
    """Return a judgement as the object of a line; what is None or empty is left out."""
    row: dict[str, object] = {
        "problem_id": judgement.problem_id,
        "attempt": judgement.attempt,
        "verdict": judgement.verdict,
    }
    if judgement.answer is not None:
        row["answer"] = _answer(judgement.answer)
    if judgement.rule:
        row["rule"] = judgement.rule
    row["why"] = judgement.why
    if judgement.credits:
        row["credits"] = {name: _credit(credit) for name, credit in judgement.credits.items()}
    return row


def score_data(score: Score) -> dict[str, object]:
    """Return a score as plain data, fractions rounded; what is OPTIONAL only where it is."""
    data = _rounded(asdict(score))
    if not isinstance(data, dict):
        raise TypeError("a score is an object")
    return {name: data[name] for name in data if data[name] or name not in OPTIONAL}


def write_lock(
    folder: Path, stamp: Stamp, judgements: Iterable[Judgement], score: Score
) -> tuple[Path, ...]:
    """Write both files of the lock and return those that changed."""
    scores = {**asdict(stamp), "score": score_data(score)}
    texts = {
        folder / JUDGEMENTS: files.jsonl_text(judgement_row(each) for each in judgements),
        folder / SCORES: json.dumps(scores, ensure_ascii=False, indent=2, allow_nan=False) + "\n",
    }
    return tuple(path for path, text in texts.items() if files.write_text(path, text))


def read_lock(folder: Path) -> Lock:
    """Return the lock of a run.

    Raises:
        FaultsFound: a file is missing or is not strict JSON.

    """
    path = folder / SCORES
    shown = files.shown_path(path)
    data = strict_json.parse(files.read_text(path), file=shown)
    score = data.pop("score", None) if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(score, dict):
        raise FaultsFound([Fault(file=shown, field="score", message="is missing", cure=AGAIN)])
    rows = files.read_jsonl(folder / JUDGEMENTS)
    return Lock(stamp=data, rows=tuple(rows), score=score)


AGAIN = "run `failwhere judge` on the run's folder and commit what it writes"
"""Cure of every difference between a lock and its recomputation."""


def plain(judgements: Sequence[Judgement]) -> dict[tuple[str, int], dict[str, object]]:
    """Return judgements as rows by problem id and attempt, as they would be read back."""
    rows: dict[tuple[str, int], dict[str, object]] = {}
    for judgement in judgements:
        row = json.loads(files.json_line(judgement_row(judgement)))
        rows[judgement.problem_id, judgement.attempt] = row
    return rows


def _answer(answer: Answer) -> dict[str, object]:
    return asdict(answer)


def _credit(credit: Credit) -> dict[str, object]:
    row: dict[str, object] = {
        "derived": credit.derived,
        "reached": list(credit.reached),
        "credited": list(credit.credited),
        "label": credit.label,
    }
    if credit.matches:
        row["matches"] = [_match(match) for match in credit.matches]
    return row


def _match(match: Match) -> dict[str, object]:
    return {"node": match.node, **asdict(match.expression)}


def _rounded(value: object) -> object:
    """Return plain data with every float rounded, so that no last bit differs between machines."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, Mapping):
        return {str(key): _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value
