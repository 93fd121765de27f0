"""Fractions written in Chinese: 百分之二十五 is 25%, 三分之一 is 1/3."""

from __future__ import annotations

import re

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = r"(?:[零〇一二两三四五六七八九十百千]{1,9}|\d+(?:\.\d+)?)"
_FRACTION = re.compile(rf"({_NUMERAL})分之({_NUMERAL}(?:点[零〇一二三四五六七八九]+)?)")


def fractions(text: str) -> str:
    """Return `text` with its Chinese fractions as LaTeX, those of a hundred as per cent."""
    return _FRACTION.sub(_latex, text)


def _latex(match: re.Match[str]) -> str:
    whole, _, decimals = match[2].partition("点")
    top = _plain(whole) + ("." + "".join(str(_DIGITS[d]) for d in decimals) if decimals else "")
    bottom = _plain(match[1])
    return f"{top}\\%" if bottom == "100" else f"\\frac{{{top}}}{{{bottom}}}"


def _plain(numeral: str) -> str:
    """Return the digits of a numeral from 0 to 9999."""
    if numeral[0].isdigit():
        return numeral
    if numeral in ("百", "千"):
        return str(_UNITS[numeral])
    total, digit = 0, 0
    for sign in numeral:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        else:
            total += (digit or 1) * _UNITS[sign]
            digit = 0
    return str(total + digit)
