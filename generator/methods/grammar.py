"""Grammars (GBNF) that hold a small model to a method's format, where the server knows them.

They give form, not truth: a model of 135 million parameters then writes calls that can be read,
whatever they say. A run that used them says `grammar: true` in its settings. Servers of llama.cpp
know the parameter; others refuse it or pass it over.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.methods.interfaces import SETS
from generator.methods.settings import ToolSet
from generator.tools.signatures import SIGNATURES

LONGEST = 120
"""Characters of a string, a final answer or a line of a program: greedy decoding of a small model
goes on for ever."""
ENTRIES = 5
"""Entries of a list at most."""
TOKENS = rf"""string ::= "\"" [^"\n, ] [^"\n]{{0,{LONGEST}}} "\""
list ::= "[" string (", " string){{0,{ENTRIES - 1}}} "]"
"""

PROGRAM = rf"""root ::= "```python\n" head "def solution():\n" body return "```"
head ::= import{{0,4}} "\n"{{0,2}}
import ::= ("import " | "from ") line
body ::= ("\n"? "    " line){{0,19}}
return ::= "\n"? "    return " line
line ::= [^`\n]{{1,{LONGEST}}} "\n"
"""


def step(tools: ToolSet) -> str:
    """Return the grammar of one reply of a solution with tools: an action or the final answer."""
    names = SETS[tools]
    calls = " | ".join(_rule(name) for name in names)
    rules = [f'{_rule(name)} ::= "{name}(" {_arguments(SIGNATURES[name])} ")"' for name in names]
    root = f'root ::= "Action: " ({calls}) | "Final Answer: " [^\\n]{{1,{LONGEST}}}'
    return "\n".join([root, *rules, TOKENS])


def output() -> str:
    """Return the grammar of an output that the model makes up: one line."""
    return f'root ::= "Output: " [^\\n]{{1,{LONGEST}}}\n'


def program() -> str:
    """Return the grammar of PAL's reply: one block with imports and one function, that returns."""
    return PROGRAM


def _rule(name: str) -> str:
    """Return a rule's name: GBNF allows letters, digits and hyphens."""
    return name.replace("_", "-")


def _arguments(signature: Sequence[str]) -> str:
    """Return the arguments of a call; one that may be left out is left out."""
    needed = [name for name in signature if not name.endswith("?")]
    return ' ", " '.join("list" if name.endswith("[]") else "string" for name in needed)
