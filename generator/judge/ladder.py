"""The decision ladder: text, units, kind and value; each rung proves equal, different, or passes."""

from __future__ import annotations

from typing import Literal

from generator.judge.errors import Crashed, OutOfMemory, Timeout, TooLarge, Unparsable
from generator.judge.explain import sentence
from generator.judge.nodes import same_node
from generator.judge.normal import clean
from generator.judge.options import same_options
from generator.judge.pairing import same_answer
from generator.judge.parse import parse
from generator.judge.scalars import Outcome
from generator.judge.tokens import tokenise
from generator.judge.tree import Node, Tree
from generator.judge.words import NOTHING, fold
from generator.judge.worker import run_limited
from generator.records import AnswerType, Decision

Level = Literal["answer", "node"]
SECONDS = 1.5
"""Time that SymPy has for an identity that no other rung decided."""
MEGABYTES = 512


def same(
    pred: str, gold: str, *, level: Level = "answer", answer_type: AnswerType | None = None
) -> Decision:
    """Return whether two strings are the same answer, or (level `node`) the same expression.

    `answer_type` comes from the dataset's card: `choice` compares option letters, `text`, `table`
    and `yes_no` compare words before values. Never raises on any string; symmetric in `equal`.
    """
    try:
        return _decided(pred, gold, level, answer_type)
    except TooLarge as refusal:
        return _refused(f"too_large: {refusal}")
    except Unparsable as refusal:
        return _refused(str(refusal))
    except RecursionError:
        return _refused("too_large: nested too deeply")


def _refused(why: str) -> Decision:
    """Return the decision on a string that cannot be read."""
    return Decision(equal=False, rule="unparsable", why=why, state="unparsable")


def _decided(pred: str, gold: str, level: Level, answer_type: AnswerType | None) -> Decision:
    """Go up the ladder; raises Unparsable, TooLarge."""
    if answer_type == "choice":
        options = same_options(pred, gold)
        if options is not None:
            return options
    if _same_text(pred, gold):
        return Decision(equal=True, rule="text", why="the same text")
    if answer_type in ("text", "table", "yes_no") and fold(pred) == fold(gold):
        return Decision(equal=True, rule="words", why="the same words")
    left, right = parse(pred), parse(gold)
    if left.units != right.units and left.units and right.units:
        return Decision(equal=False, rule="units", why=_units(left, right))
    outcome = _outcome(left.root, right.root, level, _seed(pred, gold))
    if outcome.equal is None and outcome.rule == "undecided":
        outcome = _last_resort(left.root, right.root, outcome)
    return _decision(outcome, left, right)


def _seed(pred: str, gold: str) -> str:
    """Return what chooses the points: both strings, in one order."""
    return f"{pred}\0{gold}" if pred < gold else f"{gold}\0{pred}"


def _outcome(left: Node, right: Node, level: Level, seed: str) -> Outcome:
    """Compare two roots at a level."""
    return same_answer(left, right, seed) if level == "answer" else same_node(left, right, seed)


def _same_text(pred: str, gold: str) -> bool:
    """Whether two strings are one text up to spacing and spelling, and are an answer at all."""
    first, second = clean(pred), clean(gold)
    if first != second and tokenise(first) != tokenise(second):
        return False
    if first.lower() in NOTHING or not any(sign.isalnum() for sign in first):
        raise Unparsable(f"{first[:20]} is no answer")
    if "box" in first:
        parse(pred)
    balanced = all(first.count(a) == first.count(b) for a, b in ("{}", "()"))
    return balanced or first.count("\\begin") > 0 or "[" in first or "]" in first


def _units(left: Tree, right: Tree) -> str:
    """Return the sentence on two different units."""
    return f"{_unit_names(left)} against {_unit_names(right)}"


def _unit_names(tree: Tree) -> str:
    """Return a tree's units as text."""
    return " and ".join(tree.units)


def _last_resort(left: Node, right: Node, outcome: Outcome) -> Outcome:
    """Ask SymPy, in the helper process, about scalars that no rung decided."""
    try:
        equal: bool | None = run_limited(
            "generator.judge.sympy_proof:identical",
            left,
            right,
            seconds=SECONDS,
            megabytes=MEGABYTES,
        )
    except (Timeout, OutOfMemory) as refusal:
        return Outcome(equal=None, rule="timeout", why=f"SymPy: {refusal}")
    except Crashed:
        return outcome
    if equal is None:
        return outcome
    return Outcome(equal=equal, rule="sympy", why="SymPy simplifies both")


def _decision(outcome: Outcome, left: Tree, right: Tree) -> Decision:
    """Return the decision with its sentence."""
    if outcome.equal is None:
        state: Literal["timeout", "unparsable"] = (
            "timeout" if outcome.rule == "timeout" else "unparsable"
        )
        why = outcome.why if outcome.rule == "timeout" else f"too_large: {outcome.why}"
        return Decision(equal=False, rule=outcome.rule, why=why, state=state)
    why = outcome.why or sentence(left.root, right.root, outcome)
    return Decision(equal=outcome.equal, rule=outcome.rule, why=why)
