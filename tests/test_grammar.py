"""Grammars: what they list, and that they are sent only where a run asks for them and says so."""

from __future__ import annotations

import re

import pytest
from scripted_chat import Scripted, answered, plan

from generator.methods import grammar
from generator.methods.client import _wishes
from generator.methods.contract import Options
from generator.methods.interfaces import SETS
from generator.methods.prompts import rows
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


def expression(rules: str) -> str:
    """Return a grammar without recursion as a regular expression; bounds and classes are alike."""
    named = dict(rule.split(" ::= ") for rule in rules.splitlines())
    parts = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"|(?P<set>\[[^]]*\])|(?P<rule>[a-z]+)| ')

    def translated(found: re.Match[str]) -> str:
        if found["rule"]:
            return f"(?:{parts.sub(translated, named[found['rule']])})"
        text = re.escape((found["text"] or "").replace(r"\n", "\n"))
        return found["set"] or (f"(?:{text})" if text else "")

    return parts.sub(translated, named["root"])


NESTED = """import sympy
from math import gcd

def solution():
    found = []

    for k in range(9):
        if k % 2:
            found.append(k)

    return sum(found)"""
PLAIN = "def solution():\n    return 1"


@pytest.mark.parametrize("code", [row["program"] for row in rows("pal-programs", "en")] + [NESTED])
def test_program_may_import_nest_and_leave_lines_blank(code: str) -> None:
    assert re.fullmatch(expression(grammar.program()), f"```python\n{code}\n```")


@pytest.mark.parametrize(
    "reply",
    [
        f"```python\n{PLAIN}\n```\nIt is 1.",
        f"Here:\n```python\n{PLAIN}\n```",
        f"```python\n{PLAIN}\n```\n```python\n{PLAIN}\n```",
        f"```python\n{PLAIN}",
        f"```python\n{PLAIN} # ```\n```",
        "```python\ndef solution():\n    print(1)\n```",
        "```python\nimport sympy\n```",
        "```python\nx = 1\ndef solution():\n    return x\n```",
        f"```python\ndef solution():\n    return {'1' * 200}\n```",
        "```python\ndef solution():\n" + "    pass\n" * 50 + "    return 1\n```",
    ],
)
def test_program_is_one_closed_block_with_one_function_that_returns(reply: str) -> None:
    assert not re.fullmatch(expression(grammar.program()), reply)
