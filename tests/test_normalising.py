"""PHP compares answers in the spelling of Hendrycks's normaliser; expected values are the original's."""

from __future__ import annotations

import pytest

from generator.methods.normalising import normal


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (r"\dfrac { 1 } { 2 }", r"\frac{1}{2}"),
        (r"\tfrac{1}{2}", r"\frac{1}{2}"),
        ("0.5", r"\frac{1}{2}"),
        (".5", "0.5"),
        ("1/2", r"\frac{1}{2}"),
        (r"\frac12", r"\frac{1}{2}"),
        (r"\frac1{72}", r"\frac{1}{72}"),
        (r"\frac { 1 } 2", r"\frac{1}2"),
        (r"\sqrt3", r"\sqrt{3}"),
        (r"\sqrt [ 3 ] { 2 }", r"\sqrt[3]{2}"),
        ("x = 3", "3"),
        ("k=3", "3"),
        (r"50\%", "50"),
        (r"90^\circ", "90"),
        (r"90 ^ { \circ }", "90"),
        (r"\$5", "5"),
        (r"5 \text{ cm}", "5"),
        (r"\left ( 1 , 2 \right )", "(1,2)"),
        ("1 , 2", "1,2"),
        ("$42$.", "42"),
    ],
)
def test_one_spelling(text: str, same: str) -> None:
    assert normal(text) == normal(same)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.25", r"\frac{1}{4}"),
        ("x = 3", "x = 4"),
        ("x = 1 , y = 2", "2"),
        ("x + y = 3", "3"),
        (r"\text{cm}", ""),
        (r"\leftarrow", "arrow"),
        ("1", "2"),
    ],
)
def test_two_spellings(one: str, other: str) -> None:
    assert normal(one) != normal(other)


def test_nothing_is_nothing() -> None:
    assert normal("") == normal(" $ $ ") == ""
