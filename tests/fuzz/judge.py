"""Throw broken strings at the judge until a law breaks. `make fuzz`, or `... judge.py SECONDS`.

Strings are cut, doubled and spliced from a corpus (our case file and a list of nasty pieces) by
hypothesis, which also shrinks what it finds. Laws: `parse` raises nothing but its two errors,
`same` raises nothing, is symmetric, needs less than 2 s and the process less than 512 MB, and what
prints as LaTeX (words excepted) reads back as the same tree.
"""

from __future__ import annotations

import json
import resource
import sys
from itertools import count
from pathlib import Path
from time import perf_counter

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from generator.judge import same
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.to_latex import to_latex
from generator.judge.tree import Words

CORPUS = Path(__file__).parents[1] / "data" / "judge_hidden_kinds.jsonl"
PIECES = (
    "\\frac", "\\sqrt[3]", "{", "}", "(", ")", "[", "]", "|", "^", "_", "^{", "_{", "\\left", "\\right.",
    "\\begin{cases}", "\\end{cases}", "\\\\", "&", "\\begin{pmatrix}", "\\end{pmatrix}", "\\text{", "\\boxed{",
    "$", "\\(", "\\]", ",", ";", ":", "\\cup", "\\infty", "\\pm", "或", "且", " or ", " and ", "=", "<", "\\le",
    "\\ne", "%", "°", "^\\circ", "!", "!!", "9^{9^{9}}", "1e999", "10**10**10", "\\overline{3}", "\\dot{3}",
    "\\log_", "\\sin", "\\sum_{k=1}^{n}", "\\int_0^1", "\\lim_{x\\to0}", "e", "i", "\\pi", "x_1", "0", "0.1",
    "1,234", "3\\frac12", "\\text{cm}", "平方厘米", "½", "²", "\u200b", "\u202e", "\ud83d", "\x00", "\\", "-" * 40,
    "(" * 70, "x^" * 70, "7" * 310, "x+" * 300, "\\mid", "\\in", "\\{", "\\}", "∅", "__import__('os')",
)  # fmt: skip
SECONDS = 60.0


def corpus() -> list[str]:
    """Return the strings of our case file and the pieces."""
    lines = CORPUS.read_text("utf-8").splitlines() if CORPUS.is_file() else []
    rows = [json.loads(line) for line in lines]
    return sorted({row[side] for row in rows for side in ("pred", "gold")} | set(PIECES))


STRINGS = corpus()
PARTS = st.one_of(
    st.sampled_from(PIECES),
    st.sampled_from(STRINGS),
    st.tuples(st.sampled_from(STRINGS), st.integers(0, 20), st.integers(0, 20)).map(
        lambda cut: cut[0][cut[1] : len(cut[0]) - cut[2]]
    ),
    st.tuples(st.sampled_from(PIECES), st.integers(1, 200)).map(lambda part: part[0] * part[1]),
    st.text(max_size=8),
)
TEXTS = st.lists(PARTS, max_size=5).map("".join)


def reads_back(text: str) -> bool:
    """Whether the string is refused by name, or its tree survives LaTeX."""
    try:
        tree = parse(text)
    except (Unparsable, TooLarge):
        return True
    if isinstance(tree.root, Words):
        return True  # what is text depends on how it is spelled
    try:
        return parse(to_latex(tree)).root == tree.root
    except TooLarge:  # brackets and spelled-out commands may make it longer than is read
        return True


def laws(pred: str, gold: str) -> None:
    """Raise AssertionError when a law breaks."""
    start = perf_counter()
    decision = same(pred, gold)
    seconds = perf_counter() - start
    assert seconds < 2, f"{seconds:.2f} s"
    assert decision.equal == same(gold, pred).equal, "not symmetric"
    assert decision.equal or decision.why, "no reason"
    assert reads_back(pred), "LaTeX does not read back"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert peak < 512 << 10, f"{peak >> 10} MB"


def main() -> None:
    """Run rounds of 2,000 examples with a new seed each until the time is over."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    end = perf_counter() + seconds
    same("\\sin x", "x")  # the helper's start is nobody's fault
    for number in count():
        rounds = settings(
            max_examples=2000, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        seed(number)(rounds(given(TEXTS, st.sampled_from(STRINGS) | TEXTS)(laws)))()
        print(f"round {number}: 2000 pairs hold", flush=True)
        if perf_counter() > end:
            return


if __name__ == "__main__":
    main()
