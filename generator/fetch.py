"""Brings the problems of a dataset that we may not copy: download or copy, check hashes, give ids.

Nothing is written unless every file has the hash that the card pins and every problem passes the
checks that the store makes; then problems.jsonl is written in one piece.
"""

from __future__ import annotations

import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPException
from itertools import count
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import quote, urlsplit

from generator import files, problems
from generator.cards import DatasetCard, Source, SourceFile
from generator.errors import CannotRun, Fault, FaultsFound
from generator.gather import Gather
from generator.layouts.making import rows as made_rows
from generator.layouts.opened import Opened, Place, in_folders, leads_elsewhere
from generator.problems.ids import problem_id
from generator.records import Problem
from generator.store import DATASET_CARD, PROBLEMS, Roots, dataset_folder, read_dataset_card

MAX_DOWNLOAD = 50_000_000
"""Bytes of one upstream file."""
TIMEOUT = 30.0
"""Seconds that a server may be silent."""
WHOLE = 40
"""Digits of a commit's full name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What a fetch brought."""

    card: DatasetCard
    problems: tuple[Problem, ...]
    path: Path
    """The problems.jsonl."""
    changed: bool
    """Whether the file is new or differs from the one before."""


def fetch(roots: Roots, dataset_id: str, *folders: Path) -> Fetched:
    """Write datasets/<id>/problems.jsonl from the upstream files.

    Args:
        roots: the databases.
        dataset_id: dataset whose card has a `source`.
        folders: where the upstream files lie already; none to download them.

    Raises:
        CannotRun: the network, or the folder, does not give the files.
        FaultsFound: a file has another hash than the card says, or its problems have faults.

    """
    target = dataset_folder(roots, dataset_id)
    card = read_dataset_card(target)
    if card.source is None:
        raise CannotRun(f"{dataset_id} lies in the repository; there is nothing to fetch")
    shown = files.shown_path(target / DATASET_CARD)
    _check_source(card.source, shown)
    with tempfile.TemporaryDirectory() as temporary:
        place = _below(card.source, folders) if folders else _download_to(card.source, temporary)
        rows = _rows(card, card.source, Opened(place), shown)
    text = files.jsonl_text(rows)
    numbered = list(enumerate(rows, start=1))
    read = problems.READERS[card.format](numbered, card, files.shown_path(target / PROBLEMS))
    changed = files.write_text(target / PROBLEMS, text)
    return Fetched(card=card, problems=read, path=target / PROBLEMS, changed=changed)


def _check_source(source: Source, shown: str) -> None:
    """Refuse an address that is not pinned and a path that leads out of the source's root."""
    faults = [
        Fault(file=shown, field="source.files", message=f"{path!r:.80} leads elsewhere", cure=_IN)
        for path in [*(file.path for file in source.files), *(f.path for f in source.folders)]
        if leads_elsewhere(path)
    ]
    if source.raw is not None and source.revision not in source.raw:
        message, cure = "does not hold the revision", "write the address of that commit"
        faults.append(Fault(file=shown, field="source.raw", message=message, cure=cure))
    if source.raw is not None and len(source.revision) < WHOLE:
        message, cure = "needs all 40 digits of the revision", "leave it out, or complete them"
        faults.append(Fault(file=shown, field="source.raw", message=message, cure=cure))
    if faults:
        raise FaultsFound(faults)


_IN = "write a path below the root, with / between its parts"


def _rows(card: DatasetCard, source: Source, opened: Opened, shown: str) -> list[dict[str, object]]:
    """Return the lines of problems.jsonl, after holding every file against its hash."""
    gather = Gather()
    for file in source.files:
        gather.attempt(_check_hash, file, opened, shown)
    gather.done()
    if card.layout is not None:
        return made_rows(card, card.layout, opened)
    found = [gather.attempt(_numbered, card, file, opened) for file in source.files]
    gather.done()
    return [row for rows in found if rows for row in rows]


def _check_hash(file: SourceFile, opened: Opened, shown: str) -> None:
    path = opened.path(file.path)
    have = opened.hashes[file.path]
    if have == file.sha256:
        return
    message = f"{file.path} has SHA-256 {have}, but the card {shown} pins {file.sha256}"
    cure = "get the file of the pinned commit; nothing was written"
    raise FaultsFound([Fault(file=files.shown_path(path), message=message, cure=cure)])


def _numbered(card: DatasetCard, file: SourceFile, opened: Opened) -> list[dict[str, object]]:
    """Return the lines of a file that is in the dataset's format: our id and split before them."""
    path = opened.path(file.path)
    rows = files.read_jsonl(path)
    if len(rows) != file.problems or file.split is None:
        message = f"holds {len(rows)} problems, the card says {file.problems}"
        fault = Fault(file=files.shown_path(path), message=message, cure="correct the card")
        raise FaultsFound([fault])
    return [
        {"id": problem_id(card.id, file.split, number), "split": file.split, **row}
        for number, (_, row) in enumerate(rows)
    ]


def _below(source: Source, folders: tuple[Path, ...]) -> Place:
    """Return a place in `folders`: by the card's path, in a whole checkout, or by a bare name.

    A checkout has the files below the part of the address that follows the revision.
    """
    inside = [
        raw.partition(source.revision)[2].strip("/")
        for raw in {source.raw, *(file.raw for file in source.files)}
        if raw
    ]
    roots = [folder / part for folder in folders for part in ("", *sorted(inside))]
    return in_folders(tuple(roots))


def _download_to(source: Source, folder: str) -> Place:
    """Return a place that downloads each file into `folder` when it is first asked for."""
    if source.raw is None:
        raise CannotRun(f"{source.repository} has no address for single files; {_OFFLINE}")
    other = {file.path: file.raw for file in source.files if file.raw}
    counter = count()

    def place(name: str) -> Path:
        suffix = "".join(PurePosixPath(name).suffixes[-2:])
        path = Path(folder) / f"{next(counter)}{suffix}"
        path.write_bytes(_download(f"{other.get(name, source.raw)}/{quote(name)}"))
        return path

    return place


class _HttpsOnly(urllib.request.HTTPRedirectHandler):
    """Follows a redirection only to another https address."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: object,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the next request, or fail when it would leave https."""
        if urlsplit(newurl).scheme != "https":
            raise urllib.error.URLError(f"it redirects to {newurl:.200}, which is not https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _download(url: str) -> bytes:
    """Return what `url` holds.

    Raises:
        CannotRun: it cannot be had, in full and within the limits.

    """
    if urlsplit(url).scheme != "https":
        raise CannotRun(f"{url} is not an https address")
    opener = urllib.request.build_opener(_HttpsOnly)
    try:
        with opener.open(url, timeout=TIMEOUT) as answer:
            raw = b"".join(_pieces(answer, url))
    except (OSError, HTTPException) as error:
        raise CannotRun(f"cannot download {url}: {error}\n{_OFFLINE}") from None
    return raw


_OFFLINE = "get the files another way and name their folder with --from DIR"


def _pieces(answer: IO[bytes], url: str) -> Iterator[bytes]:
    size = 0
    while piece := answer.read(1 << 16):
        size += len(piece)
        if size > MAX_DOWNLOAD:
            raise CannotRun(
                f"{url} has more than {MAX_DOWNLOAD:,} bytes; it is not the pinned file"
            )
        yield piece
