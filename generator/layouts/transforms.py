"""The small steps that a card may name in `columns.<field>.then`, as one table.

Each takes what the step before it left (a string, number, boolean or list as upstream wrote it) and
returns the like. None knows a dataset; what does not fit is refused, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from generator.judge.spans import last_box
from generator.layouts.refusal import Refused

_LABELLED = re.compile(r"\s*\(?([A-Z])\s*[).:]\s*(.*)", re.DOTALL)
_MARKS = (".", "?", "!", ",", "。", "？")
_ESCAPES = {"\\n": "\n", "\\p": "|", "\\\\": "\\"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text(value: object) -> str:
    """Return a scalar as text: 51.0 as `51`, true as `true`; null as the empty text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, str | int | float):
        return str(value)
    if value is None:
        return ""
    raise Refused("holds a list or an object where one value is wanted")


def texts(value: object) -> list[str]:
    """Return a list of scalars as texts; one scalar as a list of one."""
    return [text(each) for each in value] if isinstance(value, list) else [text(value)]


def _each(step: Callable[[str], object]) -> Callable[[object], object]:
    """Return a transform that does `step` to a scalar, or to each scalar of a list."""

    def transform(value: object) -> object:
        return (
            [step(text(each)) for each in value] if isinstance(value, list) else step(text(value))
        )

    return transform


def _after_hashes(value: str) -> str:
    _, mark, tail = value.rpartition("####")
    if not mark:
        raise Refused("has no ####")
    return tail.strip()


def _before_hashes(value: str) -> str:
    return value.rpartition("####")[0].strip()


def _last_boxed(value: str) -> str:
    span = last_box(value)
    if span is None:
        raise Refused(r"has no \boxed{...}")
    return value[span[0] : span[1]]


def _first(value: object) -> object:
    if not isinstance(value, list) or not value:
        raise Refused("is no list with an entry")
    return value[0]


def _closed(mark: str) -> Callable[[object], object]:
    """Return a transform that joins parts by a blank, each but the last with a mark at its end."""

    def transform(value: object) -> object:
        parts = [" ".join(part.split()) for part in texts(value)]
        *before, last = [part for part in parts if part] or [""]
        ended = [part if part.endswith(_MARKS) else part + mark for part in before]
        return " ".join([*ended, last])

    return transform


def _choices(value: object) -> object:
    """Return options as `[{label, text}]`: written `(A) x`, `A)x`, as objects, or lettered here."""
    if not isinstance(value, list):
        raise Refused("is no list of options")
    if all(isinstance(each, dict) for each in value):
        return [{"label": text(each["label"]), "text": text(each["text"])} for each in value]
    found = [_LABELLED.fullmatch(each) for each in texts(value)]
    labels = [match[1] for match in found if match]
    if labels == list(LETTERS[: len(value)]):
        return [{"label": m[1], "text": m[2].strip()} for m in found if m]
    return [
        {"label": LETTERS[place], "text": each.strip()}
        for place, each in enumerate(texts(value)[: len(LETTERS)])
    ]


def _yes_no(value: object) -> object:
    """Return `yes` for true, 1 and yes, `no` for false, 0 and no."""
    word = text(value).strip().lower()
    if word in ("true", "1", "yes"):
        return "yes"
    if word in ("false", "0", "no"):
        return "no"
    raise Refused(f"{word!r:.40} is neither yes nor no")


def _number(value: str) -> str:
    """Return the first number without commas."""
    match = re.search(r"-?(?:\d[\d,]*)?\.?\d+", value)
    if not match:
        raise Refused(f"{value!r:.40} holds no number")
    return match[0].replace(",", "")


def _digits(value: str) -> str | None:
    match = re.search(r"\d+", value)
    return match[0] if match else None


TRANSFORMS: Mapping[str, Callable[[object], object]] = {
    "strip": _each(str.strip),
    "one-line": _each(lambda value: " ".join(value.split())),
    "lower": _each(str.lower),
    "after-hashes": _each(_after_hashes),
    "before-hashes": _each(_before_hashes),
    "last-boxed": _each(_last_boxed),
    "before-bracket": _each(lambda value: re.sub(r"(?<=\S)\s*\([^()]*\)\s*$", "", value).strip()),
    "no-commas": _each(lambda value: re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", value)),
    "no-dollars": _each(lambda value: value.replace("$", "").strip()),
    "number": _each(_number),
    "digits": _each(_digits),
    "letter": _each(lambda value: value.strip(" ().").upper()),
    "first": _first,
    "sentences": _closed("."),
    "clauses": _closed(","),
    "choices": _choices,
    "yes-no": _yes_no,
    "split-bars": lambda value: text(value).split("|"),
    "unescape": _each(lambda value: re.sub(r"\\[np\\]", lambda m: _ESCAPES[m[0]], value)),
}
"""Name in a card -> transform. `sentences`, `first`, `choices` and the like take whole lists."""
