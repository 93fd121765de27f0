"""`failwhere same`: ask the judge about one pair, or about a file of cases."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Literal, Protocol

from generator.errors import CannotRun
from generator.judge import same, worker
from generator.judge.cases import Case, read_cases, tally
from generator.judge.sympy_engine import same_by_sympy
from generator.records import Decision

EXAMPLES = r"""
  failwhere same "x = 3" 3                         # right  number          exit code 0
  failwhere same -3 "-6/2" --explain               # with the reason on a second line
  failwhere same "2x - 6 = 0" "x = 3" --level node # wrong  ...             exit code 1
  failwhere same --cases cases.jsonl               # one JSON object with counts and times

One line is printed: right, wrong, unparsable or timeout, two blanks, and the rule that decided.
A row of a case file is {"id", "pred", "gold", "equal"} and perhaps "level"; in place of "pred",
"pred_gen" may describe a long string: {"prefix", "unit", "times", "middle", "suffix", "tail_unit"}
makes prefix + unit x times + middle + suffix + tail_unit x times; in place of "equal", "expect" may
be not_equal_or_unparsable or any_verdict. An answer may begin with a minus sign; one that looks
like an option (-h...) goes behind `--`.
""".strip("\n")

Level = Literal["answer", "node"]
LEVELS: tuple[Level, ...] = ("answer", "node")


class Judge(Protocol):
    """What decides: `same` or `same_by_sympy`."""

    def __call__(
        self, pred: str, gold: str, *, level: Level = ..., explain: bool = ...
    ) -> Decision:
        """Return whether `pred` is the same as `gold`."""


ENGINES: dict[str, Judge] = {"fast": same, "sympy": same_by_sympy}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options; answers such as `-x+1` are no options."""
    # argparse asks this pattern whether a word with a minus sign may be a value; it has no public
    # switch, and `--` before every negative answer is more than a user should need to know.
    parser._negative_number_matcher = re.compile(r"-(?!-[a-z])")
    parser.add_argument("pred", nargs="?", metavar="PRED", help="answer to be judged")
    parser.add_argument("gold", nargs="?", metavar="GOLD", help="answer known to be right")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="judge the rows of a JSONL file")
    parser.add_argument("--level", choices=LEVELS, default="answer", help="level of equality")
    parser.add_argument("--explain", action="store_true", help="say why, in a sentence")
    parser.add_argument("--engine", choices=tuple(ENGINES), default="fast", help="what decides")


def run(args: argparse.Namespace) -> int:
    """Print the decision and return 0 for equal, 1 for not; of a file, 0 when none is wrong."""
    if args.cases is not None:
        if args.pred is not None:
            raise CannotRun("give either PRED and GOLD or --cases FILE, not both")
        return _run_cases(args.cases, args.level, ENGINES[args.engine])
    if args.pred is None or args.gold is None:
        raise CannotRun("two answers are needed: failwhere same PRED GOLD")
    engine = ENGINES[args.engine]
    decision = engine(args.pred, args.gold, level=args.level, explain=args.explain)
    print(f"{_word(decision)}  {decision.rule}")
    if args.explain:
        print(_printable(decision.why))
    return 0 if decision.equal else 1


def _run_cases(path: Path, level: Level, judge: Judge) -> int:
    """Judge all cases of a file and print the tally as one JSON object."""
    cases = read_cases(path)
    worker.prewarm()
    counts = tally(
        cases, [_timed(partial(judge, level=case.level or level), case) for case in cases]
    )
    print(json.dumps(asdict(counts)))
    return 1 if counts.wrong else 0


def _timed(judge: partial[Decision], case: Case) -> tuple[Decision, float]:
    """Return the decision on a case and its microseconds."""
    start = perf_counter()
    decision = judge(case.pred, case.gold)
    return decision, (perf_counter() - start) * 1e6


def _word(decision: Decision) -> str:
    """Return the verdict in one word."""
    if decision.state != "decided":
        return decision.state
    return "right" if decision.equal else "wrong"


def _printable(text: str) -> str:
    """Return `text` with what a terminal would obey, or cannot encode, made visible."""
    shown = "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
    return shown.encode(errors="backslashreplace").decode()
