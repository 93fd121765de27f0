"""Methods: ways of putting a question to a model, or of answering it without one.

Ids are slugs and name the left part of a run's folder. `cot` is no method of its own: it is the
spelling of the issue tracker and of the papers, and `resolve` turns it into `zero-shot-cot`
(`--shots 0`, the default) or `few-shot-cot` (`--shots 1` and up), which are different rows of a
board and different folders: `zero-shot-cot--smollm2-135m`, `few-shot-cot--smollm2-135m`.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.errors import CannotRun
from generator.methods import bounds
from generator.methods.contract import MethodInfo
from generator.methods.cot import build_cot
from generator.methods.deli import build_deli
from generator.methods.iterating import build_iterative_cot, build_iterative_react
from generator.methods.learning import bound as learning_calls
from generator.methods.learning import build_learning, learn
from generator.methods.pal import build_pal
from generator.methods.php import build_php
from generator.methods.react import build_react
from generator.methods.retrieval import build_retrieval_cot
from generator.methods.sympy_direct import build_sympy_direct

BUDGET = ("context", "count_question")
LOOP = ("max_steps", "tools", "traces", "compat", "feedback", "grammar", "system", *BUDGET)
INITS = ("retrieval-cot", "random-cot", "complex-cot", "php", "zero-shot-cot")

METHODS: Mapping[str, MethodInfo] = {
    "zero-shot-cot": MethodInfo(
        title="Zero-shot chain of thought",
        summary="One request with the problem alone: the model is asked to write its steps with "
        "their formulas and to end with a line that states the answer.",
        needs_model=True,
        shots=0,
        build=build_cot,
        parameters=("two_calls",),
        calls=bounds.zero_shot,
    ),
    "few-shot-cot": MethodInfo(
        title="Few-shot chain of thought",
        summary="One request in which worked problems come before the question, the same ones for "
        "every problem. They are drawn from the train split; the run's card names them.",
        needs_model=True,
        shots=4,
        build=build_cot,
        exemplars="random",
    ),
    "random-cot": MethodInfo(
        title="Random CoT",
        summary="Chain of thought after eight worked problems of the train split, drawn once at "
        "random and the same for every problem: the fixed few-shot baseline of the CARP paper.",
        needs_model=True,
        shots=8,
        build=build_cot,
        exemplars="random",
        parameters=("fresh_draw", *BUDGET),
    ),
    "complex-cot": MethodInfo(
        title="Complex CoT",
        summary="Chain of thought after the eight worked problems of the train split whose "
        "solutions have most steps, the most complex first (Fu et al.).",
        needs_model=True,
        shots=8,
        build=build_cot,
        exemplars="complex",
        parameters=BUDGET,
    ),
    "retrieval-cot": MethodInfo(
        title="Retrieval CoT",
        summary="Chain of thought after the eight worked problems of the train split that are "
        "most like the question by BM25 over words, commands and symbols, the nearest one last.",
        needs_model=True,
        shots=8,
        build=build_retrieval_cot,
        exemplars="retrieval",
        parameters=BUDGET,
    ),
    "pal": MethodInfo(
        title="PAL",
        summary="The model writes one Python program for the problem, which may call the tools; a "
        "sandbox runs it, and what it returns is the answer. A program that fails is an error "
        "with its reason.",
        needs_model=True,
        shots=0,
        build=build_pal,
        parameters=("tools", "programs", "compat", "grammar", "system", *BUDGET),
        prompts=("pal-", "tools-interfaces"),
        sandboxed=True,
    ),
    "react": MethodInfo(
        title="ReAct",
        summary="The model calls tools of computer algebra one after another, sees what each "
        "gives, and then states the answer. What no tool gives it writes itself.",
        needs_model=True,
        shots=0,
        build=build_react,
        parameters=LOOP,
        prompts=("tools-",),
        calls=bounds.react,
    ),
    "learning-to-program": MethodInfo(
        title="Learning to Program (re-implementation)",
        summary="Before the run the model writes a procedure in words and improves it on wrong "
        "answers to train problems; every problem is then solved with it in one request. Rebuilt "
        "from the method's description, since its code is not public.",
        needs_model=True,
        shots=0,
        build=build_learning,
        parameters=(
            "epochs",
            "batches",
            "batch",
            "candidates",
            "threshold",
            "must_improve",
            "program_chars",
        ),
        prompts=("lp-",),
        learn=learn,
        learning=learning_calls,
    ),
    "php": MethodInfo(
        title="Progressive-Hint prompting",
        summary="The question is asked again with all earlier answers as hints until two answers "
        "in a row are the same. Worked problems carry hints as well, right and wrong ones.",
        needs_model=True,
        shots=8,
        build=build_php,
        exemplars="complex",
        parameters=("max_turns", *BUDGET),
        prompts=("cot-", "php-"),
        max_turns=8,
        calls=bounds.php,
    ),
    "iterative-cot": MethodInfo(
        title="Iterative CoT",
        summary="The model judges its solution in words and writes a better one, up to three "
        "times; it stops where nothing changes any more.",
        needs_model=True,
        shots=8,
        build=build_iterative_cot,
        exemplars="init",
        parameters=("init", "max_turns", "php_turns", *BUDGET),
        prompts=("cot-", "judge-cot", "refine-", "php-"),
        calls=bounds.iterative_cot,
        inits=INITS,
    ),
    "iterative-react": MethodInfo(
        title="Iterative ReAct",
        summary="The model judges its solution with tools and solves again with that judgement "
        "before it, up to three times; it stops where nothing changes any more.",
        needs_model=True,
        shots=0,
        build=build_iterative_react,
        parameters=("max_turns", *LOOP),
        prompts=("tools-", "judge-trace"),
        calls=bounds.iterative_react,
    ),
    "deli": MethodInfo(
        title="DELI",
        summary="Deliberation: from a first solution in words the model solves again with tools, "
        "integrates the two, and goes on until the answer with tools and that in words agree, "
        "nothing changes any more, or three rounds are over (CARP paper).",
        needs_model=True,
        shots=8,
        build=build_deli,
        exemplars="init",
        parameters=(
            "init",
            "max_turns",
            "php_turns",
            "fallback_to_cot",
            "stop_on_converged_nl",
            "strip_answer",
            *LOOP,
        ),
        prompts=("cot-", "tools-", "revise-", "php-"),
        calls=bounds.deli,
        inits=INITS,
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
