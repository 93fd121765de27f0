"""A site small enough to read: 2 datasets, 3 methods, 4 problems, every kind of cell on its boards."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from generator.aggregate import Run, board
from generator.cards import DatasetCard, Defect, RunCard
from generator.metrics import score
from generator.pages.site import ShownDataset, Site
from generator.published import Paper, Reported
from generator.records import (
    Answer,
    Credit,
    Edge,
    Expression,
    ExpressionGraph,
    Judgement,
    Match,
    Node,
    Problem,
    Response,
    Variant,
)

CONDITION = "the two numbers add up to $9$"

GRAPH = ExpressionGraph(
    nodes=(
        Node(id="x + y = 9", kind="given"),
        Node(id="2 x - y = 3", kind="given"),
        Node(id=CONDITION, kind="text"),
        Node(id="y = 9 - x", kind="derived"),
        Node(id="3 x = 12", kind="derived"),
        Node(id="x = 4", kind="derived"),
    ),
    edges=(
        Edge(source="x + y = 9", target="y = 9 - x", relation="移项"),
        Edge(source=CONDITION, target="y = 9 - x", relation="限制性描述"),
        Edge(source="2 x - y = 3", target="3 x = 12", relation="被代入"),
        Edge(source="y = 9 - x", target="3 x = 12", relation="代入"),
        Edge(source="3 x = 12", target="x = 4", relation="等式方程求解"),
    ),
    derived=("y = 9 - x", "3 x = 12", "x = 4"),
)

HOSTILE = (
    "<script>window.__x=1</script> $\\href{javascript:window.__x=1}{y}$ "
    "$\\text{<svg/onload=window.__x=1>}$ {{ 7*7 }} <img src=x onerror=window.__x=1> "
    '"><iframe srcdoc="<script>parent.__x=1</script>"></iframe> $x^{2$ \x00\x1b costs $5 and $7'
)


def card(id_: str, title: str, *, graphs: bool) -> DatasetCard:
    return DatasetCard(
        id=id_,
        title=title,
        summary="Two equations, and what follows from them.",
        version="1.0",
        languages=("en", "zh") if graphs else ("en",),
        licence="CC0 1.0",
        licence_url="https://creativecommons.org/publicdomain/zero/1.0/",
        citation="@misc{tiny, title={Tiny}}",
        answer_type="expression",
        format="efg",
        splits={"test": 3} if graphs else {"test": 5},
        board="test",
        graphs=graphs,
        defects=(Defect(summary="One of these is too easy.", problems=(f"{id_}/test-0001",)),),
    )


def problem(index: int) -> Problem:
    graph = (
        GRAPH
        if index == 0
        else ExpressionGraph(
            nodes=(Node(id="x - 1 = 4", kind="given"), Node(id="x = 5", kind="derived")),
            edges=(Edge(source="x - 1 = 4", target="x = 5", relation="移项"),),
            derived=("x = 5",),
        )
    )
    return Problem(
        id=f"tiny/test-{index:04}",
        dataset="tiny",
        split="test",
        question="If $x + y = 9$ and $2 x - y = 3$, what is $x$?"
        if index == 0
        else "Solve $x - 1 = 4$.",
        answer="4" if index == 0 else "5",
        answer_type="expression",
        language="en",
        solution="From the first, $y = 9 - x$; so $3 x = 12$ and $x = 4$."
        if index == 0
        else "Move the $1$: $x = 5$.",
        graph=graph,
        level=3 if index == 0 else 1,
        template="system",
        variants=(
            Variant(
                language="zh", question="已知 $x + y = 9$,求 $x$。", solution="移项得 $y = 9 - x$。"
            ),
        ),
    )


PROBLEMS = tuple(problem(index) for index in range(3))
TEXT = "First $y = 9 - x$.\nThen $3 x = 12$, so x = 4. The answer is $4$."


def credit(
    derived: int, reached: tuple[int, ...], credited: tuple[int, ...], label: str, *matches: Match
) -> Credit:
    return Credit(derived=derived, reached=reached, credited=credited, label=label, matches=matches)


def match(node: int, text: str, inside: str = TEXT) -> Match:
    start = inside.index(text)
    return Match(
        node=node, expression=Expression(text=text, step=0, start=start, end=start + len(text))
    )


def right(index: int) -> tuple[Response, Judgement]:
    id_ = f"tiny/test-{index:04}"
    n = len(PROBLEMS[index].graph.derived)
    everything = tuple(range(n))
    matches = (match(0, "y = 9 - x"), match(1, "3 x = 12"), match(2, "x = 4")) if index == 0 else ()
    start = TEXT.rindex("4")
    return Response(
        problem_id=id_, text=TEXT, tokens_in=50, tokens_out=20, stop_reason="stop"
    ), Judgement(
        problem_id=id_,
        attempt=0,
        verdict="right",
        answer=Answer(text="4", rule="the-answer-is", step=0, start=start, end=start + 1),
        rule="normal-form",
        why="Both are 4.",
        credits={
            "carp-2023": credit(n, everything, everything, "right"),
            "full": credit(n, everything[: n - 1], everything, "right", *matches),
        },
    )


def wrong(index: int, text: str, claimed: str | None = None) -> tuple[Response, Judgement]:
    id_ = f"tiny/test-{index:04}"
    n = len(PROBLEMS[index].graph.derived)
    some = (1,) if n > 1 else ()
    return Response(problem_id=id_, text=text, claimed=claimed), Judgement(
        problem_id=id_,
        attempt=0,
        verdict="wrong",
        answer=Answer(
            text=text[:60], rule="last-expression", step=0, start=0, end=min(60, len(text))
        ),
        rule="value",
        why="They differ at x = 2: 7 against 5.",
        credits={
            "carp-2023": credit(n, (), (), "first"),
            "full": credit(n, some, (0, 1) if n > 1 else (), "last" if n > 1 else "first"),
        },
    )


def missing(index: int) -> Judgement:
    n = len(PROBLEMS[index].graph.derived)
    nothing = credit(n, (), (), "first")
    return Judgement(
        problem_id=f"tiny/test-{index:04}",
        attempt=0,
        verdict="missing",
        answer=None,
        rule="",
        why="The run has no line for this problem.",
        credits={"carp-2023": nothing, "full": nothing},
    )


def run(
    method: str,
    model: str,
    title: str,
    pairs: list[tuple[Response, Judgement]],
    lost: list[Judgement],
) -> Run:
    responses = tuple(response for response, _ in pairs)
    judgements = tuple(sorted([j for _, j in pairs] + lost, key=lambda j: j.problem_id))
    return Run(
        card=RunCard(
            dataset="tiny",
            split="test",
            method=method,
            model=model,
            title=title,
            date=dt.date(2026, 11, 1),
            settings={"temperature": 0, "seed": None},
            notes=f"A note with {HOSTILE.translate({0: None, 27: None})[:300]}",
        ),
        path=f"tiny/{method}--{model}",
        responses=responses,
        judgements=judgements,
        score=score(PROBLEMS, responses, judgements),
    )


def tiny_site() -> Site:
    good = run(
        "cot", "large", "CoT, Large", [right(0), right(1), wrong(2, HOSTILE, claimed="right")], []
    )
    bad = run(
        "cot",
        "small",
        "CoT, Small <b>",
        [wrong(0, "I guess $2 x - y = 3$."), wrong(1, ""), wrong(2, "no")],
        [],
    )
    part = run("direct", "none", "Direct", [right(0)], [missing(1), missing(2)])
    dataset, absent = (
        card("tiny", "Tiny", graphs=True),
        card("plain-words", "Plain words", graphs=False),
    )
    paper = Paper(
        key="t", title="A paper", authors="Zhang, Li", year=2023, url="https://example.org/paper"
    )
    figure = Reported(
        paper=paper,
        table="Table 3",
        dataset="Tiny test",
        dataset_id="tiny",
        method="CoT",
        model="gpt",
        metric="Acc",
        value=49.39,
        unit="%",
        note="not a multiple of 1/3",
    )
    return Site(
        datasets=(
            ShownDataset(
                card=dataset,
                problems=PROBLEMS,
                about="## Who\n\nWe made it.\n\n- one\n- two",
                sha256="0" * 64,
                reported=(figure,),
            ),
            ShownDataset(card=absent, about="Must be fetched."),
        ),
        boards={"tiny": board(dataset, [good, bad, part]), "plain-words": board(absent, [])},
        methods={"cot": "Asks for a chain of thought.", "direct": "Computes without a model."},
        version="0.1.0",
        judge_version="1.0.0",
        reported=(figure,),
    )


def write_run_files(site: Site, results: Path) -> None:
    """Write stand-ins for the files of every run, for the links to them."""
    for each in site.runs:
        folder = results / each.path
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("responses.jsonl", "judgements.jsonl", "scores.json", "run.yaml"):
            (folder / name).write_text("{}\n")
