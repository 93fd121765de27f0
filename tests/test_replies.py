"""What one reply of a model that solves with tools is taken for (methods.md 2.2, all differences)."""

from __future__ import annotations

import pytest

from generator.methods.replies import made_up_output, understand


def test_action_is_read_and_kept() -> None:
    turn = understand('Action: calculate("3 + 4")')
    assert (turn.kind, turn.discarded, turn.error) == ("action", "", "")
    assert turn.call is not None
    assert turn.call.arguments == ("3 + 4",)


def test_final_answer() -> None:
    turn = understand("So we know.\nFinal Answer: $7$")
    assert (turn.kind, turn.text) == ("final", "So we know.\nFinal Answer: $7$")


def test_neither_label() -> None:
    assert understand("The result is 7.").kind == "neither"
    assert understand("").kind == "neither"


def test_first_of_several_actions_is_taken_and_the_rest_is_kept_as_discarded() -> None:
    turn = understand('Action: calculate("1")\nAction: calculate("2")')
    assert turn.call is not None
    assert turn.call.arguments == ("1",)
    assert turn.discarded == 'Action: calculate("2")'


def test_action_goes_before_a_final_answer_in_the_same_reply() -> None:
    """Upstream took the made-up final answer."""
    turn = understand('Action: calculate("3 + 4")\nOutput: 8\nFinal Answer: 8')
    assert turn.kind == "action"
    assert turn.text == 'Action: calculate("3 + 4")'
    assert turn.discarded == "Output: 8\nFinal Answer: 8"


@pytest.mark.parametrize(
    "reply",
    [
        'Action: think("问题 is the Chinese word for a question")',
        'Action: think("the Endpoints, end() and the End of the Question: 解题过程")',
        'Action: calculate("3")  # Question',
        'Endless doubt.\nAction: calculate("3")',
    ],
)
def test_stop_words_inside_a_line_stop_nothing(reply: str) -> None:
    """Upstream ended the run at any of them, anywhere in the reply."""
    turn = understand(reply)
    assert turn.kind == "action"
    assert turn.call is not None


@pytest.mark.parametrize("label", ["Question:", "问题：", "Trial:", "解题过程：", "End", "End()", "**Question**:"])  # fmt: skip
def test_label_at_the_beginning_of_a_line_ends_the_reply(label: str) -> None:
    turn = understand(f'{label} another one\nAction: calculate("3")' if ":" in label or "：" in label else f'{label}\nAction: calculate("3")')  # fmt: skip
    assert turn.kind == "neither"
    kept = understand(f'Action: calculate("3")\n{label}\nFinal Answer: 9')
    assert kept.kind == "action"
    assert kept.discarded.startswith(label)


def test_call_over_several_lines() -> None:
    """Upstream's pattern did not go over the end of a line."""
    turn = understand('Action: substitute("y + z",\n  ["y = 1",\n   "z = 2"])\nOutput: 3')
    assert turn.call is not None
    assert turn.call.arguments == ("y + z", ("y = 1", "z = 2"))
    assert turn.discarded == "Output: 3"


def test_call_that_cannot_be_read_is_an_action_with_an_error() -> None:
    turn = understand("Action: calculate(3 + 4)\nOutput: 7")
    assert (turn.kind, turn.call) == ("action", None)
    assert turn.error
    assert turn.text == "Action: calculate(3 + 4)"


@pytest.mark.parametrize("label", ["Action:", "Action：", "**Action:**", "Action 3:", "  Action :"])
def test_spellings_of_the_label(label: str) -> None:
    assert understand(f'{label} calculate("3")').call is not None


@pytest.mark.parametrize(
    ("reply", "output", "rest"),
    [
        ("Output: 7", "7", ""),
        ("Output： 7", "7", ""),
        ("7", "7", ""),
        ("", "", ""),
        ('Output: 7\nAction: calculate("9")', "7", 'Action: calculate("9")'),
        ("7\nFinal Answer: 7", "7", "Final Answer: 7"),
    ],
)
def test_output_that_the_model_writes(reply: str, output: str, rest: str) -> None:
    assert made_up_output(reply) == (output, rest)
