"""Strategies at the table: one game, or a chunk of games, played by the readable engine."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from typing import Protocol

from strategy_lab.errors import MoveError, Situation
from strategy_lab.faults import GameLeft
from strategy_lab.moves import IllegalMoveError, whole_number
from strategy_lab.random_words import GameWords
from strategy_lab.seating import draw_lineup, turned

from forsale_sim.records import GameRows, empty_rows
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.faults import exception_text
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view
from forsale_sim.reference.view import View
from forsale_sim.rules.parameters import Rules


class Player(Protocol):
    """A strategy with its parameters set: what sits in a seat."""

    @property
    def name(self) -> str:
        """What the run calls it."""
        ...

    def decide(self, decision: str, view: View, /) -> int:
        """Return the move: for ``bid`` its total, 0 to pass; for ``sell`` the house."""
        ...


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
    """Deal the cards and play a game to its end."""
    game = Game(rules, deal_cards(rules, seed, deal))
    play_on(game, lineup, seed, deal, seating)
    return game


def play_on(game: Game, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1) -> None:
    """Play a game that has just begun to its end, in place.

    Arguments and errors are those of `play_game`. After an error the game is as it was before the
    move, so that it can be shown.
    """
    words = GameWords(seed, game.rules.players, deal, seating)
    decisions = dict.fromkeys(game.coins, 0)
    while seat := game.to_act:
        player = lineup[seat - 1]
        view = game_view(game, words.decision(seat, decisions[seat]))
        decisions[seat] += 1
        try:
            answer = player.decide(game.decision, view)
        except (KeyboardInterrupt, GameLeft):
            raise
        except BaseException as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, "", exception_text(error)) from error
        try:
            game.step(whole_number(answer))
        except IllegalMoveError as error:
            where = _situation(game, player, deal, seating)
            raise MoveError(where, reprlib.repr(answer), str(error)) from error


def _situation(game: Game, player: Player, deal: int, seating: int) -> Situation:
    return Situation(
        strategy=player.name,
        ruleset=game.rules.ruleset,
        players=game.rules.players,
        deal=deal,
        seating=seating,
        seat=game.to_act,
        phase=game.phase,
        round=game.round,
    )


def play_chunk(
    rules: Rules,
    field: Sequence[Player],
    lineup: Sequence[int] | None,
    *,
    seed: int,
    first_deal: int,
    deals: int,
    seatings: int,
    refilled_after: int | None = None,
    detail: bool = False,
) -> GameRows:
    """Play every deal of a chunk under each of its seatings."""
    rows = empty_rows(deals, rules.players, seatings=seatings, first_deal=first_deal, detail=detail)
    row = 0
    for deal in range(first_deal, first_deal + deals):
        indices = lineup or draw_lineup(
            seed, rules.players, deal, len(field), refilled_after or len(field)
        )
        cards = deal_cards(rules, seed, deal)
        for seating in range(1, seatings + 1):
            seats = turned(indices, seating)
            game = Game(rules, cards)
            play_on(game, [field[index] for index in seats], seed, deal, seating)
            rows.strategy[row] = seats
            write_row(game, rows, row)
            row += 1
    return rows


def write_row(game: Game, rows: GameRows, row: int) -> None:
    """Write a finished game into entry `row` of `rows`, in place: all fields but `strategy`."""
    score = game.score
    rows.score[row] = score.money
    rows.coins[row] = score.coins
    rows.place[row] = score.places
    rows.win[row] = score.wins
    if not len(rows.detail):
        return
    for house, buyer in game.buyers.items():
        rows.buyer[row, house - 1] = buyer
        rows.price[row, house - 1] = game.prices[house]
        rows.bought[row, house - 1] = game.auctions[house]
        rows.cheque[row, house - 1] = game.sold_for[house]
        rows.sold[row, house - 1] = game.sales[house]
