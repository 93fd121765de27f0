"""Address, model and key come from the command or the environment; the key goes nowhere else."""

from __future__ import annotations

import pytest

from generator.errors import CannotRun
from generator.methods.endpoint import DEFAULT_ADDRESS, Endpoint

CANARY = "sk-canary-0123456789abcdef"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def test_address_is_the_options_then_the_environments_then_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert Endpoint(model="m").address == DEFAULT_ADDRESS
    monkeypatch.setenv("OPENAI_BASE_URL", "http://there.invalid:81/v1/")
    assert Endpoint(model="m").address == "http://there.invalid:81/v1/"
    assert (
        Endpoint(model="m", base_url="http://here.invalid/v1").address == "http://here.invalid/v1"
    )


def test_server_has_a_name_that_does_not_move_with_the_address() -> None:
    assert Endpoint(model="m", base_url="http://Here.invalid:81/v1/").server == "here.invalid:81/v1"
    assert Endpoint(model="m", base_url="http://h:1/v1", server_name="mine").server == "mine"
    assert Endpoint(model="m").host == "api.openai.com"


@pytest.mark.parametrize(
    "address",
    [
        f"http://me:{CANARY}@host/v1",
        f"http://host/v1?key={CANARY}",
        f"http://host/v1#{CANARY}",
        f"{CANARY}://host/v1",
        f"http://[{CANARY}/v1",
        f"http://host:{CANARY}/v1",
    ],
)
def test_address_that_could_carry_a_key_is_refused_and_not_shown(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    with pytest.raises(CannotRun, match="--base-url") as stop:
        _ = Endpoint(model="m").address
    assert CANARY not in str(stop.value)
    assert CANARY.lower() not in str(stop.value)


def test_key_is_in_no_field() -> None:
    endpoint = Endpoint(model="m")
    assert endpoint.key() == CANARY
    assert CANARY not in repr(endpoint)
    assert CANARY not in repr(endpoint.sampling())


def test_public_default_needs_a_key_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(CannotRun, match="OPENAI_API_KEY"):
        Endpoint(model="m").key()
    assert Endpoint(model="m", base_url="http://localhost:1/v1").key() == "none"


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_variable_that_is_blank_is_not_set(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", blank)
    monkeypatch.setenv("OPENAI_API_KEY", blank)
    assert Endpoint(model="m").address == DEFAULT_ADDRESS
    with pytest.raises(CannotRun, match="OPENAI_API_KEY"):
        Endpoint(model="m").key()


def test_blanks_around_a_key_are_not_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {CANARY}\r\n")
    assert Endpoint(model="m").key() == CANARY


@pytest.mark.parametrize("mark", ["é", "“", "\n", "\x7f"])
def test_key_that_cannot_be_sent_is_refused_and_not_shown(
    mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library puts such a key into the text of its error."""
    monkeypatch.setenv("OPENAI_API_KEY", f"{CANARY}{mark}{CANARY}")
    with pytest.raises(CannotRun, match="OPENAI_API_KEY") as stop:
        Endpoint(model="m").key()
    assert CANARY not in str(stop.value)
