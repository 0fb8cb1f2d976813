"""Playouts with the compiled engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.compile_progress import compiling_counted
from strategy_lab.plugins.compiling import codes_of, compile_field
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import GameWords

from forsale_sim.engine.state import BID, SELL, new_table
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view
from forsale_sim.search.positions import shown_state


class CompiledPlayouts:
    """Plays games to their end with the compiled engine: up to a million a second.

    `lineup`: the strategies by seat; all can be compiled. `seed`: for the playouts' own random
    numbers.
    """

    def __init__(self, lineup: Sequence[Entrant], seed: int) -> None:
        from forsale_sim.play.kernel import play_out

        self._lineup, self._seed = lineup, seed
        self._play_out = play_out
        codes = codes_of(lineup)
        with compiling_counted([code.file for kind in codes for code in kind]):
            self._field = compile_field(lineup, codes)

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint16]:
        """Return the share of the win, in parts of a win, of the player to act: `Playouts.play`."""
        rules = game.rules
        start = state_of(game, self._seed)
        table = new_table(rules.houses)
        for phase in (BID, SELL):
            seats = slice(1, rules.players + 1)
            table[0]["functions"][phase, seats] = self._field.functions[phase]
            table[0]["arguments"][phase, seats] = self._field.arguments[phase]
        wins = np.zeros((len(moves), number), np.uint16)
        legal = self._play_out(
            start,
            start.copy(),
            table,
            game.to_act,
            np.array(moves, np.int64),
            first,
            wins,
        )
        if not legal:
            names = ", ".join(player.name for player in self._lineup)
            raise StrategyError(
                "a strategy made an illegal move or raised an exception in a playout "
                f"({names}): try each with forsale-sim check"
            )
        return wins


def state_of(game: Game, seed: int) -> NDArray[Any]:
    """Return the position of a game, in which a player is to act, for the compiled engine.

    It holds what everyone at the table knows: no cards to come, and none that lie face down.
    """
    words = GameWords(seed, game.rules.players, 0, 1).decision(game.to_act, 0)
    state = shown_state(game_view(game, words))
    state[0]["seed"] = seed
    state[0]["seating"] = 1
    return state
