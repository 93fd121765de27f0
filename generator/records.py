"""The frozen records that travel through the stages; no behaviour but look-ups on themselves.

ingest -> Problem, Response · normalise -> Trace · judge -> Judgement · aggregate -> Score, Board
render -> Page. Everything here is immutable, so a stage can only return something new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Verdict = Literal["right", "wrong", "no_answer", "unparsable", "timeout", "error", "missing"]
"""State of one answer. Only `right` counts as right; all seven are in every denominator."""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

Label = Literal["right", "first", "middle", "last"]
"""Where a solution first goes wrong; `right` when its answer is right."""
LABELS: tuple[Label, ...] = get_args(Label)

Protocol = Literal["carp-2023", "literal", "full"]
"""A named definition of ExpAcc and Fail@where, with its extractor of expressions."""
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)

AnswerType = Literal["expression", "number", "choice", "yes_no", "table", "text"]
"""What the gold answers of a dataset are; from its card, never guessed from a value."""

NodeKind = Literal["given", "text", "derived"]
Language = Literal["en", "zh"]
Author = Literal["model", "tool", "prompt"]
StepKind = Literal[
    "init", "action", "output", "think", "code", "repl", "revise", "vote", "select", "norm"
]

RELATIONS: Mapping[str, str] = {
    "被描述": "expression that a condition speaks about",
    "限制性描述": "restrictive condition given in words",
    "代入": "condition being substituted",
    "等式方程求解": "solving an equation",
    "被代入": "expression substituted into",
    "属性描述": "property or theorem used",
    "联立": "member of a system solved jointly",
    "不等式方程求解": "solving an inequality",
    "提取因式参考": "reference form for regrouping",
    "提取因式": "regrouping or factoring out",
    "计算": "computing a value",
    "移项": "moving terms across",
    "假设描述": "assumption introduced in words",
    "等式方程部分求解": "solving an equation for one of several symbols",
    "同乘除": "multiplying or dividing both sides",
    "展开": "expanding",
    "不等式方程部分求解": "solving an inequality for one symbol",
    "同取对数": "comparing exponents or taking logarithms",
}
"""The 18 relations of an expression flow graph with an English gloss (CARP, `links[].rel`)."""

TEXT_RELATIONS: frozenset[str] = frozenset({"限制性描述", "属性描述", "假设描述"})
"""Relations whose source is a sentence, not an expression."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One node of an expression flow graph."""

    id: str
    """The expression in LaTeX, or the sentence of a text node; unique in its graph."""
    kind: NodeKind
    """`given` stands in the problem, `text` is a condition in words, `derived` is to be reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """`target` follows from `source` by `relation`."""

    source: str
    """Id of the node that is used."""
    target: str
    """Id of the node that follows."""
    relation: str
    """A key of RELATIONS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpressionGraph:
    """Expression flow graph: how the expressions of a gold solution follow from one another."""

    nodes: tuple[Node, ...]
    """All nodes, in the order of the dataset's file."""
    edges: tuple[Edge, ...]
    """Directed, acyclic, no parallel edges, in the order of the file."""
    derived: tuple[str, ...]
    """Ids of the expressions to be reached, in solution order, one or more; last is the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A problem's text in one more language; ids, answer and graph are shared."""

    language: Language
    """Language of this text."""
    question: str
    """Statement in this language."""
    solution: str
    """Gold solution in this language; may be empty."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Text node id -> its sentence in this language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One option of a multiple choice problem."""

    label: str
    """Capital letter by which it is chosen, unique in its problem."""
    text: str
    """What it says, without the letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table that a question is about."""

    id: str
    """Unique in its dataset; problems about the same table share it."""
    header: tuple[str, ...]
    """Names of the columns; may be empty, and a name may stand there twice."""
    rows: tuple[tuple[str, ...], ...]
    """Cells by row, from the top, as text."""
    title: str = ""
    """Caption; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One of the values that a table question asks for."""

    text: str
    """The value as the dataset writes it."""
    canon: str = ""
    """Its canonical form where the dataset has one: a number, yyyy-mm-dd with xx, or the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem of a dataset."""

    id: str
    """Ours and stable: `<dataset>/<split>-<0000>`."""
    dataset: str
    """Id of its dataset."""
    split: str
    """Name of its split."""
    question: str
    """Statement with mathematics between `$`, in the dataset's first language."""
    answer: str
    """Gold answer in LaTeX, without `$`."""
    answer_type: AnswerType
    """How the gold answer is to be read."""
    language: Language
    """Language of `question` and `solution`."""
    solution: str = ""
    """Gold solution in words; empty where the dataset has none."""
    graph: ExpressionGraph | None = None
    """None where the dataset has no step annotation."""
    level: int | None = None
    """1 (easy) and up, as the dataset defines it; None where it does not."""
    template: str | None = None
    """Family that a generated problem was made from."""
    variants: tuple[Variant, ...] = ()
    """The same problem in more languages, at most one each."""
    choices: tuple[Choice, ...] = ()
    """Options in their order; empty when it is no multiple choice. `answer` is a label then."""
    table: Table | None = None
    """Table that the question is about; None when it is about none."""
    targets: tuple[Target, ...] = ()
    """Values asked for, each once or more, where `answer_type` is `table`; `answer` joins them."""
    upstream_id: str = ""
    """Id under which the dataset's own files know it; empty where they have none."""
    subject: str = ""
    """Subject or kind that the dataset files it under; empty where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation between a method and a model or tool."""

    role: Literal["system", "user", "assistant", "tool"]
    """Who speaks."""
    content: str
    """What is said, raw."""
    kind: StepKind | None = None
    """What the step does (methods.md 0.2); None: told from the role and the first word."""
    made_by: Author | None = None
    """Who wrote it: an `Output:` that the model made up says `model`. None: told likewise."""
    round: int | None = None
    """Round it belongs to: 0 the initial solution, 1 and up; None outside rounds."""
    parsed: str = ""
    """The call or program that the method understood, as it was run; empty where it ran nothing."""
    error: str = ""
    """What went wrong in this step, in a few words; empty where nothing did."""
    discarded: str = ""
    """Rest of the reply that the method cut off and did not use, raw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The answers of one round of a method that goes in rounds (PHP, DELI, the iterative ones)."""

    number: int
    """0 the initial solution, 1 and up."""
    tool_answer: str = ""
    """Answer of the solution with tools; empty where there is none."""
    text_answer: str = ""
    """Answer of the solution in words; empty where there is none."""
    noted: tuple[str, ...] = ()
    """What the stopping rules saw: `agree`, `converged`, `converged_nl`, `fallback_to_cot`, ..."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a method answered to one problem, raw."""

    problem_id: str
    """Id of the problem it answers."""
    attempt: int = 0
    """0-based; (problem_id, attempt) is unique in a run."""
    text: str = ""
    """The method's final text; empty when `messages` holds a conversation or `error` is set."""
    messages: tuple[Message, ...] = ()
    """The conversation, in order, where there was more than one turn; the prompt is not in it."""
    answer: str | None = None
    """Answer that the method itself returned apart from its text; judged like any other."""
    error: str | None = None
    """Why there is no answer (time-out, refusal, context overflow); None when there is one."""
    stop_reason: str | None = None
    """Why the method stopped, or the server's finish reason (`stop`, `length`)."""
    tokens_in: int | None = None
    """Prompt tokens over all calls, from the server; None when it did not say."""
    tokens_out: int | None = None
    """Completion tokens over all calls, from the server; None when it did not say."""
    claimed: str | None = None
    """Verdict claimed by the submitted file; shown as a claim, never counted."""
    rank_score: float | None = None
    """What the method's own ranker gave this attempt, in any unit, higher is better; the attempt
    with the highest one is chosen in best-of-n. None where it ranked nothing."""
    rounds: tuple[Round, ...] = ()
    """By number. With rounds the method itself returns its answer: `answer` None is no answer."""
    exemplars: tuple[str, ...] = ()
    """Ids of the worked problems in the prompt, in its order, where they are not the run's own."""
    left_out: int | None = None
    """Worked problems or traces that a prompt had no room for, the most of any call; None: none."""

    @property
    def n_calls(self) -> int:
        """Model calls that gave a reply: a message of the assistant each, or the one `text`."""
        if not self.messages:
            return int(self.error is None)
        return sum(turn.role == "assistant" for turn in self.messages)

    @property
    def n_tool_calls(self) -> int:
        """Tools and programs that were run, with or without an output."""
        return sum(bool(turn.parsed) for turn in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One piece of a trace."""

    kind: StepKind
    """What the step does (methods.md 0.2)."""
    author: Author
    """Who wrote the text."""
    text: str
    """The text, raw."""
    round: int | None = None
    """Round of deliberation it belongs to; None outside rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer found in a trace, and where."""

    text: str
    """Extracted text, trimmed; may be unparsable."""
    rule: str
    """Name of the extraction rule that found it."""
    step: int
    """Index into Trace.steps; -1 when the method returned it apart from its text."""
    start: int = 0
    """Character offsets of `text` in that step; 0, 0 when `step` is -1."""
    end: int = 0
    """End offset, exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A response in normal form: its steps and its answer."""

    problem_id: str
    """Id of the problem."""
    attempt: int
    """0-based attempt."""
    steps: tuple[Step, ...]
    """In the order they happened."""
    answer: Answer | None
    """None when no rule found one."""
    error: str | None = None
    """Taken over from the response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A mathematical expression found in a step of a trace."""

    text: str
    """What is compared; it may be a side or a pair of a chain that stands at start:end."""
    step: int
    """Index into Trace.steps."""
    start: int
    """Character offset in the step's text."""
    end: int
    """End offset, exclusive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An expression of a trace equals a derived expression of the graph."""

    node: int
    """Index into ExpressionGraph.derived."""
    expression: Expression
    """Where it stands in the trace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Which derived expressions one protocol credits to one trace."""

    derived: int
    """Number of derived expressions of the graph, at least 1."""
    reached: tuple[int, ...]
    """Indices into ExpressionGraph.derived that an expression of the trace equals, ascending."""
    credited: tuple[int, ...]
    """`reached` and their ancestors as the protocol says, ascending. Under carp-2023 all, where
    upstream's own comparison calls the answer right."""
    label: Label
    """Where the solution first goes wrong under this protocol."""
    matches: tuple[Match, ...] = ()
    """The first matching expression per reached node, ascending by node."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The judge's word on two strings."""

    equal: bool
    """Whether the two are the same."""
    rule: str
    """Name of the rung of the ladder that decided."""
    why: str
    """One short sentence for a reader."""
    state: Literal["decided", "unparsable", "timeout"] = "decided"
    """`unparsable` (`why` says too_large where it was a limit) and `timeout` are never equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The judge's word on one response."""

    problem_id: str
    """Id of the problem."""
    attempt: int
    """0-based attempt."""
    verdict: Verdict
    """State of the answer."""
    answer: Answer | None
    """What was compared with the gold answer; None when nothing was found."""
    rule: str
    """Rung of the judge that decided; empty when there was nothing to compare."""
    why: str
    """One short sentence for a reader."""
    credits: Mapping[Protocol, Credit] = field(default_factory=dict)
    """Empty where the problem has no graph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proportion:
    """A proportion with its 95 % interval."""

    count: float
    """Numerator: a whole number, or a sum of per-problem means when there are several attempts."""
    n: int
    """Denominator: problems, or what the owner of the proportion counts."""
    value: float | None
    """count / n in 0..1; None when n is 0."""
    low: float | None
    """Lower end, 0..1; None when n is 0."""
    high: float | None
    """Upper end, 0..1; None when n is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepScore:
    """ExpAcc and Fail@where of one run under one protocol (CARP paper 4.1, evaluate_graph.py)."""

    protocol: Protocol
    """Definition that was used."""
    n: int
    """Problems with a graph; the denominator of `expacc`."""
    credited: int
    """Credited derived expressions, summed over problems and attempts."""
    derived: int
    """Derived expressions, summed over problems and attempts."""
    expacc: float | None
    """Mean over problems of credited/derived, 0..1; None when n is 0."""
    failures: int
    """Problems whose label is not `right`; denominator of the Fail@ rates."""
    fail: Mapping[str, int]
    """Failures by label: first, middle, last."""
    single: int
    """Failures on problems with one derived expression; they can only be Fail@first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptScore:
    """What k of the attempts on each problem come to, three ways of using them."""

    k: int
    """Attempts that are used, 1 or more; no problem with a line has fewer."""
    pass_at: Proportion
    """At least one of k is right (pass@k, unbiased)."""
    majority: Proportion
    """The answer given most often by k is right (maj@k)."""
    best: Proportion | None
    """The one of k that the method ranks highest is right (best-of-k); None where the responses
    carry no rank_score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScore:
    """Both accuracies of questions on tables (methods.md 5.8), over all problems of that type."""

    denotation: Proportion
    """Share whose values are those asked for; it decides, so accuracy counts the same."""
    em_paper: Proportion
    """Share right by the exact match of Liu et al. (2023), to compare with what papers print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Every number of one run."""

    problems: int
    """Problems of the split, the denominator of accuracy."""
    attempts: int
    """Largest number of attempts on a problem."""
    answered: int
    """Problems with at least one line in the run's responses, error lines included."""
    states: Mapping[Verdict, int]
    """Verdicts over all attempts, missing problems included; all seven keys."""
    accuracy: Proportion
    """Share of problems with a right answer."""
    steps: Mapping[Protocol, StepScore]
    """Empty where the dataset has no graphs."""
    tokens_in: float | None
    """Mean prompt tokens per problem; None unless every answered response states them."""
    tokens_out: float | None
    """Mean completion tokens per problem; None unless every answered response states them."""
    several: tuple[AttemptScore, ...] = ()
    """By ascending k: 1, 2, 4, ... and all attempts; empty where no problem has more than one."""
    tables: TableScore | None = None
    """None where no problem is a question on a table."""

    @property
    def complete(self) -> bool:
        """Whether every problem of the split has a line; an incomplete run is shown, not ranked."""
        return self.answered == self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page to be rendered: which template, with what."""

    path: str
    """Relative to the site, slash separated, ending in .html."""
    title: str
    """Title of the page, plain text."""
    template: str
    """Name under generator/templates."""
    context: Mapping[str, Any]
    """What the template reads; values are records or plain data, never markup."""
    shell: Literal["mkdocs", "spliced"] = "mkdocs"
    """`mkdocs` pages are in the navigation; `spliced` ones get the theme's chrome without it."""
