"""Outputs of ZeroEval -> rows for `failwhere import native`.

    python examples/converters/zeroeval_gsm.py gpt-4o.json > responses.jsonl

A model is asked for JSON with `reasoning` and `answer` and often writes it wrong, so the last
`"answer": ...` of the text is taken; where there is none, our own rules look for an answer.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ANSWER = re.compile(r'"answer"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,}"][^\n,}]*))')


def rows(path: str) -> Iterator[dict[str, object]]:
    """Yield a row for each output."""
    for record in json.loads(Path(path).read_text("utf-8")):
        text = record["output"][0]
        found = list(ANSWER.finditer(text))
        answer = (found[-1][1] or found[-1][2] or "").strip() if found else ""
        row: dict[str, object] = {
            "question": record["question"],
            "gold": record["answer"].removeprefix("#").strip(),
            "attempt": 0,
            "text": text,
        }
        yield row | ({"answer": answer} if answer else {})


if __name__ == "__main__":
    for each in rows(sys.argv[1]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
