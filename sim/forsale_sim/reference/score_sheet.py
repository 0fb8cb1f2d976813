"""A game as people write it down at the table, read as the game that it tells.

A line for each round, and one before them; ``#`` begins a comment::

    iello-en: Ann, Bob, Cem      the ruleset, and who played, from seat 1, who opened, in turn order
    6 11 18: 1 2 3 p p           houses on offer; bids, and p for a pass, in turn
    0 5 9 / 18 6 11              cheques on offer; the house that each sold, from seat 1

The last player of an auction takes the last house, and needs no sign; nor does a pass of someone
who cannot raise. ``-`` stands for a player without a house. What no line tells has not been played:
a game may end anywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from strategy_lab.errors import UsageError, counted
from strategy_lab.game import IllegalMoveError

from forsale_sim.reference.events import Cheques, Houses, Pass, Sell
from forsale_sim.reference.table import Game, spaced
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules

EXAMPLE = "iello-en: Ann, Bob, Cem"
PASS = "p"
NOTHING = "-"


class Round(NamedTuple):
    where: str  # the file and the line
    cards: tuple[int, ...]  # ascending
    moves: tuple[str, ...]


class ScoreSheet(NamedTuple):
    rules: Rules
    names: list[str]
    auctions: list[Round]
    sales: list[Round]

    @property
    def events(self) -> list[dict[str, object]]:
        """The rounds as lines of a trace: the cards that each shows."""
        kinds = (("houses", self.auctions), ("cheques", self.sales))
        return [{"t": kind, "cards": list(each.cards)} for kind, told in kinds for each in told]

    def play(self, game: Game, step: Callable[[int], None]) -> None:
        """Make all moves that were written down, by `step`."""
        for number, told in enumerate(self.auctions, 1):
            begun = _begun(game, Houses, number, told)
            self._hold_auction(game, number, begun, told, step)
            is_last = number == len(self.auctions) and not self.sales
            if game.phase == "buying" and game.round == number and not is_last:
                raise UsageError(
                    f"{told.where}: the auction is not over: {self._name(game.to_act)} has to bid "
                    "or pass"
                )
        for number, told in enumerate(self.sales, 1):
            _begun(game, Cheques, number, told)
            for seat in range(1, game.rules.players + 1):
                if (game.phase, game.round, game.to_act) == ("selling", number, seat):
                    self._move(seat, told, told.moves[seat - 1], step)
            self._check_sold(game, number, told)

    def _hold_auction(
        self, game: Game, number: int, begun: int, told: Round, step: Callable[[int], None]
    ) -> None:
        seen = begun + 1
        for move in told.moves:
            if move == PASS and isinstance(next(iter(game.events[seen:]), None), Pass):
                seen += 1  # who cannot raise has passed already
                continue
            if game.phase != "buying" or game.round != number:
                raise UsageError(f"{told.where}: the auction is over before {move!r}")
            seen = len(game.events) + 1
            self._move(game.to_act, told, "0" if move == PASS else move, step)

    def _move(self, seat: int, told: Round, move: str, step: Callable[[int], None]) -> None:
        if not move.isdecimal():
            raise UsageError(
                f"{told.where}: {move!r} is no move of {self._name(seat)}: write a whole bid, or "
                f"{PASS} for a pass; in a sale, the house"
            )
        try:
            step(int(move))
        except IllegalMoveError as error:
            raise UsageError(f"{told.where}: {self._name(seat)}: {error}") from error

    def _check_sold(self, game: Game, number: int, told: Round) -> None:
        sold = {
            each.seat: str(each.house)
            for each in game.events
            if isinstance(each, Sell) and each.round == number
        }
        for seat, house in enumerate(told.moves, 1):
            if house != sold.get(seat, NOTHING):
                raise UsageError(
                    f"{told.where}: {self._name(seat)} has {sold.get(seat, 'no house')} to sell, "
                    f"not {house}"
                )

    def _name(self, seat: int) -> str:
        return f"{self.names[seat - 1]} in seat {seat}"


def _begun(game: Game, kind: type[Houses | Cheques], number: int, told: Round) -> int:
    """Return the place among the events at which a round begins, whose cards must fit."""
    if kind is Cheques and game.phase == "buying":
        raise UsageError(f"{told.where}: houses are sold before all of them are bought")
    shown = [
        (n, len(event.cards)) for n, event in enumerate(game.events) if isinstance(event, kind)
    ]
    if len(shown) < number:
        raise UsageError(f"{told.where}: the game has only {counted(len(shown), 'such round')}")
    place, cards = shown[number - 1]
    if cards != len(told.cards):
        raise UsageError(
            f"{told.where}: {counted(cards, kind.t[:-1])} are on offer in this round, not "
            f"{len(told.cards)}"
        )
    return place


def read_score_sheet(text: str, origin: str) -> ScoreSheet:
    lines = [
        (f"{origin}, line {number}", line.partition("#")[0].strip())
        for number, line in enumerate(text.splitlines(), 1)
    ]
    (where, first), *rounds = [each for each in lines if each[1]] or [(origin, "")]
    ruleset, colon, players = first.rpartition(":")
    names = [name.strip() for name in players.split(",")]
    if not colon or not all(names) or re.fullmatch(r"[\d ]*", ruleset):
        raise UsageError(
            f"{where}: {first!r} is neither a trace nor the first line of a game that was written "
            f"down, which names the ruleset and who played: {EXAMPLE}"
        )
    name = ruleset.strip()
    if name.partition("[")[0] not in ruleset_names():  # a file could hold code, of whoever wrote it
        raise UsageError(
            f"{where}: {name!r} is no printed edition, nor a what-if of one such as "
            f"iello-en[refund=up]: {', '.join(ruleset_names())}"
        )
    rules = load_ruleset(name).rules(len(names))
    if rules.opener == "lot":
        raise UsageError(f"{where}: by {rules.ruleset} lots decide who opens, which no line tells")
    sheet = ScoreSheet(rules, names, [], [])
    left = {"houses": Counter(rules.houses), "cheques": Counter(rules.cheques)}
    for place, line in rounds:
        is_sale = ":" not in line
        cards, _, moves = line.partition("/" if is_sale else ":")
        kind = "cheques" if is_sale else "houses"
        told = Round(place, _cards(cards, kind, left, place), tuple(moves.split()))
        if is_sale and len(told.moves) != rules.players:
            raise UsageError(
                f"{place}: {counted(len(told.moves), 'player')} sell, but {rules.players} play: "
                f"write cheques / the house of each from seat 1, {NOTHING} for none"
            )
        (sheet.sales if is_sale else sheet.auctions).append(told)
    return sheet


def _cards(text: str, kind: str, left: dict[str, Counter[int]], where: str) -> tuple[int, ...]:
    cards = []
    for word in text.split():
        if not word.isdecimal() or left[kind][int(word)] == 0:
            raise UsageError(
                f"{where}: {word!r} is none of the {kind} that are left: "
                f"{spaced(sorted(left[kind].elements()))}"
            )
        left[kind][int(word)] -= 1
        cards.append(int(word))
    return tuple(sorted(cards))
