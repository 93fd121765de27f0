"""The decision ladder: text, units, kind, value; a rung proves equal, different, or passes."""

from __future__ import annotations

import re
from typing import Literal

from generator.judge.effort import begin, end
from generator.judge.errors import Crashed, OutOfMemory, Timeout, TooLarge, Unparsable
from generator.judge.explain import rich_sentence, sentence
from generator.judge.forms import written
from generator.judge.lettered import same_options
from generator.judge.nodes import same_node
from generator.judge.pairing import same_answer
from generator.judge.parse import parse, plain_words
from generator.judge.prepare import prepared
from generator.judge.quick import quick
from generator.judge.scalars import Outcome
from generator.judge.survey import children
from generator.judge.tree import Call, Node, Number, Power, Symbol, Tree, Words
from generator.judge.words import CONNECTORS, fold
from generator.judge.worker import run_limited
from generator.records import AnswerType, Decision

Level = Literal["answer", "node"]
SECONDS = 0.5
"""Time that SymPy has for an identity that no other rung decided."""
MEGABYTES = 512
MAX_NODES = 60
"""Most nodes of both trees for which SymPy is asked."""
MAX_EXPONENT = 1000
"""Largest exponent for which SymPy is asked."""
_PROOFS = {
    "undecided": "generator.judge.sympy_proof:identical",
    "hidden": "generator.judge.sympy_real:identical",
}
"""Why the rungs before left it open -> the proof that is asked for."""


_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError)
"""Errors that would be a mistake of ours; a batch of verdicts must survive it, and it is named."""


def same(
    pred: str,
    gold: str,
    *,
    level: Level = "answer",
    answer_type: AnswerType | None = None,
    explain: bool = False,
) -> Decision:
    """Return whether two strings are the same answer, or (level `node`) the same expression.

    `answer_type` comes from the dataset's card: `choice` compares option letters, `text`, `table`
    and `yes_no` compare words before values. With `explain` the sentence says what both expand to
    or where they differ, which takes longer than deciding. Never raises on any string; `equal` is
    symmetric.
    """
    begin()
    try:
        return _decided(pred.strip(), gold.strip(), level, answer_type, explain=explain)
    except TooLarge as refusal:
        return _refused(f"too_large: {refusal}")
    except Unparsable as refusal:
        return _refused(str(refusal))
    except RecursionError:
        return _refused("too_large: nested too deeply")
    except _FAULTS as fault:
        return _refused(f"the judge failed on it: {type(fault).__name__}")
    finally:
        end()


def _refused(why: str) -> Decision:
    """Return the decision on a string that cannot be read."""
    return Decision(equal=False, rule="unparsable", why=why, state="unparsable")


def _decided(
    pred: str, gold: str, level: Level, answer_type: AnswerType | None, *, explain: bool
) -> Decision:
    """Go up the ladder; raises Unparsable, TooLarge."""
    if answer_type == "choice":
        options = same_options(pred, gold)
        if options is not None:
            return options
    if _same_text(pred, gold):
        return _SAME_TEXT
    if answer_type in ("text", "table", "yes_no") and fold(pred) == fold(gold):
        return Decision(equal=True, rule="words", why="the same words")
    left, right = parse(pred), parse(gold)
    if left.units != right.units and left.units and right.units:
        return Decision(equal=False, rule="units", why=_units(left, right))
    if Words in (type(left.root), type(right.root)) and _same_words(pred, gold):
        return Decision(equal=True, rule="words", why="the same words")
    seed = _seed(pred, gold)
    outcome = quick(left.root, right.root, level, seed)
    if outcome is None:
        outcome = _outcome(left.root, right.root, level, seed)
    if outcome.equal is None and outcome.rule in _PROOFS:
        outcome = _last_resort(left.root, right.root, outcome)
    return _decision(outcome, left.root, right.root, explain=explain)


_SAME_TEXT = Decision(equal=True, rule="text", why="the same text")


def _plain(*, equal: bool, rule: str, why: str = "") -> tuple[Outcome, Decision]:
    """Return an outcome, and the decision on it about two values that are not both numbers."""
    outcome, name = Outcome(equal=equal, rule=rule, why=why), Symbol("x")
    return outcome, Decision(equal=equal, rule=rule, why=sentence(name, name, outcome))


_PLAIN = dict(
    (
        _plain(equal=False, rule="fingerprint"),
        _plain(equal=False, rule="exact"),
        _plain(equal=True, rule="exact"),
        _plain(equal=True, rule="exact", why="the same equation up to a factor"),
    )
)
"""The most frequent outcomes, with their decisions made beforehand."""


def _seed(pred: str, gold: str) -> str:
    """Return what chooses the points: both strings, in one order."""
    return f"{pred}\0{gold}" if pred < gold else f"{gold}\0{pred}"


def _outcome(left: Node, right: Node, level: Level, seed: str) -> Outcome:
    """Compare two roots at a level."""
    return same_answer(left, right, seed) if level == "answer" else same_node(left, right, seed)


def _same_text(pred: str, gold: str) -> bool:
    """Whether two strings are one balanced text up to spacing and spelling; raises Unparsable."""
    first, second = prepared(pred), prepared(gold)
    if first.tokens != second.tokens:
        return False
    tokens, text = first.tokens, "".join(first.tokens)
    whole = len(tokens) > 2 and tokens[-1] not in _OPEN and tokens[0] not in _OPEN
    balanced = text.count("{") == text.count("}") and text.count("(") == text.count(")")
    if whole and balanced and _VALUE.search(text):
        return True
    return parse(pred) is not None and parse(gold) is not None


_OPEN = frozenset((*"*/÷=≠<≤>≥≈≡∈∉⊂⊆∥⊥∼≅^_&,;:", *CONNECTORS))
"""Tokens before and after which something is missing, so that the text alone decides nothing."""
_VALUE = re.compile(r"[^\W_]")
"""A letter, digit or Han character, without which nothing is said."""


def _same_words(pred: str, gold: str) -> bool:
    """Whether two strings are the same words, of which one may also be read as a product."""
    return fold(plain_words(prepared(pred))) == fold(plain_words(prepared(gold)))


def _units(left: Tree, right: Tree) -> str:
    """Return the sentence on two different units."""
    return f"{_unit_names(left)} against {_unit_names(right)}"


def _unit_names(tree: Tree) -> str:
    """Return a tree's units as text."""
    return " and ".join(tree.units)


def _last_resort(left: Node, right: Node, outcome: Outcome) -> Outcome:
    """Compare how two scalars that no rung decided are written; ask SymPy about small ones."""
    if written(left, swap=False) == written(right, swap=False):
        return Outcome(equal=True, rule="structure", why="the same terms and factors")
    if not _is_small(left, right):
        return outcome
    try:
        equal: bool | None = run_limited(
            _PROOFS[outcome.rule],
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


def _is_small(*nodes: Node) -> bool:
    """Whether trees are small, and without towers of powers, which SymPy takes long over."""
    pending, count = [(node, False) for node in nodes], 0
    while pending:
        node, raised = pending.pop()
        count += 1
        tower = raised and type(node) in (Power, Call)
        slow = isinstance(node, Call) and node.name in ("max", "min")
        if slow or tower or count > MAX_NODES or (raised and _is_large(node)):
            return False
        exponents = [node.exponent] if isinstance(node, Power) else []
        pending.extend((part, raised or part in exponents) for part in children(node))
    return True


def _is_large(node: Node) -> bool:
    """Whether a node is a number over MAX_EXPONENT."""
    return isinstance(node, Number) and abs(node.numerator) > MAX_EXPONENT


def _decision(outcome: Outcome, pred: Node, gold: Node, *, explain: bool) -> Decision:
    """Return the decision with its sentence."""
    if not explain and outcome in _PLAIN and type(pred) is not Number:
        return _PLAIN[outcome]
    if outcome.equal is None and outcome.rule == "timeout":
        return Decision(equal=False, rule="timeout", why=outcome.why, state="timeout")
    if outcome.equal is None and outcome.rule == "too large":
        return _refused(f"too_large: {outcome.why}")
    written = rich_sentence if explain else sentence
    return Decision(equal=bool(outcome.equal), rule=outcome.rule, why=written(pred, gold, outcome))
