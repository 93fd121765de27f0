"""Results of PromptPG on TabMWP, an object keyed by problem -> rows for `failwhere import native`.

    python examples/converters/promptpg_tabmwp.py exp2.json problems_test1k.json > responses.jsonl

The results hold no question, so the dataset's own file is the second argument. Keys that it does
not have are left out: the results are for a larger split. An option is named by its letter.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path


def rows(results: str, problems: str) -> Iterator[dict[str, object]]:
    """Yield a row for each result whose problem is known; raises ValueError on another gold."""
    known = json.loads(Path(problems).read_text("utf-8"))
    found = json.loads(Path(results).read_text("utf-8"))["results"]
    for key, result in found.items():
        if key not in known:
            continue
        if result["answer"] != known[key]["answer"]:
            raise ValueError(f"{results}: {key}: another gold answer than {problems}")
        yield {
            "question": known[key]["question"],
            "gold": _option(known[key], known[key]["answer"]),
            "upstream_id": key,
            "attempt": 0,
            "text": result["output"],
            "answer": _option(known[key], result["prediction"]),
            "claimed": "right" if result["true_false"] else "wrong",
        }


def _option(problem: dict[str, list[str] | None], answer: str) -> str:
    """Return the letter of an option; an answer that is none as it is."""
    options = problem["choices"] or []
    return "ABCDEF"[options.index(answer)] if answer in options else answer


if __name__ == "__main__":
    for each in rows(*sys.argv[1:3]):
        sys.stdout.write(json.dumps(each, ensure_ascii=False) + "\n")
