"""The two YAML files people write: `dataset.yaml` -> DatasetCard, `run.yaml` -> RunCard."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from generator.records import AnswerType, Language

SLUG = r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$"
"""Folder and id grammar: lower case letters, digits, single dots and hyphens between them."""

Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=80)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Link = Annotated[str, StringConstraints(pattern=r"^https://[^\s\"'<>]+$", max_length=500)]


class Card(BaseModel):
    """Base: unknown keys are errors, nothing is coerced (a quoted "yes" is no boolean)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SourceFile(Card):
    """One upstream file of a dataset that we may not copy."""

    path: str
    """Path under the source's root, slash separated."""
    split: Slug
    """Split that the file holds."""
    sha256: Sha256
    """Hash of the file as it was read."""
    problems: int = Field(gt=0)
    """Problems counted in the file."""


class Source(Card):
    """Where a dataset comes from."""

    repository: Link
    """Home of the data."""
    revision: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
    """Commit that is pinned."""
    raw: Link
    """Address of the root that `files[].path` are relative to, with the revision in it."""
    files: tuple[SourceFile, ...] = Field(min_length=1, strict=False)
    """Every file that is read, at least one."""


class Defect(Card):
    """A known fault of a dataset, told to the reader."""

    summary: Sentence
    """What is wrong, in a sentence."""
    problems: tuple[str, ...] = Field(default=(), strict=False)
    """Ids of the problems concerned; empty when it is about the whole."""


class StatedSize(Card):
    """A size that the paper states, to be shown beside the counted one."""

    what: Sentence
    """What was counted, in the paper's words."""
    value: float
    """The figure as printed."""


class DatasetCard(Card):
    """What a dataset is, where it comes from and how it is judged (`dataset.yaml`)."""

    id: Slug
    """Equal to the folder's name."""
    title: Sentence
    """Name for readers."""
    summary: Sentence
    """One sentence for boards and lists."""
    version: Annotated[str, StringConstraints(pattern=r"^\d+(\.\d+)*$")]
    """Version of the problems, digits and dots."""
    languages: tuple[Language, ...] = Field(min_length=1, strict=False)
    """First one is that of `question`; more where problems have variants."""
    licence: Sentence
    """Name of the licence of the problems."""
    licence_url: Link
    """Text of the licence."""
    citation: str = ""
    """BibTeX."""
    released: dt.date | None = Field(default=None, strict=False)
    """Day the dataset came out; None where unknown."""
    answer_type: AnswerType
    """What the gold answers are."""
    format: Slug
    """A key of generator.problems.READERS."""
    splits: dict[Slug, int]
    """Problems per split, counted from the file."""
    board: Slug
    """Split that the board ranks."""
    graphs: bool
    """Whether problems have expression flow graphs."""
    source: Source | None = None
    """None for a dataset of our own that lies in git."""
    stated: tuple[StatedSize, ...] = Field(default=(), strict=False)
    """Sizes of the paper, shown beside ours."""
    defects: tuple[Defect, ...] = Field(default=(), strict=False)
    """Known faults, shown on the dataset's page."""


class Shots(Card):
    """How many worked examples stood in the prompt, and which."""

    count: int = Field(ge=0)
    """Number of worked examples."""
    problems: tuple[str, ...] = Field(default=(), strict=False)
    """Ids of the exemplars, in prompt order, where they come from a dataset."""


class RunCard(Card):
    """What a run is (`run.yaml`): everything but the responses and the numbers."""

    dataset: Slug
    """Id of the dataset, equal to the parent folder's name."""
    split: Slug
    """Split that was answered."""
    method: Slug
    """Equal to the part of the folder's name before `--`."""
    model: Slug
    """Equal to the part after `--`; `none` for a method without a model."""
    title: Sentence
    """Method and model as a reader should see them."""
    date: dt.date = Field(strict=False)
    """Day the responses were made."""
    language: Language = "en"
    """Language the problems were put in."""
    shots: Shots = Shots(count=0)
    """Worked examples in the prompt."""
    settings: dict[str, str | int | float | bool | None] = {}
    """Parameters that were sent (temperature, max_tokens, seed, ...)."""
    paper: Link | None = None
    """Paper of the method."""
    code: Link | None = None
    """Code that made the responses."""
    contributor: Sentence = "Failwhere"
    """Who submitted the run."""
    training_overlap: Literal["no", "possible", "yes", "unknown"] = "unknown"
    """Whether the model may have been trained on the problems."""
    notes: str = ""
    """Anything a reader should know."""
