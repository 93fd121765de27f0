"""Guards on a string, and its normal form as text: what every later rung may rely on."""

from __future__ import annotations

import re
import unicodedata

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.escapes import mended
from generator.judge.han_numerals import fractions

MAX_CHARACTERS = 4096
"""Longest string that is read, after trimming."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUPERSCRIPT_RUN = re.compile("[⁰¹²³⁴-⁹⁺⁻ⁿ]+")
_SUBSCRIPT_RUN = re.compile("[₀-₉]+")
_DOTTED = re.compile("([0-9])\u0307")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_WRITTEN_BASE = re.compile(
    r"_\s*(?:\{\s*)?(?:\\(?:text|mathrm|rm)\s*\{|\()\s*(\d+)\s*(?:\}(?:\s*\})?|\)(?:\s*\})?)"
)
_SURROGATE = re.compile("[\ud800-\udfff]")

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_SIGNS = {
    "≤": " ≤ ",
    "⩽": "≤",
    "≦": "≤",
    "≥": "≥",
    "⩾": "≥",
    "≧": "≥",
    "×": "*",
    "✕": "*",
    "⋅": "*",
    "·": "*",
    "∙": "*",
    "•": "*",
    "∗": "*",
    "÷": "\\div ",
    "−": "-",
    "–": "-",
    "—": "-",
    "‐": "-",
    "‑": "-",
    "﹣": "-",
    "∕": "/",
    "⁄": "/",
    "π": "\\pi ",
    "∞": "\\infty ",
    "√": "\\sqrt ",
    "∛": "\\sqrt[3]",
    "∜": "\\sqrt[4]",
    "±": "\\pm ",
    "∓": "\\mp ",
    "∪": "\\cup ",
    "⋃": "\\cup ",
    "∩": "\\cap ",
    "∅": "\\emptyset ",
    "⌀": "\\emptyset ",
    "°": "^\\circ ",
    "º": "^\\circ ",
    "∘": "\\circ ",
    "℃": "\\text{celsius}",
    "′": "'",
    "’": "'",
    "‘": "'",
    "″": "''",
    "“": '"',
    "”": '"',
    "∧": "\\wedge ",
    "∨": "\\vee ",
    "∣": "|",
    "｜": "|",
    "∥": "\\parallel ",
    "∠": "\\angle ",
    "△": "\\triangle ",
    "…": "\\ldots ",
    "⋯": "\\ldots ",
    "∶": ":",
    "：": ":",
    "，": ", ",
    "、": ", ",
    "；": "; ",
    "。": ".",
    "．": ".",
    "【": "[",
    "】": "]",
    "〔": "[",
    "〕": "]",
    "『": "",
    "』": "",
    "「": "",
    "」": "",
    "⟨": "\\langle ",
    "⟩": "\\rangle ",
    "½": "\\frac{1}{2}",
    "⅓": "\\frac{1}{3}",
    "⅔": "\\frac{2}{3}",
    "¼": "\\frac{1}{4}",
    "¾": "\\frac{3}{4}",
    "⅕": "\\frac{1}{5}",
    "⅛": "\\frac{1}{8}",
    "‰": "\\permille ",
    "ℝ": "\\mathbb{R}",
    "ℤ": "\\mathbb{Z}",
    "ℕ": "\\mathbb{N}",
    "ℚ": "\\mathbb{Q}",
    "ℂ": "\\mathbb{C}",
    **{chr(0x2160 + k): roman for k, roman in enumerate(_ROMAN)},
    "𝑖": "i",
    "𝑒": "e",
}
_GREEK_LETTERS = "αβγδεζηθικλμνξρστυφχψωϵϑϕΓΔΘΛΞΠΣΦΨΩ"
_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau"
    " upsilon phi chi psi omega epsilon theta phi Gamma Delta Theta Lambda Xi Pi Sigma Phi"
    " Psi Omega"
)
_GREEK = dict(zip(_GREEK_LETTERS, _GREEK_NAMES.split(), strict=True))
_INVISIBLE = [
    *(0xAD, 0x61C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)),
    *(*range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0x80, 0xA0)),
]
_BLANKS = [0xA0, 0x3000, 0x202F, 0x205F, *range(0x2000, 0x200B)]
_TABLE: dict[int, str | None] = {
    **{code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFE50, 0xFE6C)},
    **{0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)},
    **{ord(sign): text for sign, text in _SIGNS.items()},
    **{ord(letter): f"\\{name} " for letter, name in _GREEK.items()},
    **dict.fromkeys(_INVISIBLE),
    **dict.fromkeys(_BLANKS, " "),
}


def clean(text: str) -> str:
    """Return `text` trimmed, of bounded length, with one spelling for each sign.

    Full-width forms, signs and letters with a LaTeX command become ASCII; controls, bidirectional
    marks and zero-width characters are removed. Raises TooLarge over MAX_CHARACTERS, Unparsable
    for a lone surrogate or nothing at all.
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        raise TooLarge(f"{len(text)} characters, at most {MAX_CHARACTERS} are read")
    if not text.isascii():
        text = _ascii(text)
    if not text.isprintable():
        text = _CONTROL.sub("", text)
    if "\\" in text and ("\\\\" in text or "\\begin" in text):
        text = mended(text)
    if "_" in text and ("\\" in text or "_(" in text or "{(" in text):
        text = _WRITTEN_BASE.sub(r"_{\1}", text)
    if not text:
        raise Unparsable("there is nothing to read")
    return text


def _ascii(text: str) -> str:
    """Return `text` with one spelling for every sign outside ASCII that has one."""
    if _SURROGATE.search(text):
        raise Unparsable("a lone surrogate is no character")
    text = _SUPERSCRIPT_RUN.sub(_superscript, text)
    text = _SUBSCRIPT_RUN.sub(_subscript, text)
    text = _FOREIGN_DIGIT.sub(lambda match: str(unicodedata.digit(match[0])), text)
    text = _DOTTED.sub(r"\\dot{\1}", text)
    if "分之" in text:
        text = fractions(text)
    return text.translate(_TABLE).strip()


def _superscript(match: re.Match[str]) -> str:
    """Return a run of superscript characters as a LaTeX exponent."""
    return "^{" + match[0].translate(_SUPERSCRIPTS) + "}"


def _subscript(match: re.Match[str]) -> str:
    """Return a run of subscript digits as a LaTeX subscript."""
    return "_{" + match[0].translate(_SUBSCRIPTS) + "}"
