"""Case files for the judge: JSONL of pairs, made to hold what no honest file holds.

Unlike every other file of ours these rows may carry lone surrogates and strings that are described
instead of written (a million opening braces), since being hostile is what some of them are for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from generator.errors import Fault, FaultsFound
from generator.files import read_text, shown_path
from generator.records import Decision
from generator.strict_json import too_deep

MAX_GENERATED = 20_000_000
"""Characters that one generated prediction may have."""

Label = bool | None
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One pair to be compared."""

    id: str
    pred: str
    gold: str
    equal: Label
    """What is right; None where the row does not say."""
    any_verdict: bool = False
    """Whether every answer is right so long as there is one (`expect: any_verdict`)."""
    level: Literal["answer", "node"] | None = None
    """Level of equality that the row asks for; None for the caller's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a judge made of a case file."""

    n: int
    right: int
    """Verdicts that are as the row says; rows that say nothing count in `n` only."""
    false_positive: int
    false_negative: int
    median_us: float
    p99_us: float
    """Nearest rank, in microseconds, over all cases, without any memory of earlier ones."""
    wrong: tuple[str, ...]
    """Ids in file order."""


def read_cases(path: Path) -> tuple[Case, ...]:
    """Return the cases of a JSONL file; raises FaultsFound naming every malformed row."""
    shown = shown_path(path)
    cases: list[Case] = []
    faults: list[Fault] = []
    for number, line in enumerate(read_text(path, shown=shown).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            cases.append(_case(_object(line)))
        except _Malformed as error:
            faults.append(
                Fault(file=shown, line=number, field=error.field, message=error.message, cure=_CURE)
            )
    if faults:
        raise FaultsFound(faults)
    return tuple(cases)


def tally(cases: Sequence[Case], timed: Sequence[tuple[Decision, float]]) -> Tally:
    """Count decisions (each with its time in microseconds) against their cases, in order."""
    told = [(case, decision.equal) for case, (decision, _) in zip(cases, timed, strict=True)]
    false = [(case, equal) for case, equal in told if case.equal not in {None, equal}]
    labelled = sum(case.equal is not None or case.any_verdict for case in cases)
    times = sorted(time for _, time in timed)
    return Tally(
        n=len(cases),
        right=labelled - len(false),
        false_positive=sum(equal for _, equal in false),
        false_negative=sum(not equal for _, equal in false),
        median_us=_rank(times, 0.5),
        p99_us=_rank(times, 0.99),
        wrong=tuple(case.id for case, _ in false),
    )


def generated(recipe: object) -> str:
    """Return the string that `pred_gen` describes.

    It is prefix + unit x times + middle + suffix + tail_unit x times: the units that open stand
    before the suffix, the ones that close behind it. Raises a fault for a malformed recipe.
    """
    if not isinstance(recipe, dict) or not set(recipe) <= {*_PARTS, "times"}:
        raise _Malformed("pred_gen", "is no recipe of " + ", ".join((*_PARTS, "times")))
    part = {name: _typed(recipe, name, str, "") for name in _PARTS}
    times = _typed(recipe, "times", int, 0)
    size = (len(part["unit"]) + len(part["tail_unit"])) * times
    if times < 0 or size > MAX_GENERATED:
        raise _Malformed("pred_gen", f"is not between 0 and {MAX_GENERATED:,} characters long")
    opening = part["prefix"] + part["unit"] * times + part["middle"]
    return opening + part["suffix"] + part["tail_unit"] * times


_PARTS = ("prefix", "unit", "middle", "suffix", "tail_unit")
_EXPECT = ("not_equal_or_unparsable", "any_verdict")
_CURE = 'write {"id": "1", "pred": "x=2", "gold": "2", "equal": true}'


class _Malformed(ValueError):
    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def _object(line: str) -> dict[str, object]:
    if too_deep(line):
        raise _Malformed("", "is nested too deep")
    try:
        row = json.loads(line)
    except ValueError as error:
        raise _Malformed("", f"is not JSON: {str(error)[:200]}") from error
    if not isinstance(row, dict):
        raise _Malformed("", "is no object")
    return row


def _case(row: dict[str, object]) -> Case:
    if "pred" not in row and "pred_gen" not in row:
        raise _Malformed("pred", "is missing")
    expect = _typed(row, "expect", str, "")
    if expect and expect not in _EXPECT:
        raise _Malformed("expect", f"is none of {', '.join(_EXPECT)}")
    refused: Label = False if expect == _EXPECT[0] else None
    return Case(
        id=_typed(row, "id", str),
        pred=generated(row["pred_gen"]) if "pred_gen" in row else _typed(row, "pred", str),
        gold=_typed(row, "gold", str),
        equal=_typed(row, "equal", bool) if "equal" in row else refused,
        any_verdict=expect == "any_verdict",
        level=_level(row),
    )


def _level(row: dict[str, object]) -> Literal["answer", "node"] | None:
    match row.get("level"):
        case None:
            return None
        case "answer":
            return "answer"
        case "node":
            return "node"
    raise _Malformed("level", "is neither answer nor node")


def _typed(
    row: dict[str, object], field: str, kind: type[Kind], default: Kind | None = None
) -> Kind:
    value = row.get(field, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        message = f"is no {_NAMES[kind]}" if field in row else "is missing"
        raise _Malformed(field, message)
    return value


_NAMES: dict[Callable[..., object], str] = {str: "string", int: "whole number", bool: "true/false"}


def _rank(times: Sequence[float], share: float) -> float:
    """Nearest-rank quantile of sorted `times`, to a tenth; 0 when there are none."""
    if not times:
        return 0.0
    return round(times[max(0, math.ceil(share * len(times)) - 1)], 1)
