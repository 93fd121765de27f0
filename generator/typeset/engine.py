"""Temml inside mini-racer: TeX -> MathML, many formulas a call, nothing trusted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from py_mini_racer import JSEvalException, MiniRacer

VENDOR = Path(__file__).parent / "vendor"
"""Filled by .ci/hatch_build.py when the package is installed."""

SCRIPT = """
function one(tex, display) {
  try {
    return temml.renderToString(tex, {displayMode: display, throwOnError: true, trust: false,
      strict: false, maxExpand: 200, maxSize: [20, 20], annotate: false, wrap: 'none'});
  } catch (fault) { return null; }
}
function many(pairs) { return JSON.stringify(pairs.map(pair => one(pair[0], pair[1]))); }
"""

SECONDS = 10.0
BYTES = 256 * 1024 * 1024


class Engine:
    """One JavaScript context with Temml in it."""

    def __init__(self, vendor: Path = VENDOR) -> None:
        """Load Temml from `vendor`; raises FileNotFoundError where it was not installed."""
        source = (vendor / "temml.min.js").read_text("utf-8")
        self.context = MiniRacer()
        self.context.eval(source)
        self.context.eval(SCRIPT)

    def mathml(self, formulas: Sequence[tuple[str, bool]]) -> list[str | None]:
        """Typeset (TeX, display) pairs; None where Temml refuses. Bounded in time and memory."""
        if not formulas:
            return []
        try:
            text = self.context.call("many", formulas, timeout_sec=SECONDS, max_memory=BYTES)
        except JSEvalException:
            return self.in_halves(formulas)
        answer: list[str | None] = json.loads(text)
        return answer

    def in_halves(self, formulas: Sequence[tuple[str, bool]]) -> list[str | None]:
        """Isolate the formula that broke a limit: it alone gets None."""
        if len(formulas) == 1:
            return [None]
        middle = len(formulas) // 2
        return self.mathml(formulas[:middle]) + self.mathml(formulas[middle:])
