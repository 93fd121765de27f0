"""The answers that methods compare and hint at while they run; upstream's weak points, mended."""

from __future__ import annotations

import pytest

from generator.methods import answers
from generator.records import AnswerType, Message


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
        ("The answer is: $.5$.", ".5"),
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
        ("A or C", "choice", "A"),  # the first candidate, as Kojima et al. take it
        ("Yes, it is not.", "yes_no", "yes"),
        ("It is not known: no.", "yes_no", "no"),  # no `no` in `not` and `known`
        ("I cannot say", "yes_no", ""),
        ("是的", "yes_no", "是"),
        ("不是", "yes_no", "不是"),
    ],
)
def test_reply_to_a_cue(text: str, kind: AnswerType, answer: str) -> None:
    assert answers.cleansed(text, kind) == answer


def test_choices_are_compared_as_letters() -> None:
    """PHP's hint says (B), its comparison has B."""
    assert answers.of_text("The answer is: (B) 42", "choice", guess=True) == "B"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("0.5", r"\frac 1 2", True), ("x = 3", "3", True), ("2", "3", False), ("", "", False), ("5", "", False)],
)  # fmt: skip
def test_agreement(one: str, other: str, same: bool) -> None:
    assert answers.agree(one, other, "expression") == same


def final(text: str) -> tuple[Message, ...]:
    return (Message(role="assistant", content=text, kind="output", made_by="model"),)


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("Final Answer: (D)", "choice", "D"),
        ("Final Answer: D) 980", "choice", "D"),  # wrong upstream, which compared as mathematics
        (r"Final Answer: $\textbf{(A) }\frac { 1 } { 2 }$", "choice", "A"),
        ("Final Answer: 980", "choice", "980"),
        ("Final Answer: No, it is not.", "yes_no", "No"),
        ("Final Answer: D", "expression", "D"),
        ("Final Answer: : .5 .", "expression", ".5"),
    ],
)
def test_answer_with_tools_is_what_its_type_asks_for(
    text: str, kind: AnswerType, answer: str
) -> None:
    assert answers.of_conversation(final(text), kind) == answer
