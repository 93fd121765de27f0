"""Grammars: what they list, and that they are sent only where a run asks for them and says so."""

from __future__ import annotations

import pytest
from scripted_chat import Scripted, answered, plan

from generator.methods import grammar
from generator.methods.client import _wishes
from generator.methods.contract import Options
from generator.methods.interfaces import SETS
from generator.methods.react import build_react
from generator.methods.settings import recorded


@pytest.mark.parametrize("tools", sorted(SETS))
def test_every_interface_has_one_rule_with_its_arguments(tools: str) -> None:
    rules = grammar.step(tools).splitlines()  # type: ignore[arg-type]
    for name in SETS[tools]:  # type: ignore[index]
        (rule,) = [each for each in rules if each.startswith(f"{name.replace('_', '-')} ::=")]
        assert f'"{name}("' in rule


def test_arguments_follow_the_signature() -> None:
    rules = grammar.step("algebra")
    assert 'substitute ::= "substitute(" string ", " list ")"' in rules
    assert 'solve-multi-eq ::= "solve_multi_eq(" list ")"' in rules
    assert 'complete-the-square ::= "complete_the_square(" string ")"' in rules


def test_grammar_is_sent_only_on_demand() -> None:
    replies = ('Action: think("?")', "Output: 42", "Final Answer: 42")
    free, held = Scripted(*replies), Scripted(*replies)
    answered(build_react(plan("react")), free)
    answered(build_react(plan("react", grammar=True)), held)
    assert [options.grammar for _, options in free.asked] == ["", "", ""]
    step, output, _ = (options.grammar for _, options in held.asked)
    assert step == grammar.step("carp")
    assert output == grammar.output()
    assert recorded(plan("react", grammar=True).settings, ("grammar",)) == {"grammar": True}
    assert recorded(plan("react").settings, ("grammar",)) == {}


def test_server_gets_it_beside_the_usual_parameters() -> None:
    assert _wishes(Options(grammar="root ::= [0-9]")) == {
        "extra_body": {"grammar": "root ::= [0-9]"}
    }
    assert "extra_body" not in _wishes(Options())
