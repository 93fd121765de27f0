"""Prompts of our own: one text file per part and language, `<part>.<language>.txt`."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from generator.records import Language

FOLDER = Path(__file__).parent
PLACEHOLDER = re.compile(r"\{(question|solution|answer)\}")


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


def digest(language: Language) -> str:
    """Return 12 hex digits of the hash of all prompts in `language`, for the run's card."""
    parts = sorted(FOLDER.glob(f"*.{language}.txt"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in parts)).hexdigest()[:12]
