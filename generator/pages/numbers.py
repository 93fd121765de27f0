"""How numbers are written on pages: the one place that knows decimals, signs and separators."""

from __future__ import annotations

NONE = "none"
"""What stands where a rate has denominator 0 (design/missing)."""

UNKNOWN = "unknown"
"""What stands where nobody stated a number (design/missing)."""


def percent(value: float | None) -> str:
    """Write a proportion 0..1 as a percentage with one decimal and no sign: 0.375 -> 37.5."""
    return NONE if value is None else f"{100 * value:.1f}"


def whole(value: float | None) -> str:
    """Write a count, or a mean that is shown rounded, with separators: 1080 -> 1,080."""
    return UNKNOWN if value is None else f"{value:,.0f}"


def number(value: float | None) -> str:
    """Write a mean or a size with two decimals at most: 5.9344 -> 5.93, 18.0 -> 18."""
    return UNKNOWN if value is None else f"{value:,.2f}".rstrip("0").rstrip(".")


def share(part: float, total: float) -> str:
    """Write part / total as a percentage; no number where total is 0."""
    return percent(part / total) if total else NONE


def count(value: int, noun: str, plural: str = "") -> str:
    """Write a count with its noun: 1 run, 2 runs."""
    return f"{value:,} {noun if value == 1 else plural or noun + 's'}"


def probability(p: float) -> str:
    """Write a p value with three decimals; below that only that it is."""
    return f"{p:.3f}" if p >= 0.0005 else "< 0.001"


def points(value: float) -> str:
    """Write a difference of proportions in percentage points with its sign: 0.031 -> +3.1."""
    return f"{100 * value:+.1f}".replace("-", "−")


def letters(number: int) -> str:
    """Write a number from 1 as letters: 1 -> a, 26 -> z, 27 -> aa."""
    text = ""
    while number > 0:
        number, place = divmod(number - 1, 26)
        text = chr(ord("a") + place) + text
    return text


def coordinate(value: float) -> str:
    """Write an SVG coordinate with one decimal at most."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
