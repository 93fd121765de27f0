"""The reference engine: decide with SymPy alone, in the helper process (`--engine sympy`).

Slow (milliseconds) and complete enough to check the fast ladder on generated pairs; the board is
never made with it. Differences between the two engines are listed in tests/data.
"""

from __future__ import annotations

from typing import Literal

from generator.judge.errors import Crashed, OutOfMemory, Timeout, TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.worker import run_limited
from generator.records import AnswerType, Decision

SECONDS = 1.2
MEGABYTES = 512

_SENTENCES = {
    True: "SymPy simplifies the difference to 0",
    False: "SymPy finds them different",
    None: "SymPy cannot tell, which counts as different",
}


def same_by_sympy(
    pred: str,
    gold: str,
    *,
    level: Literal["answer", "node"] = "answer",
    answer_type: AnswerType | None = None,  # noqa: ARG001 - the same call as the fast engine's
    explain: bool = False,  # noqa: ARG001
) -> Decision:
    """Return SymPy's decision on two strings; same contract as `generator.judge.same`.

    At most 1.2 s of wall-clock time (2 s with a restart of the helper) and 512 MB; over either the
    state is `timeout`. Never raises on any string. `answer_type` and `explain` make no difference.
    """
    try:
        trees = parse(pred), parse(gold)
    except (Unparsable, TooLarge) as error:
        why = f"too_large: {error}" if isinstance(error, TooLarge) else str(error)
        return Decision(equal=False, rule="sympy", why=why, state="unparsable")
    try:
        found: bool | None = run_limited(
            "generator.judge.sympy_proof:decide",
            *trees,
            level,
            seconds=SECONDS,
            megabytes=MEGABYTES,
        )
    except (Timeout, OutOfMemory) as error:
        return Decision(equal=False, rule="sympy", why=f"SymPy: {error}", state="timeout")
    except Crashed as error:
        return Decision(equal=False, rule="sympy", why=f"SymPy failed: {error}"[:200])
    return Decision(equal=bool(found), rule="sympy", why=_SENTENCES[found])
