"""Progressive-Hint prompting: ask again, with earlier answers as hints, until two in a row agree.

methods.md 1.8 (Zheng et al.). Worked problems get hints as well, wrong and right ones: the right
one last in every second of them, the wrong ones taken from the answers of the other problems.
At most `max_turns` calls; an empty answer neither agrees with anything nor becomes a hint.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from generator.methods import answers
from generator.methods.contract import Exemplar, Method, Plan
from generator.methods.cot import cot_prompt
from generator.methods.normalising import normal
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill
from generator.methods.session import Ending, Session, method
from generator.records import AnswerType, Round


def build_php(plan: Plan) -> Method:
    """Return PHP with the exemplars of `plan`."""
    return method(_php, plan)


def initialiser(plan: Plan) -> Callable[[Session], Awaitable[str]]:  # noqa: ARG001 - all in the session
    """Return PHP as the start of another method: the text that its last call gave."""

    async def solve(session: Session) -> str:
        text, _ = await hinted(session)
        return text

    return solve


async def _php(session: Session) -> Ending:
    rounds = session.rounds
    _, stop = await hinted(session, rounds)
    return Ending(stop_reason=stop, answer=rounds[-1].text_answer or None)


async def hinted(session: Session, rounds: list[Round] | None = None) -> tuple[str, str]:
    """Return the last text and why it stopped (`agree` or `max_turns`); log into `rounds`.

    Inside another method `rounds` is None, and all messages belong to that method's round 0.
    """
    found: list[str] = []
    text = ""
    limit = session.plan.settings.php_turns if rounds is None else session.plan.settings.max_turns
    for turn in range(limit):
        session.round = 0 if rounds is None else turn
        hints = tuple(each for each in found if each)
        text = await session.told(_prompt(session, hints), "revise" if turn else "init")
        found.append(answers.of_text(text, session.question.answer_type, guess=True))
        stop = len(found) > 1 and _same(found[-2], found[-1])
        if rounds is not None:
            noted = ("agree",) if stop else ()
            rounds.append(Round(number=turn, text_answer=found[-1], noted=noted))
        if stop:
            return text, "agree"
    return text, "max_turns"


def _same(one: str, other: str) -> bool:
    """Whether two answers in a row are the same text; empty ones never are."""
    return "" != normal(one) == normal(other)


def _prompt(session: Session, hints: Sequence[str]) -> Prompt:
    """Return the base prompt, or that with hints in its worked problems and its question."""
    plan, question = session.plan, session.question
    if not hints:
        return cot_prompt(plan, question, plan.exemplars)
    shown = [shot for shot in plan.exemplars if shot.question != question.text]
    kind = question.answer_type
    given = [_listed(_hints(shown, k), kind) for k in range(len(shown))]
    texts = [*(shot.question for shot in shown), question.text]
    listed = [*given, _listed(hints, kind)]
    pairs = list(zip(texts, listed, strict=True))
    asked, first = (
        [user(fill(part, plan.language, question=text, hints=said)) for text, said in pairs]
        for part in ("php-next", "php-first")
    )
    shots = tuple(
        Shot(problem_id=shot.problem_id, turns=(turn, assistant(_solution(plan, shot, said))))
        for shot, turn, said in zip(shown, asked, given, strict=False)
    )
    return Prompt(shots=shots, tail=(asked[-1],), opening=dict(zip(asked, first, strict=True)))


def _listed(hints: Sequence[str], kind: AnswerType) -> str:
    """Return hints as a prompt has them: a formula each, of a choice the letter in brackets."""
    form = "({})" if kind == "choice" else "${}$"
    return ", ".join(map(form.format, hints))


def _solution(plan: Plan, shot: Exemplar, hints: str) -> str:
    parts = {"hints": hints, "solution": shot.solution, "answer": shot.answer}
    return fill("php-solution", plan.language, **parts)


def _hints(shots: Sequence[Exemplar], place: int) -> tuple[str, ...]:
    """Return the hints of one worked problem: every second has the right one, as the last."""
    own = shots[place].answer
    others = [shot.answer for shot in (*shots[place + 1 :], *shots[:place]) if shot.answer != own]
    wrong = tuple(dict.fromkeys(others))[: 1 + place % 3]
    return (*wrong, own) if place % 2 == 0 or not wrong else wrong
