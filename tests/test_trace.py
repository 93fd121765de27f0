"""Response -> Trace: kinds and authors of steps, the answer, errors."""

from __future__ import annotations

from generator.records import Message, Problem, Response
from generator.trace import trace

PROBLEM = Problem(
    id="d/test-0000",
    dataset="d",
    split="test",
    question="What is $2 + 2$ ?",
    answer="4",
    answer_type="expression",
    language="en",
)


def told(*pairs: tuple[str, str]) -> Response:
    return Response(
        problem_id=PROBLEM.id, messages=tuple(Message(role=r, content=c) for r, c in pairs)
    )


def test_a_text_is_one_step_of_the_model():
    (step,) = trace(Response(problem_id=PROBLEM.id, text="so $4$"), PROBLEM).steps
    assert (step.kind, step.author, step.text) == ("think", "model", "so $4$")


def test_messages_get_the_kind_that_their_first_word_says():
    found = trace(
        told(
            ("system", "You are a tutor."),
            ("user", "What is $2 + 2$ ?"),
            ("assistant", "I add."),
            ("assistant", 'Action: calculate("2 + 2")'),
            ("user", "Output: 4"),
            ("tool", "4"),
            ("assistant", "Output: 5"),
            ("assistant", "Final Answer: 4"),
        ),
        PROBLEM,
    )
    assert [(step.kind, step.author) for step in found.steps] == [
        ("init", "prompt"),
        ("init", "prompt"),
        ("think", "model"),
        ("action", "model"),
        ("output", "tool"),
        ("output", "tool"),
        ("output", "model"),
        ("output", "model"),
    ]
    assert found.answer is not None
    assert (found.answer.text, found.answer.rule, found.answer.step) == ("4", "final_answer", 7)


def test_a_final_text_that_repeats_the_last_message_is_no_second_step():
    messages = (Message(role="assistant", content="so $4$"),)
    same = Response(problem_id=PROBLEM.id, messages=messages, text="so $4$")
    other = Response(problem_id=PROBLEM.id, messages=messages, text="the answer is 4")
    assert len(trace(same, PROBLEM).steps) == 1
    assert len(trace(other, PROBLEM).steps) == 2


def test_an_error_has_neither_steps_nor_answer():
    found = trace(Response(problem_id=PROBLEM.id, error="refused"), PROBLEM)
    assert (found.steps, found.answer, found.error) == ((), None, "refused")


def test_cut_off_output_gets_no_guess_but_keeps_a_stated_answer():
    cut = Response(problem_id=PROBLEM.id, text="$2 + 2 = 3 + 1", stop_reason="length")
    stated = Response(problem_id=PROBLEM.id, text="The answer is 4. Now", stop_reason="length")
    assert trace(cut, PROBLEM).answer is None
    assert trace(stated, PROBLEM).answer is not None
