"""Where every page lies, relative to the site; the only place that spells addresses."""

from __future__ import annotations

from collections.abc import Mapping

from generator.cards import RunCard
from generator.metrics import METRICS
from generator.records import Problem, Verdict

HOME = "index.html"
METRICS_PAGE = "metrics.html"
SUBMIT = "submit.html"
REPORTED = "reported.html"
CHANGES = "changes.html"
DATA_PAGE = "data.html"
FEED = "feed.xml"
API = "data/index.json"
EXCHANGE = "data/every-eval-ever"
"""Folder of the export in the format Every Eval Ever."""
BOARDS = "boards/index.html"
DATASETS = "datasets/index.html"
METHODS = "methods/index.html"
PROBLEMS_A_PAGE = 120

DEFINITIONS: Mapping[str, str] = {
    **{name: info.definition for name, info in METRICS.items()},
    "protocols": "protocols",
    "verdicts": "states",
    "interval": "intervals",
    "single": "one-expression",
    "partial": "partial-runs",
    "comparison": "comparisons",
    "rank": "rank-intervals",
    "ties": "tie-groups",
    "several": "several-attempts",
    "parts": "breakdowns",
    "relation": "by-relation",
    "problem": "problem-analysis",
    "traces": "from-traces",
    "turns": "maximum-turns",
    "upon": "upon-an-initialiser",
    "effort": "effort",
    "stops": "stop-reasons",
    "tools": "tool-use",
    "unsolved": "unsolved-problems",
}
"""Term -> anchor on the page of definitions."""


def definition(term: str) -> str:
    """Place where a term of a table head is defined."""
    return f"{METRICS_PAGE}#{DEFINITIONS[term]}"


def board(dataset: str) -> str:
    """Board of a dataset."""
    return f"boards/{dataset}.html"


def analysis(dataset_id: str) -> str:
    """What the numbers of a board can tell."""
    return f"analysis/{dataset_id}.html"


def process(dataset_id: str) -> str:
    """How the methods on a board got there, from their traces."""
    return f"analysis/{dataset_id}/traces.html"


def analysis_data(dataset_id: str, name: str) -> str:
    """A table of the analysis as CSV; comparisons, breakdowns, problem-analysis or traces."""
    return f"data/{dataset_id}/{name}.csv"


def dataset(id_: str) -> str:
    """Page of a dataset."""
    return f"datasets/{id_}.html"


def method(id_: str) -> str:
    """Page of a method."""
    return f"methods/{id_}.html"


def slug(card: RunCard) -> str:
    """Name of a run's folder; its anchor on trace pages too."""
    return f"{card.method}--{card.model}"


def run(card: RunCard) -> str:
    """Page of a run."""
    return f"runs/{card.dataset}/{slug(card)}.html"


def run_state(card: RunCard, state: Verdict) -> str:
    """Place on a run's page where the problems with one verdict start."""
    return f"{run(card)}#{state_anchor(state)}"


def state_anchor(state: Verdict) -> str:
    """Id of that place on the run's page."""
    return f"state-{state.replace('_', '-')}"


def run_data(card: RunCard, file: str) -> str:
    """A file of a run, copied beside the pages."""
    return f"data/{card.dataset}/{slug(card)}/{file}"


def board_data(dataset_id: str, extension: str) -> str:
    """A board as data; extension json, csv or parquet."""
    return f"data/{dataset_id}/board.{extension}"


def trace(problem: Problem) -> str:
    """Page of a problem with all runs on it: the id is the address."""
    return f"traces/{problem.id}.html"


def attempt_anchor(card: RunCard, attempt: int) -> str:
    """Permalink of one attempt of a run on a trace page."""
    return slug(card) if attempt == 0 else f"{slug(card)}--{attempt + 1}"


def problems(dataset_id: str, split: str, page: int = 1) -> str:
    """One page of the list of a split's problems; pages count from 1."""
    tail = "" if page == 1 else f"-page-{page}"
    return f"traces/{dataset_id}/{split}{tail}.html"


def verdict_data(dataset_id: str) -> str:
    """All verdicts on a dataset's board, without extension: .csv, .json and .parquet."""
    return f"data/{dataset_id}/verdicts"


def problem_data(problem: Problem) -> str:
    """All verdicts on one problem, without extension: .csv, .json and .parquet."""
    dataset_id, _, name = problem.id.partition("/")
    return f"data/{dataset_id}/problems/{name}"


def badge(dataset_id: str) -> str:
    """A picture of a board's state, to be put on other pages."""
    return f"data/{dataset_id}/badge.svg"


def dataset_citation(dataset_id: str) -> str:
    """How to cite a dataset, as BibTeX."""
    return f"data/{dataset_id}/dataset.bib"


def board_citation(dataset_id: str) -> str:
    """How to cite the state of a board, as BibTeX."""
    return f"data/{dataset_id}/board.bib"


def method_citation(method_id: str) -> str:
    """How to cite a method, as BibTeX."""
    return f"data/methods/{method_id}.bib"
