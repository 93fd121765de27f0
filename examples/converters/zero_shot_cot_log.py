"""Free text logs of zero-shot-CoT (Kojima et al.) -> rows for `failwhere import native`.

    python examples/converters/zero_shot_cot_log.py gsm8k_zero_shot_cot.log > responses.jsonl

Records are shuffled and have no number, so each is joined by its question. Its own answer is
`pred_mode`, its own verdict is that this text equals the one behind `GT`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

RECORD = re.compile(
    r"^\d_th_sampling\nQ: (?P<question>.*?)\nA: (?P<text>.*?)\n?"
    r"pred_before :.*?^pred_after :.*?^pred_list :.*?"
    r"^pred_mode : (?P<answer>.*?)\nGT : (?P<gold>[^\n]*)\n\*{5}",
    re.DOTALL | re.MULTILINE,
)
OPTIONS = " Answer Choices: "


def rows(path: str) -> Iterator[dict[str, object]]:
    """Yield a row for each record of a log; raises ValueError when one cannot be read."""
    log = Path(path).read_text("utf-8")
    found = list(RECORD.finditer(log))
    stated = len(re.findall(r"^\d_th_sampling$", log, re.MULTILINE))
    if len(found) != stated:
        raise ValueError(f"{path}: {stated} records begin, {len(found)} can be read")
    for record in found:
        answer, gold = record["answer"].strip(), record["gold"].strip()
        row: dict[str, object] = {
            "question": record["question"].partition(OPTIONS)[0],
            "gold": gold,
            "attempt": 0,
            "text": record["text"],
            "claimed": "right" if answer == gold else "wrong",
        }
        yield row | ({"answer": answer} if answer else {})


if __name__ == "__main__":
    for each in rows(sys.argv[1]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
