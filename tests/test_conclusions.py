"""Which number or name of the last sentence is the result."""

from __future__ import annotations

import pytest

from generator.judge import conclusions


def said(rule, text):
    span = rule(text)
    return None if span is None else text[slice(*span)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("18 miles / 4.5 miles per hour = 4 hours\n\nSo, it takes 4 hours to walk 18 miles.", "4"),
        ("a + b = 9\nThe sum of both (c) is 9 units^2.", "9"),
        ("6/15 = 2/5\nSo, the share of the 6 is 2/5.", "2/5"),
        ("P ≈ 6 kPa\n\nSo, the pressure in the 1.5-litre jar is about 6 kPa.", "6"),
        ("We get 20 + 4 + 1 = 25 new cans from the first 100 cans.", "25"),
        ("To get 1/2, $x = 8$. Thus, I add 8 marbles so that $1/2$ is blue.", "8"),
        # the sentence says something new
        ("$5 \\cdot 2 = 10$. Thus, in 10 hours it goes $300$ miles.", None),
        # a calculation that is not done yet
        ("P = 4 * 9\nSo there are 4 parts.", None),
        ("It starts at 3:30 + 2 h = 5:30.\nSo it ends at 5:30 p.m.", None),
        ("54 ÷ 6 = 9, remainder 0. So, the remainder is 0.", None),
        ("There are 7 primes among the 9 numbers.", None),
    ],
)
def test_the_result_of_the_last_calculation_is_restated(text, expected):
    assert said(conclusions.restated_result, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So, there are 31 squares between 8 and 1200.", "31"),
        ("There are 31 squares between 8 and 1200.", "31"),
        ("So there were 6 x 4 = 24 balls in the 2 boxes.", "24"),
        ("There are 8 red ones and 5 blue ones, so the difference is 3.", "3"),
        ("A cup costs $51 for 3, hence $17. Therefore, the answer is: seventeen.", "17"),
        ("So, the remainder of 83 by 9 is 2.", "2"),
        ("Therefore, she needs 7 boxes, as 6 boxes would not do.", "7"),
        ("I count 3 and 1,204 sheep", "1,204"),
        ("The smallest is 7. This is because 7 is 5 and 2.", "7"),
        ("We take 4 of them.\nNo more.", "4"),
        ("none", None),
    ],
)
def test_the_number_of_the_last_sentence(text, expected):
    assert said(conclusions.last_number, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So, 90 days after May 2 it will be a Sunday.", "Sunday"),
        ('Therefore, the letter in place 30 is "K".', "K"),
        ("So, she came on a Monday.", "Monday"),
        ("So, 12 people live on Earth.", None),
        ("So it is easy.", None),
        ("It was a Sunday.", None),
    ],
)
def test_the_name_that_a_conclusion_ends_with(text, expected):
    assert said(conclusions.last_name, text) == expected
