"""Who may import whom: the house as a table. An arrow that is not in it is a fault."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator"

ONLY_HERE = {
    "sympy": r"generator/(judge/(to_sympy|sympy_\w+)|efg_algebra/\w+|tools/\w+|methods/sympy_\w+)\.py",
    "openai": r"generator/methods/(client|transport)\.py",
    "jinja2": r"generator/render\.py",
    "markupsafe": r"generator/(render|typeset/\w+)\.py",
    "mkdocs": r"generator/(plugin|publish)\.py",
    "py_mini_racer": r"generator/typeset/\w+\.py",
    "pyarrow": r"generator/(importers/(lighteval|sighting)|exports/tables)\.py",
    "zstandard": r"generator/importers/(zstd|sighting)\.py",
    "yaml": r"generator/(strict_yaml|efg_algebra/\w+)\.py",
    "pydantic": r"generator/(cards|files)\.py",
    "multiprocessing": r"generator/judge/worker\.py",
    "pickle": r"nowhere",
    "subprocess": r"generator/(judge/worker|sandbox/\w+)\.py",
    "argparse": r"generator/(__main__|commands/\w+|local_llm)\.py",
}
"""Heavy or dangerous libraries, and the only modules that may import them."""

FORBIDDEN_CALLS = {"eval", "exec", "sympify", "parse_expr", "parse_latex", "compile"}
INSIDE_THE_SANDBOX = "generator.sandbox.inside.cell.programs"
"""Runs model-written programs: never imported by us, started only behind the sandbox's walls."""


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "node_modules" not in path.parts)


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(path: Path) -> Iterator[tuple[str, ast.stmt]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node
            yield from ((f"{node.module}.{alias.name}", node) for alias in node.names)


def graph() -> dict[str, set[str]]:
    known = {dotted(path) for path in modules()}
    return {dotted(p): {name for name, _ in imports(p) if name in known} for p in modules()}


def test_no_import_cycle() -> None:
    seen: dict[str, int] = {}
    arrows = graph()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert seen.get(name) != 1, f"import cycle: {' -> '.join((*path, name))}"
        if name not in seen:
            seen[name] = 1
            for other in sorted(arrows[name] - {name}):
                if not name.startswith(f"{other}."):
                    visit(other, (*path, name))
            seen[name] = 2

    for name in sorted(arrows):
        visit(name, ())


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_libraries_stay_where_they_belong(path: Path) -> None:
    place = path.relative_to(PACKAGE.parent).as_posix()
    for name, node in imports(path):
        allowed = ONLY_HERE.get(name.split(".")[0])
        assert allowed is None or re.fullmatch(allowed, place), f"{place}:{node.lineno}: {name}"


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_no_import_inside_a_function(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = [n.lineno for n in ast.walk(node) if isinstance(n, ast.Import | ast.ImportFrom)]
            assert not inner, f"{dotted(path)}: import in {node.name}, line {inner[0]}"


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_no_text_is_executed(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            harmless = node.func.id not in FORBIDDEN_CALLS or dotted(path) == INSIDE_THE_SANDBOX
            assert harmless, f"{dotted(path)}:{node.lineno}"
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "everything"
            assert caught not in {"Exception", "BaseException", "everything"}, dotted(path)


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_modules_and_functions_stay_small(path: Path) -> None:
    text = path.read_text("utf-8")
    limit = 500 if path.stem in {"records", "cards"} else 320  # vocabularies, half of it prose
    assert text.count("\n") <= limit, f"{dotted(path)} has {text.count(chr(10))} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            assert lines <= 40, f"{dotted(path)}: {node.name} has {lines} lines"


def test_nothing_imports_what_runs_inside_the_sandbox() -> None:
    importers = [name for name, names in graph().items() if INSIDE_THE_SANDBOX in names]
    assert [name for name in importers if not name.startswith("generator.sandbox.inside")] == []
