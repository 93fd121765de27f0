"""The answers that methods compare and hint at while they run; upstream's weak points, mended."""

from __future__ import annotations

import pytest

from generator.methods import answers
from generator.records import AnswerType


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The answer is: $5$", "5"),
        ("The answer is:5", "5"),  # upstream's lead-in ended in a blank
        ("the answer is 5.", "5"),
        ("The answer is: $5$. We could have guessed.", "5"),  # upstream kept all that follows
        ("The answer is: $5$\nThat was easy.", "5"),
        ("The answer is: $4$. No!\nThe answer is: $5$", "5"),
        ("答案是：$5$。", "5"),
        ("答案是: 5", "5"),
        (r"So $\boxed { 5 }$ it is.", "5"),
        (r"The answer is: $\frac { 1 } { 2 }$", r"\frac { 1 } { 2 }"),
        ("I found $5$ apples.", ""),
        ("", ""),
    ],
)
def test_answer_of_a_solution_in_words(text: str, answer: str) -> None:
    assert answers.of_text(text, "expression") == answer


def test_last_formula_is_taken_only_where_guessing_is_wished() -> None:
    assert answers.of_text("I found $5$ apples.", "expression", guess=True) == "5"


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("It is $7$.", "expression", "7"),
        ("7 of them", "expression", "7 of them"),
        ("about 1,234.50 metres", "number", "1234.50"),
        ("12.", "number", "12"),
        ("-3", "number", "-3"),
        ("none", "number", ""),
        ("(C) 980", "choice", "C"),
        ("Yes, it is not.", "yes_no", "yes"),
        ("是的", "yes_no", "是"),
    ],
)
def test_reply_to_a_cue(text: str, kind: AnswerType, answer: str) -> None:
    assert answers.cleansed(text, kind) == answer


def test_choices_are_letters_in_hints_and_in_comparisons() -> None:
    """PHP's hint said (B) where the comparison had B."""
    assert answers.of_text("The answer is: (B) 42", "choice", guess=True) == "B"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("0.5", r"\frac 1 2", True), ("x = 3", "3", True), ("2", "3", False), ("", "", False), ("5", "", False)],
)  # fmt: skip
def test_agreement(one: str, other: str, same: bool) -> None:
    assert answers.agree(one, other, "expression") == same


def test_normal_form_of_hints() -> None:
    assert answers.normal(r"$\dfrac { 1 } { 2 }$ .") == answers.normal(r"\frac{1}{2}")
    assert answers.normal("1") != answers.normal("2")
