"""A scripted OpenAI-compatible server for tests, with the faults that real ones have.

A reply depends only on the messages, so an unbroken and a resumed run can be compared byte by byte.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FAULTS = ("429", "500", "disconnect", "broken json", "")
INJECTED = ("429", "500", "broken json", "disconnect", "latency")
SLOW = 1.0
"""Seconds of a reply that comes late; tests of it have a shorter time-out."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """What a server does beside answering."""

    faulty: bool = False
    """Four of five tries of each question fail, in turn."""
    delay: float = 0.0
    """Seconds before each reply."""
    fault_share: float = 0.0
    """Part of the tries that fail; which ones depends on the question and its number of tries."""
    limit: tuple[int, float] | None = None
    """Requests, and seconds of the sliding window in which no more of them are answered."""
    refused: frozenset[str] = frozenset()
    """Parameters that are answered with 400."""
    refusal: str = "'{}' is not supported with this model"
    """What it says then."""
    choices: int | None = None
    """Most choices given for `n`, without a word; None for as many as asked."""
    context: int | None = None
    """Most characters of the messages."""
    echo: bool = False
    """Replies and errors repeat the authorization header."""


def completion(text: str, finish: str = "stop") -> dict[str, object]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def reply_to(messages: list[dict[str, str]]) -> str:
    digest = hashlib.sha256(json.dumps(messages).encode()).hexdigest()
    return f"$1 + 1 = 2$\nThe answer is: ${int(digest[:4], 16)}$"


class Server(ThreadingHTTPServer):
    daemon_threads = True

    request_queue_size = 128

    def __init__(self, habits: Habits) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.habits = habits
        self.asked: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.sent: list[dict[str, object]] = []
        self.admitted: deque[float] = deque()
        self.over = 0
        """Requests above the limit."""
        self.in_flight = 0
        self.most_in_flight = 0
        self.connections = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.lock:
            self.connections += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self.lock:
            self.connections -= 1

    def wait_until_idle(self) -> None:
        """Return when all that killed clients have sent has arrived.

        Connections are taken in their order, so those before ours are known once it is answered.
        """
        urllib.request.urlopen(self.url).close()
        deadline = time.monotonic() + 30
        while self.connections and time.monotonic() < deadline:
            time.sleep(0.001)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    # Head and body in one packet: sent apart, each reply waits 40 ms for the client's kernel.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.answer(200, {"object": "list", "data": []})

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        question = request["messages"][-1]["content"]
        with self.server.lock:
            self.server.sent.append(request)
            self.server.asked[question] += 1
            nth = self.server.asked[question]
            self.server.in_flight += 1
            self.server.most_in_flight = max(self.server.in_flight, self.server.most_in_flight)
            refused = self.refusal(request)
            fault = self.fault(question, nth)
        time.sleep(self.server.habits.delay)
        with self.server.lock:
            self.server.in_flight -= 1
        if refused:
            self.answer(*refused)
        else:
            self.act(fault, request)

    def refusal(self, request: dict[str, Any]) -> tuple[int, object] | None:
        habits, length = self.server.habits, len(json.dumps(request["messages"]))
        if habits.limit and self.too_many(*habits.limit):
            return 429, {"error": {"message": "slow down"}}
        for name in sorted(habits.refused & request.keys()):
            return 400, {"error": {"message": habits.refusal.format(name)}}
        if habits.context and length > habits.context:
            return 400, {"error": {"code": "context_length_exceeded"}}
        return None

    def too_many(self, most: int, seconds: float) -> bool:
        now, admitted = time.monotonic(), self.server.admitted
        while admitted and admitted[0] <= now - seconds:
            admitted.popleft()
        over = len(admitted) >= most
        self.server.over += over
        admitted.append(now)
        return over

    def fault(self, question: str, nth: int) -> str:
        habits = self.server.habits
        if habits.faulty:
            return FAULTS[(nth + len(question)) % len(FAULTS)]
        draw = hashlib.sha256(f"{question} {nth}".encode()).digest()
        if draw[0] >= 256 * habits.fault_share:
            return ""
        fault = INJECTED[draw[1] % len(INJECTED)]
        self.server.faults[fault] += 1
        return fault

    def act(self, fault: str, request: dict[str, Any]) -> None:
        said = f" {self.headers['authorization']}" if self.server.habits.echo else ""
        if fault == "disconnect":
            self.close_connection = True
        elif fault == "broken json":
            self.answer(200, None)
        elif fault == "latency":
            time.sleep(SLOW)
            self.close_connection = True
        elif fault:
            self.answer(int(fault), {"error": {"message": f"scripted{said}"}})
        else:
            self.answer(200, self.completion(request, said))

    def completion(self, request: dict[str, Any], said: str) -> dict[str, object]:
        whole = completion(reply_to(request["messages"]) + said)
        count = min(request.get("n", 1), self.server.habits.choices or 1000)
        (choice,) = whole["choices"]  # type: ignore[misc]
        texts = [choice["message"]["content"], *(f"choice {k}" for k in range(1, count))]
        whole["choices"] = [
            {**choice, "index": k, "message": {"role": "assistant", "content": text}}
            for k, text in enumerate(texts)
        ]
        return whole

    def answer(self, status: int, body: object) -> None:
        raw = b'{"choices": [' if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@contextmanager
def scripted_server(**habits: Any) -> Iterator[Server]:
    server = Server(Habits(**habits))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
