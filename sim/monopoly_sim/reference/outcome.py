"""A game that is over as the records that tallies count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.rows import whole_win

from monopoly_sim.reference.actions import HOUSE
from monopoly_sim.reference.events import Bid, Building, Deed, Event, Payment, Proposal, Turn
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.play import result_of
from monopoly_sim.reference.table import BANK
from monopoly_sim.rows import DETAIL, ROW
from monopoly_sim.rules.parameters import Rules
from monopoly_sim.rules.square_sets import members
from monopoly_sim.rules.squares import HOTEL


def row_of(game: Game, strategies: Sequence[int]) -> NDArray[Any]:
    """Return a game that is over as a record of `ROW`; `strategies` are by seat."""
    result, players = result_of(game), game.rules.players
    row = np.zeros((), ROW)
    row["strategy"][:players] = strategies
    row["place"][:players] = result.places
    winners = result.places.count(1)
    share = whole_win(players) // winners
    row["win"][:players] = [share if place == 1 else 0 for place in result.places]
    row["score"][:players] = result.worth
    row["rounds"], row["ending"] = result.rounds, result.ending
    return row


def detail_of(game: Game) -> NDArray[Any]:
    """Return what happened in a game as a record of `DETAIL`."""
    record = np.zeros((), DETAIL)
    counts = _Counts(game.rules, record)
    for number, event in _by_round(game.events):
        counts.count(number, event)
    return record


def _by_round(events: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    number = 0
    for event in events:
        if isinstance(event, Turn):
            number = event.round
        yield number, event


class _Counts:
    """Counts events into a record of `DETAIL`."""

    def __init__(self, rules: Rules, record: NDArray[Any]) -> None:
        self._rules, self._record = rules, record
        self._owner = [BANK] * rules.board.size
        self._level = [0] * rules.board.size
        self._bidders = 0

    def count(self, number: int, event: Event) -> None:
        match event:
            case Payment(payer, _, amount, purpose, square):
                self._count_payment(number, payer, amount, purpose, square)
            case Deed(square, owner, _):
                self._owner[square] = owner
                self._count_group(number, square, owner)
            case Building(square, level):
                self._level[square] = level
                if not self._houses_left() and not self._record["shortage"]:
                    self._record["shortage"] = number
            case Proposal():
                self._record["proposals"] += 1
                self._record["trades"] += event.accepted
            case Bid(_, lot, amount) if lot >= HOUSE:
                self._bidders += amount > 0

    def _count_payment(
        self, number: int, payer: int, amount: int, purpose: str, square: int
    ) -> None:
        record = self._record
        match purpose:
            case "purchase" | "auction" if not record["buyer"][square]:
                record["buyer"][square], record["price"][square] = payer, amount
                record["auctioned"][square] = purpose == "auction"
                record["bought"][square] = number
            case "rent":
                record["visits"][square] += 1
                record["rent"][square] += amount
            case "building":
                record["buildings"][square] += amount
                record["contests"] += self._bidders > 1
                self._bidders = 0
            case "sale":
                record["buildings"][square] -= amount

    def _count_group(self, number: int, square: int, owner: int) -> None:
        board, group = self._rules.board, self._rules.board.group_of[square]
        if group < 0 or owner == BANK or self._record["group_seat"][group]:
            return
        if all(self._owner[each] == owner for each in members(board.groups[group])):
            self._record["group_seat"][group] = owner
            self._record["group_round"][group] = number

    def _houses_left(self) -> int:
        return self._rules.houses - sum(level for level in self._level if level < HOTEL)
