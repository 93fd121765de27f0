r"""Retrieval CoT: worked problems like the question, found by BM25 (methods.md 1.3).

Okapi BM25 over question texts, k1 1.5 and b 0.75. Tokens are commands of LaTeX, runs of digits,
single letters and single Chinese characters; outside formulas a word is one token, since the
letters of English prose would drown everything else.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Sequence

from rank_bm25 import BM25Okapi

from generator.errors import CannotRun
from generator.methods.contract import Chat, Exemplar, Method, Plan, Question
from generator.methods.cot import cot_prompt
from generator.methods.session import Ending, Session
from generator.records import Response

K1, B = 1.5, 0.75
FORMULA = re.compile(r"\\[A-Za-z]+|\d+|[a-zA-Z]|[\u4e00-\u9fff]")
PROSE = re.compile(r"\\[A-Za-z]+|\d+|[a-zA-Z]+|[\u4e00-\u9fff]")


def tokenise(text: str) -> list[str]:
    """Return the tokens that are compared; case counts in a formula only."""
    parts = text.split("$")
    prose = (PROSE.findall(part.lower()) for part in parts[::2])
    formulas = (FORMULA.findall(part) for part in parts[1::2])
    return [token for tokens in (*prose, *formulas) for token in tokens]


class Index:
    """Train problems that can be looked among."""

    def __init__(self, pool: Sequence[Exemplar], held_out: Collection[str]) -> None:
        """Index `pool`; raise CannotRun where it is empty or holds a problem of `held_out`."""
        leaked = sorted({each.problem_id for each in pool} & set(held_out))
        if leaked:
            raise CannotRun(
                f"{leaked[0]} is no train problem; worked problems are never taken from a split "
                "that is answered"
            )
        if not pool:
            raise CannotRun("no solved train problems to look among; take another method")
        self._pool = tuple(pool)
        self._scores = BM25Okapi([tokenise(each.question) or [""] for each in pool], k1=K1, b=B)

    def nearest(self, question: str, count: int) -> tuple[Exemplar, ...]:
        """Return the `count` train problems most like `question`, the nearest one last.

        One with the very same text is none of them, and of several with one text only the first.
        Ties go to the one that stands first in the dataset.
        """
        scores = [float(score) for score in self._scores.get_scores(tokenise(question))]
        order = sorted(range(len(scores)), key=lambda k: (-scores[k], k))
        found: dict[str, Exemplar] = {}
        for k in order:
            if len(found) == count:
                break
            shot = self._pool[k]
            if _bare(shot.question) != _bare(question):
                found.setdefault(_bare(shot.question), shot)
        return tuple(found.values())[::-1]


def build_retrieval_cot(plan: Plan) -> Method:
    """Return Retrieval CoT over the pool of `plan`; raise CannotRun where it has no good one."""
    look_up = Index(plan.pool, plan.held_out)

    async def answer(question: Question, chat: Chat) -> Response:
        session = Session(question, chat, plan)
        shots = look_up.nearest(question.text, plan.shots)
        reply = await session.ask(cot_prompt(plan, question, shots, "last"))
        return session.response(Ending(stop_reason=reply.finish_reason), text=reply.text)

    return answer


def initialiser(plan: Plan) -> Callable[[Session], Awaitable[str]]:
    """Return Retrieval CoT as the start of another method."""
    look_up = Index(plan.pool, plan.held_out)

    async def solve(session: Session) -> str:
        shots = look_up.nearest(session.question.text, plan.shots)
        return await session.told(cot_prompt(plan, session.question, shots, "last"), "init")

    return solve


def _bare(text: str) -> str:
    """Return a text without blanks: a copy with other blanks is a copy."""
    return "".join(text.split())
