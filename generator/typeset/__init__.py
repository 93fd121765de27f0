"""TeX -> MathML for pages: split text, typeset in batches, check, mark.

`Typesetter` is what the renderer holds. Formulas that cannot be typeset appear as TeX in `<code>`;
`Typesetter.refused` lists them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.typeset.allowed import checked
from generator.typeset.engine import VENDOR, Engine
from generator.typeset.memo import Key, Memo
from generator.typeset.split import Piece, pieces

__all__ = ["Piece", "Typesetter", "formulas", "pieces"]

FORMAT = "2"
"""Counted up when `allowed` or `engine` change what they give."""


def formulas(text: str) -> list[Key]:
    """Return the (TeX, display) pairs in `text`, a text with delimiters."""
    return [(piece.tex, piece.display) for piece in pieces(text) if piece.tex is not None]


class Typesetter:
    """Gives checked MathML for TeX; one JavaScript context, made when it is first needed."""

    def __init__(self, memo: Path | None = None, vendor: Path = VENDOR) -> None:
        """Use the cache file `memo`; `vendor` is where Temml lies, or does not."""
        self.vendor = vendor
        self.engine: Engine | None = None
        self.memo = Memo(memo, f"{FORMAT}:{stamp(vendor)}")

    @property
    def available(self) -> bool:
        """Whether the typesetter was installed."""
        return (self.vendor / "temml.min.js").is_file()

    def prepare(self, keys: Iterable[Key]) -> None:
        """Typeset all (TeX, display) pairs that are not known yet, in one batch."""
        missing = sorted(set(keys) - self.memo.known.keys())
        if missing and self.available:
            self.engine = self.engine or Engine(self.vendor)
            results = self.engine.mathml(missing)
            self.memo.add(
                (key, checked(mathml) if mathml else None)
                for key, mathml in zip(missing, results, strict=True)
            )

    def mathml(self, tex: str, *, display: bool = False) -> str | None:
        """Return checked MathML for `tex`; None where it cannot be typeset."""
        key = (tex, display)
        if key not in self.memo.known:
            self.prepare([key])
        return self.memo.known.get(key)

    def refused(self, keys: Iterable[Key]) -> tuple[str, ...]:
        """Return the TeX of those `keys` that cannot be typeset, sorted."""
        return tuple(
            sorted({key[0] for key in keys if self.mathml(key[0], display=key[1]) is None})
        )

    def close(self) -> None:
        """Close the cache file."""
        self.memo.close()


def stamp(vendor: Path) -> str:
    """Return what tells one version of Temml from another: the size of its file."""
    file = vendor / "temml.min.js"
    return str(file.stat().st_size) if file.is_file() else "none"
