"""Tool calls as models write them: what is read, what is not, and that nothing is evaluated."""

from __future__ import annotations

import pytest

from generator.methods.calls import NotRead, listed, positional, read_call


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ('calculate("3 + 4")', "calculate", ("3 + 4",)),
        ("calculate('3 + 4')", "calculate", ("3 + 4",)),
        ("calculate(“3 + 4”)", "calculate", ("3 + 4",)),
        ('calculate("""3 + 4""")', "calculate", ("3 + 4",)),
        (r'calculate("\frac { 1 } { 2 }")', "calculate", (r"\frac { 1 } { 2 }",)),
        (r'calculate("\\frac { 1 } { 2 }")', "calculate", (r"\frac { 1 } { 2 }",)),
        (r'solve_ineq("y \ne 2")', "solve_ineq", (r"y \ne 2",)),
        ('subs("y", ["y = 1"])', "substitute", ("y", ("y = 1",))),
        ('substitute("y",\n  ["y = 1",\n   "z = 2"]\n)', "substitute", ("y", ("y = 1", "z = 2"))),
        ("comb(5, 2)", "comb", ("5", "2")),
        ("mod(-7, 3.5)", "mod", ("-7", "3.5")),
        ('think("Question: is the End near? 问题")', "think", ("Question: is the End near? 问题",)),
        (r'think("say \"yes\"")', "think", ('say "yes"',)),
        ("anything()", "anything", ()),
        ('I call factor("y ^ 2 - 1") now', "factor", ("y ^ 2 - 1",)),
    ],
)
def test_call_is_read(text: str, name: str, arguments: tuple[object, ...]) -> None:
    call = read_call(text)
    assert (call.name, call.arguments) == (name, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no call here",
        'calculate("3 + 4"',
        'calculate("3 + 4',
        "calculate(3 + 4)",
        "calculate(x)",
        'calculate("3" "4")',
        'calculate(__import__("os").system("true"))',
        'solve_multi_eq([["x = 1"]])',
        'collect(expression="a y", "y")',
        "f(" + "[" * 100_000,
        "f(" + "1," * 100_000 + ")",
    ],
)
def test_what_is_no_call_with_literals_is_refused(text: str) -> None:
    with pytest.raises(NotRead):
        read_call(text)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('collect(expression="a y + y", symbol="y")', ("a y + y", "y")),
        ('collect("a y + y", symbol="y")', ("a y + y", "y")),
        ('collect(symbol="y", expression="a y + y")', ("a y + y", "y")),
        ('substitute(conditions=["y = 1"], expression="y")', ("y", ("y = 1",))),
    ],
)
def test_named_arguments_go_where_the_signature_has_them(text: str, arguments: object) -> None:
    """Upstream's parser failed on every named argument."""
    assert positional(read_call(text)) == arguments


@pytest.mark.parametrize(
    "text",
    ['collect("a", name="y")', 'collect("a", expression="b")', 'collect(symbol="y")', 'collect("a", "b", "c", symbol="y")'],
)  # fmt: skip
def test_named_argument_that_is_not_there_is_refused(text: str) -> None:
    with pytest.raises(NotRead):
        positional(read_call(text))


@pytest.mark.parametrize(
    ("text", "entries"),
    [('["a"]', ("a",)), ("['a', 'b']", ("a", "b")), ("[]", ()), ("a", None), ('["a"] b', None), ("[a]", None), ("[os.system('x')]", None)],
)  # fmt: skip
def test_printed_list(text: str, entries: object) -> None:
    assert listed(text) == entries
