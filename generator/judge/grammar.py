"""Scalar mathematics: sums, products (implicit ones too), powers, and what follows an operand.

Written precedence rules: an implicit product binds tighter than `/` and `÷` (`a/bc` is a/(bc)),
unless both sides of a slash are plain numbers (`1/2x` is x/2); `-x^2` is -(x^2); `a^b^c` is
a^(b^c). An integer before a fraction of numbers is a mixed number.
"""

from __future__ import annotations

from generator.judge.angles import degrees
from generator.judge.atoms import LETTERS, atom, label
from generator.judge.errors import Unparsable
from generator.judge.numerals import SMALL, number, quotient, rational
from generator.judge.reader import Reader
from generator.judge.tree import (
    Call,
    Listing,
    Negative,
    Node,
    Number,
    PlusMinus,
    Power,
    Product,
    Sum,
    Symbol,
)
from generator.judge.words import BARE_UNITS, CONNECTORS, FUNCTIONS, MULTIPLES

ADDITIVE = frozenset("+-±∓")
_MULTIPLICATIVE = frozenset("*/÷")
_SIMPLE = {**LETTERS, **SMALL}
_POSTFIX = frozenset(("^", "!", "%", "\\permille", "'", "\\circ"))
_MARKS = _POSTFIX | {"_"}
_ENDS = (
    r"\} \\ \end \cup \cap \setminus \rangle \over \rfloor \rceil \circ \permille \ldots \to"
    r" \rightarrow \Rightarrow percent"
)
_SIGNS = "+-±∓*/÷)]},;:=<>≤≥≠≈≡∈∉⊂⊆∥⊥∼≅&^!%'_.?\""
STOP = frozenset(("", *_SIGNS, *_ENDS.split(), *CONNECTORS, *BARE_UNITS, *MULTIPLES))
"""Tokens that end an implicit product."""


_LONE = STOP - _POSTFIX - _MULTIPLICATIVE - {"_"}
"""Tokens after a letter or number that make it all there is of a product."""


def total(r: Reader) -> Node:
    """Read a sum of signed products."""
    tokens = r.tokens
    first = product(r) if tokens[r.at] not in ADDITIVE else _signed(r)
    lexeme = tokens[r.at]
    if lexeme not in ADDITIVE:
        return first
    terms = [first]
    while lexeme in ADDITIVE:
        if lexeme not in "+-" or tokens[r.at + 1] in ADDITIVE:
            terms.append(_signed(r))
        else:
            r.at += 1
            terms.append(product(r) if lexeme == "+" else negated(product(r)))
        lexeme = tokens[r.at]
    return Sum(tuple(terms))


def _signed(r: Reader) -> Node:
    """Read any number of signs and a product."""
    lexeme = r.tokens[r.at]
    if lexeme not in ADDITIVE:
        return product(r)
    negative, both = False, ""
    while lexeme in ADDITIVE:
        negative ^= lexeme == "-"
        both = lexeme if lexeme in "±∓" else both
        r.at += 1
        lexeme = r.tokens[r.at]
    node = product(r)
    if both:
        node = PlusMinus(node, both == "±")
    return negated(node) if negative else node


def negated(node: Node) -> Node:
    """Return -node, with the sign inside a number."""
    if type(node) is Number:
        return Number(-node.numerator, node.denominator)
    return Negative(node)


def product(r: Reader) -> Node:
    """Read a product with explicit signs, from left to right; a letter or number alone at once."""
    start = r.at
    simple = _SIMPLE.get(r.tokens[start])
    if simple is not None and r.tokens[start + 1] in _LONE:
        r.at += 1
        return simple
    left = _juxtaposed(r)
    lexeme = r.tokens[r.at]
    if lexeme not in _MULTIPLICATIVE:
        return left
    factors = [left]
    while lexeme in _MULTIPLICATIVE:
        r.at += 1
        if lexeme == "*":
            factors.append(_operand(r))
        elif lexeme == "/" and r.at == start + 2 and _plain_slash(r, left):
            factors = _slash(r, left)
        else:
            factors = [quotient(_joined(factors), _operand(r))]
        lexeme = r.tokens[r.at]
    return _joined(factors)


def _operand(r: Reader) -> Node:
    """Read what stands after a multiplication sign; it may be signed."""
    negative = False
    while r.tokens[r.at] in ("-", "+"):
        negative ^= r.tokens[r.at] == "-"
        r.at += 1
    node = _juxtaposed(r)
    return negated(node) if negative else node


def _plain_slash(r: Reader, left: Node) -> bool:
    """Whether the slash just passed stands between two plain numbers."""
    return type(left) is Number and r.tokens[r.at][:1].isdigit() and r.tokens[r.at + 1] != "^"


def _slash(r: Reader, left: Node) -> list[Node]:
    """Read `2x` after `1/` as the factors 1/2 and x."""
    factors = [quotient(left, power(r))]
    while starts(r):
        factors.append(power(r))
    return factors


def _joined(factors: list[Node]) -> Node:
    """Return one factor as it is, several as a Product."""
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _juxtaposed(r: Reader) -> Node:
    """Read factors that stand side by side, and mixed numbers."""
    tokens, start = r.tokens, r.at
    first = power(r)
    if tokens[r.at] in STOP or not starts(r):
        return first
    if type(first) is Number and r.at == start + 1:
        first = _mixed(r, first)
    factors = [first]
    while (lexeme := tokens[r.at]) not in STOP:
        simple = _SIMPLE.get(lexeme)
        if simple is not None and tokens[r.at + 1] not in _MARKS:
            r.at += 1
            factors.append(simple)
        elif starts(r):
            factors.append(_scalar(power(r)))
        else:
            break
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _scalar(node: Node) -> Node:
    """Return a factor; a set of one element in braces counts as brackets."""
    if type(node) is Listing and node.left == "{" and len(node.elements) == 1:
        return node.elements[0]
    return node


def starts(r: Reader) -> bool:
    """Whether the token at the cursor can start another factor."""
    lexeme = r.tokens[r.at]
    if lexeme in STOP:
        return False
    if lexeme == "|":
        return r.bars == 0
    if lexeme == "min":
        return r.tokens[r.at + 1] in ("(", "{", "[", "\\{", "_")
    first = lexeme[0]
    if len(lexeme) == 1:
        return first < "\u3400"
    return not (first >= "\u3400" or (first == "\\" and lexeme[-1] == "}") or _wordy(lexeme))


def _wordy(lexeme: str) -> bool:
    """Whether a token is a word of four letters or more that is no function."""
    return len(lexeme) > 3 and lexeme.isalpha() and not lexeme.startswith(_NAMES)


_NAMES = tuple(sorted(FUNCTIONS, key=len, reverse=True))


def _mixed(r: Reader, whole: Number) -> Node:
    """Read the fraction after an integer literal as part of a mixed number.

    Raises Unparsable for two numbers side by side that are none.
    """
    tokens, at = r.tokens, r.at
    if not tokens[at - 1].isdigit():
        return whole
    if tokens[at] == "\\frac":
        part = atom(r)
    elif tokens[at].isdigit() and tokens[at + 1] == "/" and tokens[at + 2].isdigit():
        part = quotient(Number(int(tokens[at])), Number(int(tokens[at + 2])))
        r.at = at + 3
    elif tokens[at][0].isdigit():
        raise Unparsable("two numbers stand side by side")
    else:
        return whole
    if type(part) is Number and part.numerator > 0 and tokens[r.at] != "^":
        top = whole.numerator * part.denominator + part.numerator
        return _with_marks(r, rational(top, part.denominator))
    return Product((whole, _with_marks(r, part)))


def power(r: Reader) -> Node:
    """Read an operand with its exponents and other marks; a letter or number alone at once."""
    tokens, at = r.tokens, r.at
    simple = _SIMPLE.get(tokens[at])
    if simple is not None:
        following = tokens[at + 1]
        if following not in _MARKS:
            r.at = at + 1
            return simple
        grouped = following == "^" and tokens[at + 2] == "{" and tokens[at + 3] in SMALL
        if grouped and tokens[at + 4] == "}" and tokens[at + 5] not in _MARKS:
            r.at = at + 5
            return Power(simple, SMALL[tokens[at + 3]])
    return _with_marks(r, atom(r))


def _with_marks(r: Reader, base: Node) -> Node:
    """Read the marks after an operand."""
    lexeme = r.tokens[r.at]
    while lexeme in _POSTFIX:
        r.at += 1
        base = _marked(r, base, lexeme)
        lexeme = r.tokens[r.at]
    return base


def _marked(r: Reader, base: Node, mark: str) -> Node:
    """Return `base` under the mark just passed."""
    if mark == "^":
        return _raised(r, base)
    if mark == "!":
        return _factorial(r, base)
    if mark == "'":
        return _primed(r, base)
    if mark == "\\circ":
        return degrees(r, base)
    return quotient(base, Number(100 if mark == "%" else 1000))


def _factorial(r: Reader, base: Node) -> Node:
    """Return base!; raises Unparsable for a double factorial, which is another function."""
    if r.tokens[r.at] == "!":
        raise Unparsable("a double factorial is not read")
    return Call("factorial", (base,))


def _primed(r: Reader, base: Node) -> Node:
    """Return a name with a prime, which stands behind a subscript that follows it."""
    if type(base) is Symbol:
        if r.tokens[r.at] == "_" and "_" not in base.name:
            r.at += 1
            base = Symbol(f"{base.name}_{label(r)}")
        return Symbol(base.name + "'")
    raise Unparsable("a prime stands after something that is no name")


def _raised(r: Reader, base: Node) -> Node:
    """Read the exponent after `^`."""
    tokens, at = r.tokens, r.at
    if tokens[at] == "\\circ":
        r.at += 1
        return degrees(r, base)
    if tokens[at] == "{" and tokens[at + 1] == "\\circ" and tokens[at + 2] == "}":
        r.at += 3
        return degrees(r, base)
    if tokens[at] == "'" or (tokens[at] == "{" and tokens[at + 1] == "'"):
        r.at += 1 if tokens[at] == "'" else 3
        return _primed(r, base)
    if type(base) is Symbol and "_" in tokens[at] and tokens[at][0].isdigit():
        digits, _, subscript = tokens[at].partition("_")
        tokens[at : at + 1] = [digits.strip(), "_", subscript.strip(" {}")]
    exponent = _exponent(r)
    if r.tokens[r.at] == "_" and type(base) is Symbol and "_" not in base.name:
        r.at += 1
        base = Symbol(f"{base.name}_{label(r)}")
    return Power(base, exponent)


def _exponent(r: Reader) -> Node:
    """Read an exponent: a group, or a signed operand, which may be raised again."""
    tokens, at = r.tokens, r.at
    plain = tokens[at] == "{" and tokens[at + 1].isdigit() and tokens[at + 2] == "}"
    if plain and tokens[at + 3] != "^":
        r.at += 3
        return SMALL.get(tokens[at + 1]) or number(tokens[at + 1])
    r.enter()
    negative = r.tokens[r.at] in ("-", "+") and r.tokens[r.at] == "-"
    if r.tokens[r.at] in ("-", "+"):
        r.at += 1
    node = atom(r)
    if r.tokens[r.at] == "^":
        r.at += 1
        node = Power(node, _exponent(r))
    r.leave()
    return negated(node) if negative else node
