"""Methods: ways of putting a question to a model, or of answering it without one.

Ids are slugs and name the left part of a run's folder. `cot` is no method of its own: it is the
spelling of the issue tracker and of the papers, and `resolve` turns it into `zero-shot-cot`
(`--shots 0`, the default) or `few-shot-cot` (`--shots 1` and up), which are different rows of a
board and different folders: `zero-shot-cot--smollm2-135m`, `few-shot-cot--smollm2-135m`.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.errors import CannotRun
from generator.methods.contract import MethodInfo
from generator.methods.cot import build_cot
from generator.methods.sympy_direct import build_sympy_direct

METHODS: Mapping[str, MethodInfo] = {
    "zero-shot-cot": MethodInfo(
        title="Zero-shot chain of thought",
        summary="One request with the problem alone: the model is asked to write its steps with "
        "their formulas and to end with a line that states the answer.",
        needs_model=True,
        shots=0,
        build=build_cot,
    ),
    "few-shot-cot": MethodInfo(
        title="Few-shot chain of thought",
        summary="One request in which worked problems come before the question, the same ones for "
        "every problem. They are drawn from the train split; the run's card names them.",
        needs_model=True,
        shots=4,
        build=build_cot,
    ),
    "sympy-direct": MethodInfo(
        title="Computer algebra alone",
        summary="No model: the expressions between dollar signs in the question are given to tools "
        "of computer algebra in a fixed order, and what they return is the answer. It reads no "
        "words, so it is the floor that a method with a model should clear.",
        needs_model=False,
        shots=0,
        build=build_sympy_direct,
    ),
}

MAX_SHOTS = 32


def resolve(name: str, shots: int | None) -> tuple[str, int]:
    """Return (id in METHODS, number of worked examples) for what the user typed.

    `shots` is None where the user said nothing. Raise CannotRun for an unknown method or a number
    of examples that the method cannot take.
    """
    method = _cot(shots) if name == "cot" else name
    if method not in METHODS:
        raise CannotRun(f"no method {name!r}; there are cot, {', '.join(METHODS)}")
    default = METHODS[method].shots
    count = default if shots is None else shots
    if not 0 <= count <= MAX_SHOTS or (count > 0) != (default > 0):
        allowed = f"1 to {MAX_SHOTS}" if default else "0"
        raise CannotRun(f"{method} takes --shots {allowed}, not {count}")
    return method, count


def _cot(shots: int | None) -> str:
    """Return the id that `cot` stands for with this many worked examples."""
    return "few-shot-cot" if shots else "zero-shot-cot"
