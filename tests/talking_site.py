"""The tiny site and one more dataset, "Talks", whose methods go in rounds and use tools."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from tiny_site import HOSTILE, PROBLEMS, card, tiny_site

from generator.aggregate import Run, board
from generator.cards import Claim, RunCard
from generator.pages.site import ShownDataset, Site
from generator.recompute import recompute
from generator.records import Choice, Message, Problem, Response, Round, Table

TALKS: tuple[Problem, ...] = tuple(
    replace(
        problem,
        id=problem.id.replace("tiny", "talks"),
        dataset="talks",
        choices=(Choice(label="A", text="$x = 4$"), Choice(label="B", text="$x = 5$"))
        if index == 0
        else (),
        table=Table(id="t", header=("x", "y"), rows=(("4", "5"), ("5", "$1.50")), title="Pairs")
        if index == 1
        else None,
    )
    for index, problem in enumerate(PROBLEMS)
)


def say(kind: str, content: str, round_: int | None = None, **more: str) -> Message:
    """A message of the model; of a tool where its kind is `tool` or `repl`."""
    tool = kind in ("tool", "repl")
    return Message(
        role="tool" if tool else "assistant",
        content=content,
        kind="output" if kind == "tool" else kind,  # type: ignore[arg-type]
        made_by="tool" if tool else "model",
        round=round_,
        **more,
    )


def deliberation() -> Response:
    """Two rounds: wrong in words, right with tools, and then both agree."""
    return Response(
        problem_id="talks/test-0000",
        messages=(
            say("init", "Adding up, $3 x = 15$.\nThe answer is: $5$", 0),
            say("action", "Action: think('the sum of both sides')", 1),
            say("output", "Output: I add $x + y = 9$ and $2 x - y = 3$", 1),
            say("action", "Action: partial_solve('x + y = 9', 'y'", 1, error="no closing bracket"),
            say("output", "Output: y = 9 - x", 1),
            say(
                "action",
                "Action: solve_eq('3 x = 12')",
                1,
                parsed="solve_eq('3 x = 12')",
                discarded="Output: x = 99\nFinal Answer: 99",
            ),
            say("tool", "Output: x = 4", 1),
            say("output", "Final Answer: $4$", 1),
            say("revise", "So $3 x = 12$.\nThe answer is: $5$", 1),
            say("action", "Action: solve_eq('3 x = 12')", 2, parsed="solve_eq('3 x = 12')"),
            say("tool", "Output: x = 4", 2),
            say("output", "Final Answer: $4$", 2),
            say("revise", f"So $3 x = 12$ and $x = 4$. {HOSTILE}\nThe answer is: $4$", 2),
        ),
        answer="4",
        stop_reason="agree",
        tokens_in=900,
        tokens_out=100,
        rounds=(
            Round(number=0, text_answer="5"),
            Round(number=1, tool_answer="4", text_answer="5"),
            Round(number=2, tool_answer="4", text_answer="4", noted=("agree",)),
        ),
    )


def failing() -> Response:
    """One round: right in words, then the tools give nothing and the words do not come back."""
    return Response(
        problem_id="talks/test-0001",
        messages=(
            say("init", "The answer is: $5$", 0),
            say("action", "Action: factor('1 / 0')", 1, parsed="factor('1 / 0')", error="zero"),
            say("output", "Output: 0", 1),
            say("think", "I do not know.", 1),
            say("revise", "The answer is: $6$", 1),
        ),
        answer="6",
        stop_reason="max_turns",
        tokens_in=300,
        tokens_out=50,
        rounds=(
            Round(number=0, text_answer="5"),
            Round(number=1, text_answer="6", noted=("tool_failed", "fallback_to_cot")),
        ),
    )


def broken() -> Response:
    """A call fails in the second round: the response is an error, its rounds are kept."""
    return Response(
        problem_id="talks/test-0002",
        messages=(
            say("init", "The answer is: $1$", 0),
            say("revise", "The answer is: $5$", 1),
        ),
        error="timeout",
        stop_reason="error",
        tokens_in=100,
        tokens_out=10,
        rounds=(Round(number=0, text_answer="1"), Round(number=1, tool_answer="5")),
    )


def program() -> Response:
    code = "```python\ndef solution():\n    return 4\n```"
    return Response(
        problem_id="talks/test-0000",
        messages=(
            say("code", code, parsed="def solution():\n    return 4"),
            say("repl", "Output: 4"),
        ),
        answer="4",
        stop_reason="final_answer",
    )


def no_program() -> Response:
    return Response(
        problem_id="talks/test-0001",
        messages=(say("code", "I would rather not.", error="no_code"),),
        error="no_code",
        stop_reason="error",
    )


def words(index: int, answer: str) -> Response:
    return Response(
        problem_id=f"talks/test-{index:04}",
        text=f"Then $3 x = 12$.\nThe answer is: ${answer}$",
        stop_reason="stop",
        claimed="right",
        tokens_in=60,
        tokens_out=20,
    )


def talk(method: str, title: str, *responses: Response, **more: object) -> Run:
    """A run by the model `mini` with everything recomputed."""
    judgements, score = recompute(TALKS, responses)
    return Run(
        card=RunCard(
            dataset="talks",
            split="test",
            method=method,
            model="mini",
            title=title,
            date=dt.date(2026, 11, 1),
            **more,  # type: ignore[arg-type]
        ),
        path=f"talks/{method}--mini",
        responses=responses,
        judgements=judgements,
        score=score,
    )


def deli() -> Run:
    return talk(
        "deli",
        "DELI · mini",
        deliberation(),
        failing(),
        broken(),
        settings={"init": "retrieval-cot", "max_turns": 3, "fallback_to_cot": True},
    )


def cot() -> Run:
    claims = (
        Claim(metric="acc", value=100.0, unit="percent", source="scores.json"),
        Claim(metric="marks", value=7.0, unit="points", source="scores.json"),
    )
    return talk(
        "retrieval-cot",
        "Retrieval CoT · mini",
        words(0, "4"),
        words(1, "6"),
        words(2, "1"),
        claims=claims,
    )


def pal() -> Run:
    return talk("pal", "PAL · mini", program(), no_program())


def talking_site() -> Site:
    """The tiny site with the dataset "Talks", two complete runs and a partial one on it."""
    site = tiny_site()
    dataset = card("talks", "Talks", graphs=True)
    return replace(
        site,
        datasets=(*site.datasets, ShownDataset(card=dataset, problems=TALKS, sha256="1" * 64)),
        boards={**site.boards, "talks": board(dataset, [deli(), cot(), pal()])},
        methods={
            **site.methods,
            "deli": "Deliberates.",
            "retrieval-cot": "Looks up.",
            "pal": "Writes a program.",
        },
    )
