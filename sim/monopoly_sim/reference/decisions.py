"""The nine decisions: asks the players, and refuses answers that the rules do not allow."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from strategy_lab.errors import GameLeft, MoveError, Situation, exception_text
from strategy_lab.game import IllegalMoveError, whole_number
from strategy_lab.random_words import GameWords

from monopoly_sim.reference import defaults
from monopoly_sim.reference.table import Table, Trade
from monopoly_sim.reference.view import View

PACKAGE = Path(__file__).parents[1]

DECISIONS = (
    "buy",
    "bid",
    "manage",
    "propose",
    "answer",
    "jail",
    "raise_cash",
    "bus",
    "jump",
)

Answer = TypeVar("Answer")


class Player(Protocol):
    """What sits in a seat; functions of `defaults` stand in for decisions that it leaves out."""

    @property
    def name(self) -> str:
        """What the run calls it."""
        ...


class Decisions:
    """The players of a game, by seat, seat 1 first, who see its table."""

    def __init__(
        self, table: Table, lineup: Sequence[Player], seed: int, deal: int, seating: int
    ) -> None:
        self._table, self._lineup = table, lineup
        self._deal, self._seating = deal, seating
        self._words = GameWords(seed, table.rules.players, deal, seating)

    def ask(
        self,
        seat: int,
        decision: str,
        check: Callable[[Any], Answer],
        *arguments: object,
        least_bid: int = 0,
    ) -> Answer:
        """Return what `check` makes of a player's answer to a decision; it refuses illegal ones."""
        table, player = self._table, self._lineup[seat - 1]
        words = self._words.decision(seat, table.decisions[seat])
        table.decisions[seat] += 1
        decide = getattr(player, decision, None) or getattr(defaults, decision)
        try:
            answer = decide(View(table, seat, words, least_bid), *arguments)
        except (KeyboardInterrupt, GameLeft):
            raise
        except BaseException as error:
            raise MoveError(
                self._where(seat, decision), "", exception_text(error, PACKAGE)
            ) from error
        try:
            return check(answer)
        except IllegalMoveError as error:
            where = self._where(seat, decision)
            raise MoveError(where, reprlib.repr(answer), str(error)) from error

    def yes(self, seat: int, decision: str, *arguments: object) -> bool:
        """Return a player's yes or no."""
        return self.ask(seat, decision, yes_or_no, *arguments)

    def _where(self, seat: int, decision: str) -> Situation:
        rules = self._table.rules
        return Situation(
            strategy=self._lineup[seat - 1].name,
            ruleset=rules.ruleset,
            players=rules.players,
            deal=self._deal,
            seating=self._seating,
            seat=seat,
            phase=decision,
            round=self._table.round,
        )


def yes_or_no(answer: object) -> bool:
    """Return a strategy's answer, a bool of Python or NumPy or a whole number, as a bool."""
    if isinstance(answer, bool):
        return answer
    if type(answer).__name__ in {"bool", "bool_"}:
        return bool(answer)
    return whole_number(answer) != 0


def one_of(*allowed: int) -> Callable[[object], int]:
    """Return the check that an answer is one of some numbers."""

    def check(answer: object) -> int:
        number = whole_number(answer)
        if number not in allowed:
            choices = ", ".join(map(str, sorted(set(allowed))))
            raise IllegalMoveError(str(number), f"the choice is one of {choices}")
        return number

    return check


def trade_of(answer: object) -> Trade:
    """Return a strategy's answer, six whole numbers, as a trade."""
    if not isinstance(answer, tuple) or len(answer) != len(Trade._fields):
        raise IllegalMoveError(repr(answer), "a proposal is a Trade, or NO_TRADE")
    return Trade(*map(whole_number, answer))
