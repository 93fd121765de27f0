"""Documentation is part of the product: every command and every field of a record is explained."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from generator import __main__, commands

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site_src"


def fields_without_a_word(module: str) -> list[str]:
    """A field is documented by the string after it or by its name standing in the class's docstring
    only where the class has one line a reader needs no more of (id, dataset, role ...)."""
    tree = ast.parse((ROOT / "generator" / f"{module}.py").read_text("utf-8"))
    missing = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            assert ast.get_docstring(node), f"{module}.{node.name} has no docstring"
            for first, second in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(first, ast.AnnAssign) and not _is_string(second):
                    missing.append(f"{node.name}.{ast.unparse(first.target)}")
    return missing


def _is_string(node: ast.stmt | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("module", ["records", "cards"])
def test_every_field_is_documented(module: str) -> None:
    assert fields_without_a_word(module) == []


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_command_has_help_with_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        __main__.main([name, "--help"])
    text = capsys.readouterr().out
    assert stop.value.code == 0
    assert commands.COMMANDS[name] in " ".join(text.split())
    assert f"failwhere {name}" in text.split("examples:")[1]
    assert "exit codes" in text


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_command_is_on_the_commands_page(name: str) -> None:
    assert f"failwhere {name}" in (SITE / "commands.md").read_text("utf-8")


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_every_command_module_is_complete(name: str) -> None:
    module = importlib.import_module(commands.module_name(name))
    assert callable(module.configure)
    assert callable(module.run)
    assert module.EXAMPLES.strip()
