"""A player's view of a game."""

from __future__ import annotations

from forsale_sim.reference.auction import Auction
from forsale_sim.reference.table import Table
from forsale_sim.reference.view import RandomWords, Snapshot, View


def game_view(game: Table, words: RandomWords, seat: int = 0) -> View:
    """Return the view that a seat has of a game."""
    seat = seat or game.to_act
    auction, sale = _seen_from(seat, game.auction), game.sale
    current = [tuple(auction.last_moves.values())] if auction else []
    return View(
        Snapshot(
            rules=game.rules,
            seat=seat,
            round=game.round,
            opener=game.opener,
            coins=tuple(game.coins.values()),
            hands=tuple(game.hands.values()),
            cheques=tuple(game.cheques.values()),
            bids=tuple(auction.bids.values()) if auction else (0,) * game.rules.players,
            bidders=tuple(auction.bidders) if auction else (),
            highest_bid=auction.highest_bid if auction else 0,
            least_bid=auction.least_bid if auction else 1,
            pass_house=auction.pass_house if auction else 0,
            pass_refund=auction.pass_refund if auction else 0,
            houses=auction.houses if auction else 0,
            cheques_on_offer=sale.cheques if sale else 0,
            seen_houses=game.seen_houses,
            seen_cheques=game.seen_cheques,
            buyers=game.buyers.copy(),
            prices=game.prices.copy(),
            auctions=game.auctions.copy(),
            last_moves=(*game.past_auctions, *current),
            sold_for=game.sold_for.copy(),
            sales=game.sales.copy(),
            is_refunded=auction.is_refunded if auction else True,
            taken=auction.taken if auction else 0,
        ),
        words,
    )


def _seen_from(seat: int, auction: Auction | None) -> Auction | None:
    """Return the auction as if it were the turn of `seat`."""
    if auction is None or auction.turn == seat:
        return auction
    twin = auction.copy()
    twin.turn = seat
    return twin
