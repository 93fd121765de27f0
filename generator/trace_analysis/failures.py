"""What the slugs of failed calls and programs mean, in words."""

from __future__ import annotations

from collections.abc import Mapping

FAILURES: Mapping[str, str] = {
    "context_overflow": "the prompt did not fit into the model’s context",
    "timeout": "the server did not reply in time",
    "connection_lost": "the connection to the server was lost",
    "bad_reply": "the server’s reply could not be read",
    "rate_limited": "the server let no more requests through",
    "reply_too_long": "the reply was longer than is kept",
    "no_code": "the reply holds no program",
    "syntax_error": "the program is not valid Python",
    "no_solution": "the program defines no function solution",
    "exception": "the program stopped with an error",
    "tool_error": "a tool that the program called gave an error",
    "no_value": "the program returned nothing",
    "long_value": "the program returned a text too long for an answer",
    "program_timeout": "the program did not end in time",
    "program_memory": "the program wanted more memory than it may have",
    "program_died": "the program’s process ended before it returned anything",
}
"""Error of a response or of a step -> what it means."""
HTTP = "http_"


def failure(slug: str) -> str:
    """Return what an error means, in words; empty where it says so itself or is not known."""
    if slug.startswith(HTTP) and slug.removeprefix(HTTP).isdecimal():
        return f"the server refused the request with status {slug.removeprefix(HTTP)}"
    return FAILURES.get(slug, "")
