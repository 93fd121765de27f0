"""Letters of multiple choice, where the dataset's card says that answers are choices."""

from __future__ import annotations

import re

from generator.records import Decision

_NOISE = re.compile(
    r"\\(?:text|textbf|mathrm|mathbf|boxed|fbox|mbox|textrm)|[${}\\]|\b(?:option|choice|answer)s?\b|答案|选项|选|[是为]",
    re.IGNORECASE,
)
_LETTERS = re.compile(
    r"\s*:?\s*\(?([A-J])\)?(?:(?:\s*(?:,|、|，|;|and|和|与|&)?\s*)\(?([A-J])\)?)*\s*(?:[.):：、。,].*)?",
    re.DOTALL,
)
_ONE = re.compile(r"[A-J]")


def options(text: str) -> frozenset[str] | None:
    """Return the option letters that a string names at its front, None where it names none."""
    if len(text) > 400:
        return None
    plain = _NOISE.sub("", text).strip()
    match = _LETTERS.match(plain)
    if match is None:
        return None
    rest = plain[match.end() :]
    if rest and not rest[0].isspace():
        return None
    front = re.split(r"[.:：。](?=\s|\S)", plain.lstrip(": "), maxsplit=1)[0]
    return frozenset(_ONE.findall(front))


def same_options(pred: str, gold: str) -> Decision | None:
    """Compare two strings as options; None where the gold names none."""
    wanted = options(gold)
    if wanted is None:
        return None
    found = options(pred)
    if found is None:
        return None
    equal = found == wanted
    names = [",".join(sorted(letters)) for letters in (found, wanted)]
    why = f"both are option {names[0]}" if equal else f"option {names[0]} against {names[1]}"
    return Decision(equal=equal, rule="choice", why=why)
