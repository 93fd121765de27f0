"""Predictions of Faithful-CoT -> rows for `failwhere import native`.

    python examples/converters/faithful_cot.py predictions.jsonl test.jsonl > responses.jsonl

A prediction has an id and no question; the second argument is the dataset file with the ids, or
without any, where they count its lines from 0. `answer` is what the program, or their reading of
the text, gave; it may be "[invalid]".
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

OPTIONS = "\n# Answer option:"


def lines(path: str) -> list[dict[str, object]]:
    """Return the objects of a JSONL file."""
    text = Path(path).read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def rows(predictions: str, problems: str) -> Iterator[dict[str, object]]:
    """Yield a row for each prediction."""
    known = {row.get("id", place): row for place, row in enumerate(lines(problems))}
    for prediction in lines(predictions):
        problem = known[prediction["id"]]
        gold = problem["answer"]
        yield {
            "question": str(problem["question"]).partition(OPTIONS)[0],
            "gold": gold if isinstance(gold, str) else "yes" if gold is True else "no",
            "attempt": 0,
            "text": prediction["completion"],
            "answer": _plain(str(prediction["answer"])),
        }


def _plain(answer: str) -> str:
    """Return True and False as yes and no, a floating point number with twelve digits."""
    if re.fullmatch(r"-?\d+\.\d{6,}", answer):
        return f"{float(answer):.12g}"
    return {"True": "yes", "False": "no"}.get(answer, answer)


if __name__ == "__main__":
    for each in rows(*sys.argv[1:3]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
