"""OpenAI example solutions of GSM8K, four systems on a line -> rows for native import.

    python examples/converters/openai_gsm8k.py solutions.jsonl 175b_verification > responses.jsonl

The second argument chooses the system. A solution ends with a line `A: answer`, which is what the
system returned; whether upstream took it as right is the claim.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

ANSWER = "\nA:"


def rows(path: str, system: str) -> Iterator[dict[str, object]]:
    """Yield a row for each line; raises KeyError for a system that is not there."""
    for line in Path(path).read_text("utf-8").splitlines():
        record = json.loads(line)
        text = record[system]["solution"]
        _, label, answer = text.rpartition(ANSWER)
        row: dict[str, object] = {
            "question": record["question"],
            "gold": record["ground_truth"].rpartition(ANSWER)[2].strip(),
            "attempt": 0,
            "text": text,
            "claimed": "right" if record[system]["is_correct"] else "wrong",
        }
        yield row | ({"answer": answer.strip()} if label and answer.strip() else {})


if __name__ == "__main__":
    for each in rows(*sys.argv[1:3]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
