"""Prompts of our own: one text file per part and language, `<part>.<language>.txt`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.records import Language

FOLDER = Path(__file__).parent
NAMES = (
    "question",
    "solution",
    "answer",
    "interfaces",
    "trial",
    "verification",
    "hints",
    "judgement",
    "program",
    "wrong",
    "length",
)
"""Placeholders that templates may have, each between braces."""
PLACEHOLDER = re.compile(r"\{(" + "|".join(NAMES) + r")\}")


@cache
def template(part: str, language: Language) -> str:
    """Return the text of `<part>.<language>.txt` without the newline at its end."""
    return (FOLDER / f"{part}.{language}.txt").read_text("utf-8").removesuffix("\n")


def fill(part: str, language: Language, **values: str) -> str:
    """Return the template with its placeholders replaced, all in one pass.

    One pass, because a problem's own text may contain braces. Raise KeyError for a placeholder
    without a value: a fault of the calling method.
    """
    return PLACEHOLDER.sub(lambda found: values[found[1]], template(part, language))


@cache
def rows(part: str, language: Language) -> tuple[Mapping[str, Any], ...]:
    """Return the objects of `<part>.<language>.jsonl`: worked examples of ours, interfaces."""
    lines = (FOLDER / f"{part}.{language}.jsonl").read_text("utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def digest(language: Language, prefixes: tuple[str, ...] = ("cot-",)) -> str:
    """Return 12 hex digits of the hash of a method's prompts in `language`, for the run's card.

    `prefixes` are the beginnings of their files' names.
    """
    files = FOLDER.glob(f"*.{language}.*")
    parts = sorted(path for path in files if path.name.startswith(prefixes))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in parts)).hexdigest()[:12]
