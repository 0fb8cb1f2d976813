"""The exact chain of squares: how often a token is where, if cards were drawn independently.

A Markov chain over the places of a token and the doubles so far, solved by linear algebra. A place
is a square, or the jail, which has a number of its own: that of squares on the board. Each card is
a draw of its own from the whole deck; in a game a deck is a cycle, which makes hardly a
difference. The speed die is left out: where Mr. Monopoly leads depends on who owns what.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from monopoly_sim.rules.board import Code, Effect, Kind, has
from monopoly_sim.rules.ruleset import Rules
from numpy.typing import NDArray

Policy = Literal["leave", "stay"]
"""In jail: pay the fee at once, or roll for doubles as long as the rules allow, without cards."""

MOST_DOUBLES = 3

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Chain:
    # By place: the share of rolls after which, and after whose cards, the token is there.
    shares: Matrix
    rolls_per_turn: float
    # Squares that the token comes to, by dice and cards, going to jail left out.
    landings_per_roll: float


def chain_of(rules: Rules, policy: Policy) -> Chain:
    """Return the chain of a board and its decks; rules of the speed die play no part."""
    return _Solver(rules, policy).solved()


class _Solver:
    def __init__(self, rules: Rules, policy: Policy) -> None:
        self.rules, self.policy = rules, policy
        self.size = rules.board.size
        self.ends, self.landings = self._landing()
        # A state is a place with 0 to 2 doubles before; further turns in jail come after those.
        self.states = (self.size + 1) * MOST_DOUBLES + rules.jail_rolls - 1
        self.next = np.zeros((self.states, self.states))
        self.places = np.zeros((self.states, self.size + 1))
        self.landed = np.zeros(self.states)

    def solved(self) -> Chain:
        for state in range(self.states):
            for first, second in product(range(1, 7), repeat=2):
                self._roll(state, first, second)
        balance = np.vstack([self.next.T - np.eye(self.states), np.ones(self.states)])
        long_run = np.linalg.lstsq(balance, np.r_[np.zeros(self.states), 1.0], rcond=None)[0]
        first_rolls = [state for state in range(self.states) if self._doubles(state) == 0]
        return Chain(
            shares=long_run @ self.places,
            rolls_per_turn=float(1 / long_run[first_rolls].sum()),
            landings_per_roll=float(long_run @ self.landed),
        )

    def _doubles(self, state: int) -> int:
        return state // (self.size + 1) if state < (self.size + 1) * MOST_DOUBLES else 0

    def _turn_in_jail(self, state: int) -> int:
        """Return which turn in jail it is, from 1; 0 if the token is free."""
        if state >= (self.size + 1) * MOST_DOUBLES:
            return 2 + state - (self.size + 1) * MOST_DOUBLES
        return int(state == self.size)

    def _roll(self, state: int, first: int, second: int) -> None:
        doubles, turn = self._doubles(state), self._turn_in_jail(state)
        square = self.rules.board.jail if turn else state % (self.size + 1)
        is_double = first == second
        target = (square + first + second) % self.size
        if self.policy == "stay" and turn and not is_double and turn < self.rules.jail_rolls:
            self._arrive(state, self.size, (self.size + 1) * MOST_DOUBLES + turn - 1)
        elif self.policy == "stay" and turn:
            again = is_double and self.rules.jail_double_rolls_again
            self._land(state, target, int(again))
        elif is_double and doubles == MOST_DOUBLES - 1:
            self._arrive(state, self.size, self.size)
        else:
            self._land(state, target, doubles + 1 if is_double else 0)

    def _land(self, state: int, square: int, doubles: int) -> None:
        self.landed[state] += self.landings[square] / 36
        for place, chance in enumerate(self.ends[square]):
            if chance:
                after = doubles * (self.size + 1) + place if place < self.size else self.size
                self._arrive(state, place, after, chance)

    def _arrive(self, state: int, place: int, after: int, chance: float = 1.0) -> None:
        self.places[state, place] += chance / 36
        self.next[state, after] += chance / 36

    def _landing(self) -> tuple[Matrix, Matrix]:
        moves, ends = np.zeros((self.size, self.size)), np.zeros((self.size, self.size + 1))
        for square, kind in enumerate(self.rules.board.kinds):
            if kind == Kind.GO_TO_JAIL:
                ends[square, self.size] = 1
            elif kind in {Kind.DECK_A, Kind.DECK_B}:
                deck = self.rules.decks[kind - Kind.DECK_A]
                for card in deck:
                    target = self._target(square, card)
                    where = moves if target not in {square, self.size} else ends
                    where[square, target] += 1 / len(deck)
            else:
                ends[square, square] = 1
        seen = np.linalg.inv(np.eye(self.size) - moves)
        return seen @ ends, seen.sum(axis=1)

    def _target(self, square: int, card: Effect) -> int:
        board = self.rules.board
        match card.code:
            case Code.ADVANCE:
                return card.amount
            case Code.BACK:
                return (square - card.amount) % self.size
            case Code.JAIL:
                return self.size
            case Code.NEAREST_RAILWAY:
                return self._nearest(square, board.railways)
            case Code.NEAREST_UTILITY:
                return self._nearest(square, board.utilities)
            case _:
                return square

    def _nearest(self, square: int, squares: int) -> int:
        ahead = ((square + steps) % self.size for steps in range(1, self.size + 1))
        return next(each for each in ahead if has(squares, each))
