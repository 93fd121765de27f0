"""Effects -> the report as plain data, for programs; the same numbers as the Markdown."""

from __future__ import annotations

import json
from dataclasses import asdict

from generator.changes import tally
from generator.exports.analysis import comparison_record
from generator.exports.boards import record
from generator.report.effect import Effect
from generator.report.wording import Report

VERSION = 1
"""Rises when the meaning of a field changes."""


def report_json(report: Report) -> str:
    """Return the report as JSON."""
    found = {
        "report": VERSION,
        "sound": report.sound,
        "runs": [_run(each) for each in report.effects],
        "refused": {name: [asdict(each) for each in told] for name, told in report.refused.items()},
        "unjudged": list(report.unjudged),
        "datasets": [asdict(each) for each in report.datasets],
        "gone": [asdict(each) for each in report.gone],
        "pages": {what: list(names) for what, names in report.pages.items()},
    }
    return json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _run(found: Effect) -> dict[str, object]:
    return {
        "run": found.run.path,
        "row": record(found.row),
        "others": found.others,
        "ranked": found.ranked,
        "comparisons": [comparison_record(pair) for pair in found.pairs],
        "before": found.before,
        "after": tally(found.run.score),
        "flips": [asdict(flip) for flip in found.flips],
        "disagreements": [asdict(each) for each in found.disagreements],
        "claims": [claim.model_dump() for claim in found.run.card.claims],
        "passed_over": list(found.passed_over),
        "unrecorded": found.unrecorded,
    }
