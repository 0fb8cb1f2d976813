"""A player's view of a game."""

from __future__ import annotations

from forsale_sim.reference.auction import Auction
from forsale_sim.reference.game import Game
from forsale_sim.reference.view import Shown, View, Words


def look(game: Game, words: Words, seat: int = 0) -> View:
    """Return what a player sees.

    Parameters
    ----------
    game
        As played so far. The view holds copies: playing on does not change it.
    words
        The random words of the decision.
    seat
        Who looks; 0 for the player to act. The view of another shows an auction as it would be if
        it were that player's turn.
    """
    seat = seat or game.to_act
    auction, sale = _seen_from(seat, game.auction), game.sale
    return View(
        Shown(
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
            sold_for=game.sold_for.copy(),
            sales=game.sales.copy(),
        ),
        words,
    )


def _seen_from(seat: int, auction: Auction | None) -> Auction | None:
    """Return an auction in which it is the turn of `seat`."""
    if auction is None or auction.turn == seat:
        return auction
    seen = auction.copy()
    seen.turn = seat
    return seen
