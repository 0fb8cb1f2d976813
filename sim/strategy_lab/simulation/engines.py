"""Who plays chunks: an engine of the game."""

from __future__ import annotations

from typing import Protocol

from strategy_lab.rows import Rows
from strategy_lab.simulation.pieces import Chunk


class Engine(Protocol):
    """Plays chunks of a plan: the same chunk always gives the same rows."""

    name: str
    """As ``--engine`` and the manifest call it."""
    chunk_games: int
    """How many games make a chunk, at most and in whole deals, that takes well under a second."""
    parallel: bool
    """Whether other threads than the main one can play, and several at once."""

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk, in detail if wanted."""
        ...
