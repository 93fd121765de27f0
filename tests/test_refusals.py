"""What servers say when they refuse, and what we make of it. Bodies are those of real servers."""

from __future__ import annotations

import pytest

from generator.errors import CannotRun
from generator.methods.contract import CallFailed
from generator.methods.refusals import LONGEST_WAIT, Again, Otherwise, Refusal, asked_wait

SENT = frozenset({"messages", "model", "stop", "n", "max_tokens", "temperature"})


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "{'code': 'context_length_exceeded', 'param': 'messages'}"),
        (400, "This model's maximum context length is 4096 tokens. However, you requested 5000"),
        (400, "the request exceeds the available context size, try increasing it"),
        (400, "{'type': 'exceed_context_size_error', 'n_ctx': 2048}"),
        (400, "Requested tokens (2100) exceed context window of 2048"),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (400, "The input token count (9) exceeds the maximum number of tokens allowed (8)"),
        (413, "too many tokens"),
        (500, "context size exceeded: the available context size is 2048"),
    ],
)
def test_prompt_that_is_too_long(status: int, said: str) -> None:
    error = Refusal(status=status, said=said).error(SENT)
    assert isinstance(error, CallFailed)
    assert error.reason == "context_overflow"


@pytest.mark.parametrize(
    ("said", "parameter"),
    [
        ("Unsupported parameter: 'stop' is not supported with this model.", "stop"),
        ("Unrecognized request argument supplied: stop", "stop"),
        ("Invalid 'stop': array too long. Expected maximum length 4", "stop"),
        ("{'message': 'x', 'param': 'stop'}", "stop"),
        ("'n' is not supported", "n"),
        ("Only one completion choice is allowed", "n"),
        ("Invalid 'n': must be at most 1", "n"),
        ("{'message': 'x', 'param': 'n'}", "n"),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens"),
    ],
)
def test_parameter_that_can_be_done_without(said: str, parameter: str) -> None:
    error = Refusal(status=400, said=said).error(SENT)
    assert isinstance(error, Otherwise)
    assert error.parameter == parameter
    again = Refusal(status=400, said=said).error(SENT - {parameter})
    assert isinstance(again, CallFailed)  # what was not sent cannot be left out
    assert again.reason == "http_400"


@pytest.mark.parametrize("said", ["bad temperature", "stop it", "no such thing as a model", ""])
def test_other_refusals_are_final(said: str) -> None:
    assert isinstance(Refusal(status=400, said=said).error(SENT), CallFailed)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_passing_faults_are_asked_again(status: int) -> None:
    error = Refusal(status=status, said="later", wait=2.0).error(SENT)
    assert isinstance(error, Again)
    assert error.wait == 2.0


@pytest.mark.parametrize(
    ("status", "said"),
    [(401, ""), (403, ""), (404, ""), (429, "{'code': 'insufficient_quota'}"), (402, "billing")],
)
def test_refusal_of_all_calls_stops_the_run(status: int, said: str) -> None:
    error = Refusal(status=status, said=said).error(SENT)
    assert isinstance(error, CannotRun)
    assert str(status) in str(error)


@pytest.mark.parametrize(
    ("milliseconds", "seconds", "wait"),
    [
        ("1500", "9", 1.5),
        (None, "2", 2.0),
        (None, "99999", LONGEST_WAIT),
        (None, "Wed, 21 Oct 2026 07:28:00 GMT", None),
        ("-1", "nan", None),
        (None, None, None),
        ("9" * 400, None, None),
    ],
)
def test_wait_that_a_server_asks_for(
    milliseconds: str | None, seconds: str | None, wait: float | None
) -> None:
    assert asked_wait(milliseconds, seconds) == wait
