"""All formulas of a site, so that the typesetter can take them in one batch."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages.conversation import LONGEST
from generator.pages.site import Site
from generator.records import Problem, Response
from generator.typeset import formulas
from generator.typeset.markup import clean


def formulas_of(site: Site) -> set[tuple[str, bool]]:
    """Return the (TeX, display) pairs of problems, responses and extracted answers."""
    found: set[tuple[str, bool]] = set()
    for dataset in site.datasets:
        for problem in dataset.paged:
            bare = [clean(tex).strip() for tex in bare_of(problem)]
            found.update((tex, False) for tex in bare if "$" not in tex)
            found.update(pair for text in prose_of(problem) for pair in formulas(clean(text)))
    for run in site.runs:
        for response in run.responses:
            texts = (text[:LONGEST] for text in texts_of(response))
            found.update(pair for text in texts for pair in formulas(clean(text)))
    return found


def bare_of(problem: Problem) -> Iterator[str]:
    """Yield the formulas of a problem that stand without delimiters."""
    yield problem.answer
    if problem.graph:
        yield from (node.id for node in problem.graph.nodes if node.kind != "text")


def prose_of(problem: Problem) -> Iterator[str]:
    """Yield the texts of a problem that have formulas between delimiters."""
    yield from (problem.question, problem.solution)
    yield from (choice.text for choice in problem.choices)
    for variant in problem.variants:
        yield from (variant.question, variant.solution, *variant.texts.values())
    if problem.graph:
        yield from (node.id for node in problem.graph.nodes if node.kind == "text")


def texts_of(response: Response) -> Iterator[str]:
    """Yield what a method wrote."""
    yield response.text
    yield from (message.content for message in response.messages)
