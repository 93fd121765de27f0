"""Where a model is and how it is asked, from the command or the environment.

The key is read here and nowhere else, and is no field of anything that is written or shown.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from generator.errors import CannotRun

KEY_VARIABLE = "OPENAI_API_KEY"
ADDRESS_VARIABLE = "OPENAI_BASE_URL"
MODEL_VARIABLE = "OPENAI_MODEL"
DEFAULT_ADDRESS = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the model is and how it is asked; the key is not part of it."""

    model: str
    """Name that is sent."""
    base_url: str | None = None
    """Address up to and with `/v1`; None for the environment's, else the public default."""
    server_name: str | None = None
    """Name of the server in the cache; None for its address. One that moves keeps its replies."""
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 512
    """Longest reply, in tokens."""
    seed: int | None = None
    """Sent only when given: not every server knows it."""
    timeout: float = 300.0
    """Seconds one try may take, from the first byte sent to the last one read."""
    concurrency: int = 4
    """Calls in flight at once."""
    requests_per_minute: int | None = None
    """Tries, those that fail included, in any minute; None for no limit."""
    tokens_per_minute: int | None = None
    """Tokens of prompts and replies in any minute; None for no limit."""
    window: float = 60.0
    """Seconds in the `minute` of the limits."""
    backoff: float = 0.5
    """Seconds before the first retry; doubled for each further one."""

    def sampling(self) -> dict[str, str | int | float]:
        """Return the parameters sent with every call, as the run's card records them."""
        sent: dict[str, str | int | float] = {
            "model": self.model,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
        }
        return sent if self.seed is None else {**sent, "seed": self.seed}

    @property
    def address(self) -> str:
        """The address; raises CannotRun where it is none, or could carry a key."""
        text = self.base_url or os.environ.get(ADDRESS_VARIABLE, "").strip() or DEFAULT_ADDRESS
        _parts(text)
        return text

    @property
    def server(self) -> str:
        """The server's logical name: host, port and path, or what the user calls it."""
        parts = _parts(self.address)
        port = f":{parts.port}" if parts.port else ""
        return self.server_name or f"{parts.hostname}{port}{parts.path.rstrip('/')}"

    @property
    def host(self) -> str:
        """The host alone, by which prices are looked up."""
        return _parts(self.address).hostname or ""

    def key(self) -> str:
        """Return the key from the environment; a server of one's own may need none."""
        key = os.environ.get(KEY_VARIABLE, "").strip()
        if not (key.isascii() and key.isprintable()):
            # Said here, as the library would show the key with its complaint.
            raise CannotRun(f"{KEY_VARIABLE} holds characters that no key has; copy it once more")
        if not key and self.address == DEFAULT_ADDRESS:
            cure = "or give --base-url of a server"
            raise CannotRun(f"set {KEY_VARIABLE} in the environment, {cure}")
        return key or "none"


def _parts(address: str) -> SplitResult:
    """Return the parts of an address; raise CannotRun, without showing it, for one we refuse."""
    try:
        parts = urlsplit(address)
        sound = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        sound = None
    if not sound:
        example = "http://localhost:8092/v1"
        raise CannotRun(f"--base-url has to be an http or https address, such as {example}")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise CannotRun(f"--base-url may not carry a key; put it into {KEY_VARIABLE}")
    return parts
