r"""How CARP's 2023 evaluator reads and compares: its cleaning, its answers, its equality.

Written from methods.md 3.0, 5.1 and 5.3, which describe `src/utils/{math,graph}_utils.py` and
`src/utils/utils.py`. Kept faithful where it is wrong (a percent sign and `\pm` vanish, commas go,
mixed numbers are products, i is the imaginary unit, always-true relations collapse), because the
published figures were made with it. SymPy is not needed: the judge's exact comparison decides.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from generator.judge import relations, same
from generator.judge.carp_text import MAX_CHARACTERS, clean, readable
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.forms import calls, folded, symbols, value, written
from generator.judge.key import node_key
from generator.judge.parse import parse
from generator.judge.tree import Call, Node, Number, Power, Relation, Tree
from generator.records import Expression


@dataclass(frozen=True, slots=True)
class Reading:
    """What upstream makes of a string."""

    text: str
    """The text that the judge's parser was given; equal in value to what upstream reads."""
    root: Node
    truth: bool | None
    """A relation that SymPy evaluates at once; None for all others and for expressions."""
    symbols: frozenset[str]


@lru_cache(maxsize=65536)
def read(text: str) -> Reading | None:
    """Return upstream's reading of a string, or None where its parser refuses it."""
    cleaned = readable(text)
    try:
        tree = parse(cleaned)
    except (Unparsable, TooLarge):
        return None
    return _reading(cleaned, tree)


def _reading(text: str, tree: Tree) -> Reading | None:
    """Return the reading of a tree; a chain of inequalities is none, one of equations is false."""
    root = tree.root
    if isinstance(root, Relation) and len(root.signs) > 1:
        refused = set(root.signs) != {"="}
        return None if refused else Reading(text, root, truth=False, symbols=frozenset())
    truth = _truth(text, root) if isinstance(root, Relation) else None
    return Reading(text, root, truth, symbols(root) if truth is None else frozenset())


def _truth(text: str, root: Relation) -> bool | None:
    """Return what SymPy makes of a relation at once, or None where it stays as it is.

    Relations of numbers are true or false; `|a| >= 0` and `a^0 = 1` are true, and so is what
    cancels without expanding anything.
    """
    left, right = root.sides
    sign = root.signs[0]
    if sign == "≥" and isinstance(left, Call) and left.name == "abs" and right == Number(0):
        return True
    if sign == "=" and isinstance(left, Power) and (left.exponent, right) == (ZERO, Number(1)):
        return True
    free = bool(symbols(root))
    if free and (folded(left) or folded(right)):
        return None
    if _sides_equal(text):
        return sign in {"=", "≤", "≥"}
    return None if free else _order(left, right, sign)


ZERO = Number(0)


def _sides_equal(text: str) -> bool:
    """Return whether both sides of a single relation have the same value."""
    sides = [part for part, _ in relations.parts(text, 0, len(text))][1:]
    return len(sides) == 2 and same(sides[0], sides[1], level="node").equal


def _order(left: Node, right: Node, sign: str) -> bool | None:
    """Return the truth of a relation of two different numbers; None where they are not real."""
    if sign in {"=", "≠"}:
        return sign == "≠"
    a, b = value(left), value(right)
    if a is None or b is None or sign not in {"<", "≤", ">", "≥"}:
        return None
    return a < b if sign in {"<", "≤"} else a > b


def same_node(left: str, right: str) -> bool:
    """Return whether two strings are the same node by upstream's `is_equal`.

    Both have to have the same symbols. Relations that collapsed are equal when both are true or
    both are false; others have equal sides, which may be swapped (SymPy's `.equals`).
    """
    a, b = read(left), read(right)
    if a is None or b is None or a.symbols != b.symbols:
        return False
    if a.truth is not None or b.truth is not None:
        return a.truth is b.truth
    if isinstance(a.root, Relation) != isinstance(b.root, Relation):
        return False
    return same(a.text, b.text, level="node").equal


def key(text: str) -> Hashable | None:
    """Return a look-up key: equal for all strings that same_node can call equal, if it has one."""
    reading = read(text)
    if reading is None:
        return None
    return reading.truth if reading.truth is not None else node_key(reading.text)


def without_givens(
    expressions: Iterable[Expression], given: Iterable[str]
) -> tuple[Expression, ...]:
    """Return the expressions that upstream compares: readable, and not written like a given one.

    Only structural copies go: `2 x = 6` repeats `2 x = 6` but not `6 = 2 x`.
    """
    shapes = {shape for shape in map(_shape, given) if shape is not None}
    bare = {text.replace(" ", "") for text in given}
    kept = ((e, _shape(e.text)) for e in expressions if e.text.replace(" ", "") not in bare)
    return tuple(e for e, shape in kept if shape is not None and shape not in shapes)


@lru_cache(maxsize=65536)
def _shape(text: str) -> Hashable | None:
    """Return what SymPy's `==` looks at: the truth of a collapsed relation, else the tree.

    Trees with functions were re-parsed and so have their terms in order; others keep theirs.
    """
    reading = read(text)
    if reading is None:
        return None
    if reading.truth is not None:
        return reading.truth
    return written(reading.root, swap=False) if calls(reading.root) else reading.root


def answers_equal(answer: str, gold: str) -> bool:
    """Return upstream's verdict (`compare_ans`): strings without commas, then values.

    An equation whose right side is a number equals that number; `5` is the answer `x = 5`.
    """
    if max(len(answer), len(gold)) > MAX_CHARACTERS:
        return False
    left, right = (clean(text).replace(",", "") for text in (answer, gold))
    if left.replace(" ", "") == right.replace(" ", ""):
        return True
    a, b = read(left), read(right)
    if a is None or b is None:
        return False
    return _value_of(a, b) or _value_of(b, a) or same_node(left, right)


def _value_of(equation: Reading, number: Reading) -> bool:
    """Return whether an equation's right side is the given number."""
    root = equation.root
    if equation.truth is not None or not isinstance(root, Relation) or root.signs != ("=",):
        return False
    sides = [part for part, _ in relations.parts(equation.text, 0, len(equation.text))][1:]
    numbers = not symbols(root.sides[1]) and not symbols(number.root)
    if len(sides) != 2 or not numbers or isinstance(number.root, Relation):
        return False
    return same(sides[1], number.text, level="node").equal
