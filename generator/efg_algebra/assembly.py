"""A proved draft as a line of problems.jsonl: CARP's fields, ours, and the Chinese variant."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.efg_algebra.draft import Draft, Text
from generator.efg_algebra.printer import latex
from generator.efg_algebra.terms import Expr

Row = dict[str, object]
"""A line of problems.jsonl, keys in the order they are written."""

LEVELS = {1: 1, 2: 2, 3: 3, 4: 4}
"""Number of derived expressions -> level; five and more are level 5."""

CJK = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"


def node_id(node: Expr | Text) -> str:
    """Return the id of a node: its LaTeX, or its English sentence."""
    return node.en if isinstance(node, Text) else latex(node)


def fits(draft: Draft) -> bool:
    """Return whether the numbers make a usable problem; a draft that does not fit is drawn again.

    Two nodes must not come out as the same expression (`5` years of age and `5` as the answer), a
    derived expression must not stand in the problem, and the question must not print the answer.
    """
    derived = [latex(node.expr) for node in draft.derived]
    given: list[str] = []
    for node in draft.derived:
        earlier = derived[: derived.index(latex(node.expr))]
        sources = [node_id(source.node) for source in node.sources]
        if len(set(sources)) < len(sources):
            return False
        given.extend(name for name in sources if name not in earlier)
    spans = set(draft.question[0].split("$")[1::2])
    return (
        len(set(derived)) == len(derived)
        and not set(derived) & set(given)
        and not {latex(draft.answer), derived[-1]} & spans
    )


def level(derived: int) -> int:
    """Return the level 1..5 of a problem with that many derived expressions (at least 1)."""
    return LEVELS.get(derived, 5)


def spaced(text: str) -> str:
    """Return Chinese text with one blank around mathematics and none between characters."""
    parts = text.split("$")
    words = [re.sub(rf"(?<={CJK}) +(?={CJK})", "", part).strip(" ") for part in parts[::2]]
    out = words[0]
    for span, word in zip(parts[1::2], words[1:], strict=True):
        before = " " if out and not re.search(r"[\u3000-\u303f\uff00-\uffef]$", out) else ""
        after = " " if word and not re.match(r"[\u3000-\u303f\uff00-\uffef]", word) else ""
        out += f"{before}${span}${after}{word}"
    return out


def links(draft: Draft) -> list[dict[str, str]]:
    """Return the edges in solution order."""
    return [
        {"rel": source.relation, "source": node_id(source.node), "target": latex(node.expr)}
        for node in draft.derived
        for source in node.sources
    ]


def texts(draft: Draft) -> dict[str, str]:
    """Return the text nodes, English sentence -> Chinese sentence, in order of use."""
    nodes = [source.node for node in draft.derived for source in node.sources]
    return {node.en: spaced(node.zh) for node in nodes if isinstance(node, Text)}


def row(draft: Draft, problem_id: str, split: str) -> Row:
    """Return the line of one problem."""
    edges, sentences = links(draft), texts(draft)
    names = _in_order(name for link in edges for name in (link["source"], link["target"]))
    graph = {"directed": True, "multigraph": False, "graph": {}}
    derived = [latex(node.expr) for node in draft.derived]
    return {
        "id": problem_id,
        "split": split,
        "level": level(len(derived)),
        "template": draft.family,
        "content": draft.question[0],
        "answer": latex(draft.answer),
        "steps": " ".join(en for en, _ in draft.solution),
        "expr_cands": [name for name in names if name not in sentences],
        "exprs": derived,
        "edges": {**graph, "nodes": [{"id": name} for name in names], "links": edges},
        "variants": {
            "zh": {
                "content": spaced(draft.question[1]),
                "steps": spaced("".join(zh for _, zh in draft.solution)),
                "texts": sentences,
            }
        },
    }


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
