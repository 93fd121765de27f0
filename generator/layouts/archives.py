"""Archives -> the members that a card names, held to limits before and while they are unpacked.

Nothing is ever written: members are read into memory. Refused: absolute paths and `..`, links and
devices, a member or a total that unpacks to too much, whatever its header claims.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import IO

from generator.errors import Fault, FaultsFound
from generator.files import shown_path

MAX_MEMBER = 50_000_000
"""Bytes of one member, unpacked."""
MAX_TOTAL = 200_000_000
"""Bytes of all members that are read, unpacked."""
MAX_MEMBERS = 100_000
"""Entries of an archive."""
SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz")
"""Ends of names that are read as archives."""


def members(path: Path, pattern: str) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the members whose name fits `pattern`, in the archive's order.

    Args:
        path: a .zip or .tar.gz file.
        pattern: `*` stands for any text, slashes included.

    Raises:
        FaultsFound: the archive is broken, an entry is not safe, or it unpacks to too much.

    """
    read = _zipped if path.name.endswith(".zip") else _tarred
    left = MAX_TOTAL
    with _readable(path):
        for name, content in read(path, pattern):
            left -= len(content)
            if left < 0:
                raise _fault(path, f"unpacks to more than {MAX_TOTAL:,} bytes")
            yield name, content


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn the ways in which an archive can be broken into a fault."""
    try:
        yield
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise _fault(path, f"is no archive that can be read: {error}") from None
    except (NotImplementedError, RuntimeError, UnicodeError) as error:
        raise _fault(path, f"is packed in a way that is not read: {error}") from None


def _tarred(path: Path, pattern: str) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for number, entry in enumerate(archive):
            _check(path, entry.name, number)
            if entry.isdir():
                continue
            if not entry.isfile():
                raise _fault(path, f"{entry.name!r:.80} is a link or device")
            if fnmatchcase(entry.name, pattern):
                file = archive.extractfile(entry)
                if file is not None:
                    yield entry.name, _content(path, entry.name, entry.size, file)


def _zipped(path: Path, pattern: str) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for number, entry in enumerate(archive.infolist()):
            _check(path, entry.filename, number)
            if not entry.is_dir() and fnmatchcase(entry.filename, pattern):
                with archive.open(entry) as file:
                    yield entry.filename, _content(path, entry.filename, entry.file_size, file)


def _check(path: Path, name: str, number: int) -> None:
    """Refuse an archive with too many entries, or one whose names lead elsewhere."""
    if number >= MAX_MEMBERS:
        raise _fault(path, f"has more than {MAX_MEMBERS:,} entries")
    if PurePosixPath(name).is_absolute() or ".." in name.split("/") or "\\" in name or "\0" in name:
        raise _fault(path, f"{name!r:.80} leads out of the archive")


def _content(path: Path, name: str, size: int, file: IO[bytes]) -> bytes:
    """Return the content of a member; what unpacks to more than it may is never held whole."""
    raw = file.read(MAX_MEMBER + 1) if size <= MAX_MEMBER else b""
    if size > MAX_MEMBER or len(raw) > MAX_MEMBER:
        raise _fault(path, f"{name!r:.80} unpacks to more than {MAX_MEMBER:,} bytes")
    return raw


def _fault(path: Path, message: str) -> FaultsFound:
    cure = "get the archive of the pinned commit"
    return FaultsFound([Fault(file=shown_path(path), message=message[:300], cure=cure)])
