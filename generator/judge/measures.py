"""What stands after a value: words that join it to the next one, multiples, units of measure."""

from __future__ import annotations

from generator.judge.errors import Unparsable
from generator.judge.numerals import quotient
from generator.judge.reader import Reader
from generator.judge.survey import letters
from generator.judge.tree import (
    Both,
    Either,
    Listing,
    Node,
    Number,
    Product,
    Relation,
    SetOperation,
)
from generator.judge.words import CONNECTORS, MULTIPLES, UNITS, unit_of

MAX_UNIT_WORDS = 6
"""Most words a unit of measure may have."""


def connector(r: Reader) -> str:
    """Return how the word at the cursor joins (`or`, `and`, `all`), empty when it does not."""
    lexeme = r.tokens[r.at]
    if lexeme in CONNECTORS:
        return CONNECTORS[lexeme]
    if lexeme[-1:] == "}" and lexeme[:1] == "\\" and len(lexeme) > 2:
        return CONNECTORS.get(_content(lexeme).strip(" ,").lower(), "")
    return ""


def _content(lexeme: str) -> str:
    r"""Return what a `\text{...}` token holds."""
    return lexeme[lexeme.index("{") + 1 : -1]


def measured(r: Reader, node: Node) -> Node:
    """Read the words after a value: percent, a multiple such as 万, or a unit of measure."""
    words: list[str] = []
    while len(words) <= MAX_UNIT_WORDS:
        word = _word(r)
        if not word:
            break
        if word in MULTIPLES:
            node = _times(node, Number(MULTIPLES[word]))
        elif word.rstrip("s.") in ("percent", "per cent"):
            node = quotient(node, Number(100))
        else:
            words.append(word)
    if words:
        _unit(r, node, " ".join(words))
    return node


def _times(node: Node, factor: Number) -> Node:
    """Return node * factor, as a Number where the node is one."""
    if type(node) is Number:
        return quotient(Number(node.numerator * factor.numerator), Number(node.denominator))
    return Product((node, factor))


def _word(r: Reader) -> str:
    """Step over one word of a unit and return it in lower case; empty where none stands."""
    lexeme = r.tokens[r.at]
    if not lexeme or lexeme in CONNECTORS or connector(r):
        return ""
    if lexeme[0] == "\\":
        if lexeme[-1] != "}" or len(lexeme) < 3:
            return ""
        word = _content(lexeme).strip(" ~,.")
    elif lexeme[0] >= "\u3400" or (len(lexeme) > 1 and lexeme.isalpha()) or lexeme == "°":
        word = lexeme
    elif lexeme == "/" and r.tokens[r.at + 1][:1] >= "\u3400":
        word = "/"
    else:
        return ""
    r.at += 1
    return (_multiple(r, word) or word).lower() + _per(r) + _unit_power(r)


def _per(r: Reader) -> str:
    """Step over the second half of a unit such as km/h and return it with its slash."""
    if r.tokens[r.at] != "/":
        return ""
    word = r.tokens[r.at + 1]
    word = _content(word) if word[:1] == "\\" and word[-1:] == "}" else word
    if word.lower() not in UNITS:
        return ""
    r.at += 2
    return f"/{word.lower()}"


def _multiple(r: Reader, word: str) -> str:
    """Split 万 or 亿 off the front of a Han word; the rest is read next."""
    if word[:1] in MULTIPLES and len(word) > 1:
        r.at -= 1
        r.tokens[r.at] = word[1:]
        return word[0]
    return ""


def _unit_power(r: Reader) -> str:
    """Step over the exponent of a unit and return it as `^2`."""
    if r.tokens[r.at] != "^":
        return ""
    r.at += 1
    braced = r.tokens[r.at] == "{"
    r.at += braced
    exponent = r.tokens[r.at]
    if not exponent.isdigit():
        raise Unparsable("the exponent of a unit is no number")
    r.at += 1
    if braced:
        r.expect("}")
    return f"^{exponent}"


def _unit(r: Reader, node: Node, words: str) -> None:
    """Take a unit off; raises Unparsable for an unknown word after anything but a value."""
    unit = unit_of(words)
    known = unit.split("^")[0] in UNITS.values()
    if not known and not _is_value(node):
        raise Unparsable(f"{words} is no unit")
    r.units[unit] = None


def _is_value(node: Node) -> bool:
    """Whether a node is a value without letters, after which any word is its unit."""
    return not isinstance(node, (Relation, Both, Either, Listing, SetOperation)) and not letters(
        node
    )
