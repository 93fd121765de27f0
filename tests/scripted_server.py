"""A scripted OpenAI-compatible server for tests, with the faults that real ones have.

A reply depends only on the messages, so an unbroken and a resumed run can be compared byte by byte.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FAULTS = ("429", "500", "disconnect", "broken json", "")


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

    def __init__(self, *, faulty: bool, delay: float) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.faulty = faulty
        self.delay = delay
        self.asked: Counter[str] = Counter()
        self.in_flight = 0
        self.most_in_flight = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.answer(200, {"object": "list", "data": []})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["content-length"]))
        messages = json.loads(raw)["messages"]
        question = messages[-1]["content"]
        with self.server.lock:
            self.server.asked[question] += 1
            nth = self.server.asked[question]
            self.server.in_flight += 1
            self.server.most_in_flight = max(self.server.in_flight, self.server.most_in_flight)
        time.sleep(self.server.delay)
        with self.server.lock:
            self.server.in_flight -= 1
        faults = FAULTS if self.server.faulty else ("",)
        offset = len(question) if self.server.faulty else 0
        self.act(faults[(nth + offset) % len(faults)], messages)

    def act(self, fault: str, messages: list[dict[str, str]]) -> None:
        if fault == "disconnect":
            self.close_connection = True
        elif fault == "broken json":
            self.answer(200, None)
        elif fault:
            self.answer(int(fault), {"error": {"message": "scripted"}})
        else:
            self.answer(200, completion(reply_to(messages)))

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
def scripted_server(*, faulty: bool = False, delay: float = 0.0) -> Iterator[Server]:
    server = Server(faulty=faulty, delay=delay)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
