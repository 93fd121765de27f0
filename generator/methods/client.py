"""The model client: Chat Completions of any OpenAI-compatible endpoint. The only home of `openai`.

The key comes from OPENAI_API_KEY and from nowhere else. Nothing that a server says in an error is
passed on: servers echo keys and addresses, so errors become short slugs of ours.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import openai

from generator.errors import CannotRun
from generator.methods.contract import OVERFLOW, CallFailed, Options, Reply
from generator.records import Message

KEY_VARIABLE = "OPENAI_API_KEY"
RETRIES = 6
"""Of one call, by the client library, on 408, 409, 429, 5xx and lost connections, with back-off."""
BROKEN_REPLIES = 3
"""Tries in all where a reply comes but cannot be read; the library does not retry those."""
LONGEST = 1_000_000
"""Characters of a reply; longer ones are no answer to a problem."""
TOO_LONG = re.compile(
    r"context[ _](length|window|size)|available context|maximum context|too many tokens"
    r"|prompt is too long|exceed_context",
    re.IGNORECASE,
)
REFUSED_STOP = re.compile(r"\bstop\b.{0,60}(support|allow|unknown|unrecogni|permit)", re.IGNORECASE)
NO_STOP = "stop_refused"
PLAIN = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the model is and how it is asked; the key is not part of it."""

    model: str
    """Name that is sent."""
    base_url: str | None = None
    """Address up to and with `/v1`; None for the client library's own default."""
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 512
    """Longest reply, in tokens."""
    seed: int | None = None
    """Sent only when given: not every server knows it."""
    timeout: float = 300.0
    """Seconds one try may take."""
    concurrency: int = 4
    """Calls in flight at once."""

    def sampling(self) -> dict[str, str | int | float]:
        """Return the parameters sent with every call, as the run's card records them."""
        sent: dict[str, str | int | float] = {
            "model": self.model,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
        }
        return sent if self.seed is None else {**sent, "seed": self.seed}


class Client:
    """A Chat over one endpoint; use it as an async context manager in one event loop."""

    def __init__(
        self, endpoint: Endpoint, http: openai.DefaultAsyncHttpxClient | None = None
    ) -> None:
        """Prepare calls to `endpoint`; `http` replaces the transport (tests). Raise CannotRun."""
        self._sampling: dict[str, Any] = dict(endpoint.sampling())
        self._slots = asyncio.Semaphore(endpoint.concurrency)
        self._api = openai.AsyncOpenAI(
            api_key=_key(endpoint.base_url),
            base_url=_address(endpoint.base_url),
            timeout=endpoint.timeout,
            max_retries=RETRIES,
            http_client=http,
        )

    async def __aenter__(self) -> Client:
        """Check that the endpoint can be reached, so that a run does not fill with failed calls."""
        trouble = await self._trouble()
        if trouble:
            await self._api.close()
            raise CannotRun(trouble)
        return self

    async def _trouble(self) -> str:
        """Return why no call can succeed; empty where nothing speaks against it."""
        try:
            await self._api.with_options(max_retries=2, timeout=20.0).models.list()
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            return _refused(error.status_code)
        except openai.APIConnectionError:
            return "the model server cannot be reached; check --base-url"
        except (openai.OpenAIError, json.JSONDecodeError):
            return ""  # It answered; listing models is optional for a server.
        return ""

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self._api.close()

    async def complete(self, messages: Sequence[Message], options: Options = PLAIN) -> Reply:
        """Return the model's next turn (methods.md 0.1); raise CallFailed or CannotRun.

        A server that refuses `stop` is asked once more without; the reply is cut here in any case.
        """
        turns = [{"role": turn.role, "content": turn.content} for turn in messages]
        request = {"messages": turns, **self._sampling, **_wanted(options)}
        async with self._slots:
            try:
                reply = await self._read(request)
            except CallFailed as failure:
                if failure.reason != NO_STOP or "stop" not in request:
                    raise
                reply = await self._read({k: v for k, v in request.items() if k != "stop"})
        return cut(reply, options.stop)

    async def _read(self, request: dict[str, Any]) -> Reply:
        """Return one reply, asking again where it cannot be read."""
        for _ in range(BROKEN_REPLIES):
            reply = await self._call(request)
            if reply is not None:
                return reply
        raise CallFailed("bad_reply")

    async def _call(self, request: dict[str, Any]) -> Reply | None:
        """Return one reply, or None where the server's answer could not be read."""
        try:
            return read(await self._api.chat.completions.create(**request))
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise CannotRun(_refused(error.status_code)) from None
        except openai.NotFoundError:
            raise CannotRun("the server knows no such model or address (404)") from None
        except openai.APIStatusError as error:
            raise CallFailed(_reason(error)) from None
        except openai.APITimeoutError:
            raise CallFailed("timeout") from None
        except openai.APIConnectionError:
            raise CallFailed("connection_lost") from None
        except (openai.APIResponseValidationError, json.JSONDecodeError, UnicodeDecodeError):
            return None


def cut(reply: Reply, stop: Sequence[str]) -> Reply:
    """Return the reply up to the first stop text in it; the server may not know about them."""
    ends = [place for each in stop if (place := reply.text.find(each)) >= 0]
    if not ends:
        return reply
    return replace(reply, text=reply.text[: min(ends)], finish_reason="stop")


def _wanted(options: Options) -> dict[str, Any]:
    """Return the parameters that one call has of its own."""
    fields = {
        "stop": list(options.stop) or None,
        "max_tokens": options.max_tokens,
        "temperature": options.temperature,
        "seed": options.seed,
    }
    return {name: value for name, value in fields.items() if value is not None}


def read(completion: object) -> Reply | None:
    """Return the first choice of a completion; None where the object lacks what we need.

    The library builds its objects without validation, so any field may be missing or of any type.
    """
    choices = getattr(completion, "choices", None)
    message = (
        getattr(choices[0], "message", None) if isinstance(choices, list) and choices else None
    )
    text = getattr(message, "content", None)
    if not isinstance(choices, list) or message is None or not isinstance(text, str | None):
        return None
    if len(text or "") > LONGEST:
        raise CallFailed("reply_too_long")
    usage = getattr(completion, "usage", None)
    finish = getattr(choices[0], "finish_reason", None)
    return Reply(
        text=_storable(text or ""),
        finish_reason=_storable(finish)[:40] if isinstance(finish, str) else None,
        tokens_in=_count(getattr(usage, "prompt_tokens", None)),
        tokens_out=_count(getattr(usage, "completion_tokens", None)),
    )


def _storable(text: str) -> str:
    """Replace lone surrogates, which JSON can carry and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _count(value: object) -> int | None:
    """Return a token count, or None for anything that is none."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and isinstance(value, int) and value >= 0 else None


def _reason(error: openai.APIStatusError) -> str:
    """Return the slug of a refused request."""
    if error.status_code in {400, 422} and REFUSED_STOP.search(str(error.body)):
        return NO_STOP
    if error.status_code in {400, 413, 422} and TOO_LONG.search(str(error.body)):
        return OVERFLOW
    return "rate_limited" if error.status_code == 429 else f"http_{error.status_code}"


def _refused(status: int) -> str:
    """Return what to tell the user whose key was refused."""
    return (
        f"the model server refused the request ({status}); check {KEY_VARIABLE} in the environment"
    )


def _key(base_url: str | None) -> str:
    """Return the key from the environment; a server of one's own may need none."""
    key = os.environ.get(KEY_VARIABLE, "")
    if not key and base_url is None:
        raise CannotRun(f"set {KEY_VARIABLE} in the environment, or give --base-url of a server")
    return key or "none"


def _address(base_url: str | None) -> str | None:
    """Return the address; raise CannotRun where it is none, or carries a password."""
    if base_url is None:
        return None
    parts = urlsplit(base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise CannotRun(
            "--base-url has to be an http or https address, such as http://localhost:8092/v1"
        )
    if parts.username or parts.password:
        raise CannotRun(f"--base-url may not carry a key; put it into {KEY_VARIABLE}")
    return base_url
