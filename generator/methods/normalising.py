r"""The spelling in which PHP compares two answers: Hendrycks's normaliser of MATH (methods.md 1.8).

Text is compared, not mathematics: `0.5` is `\frac{1}{2}` by a rule of its own, but `0.25` is not
`\frac{1}{4}`. Source: `modeling/math_equivalence.py` of hendrycks/math, which PHP's code carries.
"""

from __future__ import annotations

import re

DROPPED = re.compile(
    r"\\(?:left|right|displaystyle)(?![A-Za-z])|\\[,;!$]|\^\s*(?:\\circ|\{\s*\\circ\s*\})|\\?%|[\n$]"
)
"""Layout, degrees, percent and dollar signs."""
UNIT = re.compile(r"\\text\s*\{ .*", re.DOTALL)
"""A unit on the right; without a blank in its braces a text is no unit."""
NAMED = re.compile(r"^[^=]{0,2}=([^=]*)$")
"""`x = 3`: one equals sign, behind a name and a blank at most."""
BARE_FRACTION = re.compile(r"\\frac([^{}\\])(\{|[^{}\\])")
RATIO = re.compile(r"(-?\d+)/(-?\d+)")
HALF = r"\frac{1}{2}"


def normal(text: str) -> str:
    """Return an answer in the one spelling that stands for all that are counted as the same."""
    bare = re.sub(r"\\[dt]frac", r"\\frac", DROPPED.sub("", text))
    bare = UNIT.sub("", bare).strip(" \t\r").rstrip("。.：:")
    bare = re.sub(r"(^|[ {])\.(?=\d)", r"\g<1>0.", bare)
    bare = re.sub(r"\s", "", NAMED.sub(r"\1", bare))
    bare = re.sub(r"\\sqrt([^{\[\\])", r"\\sqrt{\1}", bare)
    bare = BARE_FRACTION.sub(_braced, bare)
    bare = HALF if bare == "0.5" else bare
    ratio = RATIO.fullmatch(bare)
    return rf"\frac{{{int(ratio[1])}}}{{{int(ratio[2])}}}" if ratio else bare


def _braced(found: re.Match[str]) -> str:
    """Return a fraction of two single signs, or of one and a group, with its braces."""
    above, below = found.groups()
    return rf"\frac{{{above}}}" + (below if below == "{" else f"{{{below}}}")
