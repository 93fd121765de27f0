"""What only repeats the problem is no step; what has been worked on is."""

from __future__ import annotations

from generator.judge.restatements import without_restatements
from generator.records import Expression


def kept(texts, givens, derived=()):
    expressions = [Expression(text=text, step=0, start=0, end=0) for text in texts]
    return [found.text for found in without_restatements(expressions, givens, derived)]


def test_copies_and_swapped_copies_of_a_given_go():
    assert kept(["2 x = 6", "6 = 2 x", "2x=6", "x = 3"], ["2 x = 6"]) == ["x = 3"]


def test_the_sides_of_a_given_go_too():
    assert kept(["2 ( x + 3 )", "x - 1", "2 x + 6"], ["2 ( x + 3 ) = x - 1"]) == ["2 x + 6"]


def test_algebra_makes_a_step_of_it():
    assert kept(["2 x - 6 = 0"], ["2 x = 6"]) == ["2 x - 6 = 0"]


def test_what_the_derivation_has_as_a_step_stays():
    assert kept(["6"], ["2 x = 6"], ["6"]) == ["6"]


def test_what_cannot_be_read_stays():
    assert kept(["{"], ["2 x = 6"]) == ["{"]
