"""Chain of thought: zero-shot, and with worked problems (methods.md 1.1, 1.2, 1.4).

One call per problem: a chat model is asked for its steps and its answer in the same turn. Worked
problems are earlier turns of the conversation. Random and Complex CoT differ only in how they were
chosen; they are the same for every problem, so that a server with a prompt cache reads them once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from generator.methods.answers import cleansed
from generator.methods.choosing import fresh_draw
from generator.methods.contract import Chat, Exemplar, Method, Options, Plan, Question
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill
from generator.methods.session import Ending, Session
from generator.methods.session import method as as_method
from generator.records import Language, Message, Response, Round

CUE_TOKENS = Options(max_tokens=32)
"""Of the second call, which only names the answer (Kojima et al., zero_shot_cot)."""


def build_cot(plan: Plan) -> Method:
    """Return chain of thought with the exemplars of `plan`; zero-shot when it has none."""
    if plan.settings.two_calls and not plan.exemplars:
        return as_method(_in_two_calls, plan)

    async def answer(question: Question, chat: Chat) -> Response:
        session = Session(question, chat, plan)
        fresh = plan.settings.fresh_draw
        shots = fresh_draw(plan.pool, plan.shots, question) if fresh else plan.exemplars
        reply = await session.ask(cot_prompt(plan, question, shots))
        return session.response(Ending(stop_reason=reply.finish_reason), text=reply.text)

    return answer


def initialiser(plan: Plan) -> Callable[[Session], Awaitable[str]]:
    """Return chain of thought as the start of another method."""

    async def solve(session: Session) -> str:
        return await session.told(cot_prompt(plan, session.question, plan.exemplars), "init")

    return solve


async def _in_two_calls(session: Session) -> Ending:
    """Ask for the reasoning, then, with it in the prompt, for the answer alone."""
    plan, question = session.plan, session.question
    asked = user(fill("zero-shot-reason", plan.language, question=question.text))
    thought = await session.told(Prompt(tail=(asked,)), "init")
    cue = user(fill(f"zero-shot-cue-{_type(question)}", plan.language))
    said = await session.told(Prompt(tail=(asked, assistant(thought), cue)), "think", CUE_TOKENS)
    answer = cleansed(said, question.answer_type)
    session.rounds.append(Round(number=0, text_answer=answer))
    return Ending(stop_reason="final_answer", answer=answer or None)


def _type(question: Question) -> str:
    """Return which of the cues suits the answers of a dataset."""
    kinds = {"choice": "choice", "yes_no": "yes-no", "number": "number"}
    return kinds.get(question.answer_type, "expression")


def cot_prompt(
    plan: Plan,
    question: Question,
    exemplars: Sequence[Exemplar],
    nearest: Literal["first", "last"] = "first",
) -> Prompt:
    """Return the prompt of chain of thought: worked problems, the question.

    The instruction stands in the first user turn, since some models know no system role. A worked
    problem whose text equals the question is dropped (methods.md 1.1).
    """
    shown = [shot for shot in exemplars if shot.question != question.text]
    texts = [*(shot.question for shot in shown), question.text]
    asked = [user(fill("cot-next", plan.language, question=text)) for text in texts]
    first = [user(fill("cot-first", plan.language, question=text)) for text in texts]
    shots = tuple(
        Shot(problem_id=shot.problem_id, turns=(turn, _solve(shot, plan.language)))
        for shot, turn in zip(shown, asked, strict=False)
    )
    return Prompt(
        shots=shots,
        tail=(asked[-1],),
        nearest=nearest,
        opening=dict(zip(asked, first, strict=True)),
    )


def prompt(plan: Plan, question: Question) -> tuple[Message, ...]:
    """Return the conversation that chain of thought with the plan's exemplars continues."""
    return cot_prompt(plan, question, plan.exemplars).messages()


def _solve(shot: Exemplar, language: Language) -> Message:
    """Return the assistant turn that solves a worked problem."""
    return assistant(fill("cot-solution", language, solution=shot.solution, answer=shot.answer))
