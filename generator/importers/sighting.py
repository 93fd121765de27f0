"""A path -> what is seen of it; and which importer that fits, with the reason."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow
import zstandard
from pyarrow import parquet

from generator.errors import CannotRun
from generator.importers import archive, zstd
from generator.importers.contract import Importer, Sight
from generator.importers.opening import expand

HEAD = 200_000
"""Bytes of a file that are looked at."""
NAMES = 5000
"""Names below a folder or in an archive that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The importer that fits, and why."""

    name: str
    reason: str


def detect(paths: Sequence[Path], importers: Mapping[str, Importer]) -> Guess:
    """Return the one importer that fits the paths.

    Raises:
        CannotRun: a path does not exist, or none or several importers fit; says what is seen.

    """
    sights = [sight(path) for path in paths]
    reasons = {
        name: f"{each.name} {reason}"
        for each in sights
        for name, importer in importers.items()
        if (reason := importer.suits(each)) is not None
    }
    if len(reasons) == 1:
        name, reason = next(iter(reasons.items()))
        return Guess(name=name, reason=reason)
    if reasons:
        told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
        raise CannotRun(f"the format is ambiguous, name it instead of `auto`: {told}")
    told = "; ".join(_told(each) for each in sights[:3])
    raise CannotRun(f"no format fits: {told}; name one, or map columns with csv or jsonl")


def _told(seen: Sight) -> str:
    keys = ", ".join(sorted(seen.keys or set(seen.inside))[:12])
    return f"{seen.name!r:.80} is {seen.kind} with {keys!r:.200}"


def sight(path: Path) -> Sight:
    """Return what is seen of a file or folder.

    Raises:
        CannotRun: it does not exist.
        FaultsFound: it is a link, or an archive that is refused.

    """
    if path.is_dir() and not path.is_symlink():
        names = tuple(file.relative_to(path).as_posix() for file in expand([path])[:NAMES])
        return Sight(name=path.name, kind="folder", inside=names)
    expand([path])
    with path.open("rb") as file:
        raw = file.read(HEAD)
    if raw[:4] == b"PK\3\4" and zipfile.is_zipfile(path):
        with archive.opened(path) as opened:
            return Sight(name=path.name, kind="zip", inside=opened.names[:NAMES])
    if raw[:4] == b"PAR1":
        return Sight(name=path.name, kind="parquet", inside=_columns(path))
    return _of_text(path.name, raw)


def _of_text(name: str, raw: bytes) -> Sight:
    packed = raw[:4] == zstd.MAGIC
    head = (_unpacked(raw) if packed else raw).decode(errors="replace").lstrip("\ufeff")
    keys = frozenset(first_keys(head))
    kind = "zstd" if packed else "json" if keys else "text"
    return Sight(name=name, kind=kind, keys=keys, head=head)


def _unpacked(raw: bytes) -> bytes:
    """Return the first bytes of a frame that may be cut off."""
    reader = zstandard.ZstdDecompressor(max_window_size=zstd.MAX_WINDOW).stream_reader(
        io.BytesIO(raw)
    )
    try:
        return reader.read(HEAD)
    except zstandard.ZstdError:
        return b""


def _columns(path: Path) -> tuple[str, ...]:
    try:
        return tuple(parquet.read_schema(path).names)
    except (pyarrow.ArrowException, OSError):
        return ()


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*+)"(\s*+:)?|([\[{])|([\]}])', re.DOTALL)


def first_keys(head: str) -> Iterator[str]:
    """Yield the keys of the first object of a JSON text that may be cut off."""
    if head.lstrip()[:1] not in ("{", "["):
        return
    depth, inside = 0, 0
    for match in _TOKEN.finditer(head):
        if match[3]:
            depth += 1
            inside = inside or (depth if match[3] == "{" else 0)
        elif match[4]:
            depth -= 1
            if inside and depth < inside:
                return
        elif match[2] and depth == inside:
            yield match[1]
