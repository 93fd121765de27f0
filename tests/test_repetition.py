"""A model that says the same over and over is quoted twice and counted."""

from __future__ import annotations

import pytest

from generator.pages.conversation import StepMark, moved
from generator.pages.repetition import LEAST, LOOKED, SHORTEST, loop

UNIT = "so that x = 2 and "


def test_a_loop_is_found_with_its_start_and_its_length():
    found = loop("First. " + UNIT * 50)
    assert (found.period, found.length // found.period, found.more) == (18, 50, 48)


def test_the_last_round_may_break_off():
    found = loop("First. " + UNIT * 50 + "so th")
    assert (found.period, found.more) == (18, 48)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ha " * 10,
        "A text with no loop in it. " + " ".join(map(str, range(400))),
        (UNIT * 50) + "The answer is: $4$",
        "x" * 200 * 3 + "y" * (SHORTEST - 1),
        "x" * (LOOKED + 1),
        ("a line of the length that it has, and no other one" * 4)[: (LEAST - 1) * 50],
    ],
)
def test_no_loop(text):
    assert loop(text) is None


def test_what_is_shown_and_what_is_said_make_up_the_whole_text():
    text = "First. " + UNIT * 50
    found = loop(text)
    unit = text[found.shown - found.period : found.shown]
    rest = found.length - 2 * found.period - found.more * found.period
    assert text[: found.shown] + unit * found.more + unit[:rest] == text


def test_a_mark_in_what_is_not_shown_moves_to_the_same_text_before_it():
    text = "First. " + UNIT * 50
    found = loop(text)
    at = text.rindex("x = 2")
    (mark,) = moved([StepMark(start=at, end=at + 5, number=None)], found)
    assert text[mark.start : mark.end] == "x = 2"
    assert mark.end <= found.shown


def test_marks_before_the_loop_stay_and_equal_ones_are_one():
    text = "First. " + UNIT * 50
    found = loop(text)
    marks = [StepMark(start=0, end=5, number=1)]
    marks += [StepMark(start=k, end=k + 5, number=2) for k in (500, 518)]
    assert len(moved(marks, found)) == 2
    assert moved(marks, found)[0] == marks[0]


def test_a_mark_longer_than_what_is_shown_is_dropped():
    found = loop("First. " + UNIT * 50)
    assert moved([StepMark(start=300, end=400, number=1)], found) == ()
