"""Another judge's word, to find our mistakes: Math-Verify, where somebody has installed it.

It is never part of a verdict and no dependency: it runs in the helper process, under the same
limits as SymPy, and only `failwhere audit` asks for it. Blanks go first and its unit stripping is
off, since with both on it takes a variable after a blank for a unit.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

from generator.judge.errors import Crashed, OutOfMemory, Timeout
from generator.judge.worker import run_limited

PACKAGE = "math_verify"
SECONDS = 5.0
MEGABYTES = 1024

_BLANK = re.compile(r"(\\[a-zA-Z]+)\s+(?=[a-zA-Z])|\s+")
"""Blanks; group 1 is the command that one of them ends."""


def is_installed() -> bool:
    """Whether there is a second opinion to be had."""
    return find_spec(PACKAGE) is not None


def second_opinion(pred: str, gold: str) -> bool | None:
    """Return whether Math-Verify calls the two equal; None when it does not answer in time."""
    try:
        found: bool = run_limited(
            f"{__name__}:ask", pred, gold, seconds=SECONDS, megabytes=MEGABYTES
        )
    except (Timeout, OutOfMemory, Crashed):
        return None
    return found


def ask(pred: str, gold: str) -> bool:
    """Ask Math-Verify. Runs in the helper process; its own time-outs are off, ours kills it."""
    package, normal = import_module(PACKAGE), import_module("latex2sympy2_extended")
    config = package.LatexExtractionConfig(
        normalization_config=normal.NormalizationConfig(malformed_operators=True, nits=True)
    )
    read = [
        package.parse(f"${_close(text)}$", [config], parsing_timeout=None) for text in (gold, pred)
    ]
    return bool(package.verify(*read, timeout_seconds=None))


def _close(text: str) -> str:
    """Return `text` without blanks but the ones that end a command."""
    return _BLANK.sub(lambda match: f"{match[1]} " if match[1] else "", text)
