"""How bytes go to a model server and come back: bounded, not redirected, not logged.

The library follows redirects, past the rate limits and with the messages to another host; reads an
answer of any length; and its parts log the headers of answers, in which servers may repeat a key.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import openai

from generator.errors import CannotRun
from generator.methods.contract import CallFailed
from generator.methods.reading import LONGEST_BODY

if TYPE_CHECKING:
    import httpx2

CONNECT = 10.0
"""Seconds until a connection stands; a server that has not answered by then is not there."""
TALKATIVE = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")
"""Loggers of the library and of what it stands on, under either name."""
ENCODED = {"content-encoding", "content-length", "transfer-encoding"}
"""Headers that are of the bytes on the wire, not of those that have been read."""


class Transport(openai.DefaultAsyncHttpxClient):
    """An HTTP client that stops reading an answer, an error too, that is too long."""

    async def send(
        self,
        request: httpx2.Request,
        *,
        stream: bool = False,
        **more: Any,  # noqa: ANN401 - passed on as it is
    ) -> httpx2.Response:
        """Send a request and return its whole answer; raise CallFailed for one without end."""
        response = await super().send(request, stream=True, **more)
        return response if stream else await _whole(response, request)


async def _whole(response: httpx2.Response, request: httpx2.Request) -> httpx2.Response:
    """Return an answer that has been read, as one that arrived in one piece.

    What is counted is unpacked, so a small packed answer cannot become a large one either.
    """
    body = bytearray()
    try:
        async for part in response.aiter_bytes():
            body += part
            if len(body) > LONGEST_BODY:
                raise CallFailed("reply_too_long")
    finally:
        await response.aclose()
    headers = [each for each in response.headers.multi_items() if each[0] not in ENCODED]
    kind = type(response)
    return kind(response.status_code, headers=headers, content=bytes(body), request=request)


def transport() -> Transport:
    """Return the client's transport; raise CannotRun where the environment does not allow one."""
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        return Transport(follow_redirects=False)
    except (ImportError, OSError, ValueError):
        # Not what it says: the address of a proxy may have a password in it.
        names = "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE"
        raise CannotRun(f"no connection can be made; check {names} in the environment") from None


def time_outs(seconds: float) -> openai.Timeout:
    """Return the library's time-outs for a try that may take so many seconds."""
    return openai.Timeout(seconds, connect=min(CONNECT, seconds))


def unconnected(error: openai.APITimeoutError) -> bool:
    """Return whether a time-out was of the connection: nothing has been sent then."""
    return type(error.__cause__).__name__ == "ConnectTimeout"
