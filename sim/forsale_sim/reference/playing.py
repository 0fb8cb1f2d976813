"""Strategies that play games on the readable engine, and what is kept of their games."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from strategy_lab import errors
from strategy_lab.errors import GameLeft, MoveError, Situation
from strategy_lab.game import IllegalMoveError, whole_number
from strategy_lab.random_words import GameWords

from forsale_sim.cards import members
from forsale_sim.reference.table import Auction, Game, Table, deal_cards, set_of
from forsale_sim.rules.ruleset import Rules
from forsale_sim.view import ByCard, Past, RandomWords, Snapshot, View, advice

PACKAGE = Path(__file__).parents[1]


def exception_text(error: BaseException) -> str:
    return errors.exception_text(error, PACKAGE, advice)


@lru_cache(maxsize=32)
def _of_rules(rules: Rules) -> dict[str, Any]:
    return {
        "rules": rules,
        **{name: getattr(rules, name) for name in ("players", "houses_per_round", "removed")},
        "coin_value": rules.coin_value,
        "deck_houses": set_of(rules.houses),
        "deck_cheques": (1 << len(rules.cheques)) - 1,
        "cheque_value": ByCard(enumerate(rules.cheques, start=1)),
        "starting_coins": dict(enumerate(rules.coins, start=1)),
    }


def game_view(game: Table, words: RandomWords, seat: int = 0) -> View:
    seat = seat or game.to_act
    auction, sale = _seen_from(seat, game.auction), game.sale
    moves = (*game.past_auctions, *([tuple(auction.last_moves.values())] if auction else []))
    offered = dict.fromkeys(members(auction.houses), game.round) if auction else {}
    shown = _of_rules(game.rules)
    return View(
        Snapshot(
            **shown,
            seat=seat,
            is_refunded=auction.is_refunded if auction else True,
            taken=auction.taken if auction else 0,
            coins=game.coins.copy(),
            hand=game.hands.copy(),
            cheques=game.cheques.copy(),
            round=game.round,
            opener=game.opener,
            seats_in=set_of(auction.bidders) if auction else 0,
            bid=auction.bids.copy() if auction else dict.fromkeys(game.coins, 0),
            highest_bid=auction.highest_bid if auction else 0,
            least_bid=auction.least_bid if auction else 1,
            houses_on_offer=auction.houses if auction else 0,
            cheques_on_offer=sale.cheques if sale else 0,
            unseen_houses=shown["deck_houses"] & ~game.seen_houses,
            unseen_cheques=shown["deck_cheques"] & ~game.seen_cheques,
            buyer=ByCard(game.buyers),
            price=ByCard(game.prices),
            auction=ByCard(game.auctions | offered),
            cheque=ByCard(game.sold_for),
            sale=ByCard(game.sales),
            past_bid=Past(moves, "bid"),
            past_least_bid=Past(moves, "least_bid"),
            past_declined=Past(moves, "declined"),
        ),
        words,
    )


def _seen_from(seat: int, auction: Auction | None) -> Auction | None:
    if auction is None or auction.turn == seat:
        return auction
    twin = auction.copy()
    twin.turn = seat
    return twin


class Player(Protocol):
    """A strategy with its parameters set: what sits in a seat."""

    @property
    def name(self) -> str: ...

    def decide(self, decision: str, view: View, /) -> int: ...


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
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


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a replayed game.

    Attributes
    ----------
    seat, strategy
        Who decided.
    view
        What the strategy saw.
    move
        What it answered: a bid, 0 to pass; or the house to sell.
    game
        A copy of the game before the move, hidden cards included.
    """

    seat: int
    strategy: str
    view: View
    move: int
    game: Game = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    game: Game  # after its last move
    seed: int  # the run's
    number: int  # the game's in the run
    lineup: Sequence[str]  # the names of the strategies by seat, seat 1 first
    decisions: list[PastDecision]  # in the order of play

    def make(self, move: int) -> None:
        """Make the next move, and keep what was known before it."""
        game, seat = self.game, self.game.to_act
        words = GameWords(self.seed, game.rules.players, self.number or 1, seating=1)
        view = game_view(game, words.decision(seat, len(self.decisions)))
        self.decisions.append(PastDecision(seat, self.lineup[seat - 1], view, move, game.copy()))
        game.step(move)


@dataclass(frozen=True, slots=True)
class _Recorded:
    player: Player
    game: Game
    kept: list[PastDecision]

    @property
    def name(self) -> str:
        return self.player.name

    def decide(self, decision: str, view: View) -> int:
        before = self.game.copy()
        move = self.player.decide(decision, view)
        self.kept.append(PastDecision(view.seat, self.name, view, move, before))
        return move


def play_recorded(
    game: Game, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> list[PastDecision]:
    kept: list[PastDecision] = []
    play_on(game, [_Recorded(player, game, kept) for player in lineup], seed, deal, seating)
    return kept
