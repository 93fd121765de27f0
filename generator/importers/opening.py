"""Foreign files and folders -> bytes, text and lines, within limits and without following links."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from generator.errors import CannotRun, Fault, FaultsFound
from generator.files import MAX_FILE, MAX_LINE, shown_path

MAX_FILES = 200_000
"""Files below the folders that are given."""
BOM = b"\xef\xbb\xbf"


def refuse(file: str, message: str, cure: str, *, line: int = 0, field: str = "") -> NoReturn:
    """Raise one fault.

    Raises:
        FaultsFound: always.

    """
    raise FaultsFound([Fault(file=file, line=line, field=field, message=message, cure=cure)])


def expand(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files that `paths` stand for; a folder stands for all files below it, sorted.

    Raises:
        CannotRun: a path does not exist.
        FaultsFound: a symbolic link, something that is no file, or more than MAX_FILES.

    """
    found: list[Path] = []
    for path in paths:
        if not path.exists() and not path.is_symlink():
            raise CannotRun(f"{path} does not exist")
        for file in _below(path):
            found.append(file)
            if len(found) > MAX_FILES:
                refuse(shown_path(path), f"holds more than {MAX_FILES:,} files", "give fewer")
    return tuple(dict.fromkeys(found))


def _below(path: Path) -> Iterator[Path]:
    """Yield the file itself, or the files below a folder; hidden ones are left out."""
    mode = path.lstat().st_mode
    if stat.S_ISDIR(mode):
        for child in sorted(path.iterdir()):
            if not child.name.startswith("."):
                yield from _below(child)
    elif stat.S_ISREG(mode):
        yield path
    else:
        what = "a symbolic link" if stat.S_ISLNK(mode) else "no regular file"
        refuse(shown_path(path), f"is {what}", "give the file itself")


def read_bytes(path: Path, *, limit: int = MAX_FILE) -> bytes:
    """Return a file of at most `limit` bytes.

    Raises:
        FaultsFound: it is larger, a link, or no regular file.

    """
    expand([path])
    if path.stat().st_size > limit:
        refuse(shown_path(path), f"is larger than {limit:,} bytes", "cut it into several files")
    with path.open("rb") as file:
        return file.read(limit)


def read_text(path: Path) -> str:
    """Return a UTF-8 file as text, without a byte order mark.

    Raises:
        FaultsFound: as `read_bytes`, and when it is not UTF-8.

    """
    return decode(read_bytes(path), shown_path(path))


def decode(raw: bytes, shown: str, *, line: int = 0) -> str:
    """Return bytes as text.

    Raises:
        FaultsFound: they are not UTF-8; the fault names the line.

    """
    try:
        return raw.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        at = line or raw.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}"
        refuse(shown, message, "save the file as UTF-8", line=at)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, empty ones left out; reads as it goes.

    Raises:
        FaultsFound: the file is too large, or a line too long or not UTF-8.

    """
    shown = shown_path(path)
    expand([path])
    if path.stat().st_size > MAX_FILE:
        refuse(shown, f"is larger than {MAX_FILE:,} bytes", "cut it into several files")
    with path.open("rb") as file:
        number = 0
        while raw := file.readline(MAX_LINE + 1):
            number += 1
            if len(raw) > MAX_LINE:
                refuse(shown, f"the line is longer than {MAX_LINE:,} bytes", "cut it", line=number)
            if text := decode(raw, shown, line=number).strip():
                yield number, text


def named(files: Sequence[Path], *suffixes: str) -> tuple[Path, ...]:
    """Return the files whose name ends in one of `suffixes`, whatever their case."""
    return tuple(path for path in files if path.name.lower().endswith(suffixes))
