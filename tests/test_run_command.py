"""`failwhere run` from the command line: folders, dry run, faults, and a key that leaks nowhere."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Handler, scripted_server
from tqdm import tqdm

from generator.__main__ import main
from generator.commands.run import recorded, watching
from generator.methods.contract import Reply
from generator.methods.endpoint import Endpoint
from generator.methods.tally import Tally
from generator.records import Response
from generator.store import Roots, load_dataset, load_run

KEY = "sk-test-0123456789abcdef"
CARD = """\
id: made-up
title: Made up
summary: Three problems for tests
version: "1"
languages: [en]
licence: CC0 1.0
licence_url: https://creativecommons.org/publicdomain/zero/1.0/
answer_type: expression
format: efg
splits: {train: 2, test: 3}
board: test
graphs: true
"""


def line(split: str, k: int) -> str:
    answer = f"x = {k + 2}"
    given = f"x - {k} = 2"
    return json.dumps(
        {
            "id": f"made-up/{split}-{k:04}",
            "split": split,
            "content": f"Solve ${given}$ ({split}).",
            "answer": answer,
            "steps": f"We add ${k}$ and get ${answer}$.",
            "expr_cands": [given],
            "exprs": [answer],
            "edges": {
                "directed": True,
                "multigraph": False,
                "graph": {},
                "nodes": [{"id": given}, {"id": answer}],
                "links": [{"source": given, "target": answer, "rel": "等式方程求解"}],
            },
        },
        ensure_ascii=False,
    )


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Roots:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = tmp_path / "datasets" / "made-up"
    folder.mkdir(parents=True)
    (folder / "dataset.yaml").write_text(CARD, "utf-8")
    lines = [line("train", k) for k in range(2)] + [line("test", k) for k in range(3)]
    (folder / "problems.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return Roots(datasets=tmp_path / "datasets", results=tmp_path / "results")


def run(roots: Roots, *words: str) -> int:
    places = ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results)]
    return main(["run", *words, "--dataset", "made-up", *places])


@pytest.mark.parametrize(
    ("shots", "name"), [("0", "zero-shot-cot--scripted"), ("2", "few-shot-cot--scripted")]
)
def test_run_can_be_loaded_from_the_folder_it_says(roots: Roots, shots: str, name: str) -> None:
    with scripted_server() as server:
        words = ("cot", "--shots", shots, "--model", "scripted", "--base-url", server.url)
        assert run(roots, *words) == 0
    dataset = load_dataset(roots, "made-up")
    loaded = load_run(roots.results / "made-up" / name, dataset)
    assert [response.problem_id for response in loaded.responses] == [
        problem.id for problem in dataset.split("test")
    ]
    assert all(response.tokens_out == 7 for response in loaded.responses)
    assert loaded.card.shots.problems == (
        ("made-up/train-0000", "made-up/train-0001") if shots == "2" else ()
    )


def test_sympy_direct_needs_no_server_and_no_key(
    roots: Roots, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert run(roots, "sympy-direct", "--limit", "2") == 0
    loaded = load_run(
        roots.results / "made-up" / "sympy-direct--none", load_dataset(roots, "made-up")
    )
    assert loaded.responses[1].messages[-1].content == "Final Answer: x = 3"
    assert "2 of 2 problems asked" in capsys.readouterr().out


def test_dry_run_shows_the_exact_messages_and_writes_nothing(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(roots, "cot", "--shots", "1", "--model", "m", "--dry-run") == 0
    shown = capsys.readouterr().out
    assert shown.count("--- user\n") == 2
    assert shown.count("--- assistant\n") == 1
    assert "Problem: Solve $x - 0 = 2$ (test)." in shown
    assert "3 calls" in shown
    assert not roots.results.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cot"], "--model"),
        (["sympy-direct", "--model", "m"], "no model"),
        (["cot", "--model", "m", "--split", "dev"], "split 'dev'"),
        (["cot", "--model", "m", "--language", "zh"], "'zh'"),
        (["cot", "--model", "m", "--shots", "3"], "only 2 solved train problems"),
        (["delly", "--model", "m"], "no method 'delly'"),
        (["cot", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"], "cannot be reached"),
    ],
)
def test_run_that_cannot_start_says_why_and_writes_nothing(
    roots: Roots, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(roots, *words) == 2
    assert message in capsys.readouterr().err
    assert not roots.results.exists()


@pytest.mark.parametrize("option", ["--limit", "--concurrency", "--max-tokens", "--timeout"])
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_number_that_makes_no_sense_is_refused(roots: Roots, option: str, value: str) -> None:
    with pytest.raises(SystemExit) as stop:
        run(roots, "cot", "--model", "m", option, value)
    assert stop.value.code == 2


@pytest.mark.parametrize("option", ["--temperature", "--top-p", "--timeout"])
@pytest.mark.parametrize("value", ["nan", "inf", "-0.1"])
def test_measure_that_makes_no_sense_is_refused(roots: Roots, option: str, value: str) -> None:
    with pytest.raises(SystemExit) as stop:
        run(roots, "cot", "--model", "m", option, value)
    assert stop.value.code == 2


def test_key_is_in_no_file_and_no_output(roots: Roots, capfd: pytest.CaptureFixture[str]) -> None:
    with scripted_server(faulty=True, echo=True) as server:
        run(roots, "cot", "--model", "scripted", "--base-url", server.url)
    files = [path for path in roots.results.parent.rglob("*") if path.is_file()]
    assert {"responses.jsonl", "run.yaml", "calls.sqlite"} <= {path.name for path in files}
    assert not any(KEY.encode() in path.read_bytes() for path in files)
    assert KEY not in "".join(capfd.readouterr())


def test_model_and_address_come_from_the_environment(
    roots: Roots, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scripted_server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_MODEL", "scripted")
        assert run(roots, "cot") == 0
    assert (roots.results / "made-up" / "zero-shot-cot--scripted").is_dir()


def test_run_ends_with_a_summary_of_calls_tokens_and_cost(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    with scripted_server() as server:
        words = ("cot", "--model", "scripted", "--base-url", server.url)
        run(roots, *words)
        assert capsys.readouterr().out.splitlines()[1:] == [
            "calls: 3 answered, 0 from the cache, 0 given up, 0 retries",
            "tokens: 33 in, 21 out",
            "cost: unknown",
        ]
        run(roots, *words, "--out", str(roots.results / "again"))
        assert "0 answered, 3 from the cache" in capsys.readouterr().out
        assert server.asked.total() == 3


class Stopping(Handler):
    """Sends a signal to the run while it waits for the third reply."""

    signal = signal.SIGINT

    def act(self, fault: str, request: dict[str, Any]) -> None:
        if self.server.asked.total() == 3:
            os.kill(os.getpid(), self.signal)
            time.sleep(0.2)
        super().act(fault, request)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_stopped_run_says_what_it_came_to_and_goes_on(
    roots: Roots,
    sent: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Stopping, "signal", sent)
    before = signal.getsignal(signal.SIGTERM)
    with scripted_server() as server:
        words = ("cot", "--model", "scripted", "--base-url", server.url, "--concurrency", "1")
        server.RequestHandlerClass = Stopping
        assert run(roots, *words) == 130
        said = capsys.readouterr().err
        assert "calls: 2 answered" in said
        assert "the same command goes on from there" in said
        server.RequestHandlerClass = Handler
        assert run(roots, *words) == 0
        assert "1 of 3 problems asked" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGTERM) == before


def test_run_that_cannot_go_on_says_what_it_came_to(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    with scripted_server(refused=frozenset({"seed"})) as server:
        words = ("cot", "--model", "m", "--base-url", server.url, "--seed", "1")
        assert run(roots, *words, "--concurrency", "1") == 2
    said = capsys.readouterr().err
    assert "calls: 0 answered" in said
    assert "failwhere: the model server refuses seed (400); leave --seed away" in said


def test_refusal_of_single_calls_is_counted_with_what_may_help(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    with scripted_server(refused=frozenset({"model"}), refusal="{} is bad") as server:
        assert run(roots, "cot", "--model", "m", "--base-url", server.url) == 0
    assert "failed: http_400, 3 problems (check --model," in capsys.readouterr().out


def test_run_without_the_cache_asks_anew_and_leaves_no_replies_behind(roots: Roots) -> None:
    with scripted_server() as server:
        words = ("cot", "--model", "scripted", "--base-url", server.url)
        run(roots, *words)
        run(roots, *words, "--no-cache", "--out", str(roots.results / "again"))
        assert server.asked.total() == 6
    names = sorted(path.name for path in (roots.results / "again").iterdir())
    assert names == ["responses.jsonl", "run.yaml"]


def test_card_names_the_host_only_where_its_prices_are_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert recorded(Endpoint(model="gpt-4o"))["host"] == "api.openai.com"
    assert "host" not in recorded(Endpoint(model="m", base_url="http://my-own.invalid/v1"))


def test_progress_bar_shows_calls_tokens_and_cost() -> None:
    shown = io.StringIO()
    tally = Tally()
    with tqdm(file=shown, unit="problem", mininterval=0, miniters=1) as bar:
        watch = watching(bar, tally)
        watch["begin"](4)
        tally.count(Reply(text="", finish_reason=None, tokens_in=3, tokens_out=4))
        watch["tick"](Response(problem_id="d/test-0000"))
    assert "1/4" in shown.getvalue()
    assert "calls=1, tokens=7, cost=unknown" in shown.getvalue()


def test_progress_bar_is_off_where_nobody_looks(
    roots: Roots, capfd: pytest.CaptureFixture[str]
) -> None:
    run(roots, "sympy-direct")
    assert capfd.readouterr().err == ""
