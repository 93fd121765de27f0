"""The floor without a model: which calls it makes for which mathematics, and that it sees no gold."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from generator.judge import extract
from generator.methods import METHODS
from generator.methods.contract import Plan, Question
from generator.methods.mathematics import parts_of, pieces
from generator.methods.sympy_direct import solve
from generator.records import Problem, Response
from generator.trace import trace


def answered(text: str, language: str = "en") -> Response:
    return solve(Question(problem_id="made-up/test-0000", text=text, language=language))


def lines(text: str) -> list[str]:
    return [message.content for message in answered(text).messages]


def test_trace_is_calls_outputs_and_a_final_answer() -> None:
    response = answered("Solve the equation $7 x - 2 = 12$.")
    assert [(message.role, message.content) for message in response.messages] == [
        ("assistant", 'Action: solve_eq("7 x - 2 = 12")'),
        ("tool", 'Output: ["x = 2"]'),
        ("assistant", "Final Answer: x = 2"),
    ]
    assert response.stop_reason == "final_answer"


@pytest.mark.parametrize(
    ("question", "actions", "final"),
    [
        (
            r"Solve $\begin{cases} p + q = 9 \\ p - q = 1 \end{cases}$.",
            ['solve_multi_eq(["p + q = 9", "p - q = 1"])'],
            "p = 5, q = 4",
        ),
        (
            "If $p + q = 9$ and $p - q = 1$, what is $q$?",
            ['solve_multi_eq(["p + q = 9", "p - q = 1"])'],
            "q = 4",
        ),
        (
            "Let $t = 3$ and $u = 4$. Find $t ^ 2 + u ^ 2$.",
            [
                'solve_multi_eq(["t = 3", "u = 4"])',
                'substitute("t ^ 2 + u ^ 2", ["t = 3", "u = 4"])',
            ],
            "25",
        ),
        (
            "Given $y ^ 2 + 3 y = 7$, find $2 y ^ 2 + 6 y + 1$.",
            ['solve_eq("y ^ 2 + 3 y = 7")', 'substitute("2 y ^ 2 + 6 y + 1", ["y ^ 2 + 3 y = 7"])'],
            "15",
        ),
        ("Solve $3 - z > 5$.", ['solve_ineq("3 - z > 5")'], "z < - 2"),
        (
            r"求不等式组 $z > 1$, $z \le 4$ 的解集。",
            [r'solve_multi_ineq(["z > 1", "z \le 4"])'],
            r"z \le 4 \wedge 1 < z",
        ),
        (
            "Express $v$ in terms of $w$: $4 v - w = 8$.",
            ['partial_solve("4 v - w = 8", "v")'],
            r"v = \frac { w } { 4 } + 2",
        ),
        (r"Work out $\sqrt { 50 } - \sqrt { 2 }$.", [r'calculate("\sqrt { 50 } - \sqrt { 2 }")'], r"4 \sqrt { 2 }"),
        (
            "Factorise $h ^ { 2 } - 25$.",
            [f'{name}("h ^ {{ 2 }} - 25")' for name in ("calculate", "expand", "factor")],
            "( h - 5 ) ( h + 5 )",
        ),
    ],
)  # fmt: skip
def test_calls_depend_on_the_kinds_of_mathematics(
    question: str, actions: list[str], final: str
) -> None:
    said = lines(question)
    assert [line.removeprefix("Action: ") for line in said if line.startswith("Action")] == actions
    assert said[-1] == f"Final Answer: {final}"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", ["How many sheep have $12$ legs?", "Nothing to see", "$x + y$"])
def test_no_answer_is_said_so_and_none_is_guessed(text: str, language: str) -> None:
    response = answered(text, language)
    assert response.stop_reason == "no_action"
    problem = Problem(
        id="made-up/test-0000",
        dataset="made-up",
        split="test",
        question=text,
        answer="3",
        answer_type="expression",
        language="en",
    )
    assert trace(response, problem).answer is None
    assert extract.refused(trace(response, problem).steps)


def test_failed_call_is_shown_and_the_next_rule_tried() -> None:
    said = lines("With $a b = 1$, find $c + c$.")
    assert said[1].startswith("Output: error, ")


def test_same_call_is_made_once() -> None:
    said = lines("The roots of $x ^ 2 - 4 = 0$ are $x _ 1$ and $x _ 2$; find $m n$.")
    assert len(said) == len(set(said))


def test_mathematics_is_taken_apart_outside_brackets() -> None:
    assert list(
        pieces(r"a $x = 1, y = f(2, 3)$ b $$\{1, 2\} ; z =$$ c $\frac{1}{2} = ____ ?$")
    ) == [
        "x = 1",
        "y = f(2, 3)",
        r"\{1, 2\}",
        "z",
        r"\frac{1}{2}",
    ]


def test_parts_by_kind() -> None:
    parts = parts_of(r"$x + y = 2$, $x \ne 0$, $x y$, $y$, $7$, $f(2)$, $x + y = 2$")
    assert parts.equations == ("x + y = 2",)
    assert parts.inequalities == (r"x \ne 0",)
    assert parts.expressions == ("x y",)
    assert parts.asked == ("y",)
    assert parts.unknowns == 2


def test_chain_of_equations_is_its_neighbouring_pairs() -> None:
    assert list(pieces("$a = b = 2$")) == ["a = b", "b = 2"]


def test_asked_is_what_stands_alone_after_the_last_relation() -> None:
    assert parts_of("For $x$: $x = 1$ solves $x + m = 0$; then $m$ is").asked == ("m",)
    assert parts_of("For $x$ and $y$: $x + y = 1$.").asked == ("x", "y")


def test_method_gets_a_question_and_nothing_else() -> None:
    method = METHODS["sympy-direct"].build(Plan(language="en"))
    assert list(inspect.signature(method).parameters) == ["question", "chat"]
    assert not {"answer", "solution", "graph", "level", "template"} & set(Question.__slots__)


def test_two_runs_are_equal() -> None:
    question = Question(problem_id="a/test-0000", text="$a b = 6$, $a + b = 5$", language="en")
    method = METHODS["sympy-direct"].build(Plan(language="en"))
    assert asyncio.run(method(question, None)) == asyncio.run(method(question, None))
