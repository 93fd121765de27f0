"""Which runs of a board have traces that tell how they came about."""

from __future__ import annotations

from generator.aggregate import Board, Run
from generator.records import Response


def has_process(board: Board) -> bool:
    """Return whether any response on the split of the board says more than its text."""
    return any(map(_tells, (each for run in runs_of(board) for each in run.responses)))


def _tells(response: Response) -> bool:
    said = response.messages or response.stop_reason or response.rounds
    return bool(said) or response.tokens_in is not None


def runs_of(board: Board) -> tuple[Run, ...]:
    """Return the runs on the split of the board with any response: ranked ones, then the others."""
    split = board.dataset.board
    return tuple(row.run for row in board.rows if row.run.card.split == split and row.run.responses)
