"""Solutions as lists of steps (BIG-Bench Mistake, ReasonEval) -> rows for native import.

    python examples/converters/labelled_steps.py word_sorting.jsonl > responses.jsonl

ReasonEval has several models in a file; name one as the second argument. Every step becomes a
message of its own, so that a page can show where it fails. Where people said whether the answer is
right, that is the claim; BIG-Bench Mistake has the answer apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

RIGHT = {"correct": "right", "incorrect": "wrong"}


def rows(path: str, generator: str = "") -> Iterator[dict[str, object]]:
    """Yield a row for each solution, or for each of one generator."""
    for line in Path(path).read_text("utf-8").splitlines():
        record = json.loads(line)
        if generator and record.get("generator") != generator:
            continue
        steps = record.get("steps", record.get("model_output_step_format", []))
        said = [step if isinstance(step, str) else "\n".join(step) for step in steps]
        row: dict[str, object] = {
            "question": record.get("input", record.get("question")),
            "gold": record.get("target", record.get("ground_truth_answer")),
            "attempt": 0,
            "messages": [{"role": "assistant", "content": text} for text in said if text],
        }
        if "steps" in record:
            answer = record["answer"]
            row["claimed"] = "right" if answer == record["target"] else "wrong"
            row |= {"answer": answer} if answer else {}
        elif "model_output_answer_correctness" in record:
            row["claimed"] = RIGHT[record["model_output_answer_correctness"]]
        yield row


if __name__ == "__main__":
    for each in rows(*sys.argv[1:3]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
