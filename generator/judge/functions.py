"""Known functions: exponent and base, argument, roots."""

from __future__ import annotations

from generator.judge.errors import Unparsable
from generator.judge.numerals import number
from generator.judge.reader import Reader
from generator.judge.tree import Call, Listing, Node, Number, Power, Product, Root
from generator.judge.words import ANGLED, FUNCTIONS

_TWO = Number(2)


def function(r: Reader, name: str) -> Node:
    """Read a function's exponent or base and its argument."""
    if name in ("sqrt", "cbrt"):
        return root(r) if name == "sqrt" else Root(argument(r), Number(3))
    r.enter()
    base = _base(r) if name == "log" else None
    exponent = _function_exponent(r)
    r.angled += name in ANGLED
    arguments = _arguments(r)
    r.angled -= name in ANGLED
    r.leave()
    return _applied(name, base, exponent, arguments)


def _base(r: Reader) -> Node:
    """Read the base of a logarithm; without one it is 10."""
    tokens, at = r.tokens, r.at
    if tokens[at] == "_":
        r.at += 1
        return argument(r, digit=True)
    if tokens[at] in ("2", "10") and tokens[at + 1] == "(":
        r.at += 1
        return number(tokens[at])
    return Number(10)


def _function_exponent(r: Reader) -> Node | None:
    r"""Read the exponent in `\sin^2 x`; None without one."""
    if r.tokens[r.at] != "^":
        return None
    r.at += 1
    if r.tokens[r.at] == "-":
        raise Unparsable("a negative exponent of a function needs braces")
    return argument(r, digit=True)


def _arguments(r: Reader) -> tuple[Node, ...]:
    """Read a function's arguments: one bracket, or factors up to the next function."""
    lexeme = r.tokens[r.at]
    if lexeme in ("(", "{", "["):
        node = r.rules.atom(r)
        if type(node) is Listing and node.left == "(":
            return node.elements
        return (node,)
    negative = lexeme == "-"
    r.at += negative
    factors = [r.rules.power(r)]
    while r.rules.starts(r) and not _is_function(r.tokens[r.at]):
        factors.append(r.rules.power(r))
    node = factors[0] if len(factors) == 1 else Product(tuple(factors))
    return (Product((Number(-1), node)) if negative else node,)


def _is_function(lexeme: str) -> bool:
    """Whether a token names a function or begins with one's name (`sinx`)."""
    name = lexeme.lstrip("\\")
    return name in FUNCTIONS or name.startswith(("sin", "cos", "tan"))


def _applied(
    name: str, base: Node | None, exponent: Node | None, arguments: tuple[Node, ...]
) -> Node:
    """Return the call with its exponent; a `-1` on a trigonometric name means the inverse."""
    if name in ("lg", "log"):
        arguments, name = (*arguments, base or Number(10)), "log"
    expected = 2 if name in ("log", "binomial") else 1
    if name not in ("max", "min", "gcd", "lcm") and len(arguments) != expected:
        raise Unparsable(f"{name} takes {expected} arguments, not {len(arguments)}")
    if exponent == Number(-1) and name in ANGLED:
        return Call(f"arc{name}", arguments)
    node = Call(name, arguments)
    return node if exponent is None else Power(node, exponent)


def root(r: Reader) -> Node:
    """Read a root: an index in square brackets, then its argument."""
    index: Node = _TWO
    if r.tokens[r.at] == "[":
        r.at += 1
        index = r.rules.total(r)
        r.expect("]")
    return Root(argument(r), index)


def argument(r: Reader, *, digit: bool = False) -> Node:
    """Read what a command stands on: a group, or one operand (one digit when `digit`)."""
    r.enter()
    lexeme = r.tokens[r.at]
    if digit and len(lexeme) > 1 and lexeme.isdigit():
        r.tokens[r.at : r.at + 1] = [lexeme[0], lexeme[1:]]
    node = r.rules.atom(r)
    r.leave()
    return node
