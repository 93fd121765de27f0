"""From text to tokens: one compiled pattern, one pass, one spelling for each command."""

from __future__ import annotations

import re

from generator.judge.errors import TooLarge

MAX_TOKENS = 2000
"""Most tokens a string may have."""
MAX_DIGITS = 300
"""Most digits a number may have."""

_GROUP = r"(?:,?\s*\\!\s*|,|\{,\}\s*|\{\\,\}|\\[,;: ]\s*|~|\ )"
"""What may stand between groups of three digits."""

_PATTERN = re.compile(
    # Blanks before a token go with it: at each one alone, every alternative would be tried.
    # The most frequent tokens first; whole numbers only where nothing after them can join in.
    r"\s*+([a-zA-Z]+|[-+(){}^|\][,/:;_]|=(?![=<])|\d+(?!\s?(?:[\d.eE_,~{A-F]|\\[^a-zA-Z]))"
    r"|\\(?:left|right)(?![a-zA-Z])(?:\s?\.)?"
    r"|\\(?:text|textbf|textit|textrm|textnormal|mbox|hbox|mathrm|operatorname\*?|rm|mathop)"
    r"\s*\{[^{}]*\}"
    r"|\\not ?(?:=|\\in(?![a-zA-Z]))"
    r"|\\[a-zA-Z]+\*?"
    r"|\\."
    r"|\d+\.\d*\s*(?:\\(?:overline|bar)\s*\{\s*\d+\s*\}"
    r"|\\dot\s*(?:\{\s*\d\s*\}|\d)(?:\d*\s*\\dot\s*(?:\{\s*\d\s*\}|\d))?)"
    r"|\d+\.\(\d+\)"
    r"|\d[0-9A-F]*(?:\.\d+)?\s*_\s*(?:\{\s*\d+\s*\}|\d+)"
    rf"|[1-9]\d{{0,2}}(?:{_GROUP}\d{{3}})+(?!,?\d)(?:\.\d+)?"
    r"|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
    r"|或者|或是|或|并且|而且|同时|且|以及|和|与|及"
    r"|(?:(?!或|且|和|与|及)[\u3400-\u9fff])+"
    r"|\*\*|\.\.\.|<=|>=|!=|==|=<"
    r"|\S)"
)

_IGNORED = (
    r"\, \! \; \: \> $ ~ \quad \qquad \displaystyle \textstyle \scriptstyle \limits \nolimits"
    r" \left \right \left. \right. \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr"
    r" \Biggl \Biggr \mathbf \mathit \mathsf \mathcal \boldsymbol \bm \bf \it \rm \( \) \[ \]"
    r" \thinspace \medspace \thickspace \negthinspace \middle \hfill \hline \null \relax \em"
    r" \nonumber \notag \tiny \small \normalsize \large \Large \LARGE \huge \Huge \bfseries"
)
_SPELLINGS = {
    **dict.fromkeys((r"\dfrac", r"\tfrac", r"\cfrac"), r"\frac"),
    **dict.fromkeys((r"\dbinom", r"\tbinom"), r"\binom"),
    **dict.fromkeys((r"\le", r"\leq", r"\leqslant", r"\leqq", "<=", "=<"), "≤"),
    **dict.fromkeys((r"\ge", r"\geq", r"\geqslant", r"\geqq", ">="), "≥"),
    **dict.fromkeys((r"\ne", r"\neq", "!=", r"\not=", r"\not ="), "≠"),
    **dict.fromkeys((r"\lt",), "<"),
    **dict.fromkeys((r"\gt",), ">"),
    **dict.fromkeys(("==",), "="),
    **dict.fromkeys((r"\approx", r"\thickapprox", r"\doteq"), "≈"),
    **dict.fromkeys((r"\equiv",), "≡"),
    **dict.fromkeys((r"\in",), "∈"),
    **dict.fromkeys((r"\notin", r"\not\in", r"\not \in"), "∉"),
    **dict.fromkeys((r"\subset", r"\subsetneq"), "⊂"),
    **dict.fromkeys((r"\subseteq",), "⊆"),
    **dict.fromkeys((r"\parallel", r"\|"), "∥"),
    **dict.fromkeys((r"\perp", r"\bot"), "⊥"),
    **dict.fromkeys((r"\sim",), "∼"),
    **dict.fromkeys((r"\cong",), "≅"),
    **dict.fromkeys((r"\cdot", r"\times", r"\ast", r"\bullet"), "*"),
    "**": "^",
    r"\div": "÷",
    r"\pm": "±",
    r"\mp": "∓",
    **dict.fromkeys((r"\lbrace",), r"\{"),
    **dict.fromkeys((r"\rbrace",), r"\}"),
    **dict.fromkeys((r"\lbrack",), "["),
    **dict.fromkeys((r"\rbrack",), "]"),
    **dict.fromkeys((r"\lparen",), "("),
    **dict.fromkeys((r"\rparen",), ")"),
    **dict.fromkeys((r"\vert", r"\lvert", r"\rvert", r"\mid"), "|"),
    **dict.fromkeys((r"\varnothing", r"\empty"), r"\emptyset"),
    **dict.fromkeys((r"\land", r"\wedge"), "且"),
    **dict.fromkeys((r"\lor", r"\vee"), "或"),
    **dict.fromkeys((r"\bigcup",), r"\cup"),
    **dict.fromkeys((r"\bigcap",), r"\cap"),
    **dict.fromkeys(("...", r"\dots", r"\cdots", r"\dotsc", r"\dotsb"), r"\ldots"),
    **dict.fromkeys((r"\%",), "%"),
    **dict.fromkeys((r"\degree", r"\degrees"), r"\circ"),
    **dict.fromkeys((r"\fbox", r"\framebox"), r"\boxed"),
    **dict.fromkeys((r"\prime",), "'"),
    **dict.fromkeys((r"\colon", r"\ratio"), ":"),
    **dict.fromkeys((r"\text{%}", r"\text{\%}", r"\mathrm{%}", r"\mathrm{\%}"), "%"),
    **dict.fromkeys((r"\varepsilon",), r"\epsilon"),
    **dict.fromkeys((r"\vartheta",), r"\theta"),
    **dict.fromkeys((r"\varphi",), r"\phi"),
    **dict.fromkeys((r"\varrho",), r"\rho"),
    r"\\*": r"\\",
    r"\cr": r"\\",
}
_CANON = {**dict.fromkeys([*_IGNORED.split(), "\\ ", "\\left .", "\\right ."], ""), **_SPELLINGS}
_CHANGED = frozenset(_CANON)


def tokenise(text: str) -> list[str]:
    """Return the tokens of a cleaned string without spacing and sizing commands.

    Equal lists mean the same text up to spacing and spelling. Raises TooLarge over MAX_TOKENS
    tokens or MAX_DIGITS digits in a row.
    """
    tokens: list[str] = _PATTERN.findall(text)
    if not _CHANGED.isdisjoint(tokens):
        canon = _CANON.get
        tokens = [t for found in tokens if (t := canon(found, found))]
    if len(tokens) > MAX_TOKENS:
        raise TooLarge(f"{len(tokens)} tokens, at most {MAX_TOKENS} are read")
    if len(text) > MAX_DIGITS:
        _check_digits(tokens)
    return tokens


def _check_digits(tokens: list[str]) -> None:
    """Raise TooLarge when a number has more than MAX_DIGITS digits."""
    longest = max((len(t) for t in tokens if t[0].isdigit() or t[0] == "."), default=0)
    if longest > MAX_DIGITS:
        raise TooLarge(f"a number of {longest} digits, at most {MAX_DIGITS} are read")
