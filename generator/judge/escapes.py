r"""Backslashes that went wrong on the way: doubled ones, and single ones where a row ends.

Written rules: when every backslash of a string is doubled and stands before a well-known command,
all are halved; between `\begin` and `\end` a backslash before a digit, sign or point, which is no
command, ends a row.
"""

from __future__ import annotations

import re

_COMMANDS = (
    "frac dfrac tfrac sqrt pi infty left right cdot times text mathrm mathbb cup cap pm mp in le ge"
    " leq geq ne neq lt gt sin cos tan cot sec csc ln log binom circ theta alpha beta gamma degree"
    " angle triangle boxed overline quad ldots div"
)
_DOUBLED = re.compile(rf"\\\\(?=(?:{'|'.join(_COMMANDS.split())})(?![a-zA-Z]))")
_ROW_END = re.compile(r"(?<!\\)\\(?=\s*[-+.\d])")


def mended(text: str) -> str:
    """Return a string that has doubled backslashes or an environment, mended by the rules."""
    if "\\begin" in text:
        return _ROW_END.sub(r"\\\\ ", text)
    halved = _DOUBLED.sub(r"\\", text)
    return halved if "\\\\" not in halved and _all_doubled(text) else text


def _all_doubled(text: str) -> bool:
    """Whether no backslash of a string stands before a well-known command by itself."""
    return "\\" not in _DOUBLED.sub("", text)
