"""PAL: one program, run in a sandbox; every way in which it can fail is a state with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from scripted_chat import Scripted, answered, plan

from generator.errors import CannotRun
from generator.judge import same
from generator.methods import prompts
from generator.methods.contract import Question
from generator.methods.interfaces import SETS
from generator.methods.pal import build_pal, code_of, pal_prompt
from generator.records import Language, Response
from generator.sandbox import BACKENDS, Limits, Outcome, Session, chosen
from generator.tools import EXTRAS, TOOLS, offered
from generator.tools.calling import shown

LANGUAGES: tuple[Language, ...] = ("en", "zh")


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> None:
    try:
        chosen()
    except CannotRun as error:
        pytest.skip(str(error))


def pal(program: str, **changes: object) -> Response:
    return answered(build_pal(plan("pal", **changes)), Scripted(program))


@pytest.fixture(scope="module", params=list(BACKENDS))
def box(request: pytest.FixtureRequest) -> Iterator[Session]:
    """One sandbox with the tools for the tests that begin with a new child anyway."""
    try:
        chosen(request.param)
    except CannotRun as error:
        pytest.skip(str(error))
    limits = Limits(session_seconds=300)
    with Session(limits=limits, backend=request.param, preload=(offered.__name__,)) as opened:
        yield opened


def worked(box: Session, program: str, *, compat: bool = False) -> Outcome:
    """Run a program among the tools."""
    assert box.run(offered.setup(compat=compat), fresh=True).status == "ok"
    return box.run(program)


def instruction(language: Language, tools: str = "carp") -> str:
    question = Question(problem_id="d/test-1", text="?", language=language)
    return pal_prompt(plan("pal", language=language, tools=tools), question).messages()[0].content


def fenced(program: str) -> str:
    return f"Here it is:\n```python\n{program}\n```\nDone."


def test_result_is_the_answer() -> None:
    response = pal(fenced("def solution():\n    return 2 * 21"))
    assert (response.answer, response.stop_reason, response.error) == ("42", "final_answer", None)
    assert [(turn.kind, turn.made_by) for turn in response.messages] == [
        ("code", "model"),
        ("repl", "tool"),
    ]
    assert response.messages[0].parsed == "def solution():\n    return 2 * 21"
    assert response.messages[1].content == "Output: 42"
    assert (response.n_calls, response.n_tool_calls) == (1, 1)


def test_sympy_is_there() -> None:
    program = (
        "from sympy import Rational, latex\ndef solution():\n    return latex(Rational(1, 3) + 1)"
    )
    assert pal(fenced(program)).answer == r"\frac{4}{3}"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "no_code"),
        ("The answer is: $42$", "syntax_error"),
        (fenced("def solution(:"), "syntax_error"),
        (fenced("def solution():\n    return 1 / 0"), "exception"),
        (fenced("def result():\n    return 42"), "no_solution"),
        (fenced("def solution():\n    print(42)"), "no_value"),
        (fenced("def solution():\n    return ''"), "no_value"),
        (fenced("def solution():\n    return 'x' * 5000"), "long_value"),
        (fenced("import os\ndef solution():\n    os._exit(3)"), "program_died"),
        (fenced("def solution():\n    return 'x' * 10 ** 10"), "program_memory"),
        (fenced('def solution():\n    return solve_eq("x ^ 2 + 1 = 0")'), "tool_error"),
    ],
)
def test_failure_is_an_error_with_its_reason(reply: str, reason: str) -> None:
    response = pal(reply)
    assert (response.error, response.answer, response.stop_reason) == (reason, None, "error")
    assert response.messages


@pytest.mark.parametrize("body", ["while True: pass", "return 7 ** 10 ** 9"])
def test_endless_program_is_stopped(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Upstream's alarm could not interrupt the second one, which is one long call in C."""
    monkeypatch.setattr("generator.methods.pal.LIMITS", Limits(seconds=1.0))
    assert pal(fenced(f"def solution():\n    {body}")).error == "program_timeout"


def test_no_number_stands_for_a_failure() -> None:
    """Upstream's answer of a program that failed was -10000, which can be an answer."""
    response = pal(fenced("def solution():\n    return -10000"))
    assert (response.answer, response.error) == ("-10000", None)


def test_trace_shows_what_was_printed_and_the_line_that_failed() -> None:
    program = 'def solution():\n    print("so far")\n    return solve_eq("x ^ 2 + 1 = 0")'
    said = pal(fenced(program)).messages[1]
    assert said.content == "Output: so far\nToolError: no solution (line 3)"
    assert said.error == "tool_error"


def test_solution_of_one_problem_does_not_answer_the_next() -> None:
    """Upstream kept its globals, so that an old solution() answered a new question."""
    method = build_pal(plan("pal"))
    assert answered(method, Scripted(fenced("def solution():\n    return 42"))).answer == "42"
    assert answered(method, Scripted(fenced("left_over = 1"))).error == "no_solution"


def test_backslashes_are_left_as_they_are() -> None:
    r"""Upstream doubled every one, so that "\n" became two characters."""
    program = "def solution():\n    return str(len('a\\nb')) + r'\\frac'"
    assert pal(fenced(program)).answer == r"3\frac"


def test_formula_with_backslashes_reaches_a_tool_and_comes_back() -> None:
    program = (
        'def solution():\n    (root,) = solve_eq(r"\\frac { x } { 3 } = \\frac { 1 } { 2 }")\n'
        '    return substitute(r"\\sqrt { x } + \\sqrt { 6 }", [root])'
    )
    assert same(pal(fenced(program)).answer or "", r"\frac{3\sqrt{6}}{2}").equal


@pytest.mark.parametrize(
    ("call", "answer"),
    [
        (r'calculate("\frac { 1 } { 2 } \times 3 + \beta - \beta")', r"\frac { 3 } { 2 }"),
        (r'len(calculate("2") + "\f\n")', "3"),
        ('solve_eq("x ^ 2 = 9")', "x = - 3, x = 3"),
        ('solve_eq("x + 1 = 3")', "x = 2"),
    ],
)
def test_what_programs_do_though_they_should_not(box: Session, call: str, answer: str) -> None:
    """Forget the r before a string, which is mended where a tool reads it; return a whole list."""
    assert worked(box, call).value == answer


def test_tools_of_one_problem_are_not_those_of_another() -> None:
    method = build_pal(plan("pal"))
    changed = "def solve_eq(_):\n    return ['x = 0']\nimport generator.tools.offered as offered\noffered.perform = None\n"
    call = 'def solution():\n    return solve_eq("x + 1 = 3")[0]'
    assert answered(method, Scripted(fenced(changed + call))).answer == "x = 0"
    assert answered(method, Scripted(fenced(call))).answer == "x = 2"


def test_tools_answer_as_upstreams_in_the_preset_faithful() -> None:
    program = fenced(r'def solution(): return calculate(r"3 \frac { 1 } { 2 }")')
    assert pal(program).answer == r"\frac { 7 } { 2 }"
    assert pal(program, compat=True).answer == r"\frac { 3 } { 2 }"
    assert plan("pal", "faithful").settings.compat


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ('solve_eq("3 t = 6")', "['t = 2']"),
        ('solve_multi_eq(["p + q = 3", "p - q = 1"])', "{'p': ['p = 2'], 'q': ['q = 1']}"),
        ('substitute("x + 1", "x = 2")', "'3'"),
        ('subs("x + 1", ("x = 2",))', "'3'"),
        ('subs.__name__, callable(finish), "think" in globals()', "('subs', True, False)"),
        ('"no" if is_equal("x", "y") else "yes"', "'yes'"),
        ('comb(5, 2) + gcd(["12", 18])', "'106'"),
    ],
)
def test_tools_take_and_give_the_types_of_a_program(box: Session, call: str, value: str) -> None:
    assert worked(box, call).echo == value


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ('solve_eq("x ^ 2 + 1 = 0")', "ToolError: no solution"),
        ('collect("x + 1")', "ToolError: wants collect(expression, symbol), but was given 1"),
        ('expand(["x"])', "ToolError: expression is one text, not a list"),
        ("calculate(0.5)", "TypeError: calculate(expression) takes texts, not float"),
        ('think("?")', "NameError: name 'think' is not defined"),
    ],
)
def test_refusal_of_a_tool_is_an_error_of_the_program(box: Session, call: str, error: str) -> None:
    assert worked(box, call).error == error
    caught = worked(box, f"try:\n    {call}\nexcept Exception as error:\n    print(error)")
    assert caught.output.strip() == error.partition(": ")[2]


def test_every_tool_is_there() -> None:
    assert set(offered.functions(compat=False)) == {*TOOLS, *EXTRAS, "subs"}
    assert set(offered.functions(compat=True)) == {*TOOLS, *EXTRAS, "subs"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tools", sorted(SETS))
def test_instruction_lists_the_interfaces_that_a_program_can_call(
    tools: str, language: Language
) -> None:
    names = re.findall(r"^- (\w+)\(", instruction(language, tools), re.MULTILINE)
    assert tuple(names) == tuple(name for name in SETS[tools] if name != "think")  # type: ignore[index]
    assert not prompts.PLACEHOLDER.search(instruction(language, tools))


@pytest.mark.parametrize("compat", [False, True])
def test_calls_in_the_instruction_are_python_and_give_what_it_says(
    box: Session, *, compat: bool
) -> None:
    """A string with a backslash is raw there: in a plain one `\\frac` begins with a form feed."""
    listed = re.findall(r"^- .*?\. (\w+\(.*\)) -> (.*)$", instruction("en", "all"), re.MULTILINE)
    calls = ", ".join(call for call, _ in listed)
    outcome = worked(box, f"import json\njson.dumps([{calls}])", compat=compat)
    given = json.loads(outcome.value or outcome.error)
    assert len(given) == len(SETS["all"]) - 1
    for output, (_, said) in zip(given, listed, strict=True):
        assert (str(output) if isinstance(output, bool) else shown(output)) == said


def test_program_never_runs_in_this_process(tmp_path: object) -> None:
    program = f"def solution():\n    open('{tmp_path}/ran', 'w').close()\n    return 1"
    assert pal(fenced(program)).error == "exception"
    assert not list(tmp_path.iterdir())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("```python\na\n```", "a"),
        ("```\nb\n```\n```python\na\n```", "a"),
        ("```js\nb\n```", "b"),
        ("c", "c"),
        ("```python\na", "a"),
    ],
)
def test_program_in_a_reply(reply: str, code: str) -> None:
    assert code_of(reply) == code


@pytest.mark.parametrize("compat", [False, True])
@pytest.mark.parametrize("row", prompts.rows("pal-programs", "en"), ids=lambda row: row["value"])
def test_worked_programs_give_their_values(
    box: Session, row: dict[str, str], *, compat: bool
) -> None:
    outcome = worked(box, row["program"] + "\n\nsolution()\n", compat=compat)
    assert (outcome.value, outcome.output) == (row["value"], "")


def test_half_of_the_worked_programs_use_a_tool() -> None:
    uses = re.compile(rf"\b({'|'.join(TOOLS)})\(")
    programs = [row["program"] for row in prompts.rows("pal-programs", "en")]
    assert sum(bool(uses.search(each)) for each in programs) >= len(programs) / 2


@pytest.mark.parametrize("count", [0, 3, 8])
def test_as_many_worked_programs_as_the_settings_say(count: int) -> None:
    question = Question(problem_id="d/test-1", text="?", language="en")
    assert len(pal_prompt(plan("pal", programs=count), question).shots) == count
