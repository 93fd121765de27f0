"""The YAML files people write: dataset.yaml, run.yaml, and changes.yaml of the results.

The line under a field is its description in the published schema and in what `failwhere new` lays
out.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from generator.records import AnswerType, Language

SLUG = r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$"
"""Folder and id grammar: lower case letters, digits, single dots and hyphens between them."""

NO_MODEL = "none"
"""The `model` of a run that called none."""
FAITHFUL = "-faithful"
"""End of the id of a method with the paper's own choices."""

Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=80)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Link = Annotated[str, StringConstraints(pattern=r"^https://[^\s\"'<>]+$", max_length=500)]


IN_WORDS: Mapping[str, str] = {
    SLUG: "is no id: small letters and digits, with single dots or hyphens between them",
    r"^[0-9a-f]{64}$": "is no SHA-256: 64 hexadecimal digits in small letters",
    r"^https://[^\s\"'<>]+$": "is no https address",
    r"^[0-9a-f]{7,40}$": "is no commit: 7 to 40 hexadecimal digits",
    r"^\d+(\.\d+)*$": "is no version: digits with dots between them",
    r"^\d{1,9}(\.\d{1,6})?/\d{1,9}$": "is no pair of right answers and problems like 612/1080",
    r"^[a-z0-9.-]+/[a-z0-9.-]+--[a-z0-9.-]+$": "is no run: <dataset>/<method>--<model>",
}
"""Pattern of a text in a card -> what is wrong with one that does not match."""


class Card(BaseModel):
    """Base: unknown keys are errors, nothing is coerced (a quoted "yes" is no boolean)."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class Column(Card):
    """How one field of our problems is made from the fields of an upstream record."""

    take: tuple[str, ...] = Field(min_length=1, strict=False)
    """Fields to take, dotted for nested ones (`target_scores.Yes`, `0`); `_key` is the name of a
    record in an object or archive. Those that are null or missing are passed over."""
    join: str = " "
    """Put between the values where there are several."""
    then: tuple[Slug, ...] = Field(default=(), strict=False)
    """Keys of generator.layouts.transforms.TRANSFORMS, applied in this order."""
    map: dict[str, str] = {}
    """Value -> what to write instead; a value that is not listed is a fault."""


class Lookup(Card):
    """A second file whose rows are looked up for every record."""

    path: str
    """Path of a file of the source."""
    kind: Literal["jsonl", "json", "csv", "tsv"]
    """How that file is written."""
    key: str
    """Field of its rows that is looked up; empty where the file is a list of plain keys."""
    field: str
    """Field of the record that holds the key."""
    into: str = ""
    """Field of the record that gets the row; empty to drop records without one instead."""


class Layout(Card):
    """How the upstream files of a dataset are written: all a common layout needs, without code."""

    kind: Literal["jsonl", "json", "csv", "tsv"]
    """JSON Lines; one JSON document; comma or tab separated values with a head line."""
    records: str = ""
    """Where in a JSON document the records are, dotted; empty when it is the document itself."""
    unroll: tuple[str, ...] = Field(default=(), strict=False)
    """Fields that hold lists of one length: each position becomes a record of its own."""
    keep: str = ""
    """Field with the positions of the lists that are kept, in ascending order; empty for all."""
    lookups: tuple[Lookup, ...] = Field(default=(), strict=False)
    """Further files that records are completed from, or chosen by."""
    table: Slug | None = None
    """A key of generator.layouts.tables.TABLES: how what the column `table` gives is written; None
    for problems without tables."""
    columns: dict[str, Column]
    """Field of a problem -> how it is made; `question` and `answer` are needed."""


class SourceFile(Card):
    """One upstream file of a dataset that we may not copy."""

    path: str
    """Path under the source's root, slash separated."""
    split: Slug | None = None
    """Split that the file holds; None for a file that is only looked up."""
    sha256: Sha256
    """Hash of the file as it was read."""
    problems: int = Field(default=0, ge=0)
    """Problems counted in the file; 0 for a file that is only looked up."""
    member: str = ""
    """In an archive (.zip, .tar, .tar.gz): pattern of the members to read, `*` for any name."""
    raw: Link | None = None
    """Address of the root that `path` is relative to, where it is not that of the source."""
    columns: dict[str, Column] = {}
    """Columns of this file that differ from those of the layout."""


class SourceFolder(Card):
    """Upstream files that are many and alike, such as one table each."""

    path: str
    """Path under the source's root."""
    files: int = Field(gt=0)
    """Files that are read."""
    sha256: Sha256
    """Hash of the lines `<sha256>  <path>` of the files that are read, sorted by path."""


class Source(Card):
    """Where a dataset comes from."""

    repository: Link
    """Home of the data."""
    revision: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{7,40}$")]
    """Commit that is pinned: all 40 digits where they are known; the hash of every file in any
    case, which is what is checked."""
    raw: Link | None = None
    """Address of the root that `files[].path` are relative to, with the revision in it; None where
    the files cannot be downloaded one by one, so that `--from` is needed."""
    files: tuple[SourceFile, ...] = Field(min_length=1, strict=False)
    """Every file that is read, at least one."""
    folders: tuple[SourceFolder, ...] = Field(default=(), strict=False)
    """Folders of tables that records refer to."""


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
    """A key of generator.problems.READERS: how problems.jsonl is written here."""
    layout: Layout | None = None
    """How the upstream files are written; None where they are in `format` already."""
    splits: dict[Slug, Annotated[int, Field(ge=0)]]
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


class Claim(Card):
    """A figure that the imported files state for a run; shown as a claim, never counted."""

    metric: Sentence
    """Name of the metric in the file's words."""
    value: float = Field(allow_inf_nan=False)
    """The figure in `unit`."""
    unit: Literal["percent", "fraction", "points"]
    """`percent` is 0..100, `fraction` is 0..1, `points` are marks of any size."""
    source: Sentence
    """File, or paper, that states it."""

    @model_validator(mode="after")
    def _possible(self) -> Claim:
        """Refuse a share below nothing or above everything."""
        top = {"percent": 100.0, "fraction": 1.0}.get(self.unit)
        if top is not None and not 0 <= self.value <= top:
            raise ValueError(f"{self.value:g} is no possible {self.unit}")
        return self


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
    claims: tuple[Claim, ...] = Field(default=(), strict=False)
    """Figures that the imported files state for the whole run, shown beside the recomputed ones."""
    notes: str = ""
    """Anything a reader should know."""


Tally = Annotated[str, StringConstraints(pattern=r"^\d{1,9}(\.\d{1,6})?/\d{1,9}$")]
"""Right answers / problems, as `612/1080`; a part of one where there are several attempts."""


class Move(Card):
    """One run whose number moved."""

    run: Annotated[
        str, StringConstraints(pattern=r"^[a-z0-9.-]+/[a-z0-9.-]+--[a-z0-9.-]+$", max_length=260)
    ]
    """Folder of the run below results/: `<dataset>/<method>--<model>`."""
    before: Tally | None = None
    """What the board showed; null for a run that was not there."""
    after: Tally | None = None
    """What it shows from then on; null for a run that was taken away."""


class Change(Card):
    """Numbers that moved together, and why."""

    date: dt.date = Field(strict=False)
    """Day of the change."""
    reason: Literal["judge", "data", "submission"]
    """What changed: how answers are judged, the problems of a dataset, or the responses sent in."""
    summary: Sentence
    """Why, in a sentence for readers."""
    moved: tuple[Move, ...] = Field(min_length=1, strict=False)
    """Every run whose number moved, each once."""


class Changes(Card):
    """Every change of a published number (`results/changes.yaml`), oldest first."""

    changes: tuple[Change, ...] = Field(default=(), strict=False)
    """The changes, in the order of their days."""
