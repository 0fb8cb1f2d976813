"""Positions of games, proposals in them, and what a trade does to a chance, by playing on."""

from __future__ import annotations

from typing import Any

import numpy as np
from monopoly_sim.engine.auctions import ask, exchange, show
from monopoly_sim.engine.landing import begin_game, deal, pass_dice, play_turn, write_row
from monopoly_sim.engine.moves import can_trade, is_alive
from monopoly_sim.engine.state import ANSWER, CARDS, DECKS, new_state
from monopoly_sim.game import GAME
from monopoly_sim.rows import empty_rows
from monopoly_sim.rules.board import members, set_of
from monopoly_sim.rules.ruleset import load_ruleset
from numba import njit
from numpy.typing import NDArray
from strategy_lab.compiled.random import U64, invite, key_deal, seat_strategies, splitmix
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import load_field
from strategy_lab.rows import whole_win

PLAYERS = 4
SEAT = 1
"""Who is asked."""


@njit
def _begin(states: Any, functions: Any, arguments: Any, row: Any, number: int, rounds: int) -> bool:
    state = states[0]
    lineup = np.zeros(state.players, np.uint8)
    invite(state, functions, arguments, lineup, U64(state.players))
    state.deal, state.seating = U64(number), U64(1)
    deal(state)
    key_deal(state)
    seat_strategies(state, U64(1), U64(state.players), row[0])
    begin_game(state)
    while state.ending == 0 and state.round < rounds:
        play_turn(state, state.turn)
        pass_dice(state)
    return state.ending == 0 and is_alive(state, 1)


@njit
def _answer(states: Any, proposer: int, seat: int) -> bool:
    state = states[0]
    show(state, proposer)
    return ask(state, seat, ANSWER) != 0


@njit
def _is_allowed(states: Any, proposer: int) -> bool:
    return can_trade(states[0], proposer, states[0].trade)


@njit
def _shuffle_again(state: Any, key: Any) -> None:
    """Give other dice and cards to the rest of a game."""
    for seat in range(1, state.players + 1):
        state.dice_key[seat] = splitmix(key, U64(seat))
        state.decision_seed[seat] = splitmix(key, U64(100 + seat))
    for deck in range(DECKS):
        for last in range(state.left[deck] - 1, 0, -1):
            other = splitmix(key, U64(1000 * (deck + 1) + last)) % U64(last + 1)
            a = (state.top[deck] + last) % CARDS
            b = (state.top[deck] + np.int64(other)) % CARDS
            card = state.order[deck, a]
            state.order[deck, a], state.order[deck, b] = state.order[deck, b], card


@njit
def _play_on(
    states: Any, kept: Any, proposer: int, seat: int, trades: bool, first: int, row: Any, wins: Any
) -> None:
    state = states[0]
    for number in range(len(wins)):
        states[0] = kept[0]
        _shuffle_again(state, splitmix(U64(20_260), U64(first + number)))
        if trades:
            exchange(state, proposer, seat, state.trade[1], state.trade[2])
        while state.ending == 0:
            play_turn(state, state.turn)
            pass_dice(state)
        write_row(state, row[0])
        wins[number] = row[0].win[seat - 1]


class Table:
    """Four copies of a strategy, in the middle of games."""

    def __init__(self, spec: str, seed: int) -> None:
        field = compile_field(load_field([spec], GAME))
        self._decisions = field.functions, field.arguments
        self._state = new_state(load_ruleset("football-de").rules(PLAYERS), seed)
        self._row = empty_rows(1, PLAYERS, seatings=1, detail=False).data
        self._rng = np.random.default_rng(seed)

    def position(self, number: int) -> bool:
        """Play a game up to some round; return whether it and seat 1 are still in."""
        rounds = int(self._rng.integers(3, 40))
        return bool(_begin(self._state, *self._decisions, self._row, number, rounds))

    def propose(self) -> int:
        """Put a proposal at random on the table; return who proposes it, 0 if it is not allowed."""
        state, rng = self._state[0], self._rng
        proposer = int(rng.integers(2, PLAYERS + 1))
        given, got = (self._some(int(state["deeds"][seat])) for seat in (proposer, SEAT))
        cash = int(rng.integers(-500, 501)) if rng.random() < 0.8 else 0
        cash = max(min(cash, int(state["cash"][proposer])), -int(state["cash"][SEAT]))
        state["trade"] = SEAT, given, got, cash, 0, 0
        alive = int(state["alive"]) >> proposer & 1
        allowed = alive and given | got and _is_allowed(self._state, proposer)
        return proposer if allowed else 0

    def _some(self, deeds: int) -> int:
        """Return none to two of some deeds."""
        number = min(int(self._rng.integers(0, 3)), deeds.bit_count())
        chosen = self._rng.choice(members(deeds), number, replace=False) if number else []
        return set_of(int(square) for square in chosen)

    def is_accepted(self, proposer: int) -> bool:
        """Return what seat 1 answers to the proposal."""
        kept = self._state.copy()
        answer = bool(_answer(self._state, proposer, SEAT))
        self._state[:] = kept
        return answer

    def wins(self, proposer: int, *, trades: bool, games: int, first: int) -> NDArray[np.float64]:
        """Return how often seat 1 wins from here, (games,), with the trade or without it."""
        kept, wins = self._state.copy(), np.zeros(games)
        _play_on(self._state, kept, proposer, SEAT, trades, first, self._row, wins)
        self._state[:] = kept
        return wins / whole_win(PLAYERS)
