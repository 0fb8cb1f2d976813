"""Learns the weights of `monopoly_strategies.chances`, by which players value trades.

::

    python -m monopoly_sim.training --games 100000

plays games among players who trade by the weights that are installed, and prints the maximum
likelihood estimates of a conditional logit [1]_ for tables of 2 to 6, with standard errors, and how
well they tell the winner in games that they were not made from.

Each game is played to some turn. Then two players are made to swap deeds and cash at random, or one
to buy a deed of the bank at a random price, and all go on. Without that, what is estimated is wrong
where it is needed: who has much cash in a game that nobody meddles with has it because of what else
he has.

References
----------
.. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
   Econometrics (1974).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np
from monopoly_strategies import chances
from numba import njit
from numba.extending import register_jitable
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp
from strategy_lab.compiled import random
from strategy_lab.compiled.random import U64
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import load_field
from strategy_lab.rows import whole_win

from monopoly_sim.engine import table
from monopoly_sim.engine.state import TRADE, new_state
from monopoly_sim.engine.turns import (
    begin_game,
    buy,
    deal,
    exchange,
    pass_dice,
    play_turn,
    write_row,
)
from monopoly_sim.engine.view import VIEWS
from monopoly_sim.game import GAME
from monopoly_sim.rows import ROW, GameRows
from monopoly_sim.rules.board import members
from monopoly_sim.rules.ruleset import load_ruleset

COUNTS = range(2, 2 + len(chances.WEIGHTS))  # the numbers of players that have weights of their own
FIELD = ("trader", "builder", "buyer")
MOST_CASH = 500
TRIES = 20  # so many swaps are drawn, until one is allowed

for _function in vars(chances).values():
    if isinstance(_function, FunctionType) and "monopoly_strategies" in _function.__module__:
        register_jitable(_function)

of_cash, standing = chances.of_cash, chances.standing
view_of = VIEWS.view_of


def positions(
    ruleset: str, players: int, games: int, seed: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games, and return how things stood after a swap or a sale, and who won, by seat.

    They are features, (positions, players, features), NaN for players who are bankrupt, and shares
    of the win, (positions, players). Games that were over before that are left out.
    """
    field = compile_field(load_field(FIELD, GAME))
    state = new_state(load_ruleset(ruleset).rules(players), seed)
    found = np.full((games, players, len(chances.WEIGHTS[0])), np.nan)
    rows = GameRows.of_records(ROW, ROW, games, players, 1, detailed=False)
    _play(state, field.functions, field.arguments, rows.data, found)
    reached = ~np.isnan(found[:, :, 0]).all(axis=1)
    return found[reached], rows.win[reached, :players] / whole_win(players)


@njit
def _play(states: Any, functions: Any, arguments: Any, rows: Any, found: Any) -> None:
    state = states[0]
    lineup = np.zeros(state.players, np.uint8)
    pool = np.zeros(functions.shape[1], np.uint8)
    for number in range(len(rows)):
        state.deal, state.seating = U64(number + 1), U64(1)
        deal(state)
        random.key_deal(state)
        random.draw_lineup(state, state, pool, lineup)
        random.invite(state, functions, arguments, lineup, U64(state.players))
        random.seat_strategies(state, U64(1), U64(state.players), rows[number])
        begin_game(state)
        # The round and the turns after which players swap or buy: half of them early, while there
        # are deeds to buy.
        rounds = _below(state, 0, 14 if _below(state, 10, 2) == 0 else 45)
        turns = _below(state, 20, 6)
        while state.ending == 0 and (state.round <= rounds or turns > 0):
            turns -= int(state.round > rounds)
            play_turn(state, state.turn)
            pass_dice(state)
        if state.ending == 0 and (_sell(state) if _below(state, 30, 2) == 0 else _swap(state)):
            _look(state, found[number])
        while state.ending == 0:
            play_turn(state, state.turn)
            pass_dice(state)
        write_row(state, rows[number])


@njit
def _below(state: Any, n: int, bound: int) -> int:
    return int((random.splitmix(state.game_key, U64(1000 + n)) >> U64(32)) % U64(bound))


@njit
def _some(state: Any, n: int, deeds: int) -> int:
    chosen = 0
    for each in range(_below(state, n, 3)):
        place = _below(state, n + 1 + each, 28)
        for square in members(deeds):
            if place == 0:
                chosen |= 1 << square
            place -= 1
    return chosen


@njit
def _sell(state: Any) -> bool:
    """Let a player buy a deed of the bank, both at random; return whether that was possible."""
    seat, place = 1 + _below(state, 40, state.players), _below(state, 50, 28)
    for square in members(state.deeds[0]):
        price = state.rules.board.prices[square] * _below(state, 60, 200) // 100
        if place == 0 and table.is_alive(state, seat) and state.cash[seat] >= price:
            buy(state, seat, square, price, False)
            return True
        place -= 1
    return False


@njit
def _swap(state: Any) -> bool:
    """Let two players swap at random; return whether a swap was found that is allowed."""
    for n in range(0, 10 * TRIES, 10):
        seat = 1 + _below(state, n + 1, state.players)
        partner = 1 + _below(state, n + 2, state.players)
        for place in range(TRADE):
            state.trade[place] = 0
        state.trade[table.PARTNER] = partner
        state.trade[table.GIVEN] = _some(state, n + 3, state.deeds[seat])
        state.trade[table.GOT] = _some(state, n + 6, state.deeds[partner])
        state.trade[table.CASH] = _below(state, n + 9, 2 * MOST_CASH + 1) - MOST_CASH
        if table.is_alive(state, seat) and table.can_trade(state, seat, state.trade):
            exchange(state, seat, partner, state.trade[table.GIVEN], state.trade[table.GOT])
            return True
    return False


@njit
def _look(state: Any, found: Any) -> None:
    for seat in members(state.alive):
        view = view_of(state, U64(seat))
        stood = standing(view, state.deeds[seat])
        values = of_cash(view, stood, float(state.cash[seat])) + stood[4]
        for place in range(len(values)):
            found[seat - 1, place] = values[place]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(
        prog="python -m monopoly_sim.training",
        description=f"Learns what deeds and cash are worth, from games of {', '.join(FIELD)}.",
    )
    parser.add_argument("--ruleset", default="football-de", help="(default: %(default)s)")
    parser.add_argument("--games", type=int, default=100_000, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args(arguments)
    for players in COUNTS:
        found, wins = positions(options.ruleset, players, options.games, options.seed)
        held = np.arange(len(wins)) % 5 == 0  # tests the weights, and has no part in them
        weights, errors = fit(found[~held], wins[~held])
        losses = [
            log_loss(found[held], wins[held], tried)[0]
            for tried in (np.zeros_like(weights), weights)
        ]
        print(f"{players} players")
        print(f"  weights  {', '.join(f'{weight:.2f}' for weight in weights)}")
        print(f"  errors   {', '.join(f'{error:.2f}' for error in errors)}")
        print(f"  loss in {held.sum():,} games held out: {losses[1]:.4f}", end="")
        print(f", of equal chances {losses[0]:.4f}", flush=True)


def fit(
    features: NDArray[Any], wins: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the maximum likelihood estimates of weights, and their standard errors."""

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        return log_loss(features, wins, weights)

    weights = minimize(loss, np.zeros(features.shape[2]), jac=True, method="BFGS").x
    chances = np.exp(_log_chances(features, weights))
    known = np.nan_to_num(features)
    mean = np.einsum("gp,gpf->gf", chances, known)
    information = np.einsum("gp,gpf,gph->fh", chances, known, known) - mean.T @ mean
    return weights, np.sqrt(np.linalg.inv(information).diagonal())


def log_loss(
    features: NDArray[Any], wins: NDArray[Any], weights: NDArray[Any]
) -> tuple[float, NDArray[np.float64]]:
    logs = _log_chances(features, weights)
    slopes = np.einsum("gp,gpf->f", np.exp(logs) - wins, np.nan_to_num(features))
    return -float(wins[wins > 0] @ logs[wins > 0]) / len(wins), slopes / len(wins)


def _log_chances(features: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    strengths = features @ weights
    strengths[np.isnan(strengths)] = -np.inf
    return np.asarray(strengths - logsumexp(strengths, axis=1, keepdims=True))


if __name__ == "__main__":
    main()
