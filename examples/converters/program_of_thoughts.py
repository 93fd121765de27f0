"""Outputs of Program-of-Thoughts -> rows for `failwhere import native`.

    python examples/converters/program_of_thoughts.py svamp.jsonl > responses.jsonl

The answer is what the program printed (`executed`), or the option that was chosen by it
(`prediction`). With self-consistency `generated` holds all programs and the answer is their vote,
so it stays one attempt. Floating point numbers are written with twelve digits. Lines with the
prompt are no records; they are counted on stderr.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

CHOSEN = re.compile(r"\(?\b([A-E])\)")


def rows(path: str) -> Iterator[dict[str, object]]:
    """Yield a row for each line that has a question."""
    for line in Path(path).read_text("utf-8").splitlines():
        record = json.loads(line)
        if "question" not in record:
            sys.stderr.write(f"left out: a line with {', '.join(record)}\n")
            continue
        programs = record.get("generated", record.get("rationale", ""))
        answer = _answer(record)
        row: dict[str, object] = {
            "question": f"{record.get('passage', '')} {record['question']}".strip(),
            "gold": str(record["answer"]),
            "attempt": 0,
            "text": programs if isinstance(programs, str) else "\n\n".join(programs),
        }
        yield row | {"answer": answer or "None"}


def _answer(record: dict[str, object]) -> str:
    """Return the answer; without a chosen option, the last letter that the text names."""
    for name in ("executed", "prediction"):
        if record.get(name) is not None:
            value = record[name]
            return f"{value:.12g}" if isinstance(value, float) else str(value)
    letters = CHOSEN.findall(str(record.get("generated_prediction", "")))
    return letters[-1] if letters else ""


if __name__ == "__main__":
    for each in rows(sys.argv[1]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
