"""Operands: numbers, names, functions, brackets, roots, fractions."""

from __future__ import annotations

from collections.abc import Callable

from generator.judge.environments import environment
from generator.judge.errors import Unparsable
from generator.judge.numerals import in_base, number, rational
from generator.judge.reader import NotMathematics, Reader
from generator.judge.tree import (
    Bracket,
    Call,
    Constant,
    Either,
    Listing,
    Node,
    Number,
    Power,
    Quotient,
    Product,
    Root,
    SetBuilder,
    Symbol,
    Both,
    Relation,
)
from generator.judge.words import (
    ACCENTS,
    ANGLED,
    FIGURES,
    FUNCTIONS,
    GREEK,
    SHORT_WORDS,
)

_LETTERS: dict[str, Node] = {
    **{chr(code): Symbol(chr(code)) for code in (*range(65, 91), *range(97, 123))},
    "e": Constant("e"),
    "i": Constant("i"),
}
_NAMED: dict[str, Node] = {
    "pi": Constant("pi"),
    "infty": Constant("infinity"),
    "infinity": Constant("infinity"),
    "inf": Constant("infinity"),
    "oo": Constant("infinity"),
    "Infinity": Constant("infinity"),
    "emptyset": Listing((), "{", "}"),
    **{name: Symbol(name) for name in GREEK},
}
_PREFIXES = tuple(sorted(FUNCTIONS, key=len, reverse=True))
_TWO = Number(2)


def atom(r: Reader) -> Node:
    """Read one operand without its exponents; raises Unparsable where none starts."""
    token = r.tokens[r.at]
    letter = _LETTERS.get(token)
    if letter is not None:
        r.at += 1
        return letter if r.tokens[r.at] != "_" else _subscripted(r, token)
    rule = ATOMS.get(token)
    if rule is not None:
        r.at += 1
        return rule(r)
    first = token[:1]
    if first.isdigit() or (first == "." and len(token) > 1):
        r.at += 1
        return in_base(token) if "_" in token else number(token)
    if first.isascii() and first.isalpha():
        return _letters(r, token)
    if first == "\\":
        return _command(r, token)
    raise Unparsable(f"an operand is missing before {token or 'the end'}")


def _letters(r: Reader, run: str) -> Node:
    """Read a run of letters: a function, a named constant, or its first letter as a factor."""
    if run in FUNCTIONS:
        r.at += 1
        return _function(r, FUNCTIONS[run])
    if run in _NAMED:
        return _name(r, run)
    for prefix in _PREFIXES:
        if run.startswith(prefix) and len(prefix) > 1:
            r.tokens[r.at] = run[len(prefix) :]
            return _function(r, FUNCTIONS[prefix])
    if is_word(run):
        raise NotMathematics(f"{run} is a word")
    return _split(r, run)


def is_word(run: str) -> bool:
    """Whether a run of letters is a word and not a product of letters."""
    if len(run) > 4 or run.lower() in SHORT_WORDS:
        return True
    if len(run) == 4:
        return list(run) != sorted(set(run))
    return len(run) == 3 and run[0].isupper() and run[1:].islower()


def _split(r: Reader, run: str) -> Node:
    """Read the first letter of a run; the rest stays as the next token."""
    for position, letter in enumerate(run):
        if run.startswith("pi", position) and position == 0:
            r.tokens[r.at] = run[2:]
            return _NAMED["pi"]
        r.tokens[r.at] = run[position + 1 :]
        return _LETTERS[letter]
    raise Unparsable("a name is missing")


def _name(r: Reader, name: str) -> Node:
    """Read a Greek letter or a named constant, with its subscript."""
    r.at += 1
    node = _NAMED[name]
    if r.tokens[r.at] == "_" and type(node) is not Listing:
        return _subscripted(r, name)
    return node


def _subscripted(r: Reader, name: str) -> Node:
    """Read the subscript after a name; `x_{12}` and `x_12` are one name."""
    r.at += 1
    return Symbol(f"{name}_{_label(r)}")


def _label(r: Reader) -> str:
    """Read one token or one group as a label, without braces and `\\text`."""
    if r.tokens[r.at] != "{":
        r.at += 1
        return _bare(r.tokens[r.at - 1])
    end = r.closing("{", "}")
    label = "".join(_bare(token) for token in r.tokens[r.at + 1 : end] if token not in "{}")
    r.at = end + 1
    if not label:
        raise Unparsable("a subscript is empty")
    return label


def _bare(token: str) -> str:
    """Return what a `\\text{...}` token holds, other tokens without their backslash."""
    if token[:1] == "\\" and token[-1:] == "}" and "{" in token:
        return "".join(token[token.index("{") + 1 : -1].split())
    if not token or token in ("^", "_", "&", "\\\\"):
        raise Unparsable("a label is missing")
    return token.removeprefix("\\")


def _command(r: Reader, token: str) -> Node:
    """Read a command: a function, a Greek letter, a name under an accent, or named text."""
    name = token[1:]
    if name in FUNCTIONS:
        r.at += 1
        return _function(r, FUNCTIONS[name])
    if name in _NAMED:
        return _name(r, name)
    if name in ACCENTS:
        r.at += 1
        return Symbol(f"{name} {_label(r)}")
    if token in FIGURES:
        r.at += 1
        return Symbol(FIGURES[token] + _label(r))
    if token[-1] == "}" and len(token) > 2:
        return _worded(r, token)
    raise Unparsable(f"{token} is not known")


def _worded(r: Reader, token: str) -> Node:
    """Read `\\mathrm{...}` and the like: a function's name, letters, or a number."""
    content = _bare(token)
    if content in FUNCTIONS:
        r.at += 1
        return _function(r, FUNCTIONS[content])
    if content in _LETTERS:
        r.tokens[r.at] = content
        return atom(r)
    if content.isalpha() and content.isascii() and not is_word(content):
        r.tokens[r.at] = content
        return _letters(r, content)
    if content.isdigit():
        r.at += 1
        return number(content)
    raise NotMathematics(f"{content} is text")


def argument(r: Reader, *, digit: bool = False) -> Node:
    """Read what a command stands on: a group, or one operand (one digit when `digit`)."""
    r.enter()
    token = r.tokens[r.at]
    if digit and len(token) > 1 and token.isdigit():
        r.tokens[r.at : r.at + 1] = [token[0], token[1:]]
    node = atom(r)
    r.leave()
    return node


def _fraction(r: Reader) -> Node:
    """Read the two arguments of `\\frac`."""
    top = argument(r, digit=True)
    bottom = argument(r, digit=True)
    if type(top) is Number and type(bottom) is Number and bottom.numerator:
        return rational(top.numerator * bottom.denominator, top.denominator * bottom.numerator)
    return Quotient(top, bottom)


def _binomial(r: Reader) -> Node:
    """Read the two arguments of `\\binom`."""
    return Call("binomial", (argument(r, digit=True), argument(r, digit=True)))


def _root(r: Reader) -> Node:
    """Read a root: an index in square brackets, then its argument."""
    index: Node = _TWO
    if r.tokens[r.at] == "[":
        r.at += 1
        index = r.rules.total(r)
        r.expect("]")
    return Root(argument(r), index)


def _function(r: Reader, name: str) -> Node:
    """Read a function's exponent or base and its argument."""
    if name in ("sqrt", "cbrt"):
        return _root(r) if name == "sqrt" else Root(argument(r), Number(3))
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
    """Read the exponent in `\\sin^2 x`; None without one."""
    if r.tokens[r.at] != "^":
        return None
    r.at += 1
    if r.tokens[r.at] == "-":
        raise Unparsable("a negative exponent of a function needs braces")
    return argument(r, digit=True)


def _arguments(r: Reader) -> tuple[Node, ...]:
    """Read a function's arguments: one bracket, or factors up to the next function."""
    token = r.tokens[r.at]
    if token in ("(", "{", "["):
        node = atom(r)
        if type(node) is Listing and node.left == "(":
            return node.elements
        return (node,)
    negative = token == "-"
    r.at += negative
    factors = [r.rules.power(r)]
    while r.rules.starts(r) and not _is_function(r.tokens[r.at]):
        factors.append(r.rules.power(r))
    node = factors[0] if len(factors) == 1 else Product(tuple(factors))
    return (Product((Number(-1), node)) if negative else node,)


def _is_function(token: str) -> bool:
    """Whether a token names a function or begins with one's name (`sinx`)."""
    name = token.lstrip("\\")
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


def _bars(r: Reader) -> Node:
    """Read an absolute value."""
    r.enter()
    r.bars += 1
    node = r.rules.total(r)
    r.bars -= 1
    r.leave()
    r.expect("|")
    return Call("abs", (node,))


def _enclosed(name: str, closer: str) -> Callable[[Reader], Node]:
    """Return the rule for `\\lfloor ... \\rfloor` and its like."""

    def rule(r: Reader) -> Node:
        node = bracketed(r)
        r.expect(closer)
        return Call(name, (node,))

    return rule


def bracketed(r: Reader) -> Node:
    """Read what stands inside a bracket, up to its closer."""
    r.enter()
    bars, r.bars = r.bars, 0
    node = r.rules.answers(r)
    r.bars = bars
    r.leave()
    return node


def _group(left: Bracket, closers: str) -> Callable[[Reader], Node]:
    """Return the rule for a round or square bracket: grouping, a tuple or an interval."""

    def rule(r: Reader) -> Node:
        node = bracketed(r)
        right = r.tokens[r.at]
        if right not in (")", "]"):
            raise Unparsable(f"{left} is never closed")
        r.at += 1
        if type(node) is Listing and not node.left:
            return Listing(node.elements, left, right)  # type: ignore[arg-type]
        if right != closers:
            raise Unparsable(f"{left} is closed by {right}")
        return node

    return rule


def _braces(r: Reader) -> Node:
    """Read a LaTeX group; with commas inside it is a set, as programs print one."""
    node = bracketed(r)
    r.expect("}")
    if type(node) is Listing and not node.left:
        return Listing(node.elements, "{", "}")
    return node


def _set(r: Reader) -> Node:
    """Read a set in escaped braces, or a system behind one brace."""
    if r.tokens[r.at] == "\\}":
        r.at += 1
        return _NAMED["emptyset"]
    if r.tokens[r.at] == "\\begin":
        node = atom(r)
        r.at += r.tokens[r.at] == "\\}"
        return node
    r.enter()
    bars, r.bars = r.bars, -1
    node = _set_content(r)
    r.bars = bars
    r.leave()
    r.expect("\\}")
    return node


def _set_content(r: Reader) -> Node:
    """Read the elements of a set, or its element and condition."""
    start, units = r.at, len(r.units)
    element = r.rules.answers(r)
    if r.tokens[r.at] in ("|", ":") and len(r.units) == units:
        r.at += 1
        bars, r.bars = r.bars, 0
        condition = r.rules.answers(r)
        r.bars = bars
        return SetBuilder(element, condition)
    del start
    if type(element) is Listing and not element.left:
        return Listing(element.elements, "{", "}")
    return Listing((element,), "{", "}")


def _angle_brackets(r: Reader) -> Node:
    """Read a vector between angle brackets as a tuple."""
    node = bracketed(r)
    r.expect("\\rangle")
    if type(node) is Listing and not node.left:
        return Listing(node.elements, "(", ")")
    raise Unparsable("angle brackets hold a vector")


def _currency(r: Reader) -> Node:
    """Read an amount after its sign; the currency is a unit."""
    r.units[{"¥": "yuan", "￥": "yuan", "€": "euro", "£": "gbp"}.get(r.tokens[r.at - 1], "$")] = (
        None
    )
    return atom(r)


def _blackboard(r: Reader) -> Node:
    """Read a blackboard letter as a name."""
    return Symbol(f"mathbb {_label(r)}")


ATOMS: dict[str, Callable[[Reader], Node]] = {
    "(": _group("(", ")"),
    "[": _group("[", "]"),
    "{": _braces,
    "\\{": _set,
    "|": _bars,
    "\\frac": _fraction,
    "\\sqrt": _root,
    "\\binom": _binomial,
    "\\lfloor": _enclosed("floor", "\\rfloor"),
    "\\lceil": _enclosed("ceil", "\\rceil"),
    "\\langle": _angle_brackets,
    "\\begin": environment,
    "\\mathbb": _blackboard,
    **dict.fromkeys(("\\$", "¥", "￥", "€", "£"), _currency),
}
"""Token -> the rule that reads the operand it starts; the token itself has been passed."""
