"""Structural checks of a finished line, apart from its mathematics."""

from __future__ import annotations

from typing import Any

from generator.records import RELATIONS, TEXT_RELATIONS


def faults(row: dict[str, Any]) -> list[str]:
    """Return what is wrong with the graph and texts of `row`, empty when nothing is."""
    return [*_graph_faults(row), *_text_faults(row)]


def _graph_faults(row: dict[str, Any]) -> list[str]:
    links, exprs = row["edges"]["links"], row["exprs"]
    nodes = [node["id"] for node in row["edges"]["nodes"]]
    ends = [(link["source"], link["target"]) for link in links]
    sources, targets = {a for a, _ in ends}, {b for _, b in ends}
    rank = {name: place for place, name in enumerate(exprs)}
    checks = {
        "node ids repeat": len(set(nodes)) < len(nodes),
        "derived expressions repeat": len(set(exprs)) < len(exprs),
        "no derived expression": not exprs,
        "parallel edges": len(set(ends)) < len(ends),
        "an edge ends nowhere": not (sources | targets) <= set(nodes),
        "an isolated node": bool(set(nodes) - sources - targets),
        "derived nodes differ from exprs": targets != set(exprs),
        "an unknown relation": any(link["rel"] not in RELATIONS for link in links),
        # Solution order that is topological also rules cycles out.
        "exprs out of order": any(rank.get(a, -1) >= rank.get(b, -1) for a, b in ends),
        "the last expression is no sink": bool(exprs) and exprs[-1] in sources,
    }
    return [what for what, wrong in checks.items() if wrong]


def _text_faults(row: dict[str, Any]) -> list[str]:
    links = row["edges"]["links"]
    sentences = {link["source"] for link in links if link["rel"] in TEXT_RELATIONS}
    chinese = row["variants"]["zh"]
    checks = {
        "a text node is derived": any(link["target"] in sentences for link in links),
        "a text node is an expression elsewhere": any(
            link["source"] in sentences and link["rel"] not in TEXT_RELATIONS for link in links
        ),
        "sentences without a Chinese one": set(chinese["texts"]) != sentences,
        "an empty text": not all(
            (row["content"], row["steps"], chinese["content"], chinese["steps"])
        ),
        "an open dollar": any(text.count("$") % 2 for text in _all_texts(row)),
        "a placeholder left": any("@" in text for text in _all_texts(row)),
    }
    return [what for what, wrong in checks.items() if wrong]


def _all_texts(row: dict[str, Any]) -> list[str]:
    chinese = row["variants"]["zh"]
    pairs = [text for pair in chinese["texts"].items() for text in pair]
    return [row["content"], row["steps"], chinese["content"], chinese["steps"], *pairs]
