"""What servers say when they refuse, and what we make of it. Bodies are those of real servers."""

from __future__ import annotations

import re

import pytest

from generator.errors import CannotRun
from generator.methods.contract import CallFailed
from generator.methods.refusals import LONGEST_WAIT, Again, Otherwise, Refusal, asked_wait

SENT = {"messages": [], "model": "m", "stop": ["x"], "n": 2, "max_tokens": 9, "temperature": 0.0}


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
        (413, "<html>Request Entity Too Large</html>"),
        (400, "Please reduce the length of the messages or completion."),
        (400, "Input length (5000) exceeds model's maximum length 4096"),
        (400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."),
        (400, "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000"),
        (400, "input is too long for requested model"),
        (
            400,
            "'max_tokens' or 'max_completion_tokens' is too large: 512. This model's maximum context "
            "length is 2048 tokens and your request has 1800 input tokens (512 > 2048 - 1800).",
        ),
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
        ("{'loc': ['body', 'n'], 'msg': 'Extra inputs are not permitted', 'input': 2}", "n"),
        ("{'loc': ['body', 'stop'], 'msg': 'Extra inputs are not permitted'}", "stop"),
        ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens"),
    ],
)
def test_parameter_that_can_be_done_without(said: str, parameter: str) -> None:
    error = Refusal(status=400, said=said).error(SENT)
    assert isinstance(error, Otherwise)
    assert error.parameter == parameter
    rest = {name: value for name, value in SENT.items() if name != parameter}
    again = Refusal(status=400, said=said).error(rest)
    assert isinstance(again, CallFailed)  # what was not sent cannot be left out
    assert again.reason == "http_400"


ONE_OF_TWO = "`temperature` and `top_p` cannot both be specified for this model."
FIXED = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1)"


@pytest.mark.parametrize(
    ("said", "parameter"),
    [
        (ONE_OF_TWO, "top_p"),
        (FIXED, "temperature"),
        ("Unsupported parameter: 'top_p' is not supported with this model.", "top_p"),
    ],
)
def test_default_that_a_server_refuses_need_not_be_sent(said: str, parameter: str) -> None:
    sent = {**SENT, "temperature": 1.0, "top_p": 1.0}
    error = Refusal(status=400, said=said).error(sent)
    assert isinstance(error, Otherwise)
    assert error.parameter == parameter


@pytest.mark.parametrize(
    ("said", "cure"),
    [
        (FIXED, "--temperature 1"),
        ("Unsupported parameter: 'top_p' is not supported with this model.", "--top-p"),
        ("Unrecognized request argument supplied: seed", "--seed"),
        ("Unrecognized request argument supplied: grammar", "--set grammar=false"),
        ("max_tokens is too large: 512. This model supports at most 256", "--max-tokens"),
    ],
)
def test_parameter_that_the_card_records_is_not_left_out_silently(said: str, cure: str) -> None:
    more = {"top_p": 0.5, "seed": 1, "extra_body": {"grammar": "root ::= x"}}
    error = Refusal(status=400, said=said).error({**SENT, **more})
    assert isinstance(error, CannotRun)
    assert cure in str(error)


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
    [(401, ""), (403, ""), (404, ""), (405, ""), (307, ""), (402, ""), (429, "insufficient_quota")],
)
def test_refusal_of_all_calls_stops_the_run(status: int, said: str) -> None:
    error = Refusal(status=status, said=said).error(SENT)
    assert isinstance(error, CannotRun)
    assert re.search(rf"\({status}\); (check|give|put) ", str(error))  # what to do about it


def test_key_that_may_not_list_models_may_ask_them() -> None:
    Refusal(status=403, said="Missing scopes: api.model.read").refuse_key()
    Refusal(status=404, said="").refuse_key()
    with pytest.raises(CannotRun, match="OPENAI_API_KEY"):
        Refusal(status=401, said="Incorrect API key provided").refuse_key()


DATE = "Wed, 21 Oct 2026 07:28:00 GMT"
"""The server's own clock: ours may go differently."""


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "99999"}, LONGEST_WAIT),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:07 GMT", "date": DATE}, 7.0),
        ({"retry-after": "Wed, 21 Oct 2026 09:28:07 +0200", "date": DATE}, 7.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:07 -0000", "date": DATE}, 7.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", "date": DATE}, 0.0),
        ({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"}, LONGEST_WAIT),
        ({"retry-after-ms": "-1", "retry-after": "nan"}, None),
        ({"retry-after": "Wed, 99 Oct 2026 07:28:00 GMT"}, None),
        ({"retry-after": "9" * 400}, None),
        ({}, None),
    ],
)
def test_wait_that_a_server_asks_for(headers: dict[str, str], wait: float | None) -> None:
    assert asked_wait(headers) == wait
