"""The written form of a tree, and the small questions asked of trees."""

from __future__ import annotations

import pytest

from generator.judge.forms import calls, folded, symbols, value, written
from generator.judge.parse import parse


def root(text: str):
    return parse(text).root


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ("x + 1", "1 + x", True),
        ("2 x = 6", "6 = 2 x", True),
        ("x < 3", "3 > x", True),
        ("x \\le 3", "3 \\ge x", True),
        ("x < 3", "3 < x", False),
        ("2 ( x + 3 )", "2 x + 6", False),
        ("x ^ { 2 }", "2 ^ { x }", False),
        ("\\frac { a } { b }", "\\frac { b } { a }", False),
        ("x - 1", "1 - x", False),
    ],
)
def test_written_form_up_to_the_swap_of_sides(left, right, alike):
    assert (written(root(left), swap=True) == written(root(right), swap=True)) is alike


def test_without_swap_the_sides_keep_their_places():
    assert written(root("2 x = 6"), swap=False) != written(root("6 = 2 x"), swap=False)


def test_symbols_leave_the_imaginary_unit_and_pi_out():
    assert symbols(root("a x _ { 1 } + \\pi i")) == {"a", "x_1"}


def test_calls():
    assert calls(root("2 + | x |"))
    assert not calls(root("2 + x"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 ( x + 1 )", False),
        ("x y + 2 x", False),
        ("x ( x + 1 )", True),
        ("( x + 1 ) ^ { 2 }", True),
        ("3 - ( x + 1 ) ( x - 1 )", True),
    ],
)
def test_folded(text, expected):
    assert folded(root(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3 + \\sqrt { 4 }", 5.0), ("| 2 - 5 | \\div 2", 1.5), ("x", None), ("1 / 0", None)],
)
def test_value(text, expected):
    assert value(root(text)) == expected
