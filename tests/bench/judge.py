"""Measure the judge, and Math-Verify beside it where there is one. `make bench`.

2,000 pairs of strings of CARP and MATH (from `../shared`, else from our own dataset) and rewrites
or near misses, each compared once with all memories cleared before; CPU time. Math-Verify is looked
for in this interpreter, or in the one given with `--math-verify PYTHON`; it is no dependency.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time as clock

from generator.judge import same

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data"
PAIRS = 2000
BOXED = re.compile(r"\\boxed\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")

# Run by the other interpreter: reads pairs, prints microseconds per pair. Our own text, no input.
MATH_VERIFY = """
import json, sys, time
from math_verify import parse, verify
times = []
for pred, gold in json.load(sys.stdin):
    start = time.process_time()
    verify(parse("$" + gold + "$"), parse("$" + pred + "$"))
    times.append((time.process_time() - start) * 1e6)
print(json.dumps(times))
"""


def carp() -> Iterator[str]:
    """Yield CARP's expressions, in file order."""
    for name in ("test", "dev"):
        path = SHARED / "ds_carp" / "carp_en" / f"{name}.json"
        for problem in map(json.loads, path.read_text("utf-8").splitlines()):
            yield problem["answer"]
            yield from problem["exprs"]


def mathematics() -> Iterator[str]:
    """Yield the boxed answers of MATH's test problems."""
    archive = SHARED / "ds_math_by_problem" / "math_test_7subjects.tar.gz"
    with tarfile.open(archive) as files:
        for member in sorted(files, key=lambda member: member.name):
            file = files.extractfile(member) if member.name.endswith(".json") else None
            if file is not None:
                yield from BOXED.findall(json.load(file)["solution"])[-1:]


def ours() -> Iterator[str]:
    """Yield the expressions of efg-algebra, where the two sets are not at hand."""
    for line in (ROOT / "datasets/efg-algebra/problems.jsonl").read_text("utf-8").splitlines():
        problem = json.loads(line)
        yield problem["answer"]
        yield from problem["exprs"]


def strings() -> list[str]:
    """Return the unique strings of two characters or more."""
    if not SHARED.is_dir():
        return sorted({text for text in ours() if len(text) > 1})
    found = sorted({text for text in carp() if len(text) > 1})
    return found + sorted({text for text in mathematics() if len(text) > 1})


def off_by_one(text: str) -> str:
    """Add one to the last digit run."""
    return re.sub(r"\d+(?=\D*$)", lambda match: str(int(match[0]) + 1), text, count=1)


def swapped(text: str) -> str:
    """Exchange the sides of an equation."""
    left, sign, right = text.partition("=")
    return f"{right.strip()} = {left.strip()}" if sign and "=" not in right else text


def reordered(text: str) -> str:
    """Move the last term of a sum to the front, where no bracket is open at its sign."""
    depth, cut = 0, -1
    for position, sign in enumerate(text):
        depth += (sign in "({[") - (sign in ")}]")
        if sign in "+-" and depth == 0 and text[:position].strip(" -+"):
            cut = position
    if cut < 0 or re.search(r"[=<>,]|\\[lgn]e|\\pm|\\begin|\\c[ua]p", text):
        return text
    return f"{text[cut:].removeprefix('+').strip()} + {text[:cut].strip()}"


def decimal(text: str) -> str:
    """Write the first fraction of small numbers as a product with a quotient in plain text."""
    return re.sub(r"\\frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}", r"(\1/\2)", text, count=1)


REWRITES: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace(" + ", "+").replace(" - ", " -") + " ",
    lambda text: text.replace("\\frac", "\\dfrac"),
    lambda text: f"({text})" if "=" not in text and "," not in text else text,
    lambda text: f"0 + {text}" if not re.search(r"[^\w\s^{}+*-]", text) else text,
    swapped,
    reordered,
    decimal,
    off_by_one,
    lambda text: text.replace("-", "+", 1),
    lambda text: re.sub(r"(?<![a-zA-Z\\])x", "w", text),
    lambda text: text.replace("<", "\\le ", 1),
)
"""Seven that keep the value, then near misses: digit, sign, name, strictness."""


def pairs() -> list[tuple[str, str]]:
    """Return PAIRS pairs (rewritten, original), the same ones every time, none of them unchanged."""
    random = Random(2023)
    chosen = strings()
    random.shuffle(chosen)
    made = (
        (rewrite(text), text)
        for shift in range(len(REWRITES))
        for number, text in enumerate(chosen)
        for rewrite in [REWRITES[(number + shift) % len(REWRITES)]]
    )
    return list(islice((pair for pair in made if pair[0] != pair[1]), PAIRS))


def memories() -> list[_lru_cache_wrapper[object]]:
    """Return every cache in the judge's modules."""
    modules = [module for name, module in sys.modules.items() if name.startswith("generator.judge")]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, _lru_cache_wrapper)
    ]


def ours_timed(work: list[tuple[str, str]]) -> list[float]:
    """Return our microseconds per pair, nothing remembered from earlier pairs."""
    caches = memories()
    times = []
    for pred, gold in work:
        for cache in caches:
            cache.cache_clear()
        start = clock()
        same(pred, gold)
        times.append((clock() - start) * 1e6)
    return times


def theirs_timed(work: list[tuple[str, str]], python: str) -> list[float] | None:
    """Return Math-Verify's microseconds per pair; None when that interpreter has none."""
    done = subprocess.run(
        [python, "-c", MATH_VERIFY],
        input=json.dumps(work),
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout) if done.returncode == 0 else None


def line(name: str, times: list[float]) -> str:
    """Return one line of the table."""
    ordered = sorted(times)
    median, late = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"{name:14}{median:17.1f}{late:12.1f}{ordered[-1]:14.1f}"


def main() -> None:
    """Print the table and the ratio of medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--math-verify", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--slowest", type=int, default=0, help="name so many of our slowest pairs")
    args = parser.parse_args()
    work = pairs()[: args.pairs]
    same("\\sin x", "x")  # imports and the helper's start are no comparison
    mine = ours_timed(work)
    print(f"{len(work)} uncached pairs   median us      p99 us        max us")
    print(line("failwhere", mine))
    for time, pair in sorted(zip(mine, work, strict=True), reverse=True)[: args.slowest]:
        print(f"{time:10.0f}  {same(*pair).rule:12} {pair[0]}  |  {pair[1]}")
    theirs = theirs_timed(work, args.math_verify) if args.math_verify != "none" else None
    if theirs is None:
        print("Math-Verify is not installed; pip install math-verify, or --math-verify PYTHON")
        return
    print(line("Math-Verify", theirs))
    print(f"ratio of medians: {sorted(theirs)[len(work) // 2] / sorted(mine)[len(work) // 2]:.0f}")


if __name__ == "__main__":
    main()
