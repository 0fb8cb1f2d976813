"""Playouts: a game played to its end from the present position, many times, after each move.

Each playout shuffles the cards that nobody has seen, those set aside among them, so that it knows
nothing of the real deck. Houses that others have put face down are chosen again. Random numbers are
the playouts' own. All moves get the same cards, which makes differences between them more precise
than what each is worth.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.bits import copy_record
from strategy_lab.compiled.caching import compiled
from strategy_lab.compiled.random import U64, begin_decision
from strategy_lab.display.text_tables import estimates
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.compiling import codes_of, compile_field, compiling_counted
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.random_words import GameWords
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import LEVEL, Ratio, rate_interval, t_quantile

from forsale_sim.engine import game, kernel
from forsale_sim.engine.state import BID, SELL, new_table
from forsale_sim.reference.table import Game, game_view
from forsale_sim.search.rollouts import outcome, played_on, shuffle_unseen
from forsale_sim.search.sales import shown_state

OWN_NUMBERS = 0x70_6C_61_79_6F_75_74_73
"""The bits in which the seed of playouts differs from that of the game."""


def seed_of_playouts(seed: int) -> int:
    return seed ^ OWN_NUMBERS


STAGES = 2**32  # playouts that a stage can have without sharing random numbers with another stage

Wins = NDArray[np.float64]  # (moves, playouts): the share of the win


class Estimate(NamedTuple):
    """A chance of a win, or a difference of two, with a 95 % interval; as fractions."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        value, low, high = (100 * np.array([part]) for part in self)
        return estimates(value, low, high)[0]


def sample(
    playouts: Playouts,
    game: Game,
    moves: Sequence[int],
    stage: int,
    *,
    most: int,
    seconds: float,
) -> Wins:
    end = time.monotonic() + seconds
    parts: list[NDArray[np.uint16]] = []
    size, done = 2, 0  # each batch is twice as large as the one before
    while done < most and (not parts or time.monotonic() < end):
        number = min(size, most - done)
        parts.append(playouts.play(game, moves, stage * STAGES + done, number))
        done += number
        size = min(2 * size, 512)  # a small part of a second, so that Ctrl-C is noticed
    return np.concatenate(parts, axis=1) / whole_win(game.rules.players)


def chance(wins: NDArray[np.float64]) -> Estimate:
    number, value = np.array([len(wins)]), wins.mean()
    error = wins.std(ddof=1) / np.sqrt(len(wins))
    interval = rate_interval(Ratio(np.array([value]), np.array([error]), number, number))
    return Estimate(float(value), float(interval.low[0]), float(interval.high[0]))


def worse_than_best(wins: Wins) -> list[int]:
    """Return which moves are shown to be worse than the one that won most in the same playouts.

    Each difference has a one-sided t test. Bonferroni's correction for all pairs of moves covers
    that the best was picked by these playouts.
    """
    best = int(np.argmax(wins.mean(axis=1)))
    moves, playouts = wins.shape
    gains = wins[best] - wins
    with np.errstate(divide="ignore", invalid="ignore"):
        t = gains.mean(axis=1) / (gains.std(axis=1, ddof=1) / np.sqrt(playouts))
    tail = (1 - LEVEL) / max(1, moves * (moves - 1))
    quantile = t_quantile(1 - tail, playouts - 1)
    return [move for move in range(moves) if move != best and t[move] > quantile]


class Playouts:
    """Plays games of a lineup and a seed to their end: up to a million a second.

    All its strategies have to compile.
    """

    def __init__(self, lineup: Sequence[Entrant], seed: int) -> None:
        self._lineup, self._seed = lineup, seed_of_playouts(seed)
        codes = codes_of(lineup)
        with compiling_counted([code.file for kind in codes for code in kind]):
            self._field = compile_field(lineup, codes)

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint16]:
        """Return how a game comes out for the player to act, after each of some legal moves.

        They are (moves, playouts), in parts of a win.
        """
        rules = game.rules
        start = state_of(game, self._seed)
        table = new_table(rules.houses)
        for phase in (BID, SELL):
            seats = slice(1, rules.players + 1)
            table[0]["functions"][phase, seats] = self._field.functions[phase]
            table[0]["arguments"][phase, seats] = self._field.arguments[phase]
        wins = np.zeros((len(moves), number), np.uint16)
        tried = np.array(moves, np.int64)
        if not play_out(start, start.copy(), table, game.to_act, tried, first, wins):
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


# kernel: Playouts in compiled code: a game played to its end from the middle, many times for each
# move.

play_on_compiled = played_on(kernel)
"""The rollout of look-ahead searches, here with another strategy in every seat."""


@compiled
def play_out(starts, states, tables, seat, moves, first, wins):
    """Play a game to its end from the same position, often and for each of some moves of `seat`.

    `first` numbers the first playout, which names its random numbers. `wins`, (moves, playouts) in
    parts of a win, is filled in place: a playout has the same order of the cards for each move.
    Returns False if a strategy made an illegal move or raised an exception.
    """
    start, state, table = starts[0], states[0], tables[0]
    phase = BID if start.seats_in != 0 else SELL
    whole = game.parts_of_win(start.players)
    for playout in range(wins.shape[1]):
        start.deal = U64(first + playout)
        shuffle_unseen(start, table)
        begin_decision(start, U64(seat))
        for i in range(len(moves)):
            copy_record(states[0], starts[0])
            if not play_on_compiled(state, table, seat, phase, moves[i]):
                return False
            wins[i, playout] = round(whole * outcome(state, seat))
    return True
