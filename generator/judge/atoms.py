"""Operands: numbers, names, functions, brackets, roots, fractions."""

from __future__ import annotations

from collections.abc import Callable

from generator.judge.brackets import angle_brackets, bars, braces, enclosed, group, set_
from generator.judge.environments import environment
from generator.judge.errors import Unparsable
from generator.judge.functions import argument, function, root
from generator.judge.numerals import SMALL, in_base, number, quotient
from generator.judge.reader import NotMathematics, Reader
from generator.judge.tree import (
    Call,
    Constant,
    Listing,
    Node,
    Product,
    Sum,
    Symbol,
)
from generator.judge.words import (
    ACCENTS,
    BARE_UNITS,
    CONNECTORS,
    FIGURES,
    FUNCTIONS,
    GREEK,
    SHORT_WORDS,
)
from generator.judge.written_out import ranged

LETTERS: dict[str, Node] = {
    **{chr(code): Symbol(chr(code)) for code in (*range(65, 91), *range(97, 123))},
    "e": Constant("e"),
    "i": Constant("i"),
}
"""Single letters -> their nodes; e and i are constants."""
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


def atom(r: Reader) -> Node:
    """Read one operand without its exponents; raises Unparsable where none starts."""
    lexeme = r.tokens[r.at]
    letter = LETTERS.get(lexeme)
    if letter is not None:
        r.at += 1
        return letter if r.tokens[r.at] != "_" else _subscripted(r, lexeme)
    small = SMALL.get(lexeme)
    if small is not None:
        r.at += 1
        return small
    rule = ATOMS.get(lexeme)
    if rule is not None:
        r.at += 1
        return rule(r)
    first = lexeme[:1]
    if first.isdigit() or (first == "." and len(lexeme) > 1):
        r.at += 1
        return in_base(lexeme) if "_" in lexeme else number(lexeme)
    if first.isascii() and first.isalpha():
        return _letters(r, lexeme)
    if first == "\\":
        return _command(r, lexeme)
    raise Unparsable(f"an operand is missing before {lexeme or 'the end'}")


def _letters(r: Reader, run: str) -> Node:
    """Read a run of letters: a function, a named constant, or its first letter as a factor."""
    if run in FUNCTIONS:
        r.at += 1
        return function(r, FUNCTIONS[run])
    if run in _NAMED:
        return _name(r, run)
    for prefix in _PREFIXES:
        if run.startswith(prefix) and len(prefix) > 1:
            r.tokens[r.at] = run[len(prefix) :]
            return function(r, FUNCTIONS[prefix])
    if is_word(run) or (len(run) > 1 and _is_run(r.tokens[r.at + 1])):
        raise NotMathematics(f"{run} is a word")
    return _split(r, run)


def is_word(run: str) -> bool:
    """Whether a run of letters is a word and not a product of letters."""
    if len(run) > 4 or run.lower() in SHORT_WORDS:
        return True
    if len(run) == 4:
        return list(run) != sorted(set(run))
    return len(run) == 3 and run[0].isupper() and run[1:].islower()


def _is_run(lexeme: str) -> bool:
    """Whether a token is two letters or more without a meaning, so that it is another word."""
    return len(lexeme) > 1 and lexeme.isalpha() and lexeme.isascii() and lexeme not in _KNOWN


_KNOWN = frozenset((*FUNCTIONS, *_NAMED, *BARE_UNITS, *CONNECTORS, "percent"))


def _split(r: Reader, run: str) -> Node:
    """Read the first letter of a run; the rest stays as the next token."""
    for position, letter in enumerate(run):
        if run.startswith("pi", position) and position == 0:
            r.tokens[r.at] = run[2:]
            return _NAMED["pi"]
        r.tokens[r.at] = run[position + 1 :]
        return LETTERS[letter]
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
    return Symbol(f"{name}_{label(r)}")


def label(r: Reader) -> str:
    r"""Read one token or one group as a label, without braces and `\text`."""
    if r.tokens[r.at] != "{":
        r.at += 1
        return _bare(r.tokens[r.at - 1])
    end = r.closing("{", "}")
    name = "".join(_bare(lexeme) for lexeme in r.tokens[r.at + 1 : end] if lexeme not in "{}")
    r.at = end + 1
    if not name:
        raise Unparsable("a subscript is empty")
    return name


def _bare(lexeme: str) -> str:
    r"""Return what a `\text{...}` token holds, other tokens without their backslash."""
    if lexeme[:1] == "\\" and lexeme[-1:] == "}" and "{" in lexeme:
        return "".join(lexeme[lexeme.index("{") + 1 : -1].split())
    if not lexeme or lexeme in ("^", "_", "&", "\\\\"):
        raise Unparsable("a label is missing")
    return lexeme.removeprefix("\\")


def _command(r: Reader, lexeme: str) -> Node:
    """Read a command: a function, a Greek letter, a name under an accent, or named text."""
    name = lexeme[1:]
    if name in FUNCTIONS:
        r.at += 1
        return function(r, FUNCTIONS[name])
    if name in _NAMED:
        return _name(r, name)
    if name in ACCENTS:
        r.at += 1
        return Symbol(f"{name} {label(r)}")
    if lexeme in FIGURES:
        r.at += 1
        return Symbol(FIGURES[lexeme] + label(r))
    if lexeme[-1] == "}" and len(lexeme) > 2:
        return _worded(r, lexeme)
    if name[:-1] in FUNCTIONS and len(name) > 3:
        r.tokens[r.at] = name[-1]
        return function(r, FUNCTIONS[name[:-1]])
    raise Unparsable(f"{lexeme} is not known")


def _worded(r: Reader, lexeme: str) -> Node:
    r"""Read `\mathrm{...}` and the like: a function's name, letters, or a number."""
    content = _bare(lexeme)
    if content in FUNCTIONS:
        r.at += 1
        return function(r, FUNCTIONS[content])
    if content in LETTERS:
        r.tokens[r.at] = content
        return atom(r)
    if content.isalpha() and content.isascii() and not is_word(content):
        r.tokens[r.at] = content
        return _letters(r, content)
    if content.isdigit():
        r.at += 1
        return number(content)
    raise NotMathematics(f"{content} is text")


def _fraction(r: Reader) -> Node:
    r"""Read the two arguments of `\frac`."""
    top = argument(r, digit=True)
    return quotient(top, argument(r, digit=True))


def _binomial(r: Reader) -> Node:
    r"""Read the two arguments of `\binom`."""
    return Call("binomial", (argument(r, digit=True), argument(r, digit=True)))


def _currency(r: Reader) -> Node:
    """Read an amount after its sign; the currency is a unit."""
    r.units[{"¥": "yuan", "￥": "yuan", "€": "euro", "£": "gbp"}.get(r.tokens[r.at - 1], "$")] = (
        None
    )
    return atom(r)


def _blackboard(r: Reader) -> Node:
    """Read a blackboard letter as a name."""
    return Symbol(f"mathbb {label(r)}")


ATOMS: dict[str, Callable[[Reader], Node]] = {
    "(": group("(", ")"),
    "[": group("[", "]"),
    "{": braces,
    "\\{": set_,
    "|": bars,
    "\\frac": _fraction,
    "\\sqrt": root,
    "\\binom": _binomial,
    "\\lfloor": enclosed("floor", "\\rfloor"),
    "\\lceil": enclosed("ceil", "\\rceil"),
    "\\langle": angle_brackets,
    "\\begin": environment,
    "\\sum": ranged(Sum),
    "\\prod": ranged(Product),
    "\\mathbb": _blackboard,
    "\\ldots": lambda _: Symbol("…"),
    **dict.fromkeys(("\\$", "¥", "￥", "€", "£"), _currency),
}
"""Token -> the rule that reads the operand it starts; the token itself has been passed."""
