"""Members of a ZIP file -> bytes: stored, deflated or Zstandard (method 93), within limits.

The standard library reads method 93 only from Python 3.14 on and stops at the first frame of a
member; such members are read from the file by their place and unpacked by generator.importers.zstd.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from generator.files import MAX_FILE, shown_path
from generator.importers import zstd
from generator.importers.opening import expand, refuse

MAX_MEMBERS = 200_000
MAX_TOTAL = 4_000_000_000
"""Bytes over all members, as the directory states them."""
ZSTANDARD = 93
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD)
_LOCAL = struct.Struct("<4s5H3I2H")
"""Local header of a member: 30 bytes before its name."""


class Archive:
    """An open archive whose directory has been checked."""

    def __init__(self, archive: zipfile.ZipFile, shown: str) -> None:
        """Take over `archive`; use `opened` to get one."""
        self._zip = archive
        self.shown = shown
        self.names = tuple(info.filename for info in archive.infolist() if not info.is_dir())

    def read(self, name: str) -> bytes:
        """Return a member.

        Raises:
            FaultsFound: it is damaged, packed in an unknown way, or larger than it may be.

        """
        info = self._zip.getinfo(name)
        place = f"{self.shown}!{name}"
        limit = zstd.cap(info.compress_size)
        if info.file_size > limit:
            refuse(place, f"unpacks to {info.file_size:,} bytes", "give the unpacked file")
        try:
            raw = self._unpacked(info, place, limit)
        except (zipfile.BadZipFile, zlib.error, struct.error, EOFError) as error:
            refuse(place, f"damaged: {error}"[:200], "get the file again")
        if len(raw) != info.file_size or zlib.crc32(raw) != info.CRC:
            refuse(place, "is not what the directory says", "get the file again")
        return raw

    def _unpacked(self, info: zipfile.ZipInfo, place: str, limit: int) -> bytes:
        if info.compress_type != ZSTANDARD:
            with self._zip.open(info) as member:
                return member.read(limit + 1)
        return zstd.unpack(self._raw(info), place)

    def _raw(self, info: zipfile.ZipInfo) -> bytes:
        """Return the packed bytes of a member."""
        file = self._zip.fp
        if file is None:
            raise zipfile.BadZipFile("closed")
        file.seek(info.header_offset)
        fields = _LOCAL.unpack(file.read(_LOCAL.size))
        if fields[0] != b"PK\3\4":
            raise zipfile.BadZipFile("no header where the directory says")
        file.seek(fields[-2] + fields[-1], 1)
        return file.read(info.compress_size)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Open an archive and check its directory.

    Raises:
        FaultsFound: it is no archive, too large, or has a member that is absolute, has `..`, is a
            link, stands twice, is encrypted or packed in an unknown way.

    """
    shown = shown_path(path)
    expand([path])
    if path.stat().st_size > MAX_FILE:
        refuse(shown, f"is larger than {MAX_FILE:,} bytes", "cut it into several files")
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError) as error:
        refuse(shown, f"no ZIP archive: {error}"[:200], "get the file again")
    with archive:
        _check(archive.infolist(), shown)
        yield Archive(archive, shown)


def _check(members: list[zipfile.ZipInfo], shown: str) -> None:
    names = [member.filename for member in members]
    if len(members) > MAX_MEMBERS or sum(m.file_size for m in members) > MAX_TOTAL:
        refuse(shown, "holds too many members or bytes", "cut it into several files")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        refuse(shown, f"the member {twice!r:.80} stands there twice", "delete one of the two")
    for member in members:
        if wrong := _wrong(member):
            refuse(shown, f"the member {member.filename!r:.80} {wrong}", "make the archive again")


def _wrong(member: zipfile.ZipInfo) -> str:
    """Return why a member is refused; empty when it is not."""
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
        return "leads out of the archive"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "is a symbolic link"
    if member.flag_bits & 1:
        return "is encrypted"
    return "" if member.compress_type in METHODS else "is packed in an unknown way"
