"""Zstandard -> bytes, with a cap on what comes out, also in proportion to what went in."""

from __future__ import annotations

import io

import zstandard

from generator.files import MAX_FILE
from generator.importers.opening import refuse

MAGIC = b"\x28\xb5\x2f\xfd"
"""First bytes of a frame."""
MAX_RATIO = 500
"""Unpacked over packed size above FREE bytes; JSON logs stay below 60."""
FREE = 20_000_000
"""Bytes that may come out whatever the ratio."""
MAX_WINDOW = 1 << 27
"""Bytes of memory that a frame may ask for; level 22 asks for this much."""
_BLOCK = 1 << 20


def cap(packed: int) -> int:
    """Return how many bytes may come out of `packed` bytes."""
    return min(MAX_FILE, max(FREE, packed * MAX_RATIO))


def unpack(raw: bytes, shown: str) -> bytes:
    """Return the content of one frame or several behind one another.

    Raises:
        FaultsFound: it is damaged, or grows beyond `cap`.

    """
    limit = cap(len(raw))
    source = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW).stream_reader(
        io.BytesIO(raw), read_across_frames=True
    )
    found = bytearray()
    try:
        while block := source.read(_BLOCK):
            found += block
            if len(found) > limit:
                refuse(shown, f"unpacks to more than {limit:,} bytes", "give the unpacked file")
    except zstandard.ZstdError as error:
        refuse(shown, f"damaged Zstandard data: {error}"[:200], "get the file again")
    return bytes(found)
