r"""sympy-direct: a floor without a model. Reads the question's maths, calls tools in a fixed order.

It knows no templates and no words of any language: only what stands between `$`. In this order,
the first rule whose tools give something answers:

1. equations and an expression: solve the equations if they settle all their unknowns, substitute
   that into the last expression; else substitute the equations themselves;
2. equations (and inequalities that choose among solutions): solve_eq for one, solve_multi_eq for
   more; of several unknowns the one that is asked for, if just one is;
3. one equation in several unknowns: partial_solve for the first symbol that is asked for;
4. inequalities: solve_ineq for one, solve_multi_ineq for more;
5. an expression: calculate the last one, if that makes it shorter; else expand it, if that removes
   brackets; else factor it, if that brings some.

Asked for are symbols that stand on their own after the last equation or inequality.

Otherwise it says that it has no answer. The trace shows every call, those that failed as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.methods.contract import Chat, Method, Plan, Question
from generator.methods.mathematics import Parts, parts_of
from generator.records import Message, Response
from generator.tools import Output
from generator.tools.calling import Argument, action, call, shown
from generator.tools.errors import ToolError

GIVING_UP = {
    "en": "This cannot be solved by calling the tools in their fixed order.",
    "zh": "按固定顺序调用工具无法求解。",
}
LAYOUT = re.compile(r"[\s{}+]|\\(?:times|cdot|left|right)(?![a-zA-Z])")
ALTERNATIVE = ", "
"""Between several solutions."""


@dataclass(slots=True)
class Session:
    """The tool calls on one problem, kept as they will be shown."""

    messages: list[Message] = field(default_factory=list)
    known: dict[str, Output | None] = field(default_factory=dict)
    """Call -> output, so that two rules that want the same call make it once."""

    def try_tool(self, name: str, *arguments: Argument) -> Output | None:
        """Call a tool and note call and output; None where it refused."""
        words = action(name, *arguments)
        if words not in self.known:
            self.say("assistant", f"Action: {words}")
            self.known[words] = self._output(name, *arguments)
        return self.known[words]

    def _output(self, name: str, *arguments: Argument) -> Output | None:
        try:
            output = call(name, *arguments)
        except ToolError as error:
            self.say("tool", f"Output: error, {error}")
            return None
        self.say("tool", f"Output: {shown(output)}")
        return output

    def say(self, role: Literal["assistant", "tool"], content: str) -> None:
        """Add one message."""
        self.messages.append(Message(role=role, content=content))


def build_sympy_direct(plan: Plan) -> Method:  # noqa: ARG001 - it has no prompt to prepare
    """Return the method; it needs no model and ignores the one it is given."""

    async def answer(question: Question, chat: Chat) -> Response:  # noqa: ARG001
        return solve(question)

    return answer


def solve(question: Question) -> Response:
    """Return the first answer that a rule finds, with the calls that led there."""
    parts = parts_of(question.text)
    session = Session()
    found = next((text for rule in RULES if (text := rule(parts, session)) is not None), None)
    words = GIVING_UP[question.language] if found is None else f"Final Answer: {found}"
    session.say("assistant", words)
    return Response(
        problem_id=question.problem_id,
        messages=tuple(session.messages),
        stop_reason="no_action" if found is None else "final_answer",
    )


def substituted(parts: Parts, session: Session) -> str | None:
    """Rule 1: an expression under equations."""
    if not parts.equations or not parts.expressions:
        return None
    asked = parts.expressions[-1]
    settled = _settled(parts, session)
    output = session.try_tool("substitute", asked, settled) if settled else None
    if output is None:
        output = session.try_tool("substitute", asked, parts.equations)
    return output if isinstance(output, str) else None


def _settled(parts: Parts, session: Session) -> tuple[str, ...]:
    """Return `x = v` for all unknowns of the equations where there is just one solution."""
    if parts.unknowns > len(parts.equations):
        return ()
    output = _solved(parts, session)
    values = tuple(output.values()) if isinstance(output, Mapping) else (output,)
    single = all(isinstance(each, tuple) and len(each) == 1 for each in values)
    return tuple(each[0] for each in values if isinstance(each, tuple)) if single else ()


def _solved(parts: Parts, session: Session) -> Output | None:
    """Solve the equations, one or together with the inequalities."""
    if len(parts.equations) == 1 and not parts.inequalities:
        return session.try_tool("solve_eq", parts.equations[0])
    return session.try_tool("solve_multi_eq", (*parts.equations, *parts.inequalities))


def solved_equations(parts: Parts, session: Session) -> str | None:
    """Rule 2: equations that settle their unknowns."""
    if not parts.equations or (len(parts.equations) == 1 and parts.unknowns > 1):
        return None
    output = _solved(parts, session)
    if isinstance(output, Mapping):
        asked = [name for name in parts.asked if name in output]
        chosen = {asked[0]: output[asked[0]]} if len(asked) == 1 else output
        return _joined(chosen)
    return ALTERNATIVE.join(output) if isinstance(output, tuple) else output


def _joined(values: Mapping[str, tuple[str, ...]]) -> str:
    """Return the solutions one after another, each with all its symbols."""
    together = zip(*values.values(), strict=True)
    return "; ".join(ALTERNATIVE.join(solution) for solution in together)


def partly_solved(parts: Parts, session: Session) -> str | None:
    """Rule 3: one equation solved for the symbol that is named on its own."""
    if len(parts.equations) != 1 or not parts.asked:
        return None
    output = session.try_tool("partial_solve", parts.equations[0], parts.asked[0])
    return ALTERNATIVE.join(output) if isinstance(output, tuple) else _text(output)


def solved_inequalities(parts: Parts, session: Session) -> str | None:
    """Rule 4: inequalities in one unknown."""
    if len(parts.inequalities) == 1 and not parts.equations:
        return _text(session.try_tool("solve_ineq", parts.inequalities[0]))
    if parts.inequalities:
        given = (*parts.equations, *parts.inequalities)
        return _text(session.try_tool("solve_multi_ineq", given))
    return None


def calculated(parts: Parts, session: Session) -> str | None:
    """Rule 5: the last expression in a better form."""
    if not parts.expressions:
        return None
    asked = parts.expressions[-1]
    for name, better in FORMS.items():
        output = session.try_tool(name, asked)
        if isinstance(output, str) and better(_bare(output), _bare(asked)):
            return output
    return None


FORMS: Mapping[str, Callable[[str, str], bool]] = {
    "calculate": lambda new, old: len(new) < len(old),
    "expand": lambda new, old: "(" in old and "(" not in new,
    "factor": lambda new, old: "(" in new and "(" not in old,
}
"""Tool -> whether its output, stripped of layout, is a better form than its input."""


def _text(output: Output | None) -> str | None:
    """Return an output that is one text, else None."""
    return output if isinstance(output, str) else None


def _bare(text: str) -> str:
    """Return a text without what only lays it out, so that a mere change of order is as long."""
    return LAYOUT.sub("", text)


RULES: tuple[Callable[[Parts, Session], str | None], ...] = (
    substituted,
    solved_equations,
    partly_solved,
    solved_inequalities,
    calculated,
)
