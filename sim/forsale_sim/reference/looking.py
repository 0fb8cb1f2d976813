"""A player's view of a game."""

from __future__ import annotations

from forsale_sim.reference.game import Game
from forsale_sim.reference.view import Shown, View, Words


def look(game: Game, words: Words) -> View:
    """Return what the player to act sees.

    Parameters
    ----------
    game
        A game in which somebody is to act. The view holds copies: playing on does not change it.
    words
        The random words of the decision.
    """
    auction, sale = game.auction, game.sale
    return View(
        Shown(
            rules=game.rules,
            seat=game.to_act,
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
        ),
        words,
    )
