"""Measure the judge, and Math-Verify beside it where there is one. `make bench`.

2,000 pairs of strings of CARP and MATH (from `../shared`, else from our own dataset) and rewrites
or near misses, each compared once with all memories cleared before; CPU time. Two mixes: `rewrites`
holds every rewrite T1 to T9 and near miss F1 to F6 of a string that changes it, also those which
are one text with it; `beyond text` only pairs that must be parsed. Math-Verify is looked for in
this interpreter, or in the one given with `--math-verify PYTHON`; it is no dependency.
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
from itertools import cycle, islice
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


def valued(text: str) -> str:
    """Return the value of `x = value` alone."""
    found = re.fullmatch(r"[a-z]\s*=([^=,a-z]+)", text)
    return found[1].strip() if found else text


def pointed(text: str) -> str:
    """Write the first fraction of small numbers as a decimal, where that ends soon."""

    def written(match: re.Match[str]) -> str:
        exact = 1000 * int(match[1]) % int(match[2]) == 0 if int(match[2]) else False
        return f"{int(match[1]) / int(match[2]):g}" if exact else match[0]

    return re.sub(r"\\frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}", written, text, count=1)


def expanded(text: str) -> str:
    """Expand `2 ( x + 3 )` where it is all that stands on a side."""
    side = r"(^|= )(\d+) ?\( ?([a-z]) ?([-+]) ?(\d+) ?\)(?=$| =)"
    return re.sub(
        side, lambda m: f"{m[1]}{m[2]} {m[3]} {m[4]} {int(m[2]) * int(m[5])}", text, count=1
    )


def turned(text: str) -> str:
    """Turn the first inequality sign round."""
    signs = {"<": ">", ">": "<", "\\le": "\\ge", "\\ge": "\\le"}
    return re.sub(r"<|>|\\[lg]e(?![a-z])", lambda match: signs[match[0]], text, count=1)


def other_digit(text: str) -> str:
    """Change the first digit."""
    return re.sub(r"\d", lambda match: str((int(match[0]) + 3) % 10), text, count=1)


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
SPACED, DFRAC, *_, OFF_BY_ONE, SIGN, NAME, STRICT = REWRITES
SPEC_MIX = (
    *(SPACED, DFRAC, swapped, valued, pointed, reordered, expanded),
    *(lambda text: f"\\boxed{{{text}}}", lambda text: f"${text}$"),
    *(SIGN, OFF_BY_ONE, NAME, STRICT, turned, other_digit),
)
"""T1 to T9, then F1 to F6."""


def rewritten() -> list[tuple[str, str]]:
    """Return PAIRS pairs (rewritten, original): all rewrites that change a string, then the next.

    Eight strings of CARP to three of MATH.
    """
    chosen = shuffled()
    mathematical = set(mathematics()) if SHARED.is_dir() else set()
    ours = (text for text in chosen if text not in mathematical)
    theirs = (text for text in chosen if text in mathematical)
    mixed = (text for first in ours for text in (first, *islice(theirs, next(TURNS))))
    made = ((rewrite(text), text) for text in mixed for rewrite in SPEC_MIX)
    return list(islice((pair for pair in made if pair[0] != pair[1]), PAIRS))


TURNS = cycle((0, 1, 0, 0, 1, 0, 1, 0))
"""How many strings of MATH follow the next string of CARP."""


def shuffled() -> list[str]:
    """Return the strings in one order, the same every time."""
    chosen = strings()
    Random(2023).shuffle(chosen)
    return chosen


def pairs() -> list[tuple[str, str]]:
    """Return PAIRS pairs (rewritten, original), the same ones every time, none of one text."""
    chosen = shuffled()
    made = (
        (rewrite(text), text)
        for shift in range(len(REWRITES))
        for number, text in enumerate(chosen)
        for rewrite in [REWRITES[(number + shift) % len(REWRITES)]]
    )
    changed = (pair for pair in made if pair[0] != pair[1])
    return list(islice((pair for pair in changed if same(*pair).rule != "text"), PAIRS))


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
    return f"  {name:14}{median:12.1f}{late:12.1f}{ordered[-1]:12.1f}"


MIXES = {"rewrites": rewritten, "beyond text": pairs}


def report(name: str, work: list[tuple[str, str]], args: argparse.Namespace) -> None:
    """Print the table of one mix and the ratio of medians."""
    mine = ours_timed(work)
    text = sum(same(*pair).rule == "text" for pair in work)
    print(f"{name}: {len(work)} uncached pairs, {text} of them one text")
    print(f"  {'microseconds':14}{'median':>12}{'p99':>12}{'max':>12}")
    print(line("failwhere", mine))
    for time, pair in sorted(zip(mine, work, strict=True), reverse=True)[: args.slowest]:
        print(f"{time:10.0f}  {same(*pair).rule:12} {pair[0]}  |  {pair[1]}")
    theirs = theirs_timed(work, args.math_verify) if args.math_verify != "none" else None
    if theirs is None:
        print("  Math-Verify is not installed; pip install math-verify, or --math-verify PYTHON")
        return
    print(line("Math-Verify", theirs))
    ratio = sorted(theirs)[len(work) // 2] / sorted(mine)[len(work) // 2]
    print(f"  ratio of medians: {ratio:.0f}", flush=True)


def main() -> None:
    """Report both mixes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--math-verify", metavar="PYTHON", default=sys.executable)
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--slowest", type=int, default=0, help="name so many of our slowest pairs")
    args = parser.parse_args()
    same("\\sin x", "x")  # imports and the helper's start are no comparison
    for name, made in MIXES.items():
        report(name, made()[: args.pairs], args)


if __name__ == "__main__":
    main()
