"""Chain of thought, zero-shot and with fixed worked examples (methods.md 1.1 and 1.4).

One call per problem: a chat model is asked for its steps and its answer in the same turn. Worked
examples are earlier turns of the conversation, the same for every problem, so that a server with a
prompt cache reads them once.
"""

from __future__ import annotations

from generator.methods.contract import Chat, Exemplar, Method, Plan, Question
from generator.methods.prompts import fill
from generator.records import Language, Message, Response


def build_cot(plan: Plan) -> Method:
    """Return chain of thought with the exemplars of `plan`; zero-shot when it has none."""

    async def answer(question: Question, chat: Chat) -> Response:
        reply = await chat.complete(prompt(plan, question))
        return Response(
            problem_id=question.problem_id,
            text=reply.text,
            stop_reason=reply.finish_reason,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
        )

    return answer


def prompt(plan: Plan, question: Question) -> tuple[Message, ...]:
    """Return the conversation to be continued: instruction, worked examples, the question.

    The instruction stands in the first user turn, since some models know no system role. A worked
    example whose text equals the question is dropped (methods.md 1.1).
    """
    shown = [shot for shot in plan.exemplars if shot.question != question.text]
    questions = [*(shot.question for shot in shown), question.text]
    asked = [_ask(text, plan.language, first=k == 0) for k, text in enumerate(questions)]
    solved = [_solve(shot, plan.language) for shot in shown]
    turns = [turn for pair in zip(asked, solved, strict=False) for turn in pair]
    return (*turns, asked[-1])


def _ask(text: str, language: Language, *, first: bool) -> Message:
    """Return the user turn that puts one problem."""
    part = "cot-first" if first else "cot-next"
    return Message(role="user", content=fill(part, language, question=text))


def _solve(shot: Exemplar, language: Language) -> Message:
    """Return the assistant turn that solves a worked example."""
    text = fill("cot-solution", language, solution=shot.solution, answer=shot.answer)
    return Message(role="assistant", content=text)
