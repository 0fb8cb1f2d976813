"""What a person needs to see to decide: the table, and what each move would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forsale_sim.cards import count
from forsale_sim.play.asking import legal
from forsale_sim.reference.auction import Auction
from forsale_sim.reference.events import Pass
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import members, spaced
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.story import gains
from forsale_sim.reference.table import aligned

NUMBERS = {"seat", "coins", "bid", "cheques"}


def table(game: Game, names: Sequence[str]) -> str:
    """Return the table as the player to act sees it.

    Parameters
    ----------
    game
        Somebody is to act in it.
    names
        What to call the player in each seat, seat 1 first.
    """
    return "\n".join(_lines(game, names))


def question(game: Game) -> str:
    """Return what the player to act can do, and what a pass would bring."""
    if game.auction is None:
        return f"Type {legal(game)}."
    return f"Type {legal(game)}. A pass {passing(game, game.auction)}."


def passing(game: Game, auction: Auction) -> str:
    """Return what a pass would bring the player to act: ``"takes house 4 for nothing"``."""
    house = auction.pass_house or None
    passed = Pass(game.round, auction.turn, house, auction.own_bid, auction.pass_refund)
    return gains(passed)


def deed(game: Game, move: int) -> str:
    """Return a move of the player to act in words: ``"bid 5"``, ``"sell 12"``."""
    if game.auction is None:
        return f"sell {move}"
    return f"bid {move}" if move else "pass"


def _lines(game: Game, names: Sequence[str]) -> Iterator[str]:
    rules = game.rules
    if game.auction:
        stage: Auction | Sale = game.auction
        offer = f"Houses on offer: {spaced(members(game.auction.houses))}"
        unseen, column = len(rules.houses) - count(game.seen_houses), "bid"
        cells = {seat: _bid(game.auction, seat) for seat in game.coins}
    elif game.sale:
        stage = game.sale
        values = (rules.cheques[card - 1] for card in members(stage.cheques))
        offer = f"Cheques on offer: {spaced(values)}"
        unseen, column = len(rules.cheques) - count(game.seen_cheques), "cheques"
        cells = {seat: str(game.cheques[seat]) for seat in game.coins}
    else:
        raise ValueError("the game is over: nobody is to act")
    aside = f" ({rules.removed} of them set aside)" if rules.removed else ""
    yield f"{offer}; {unseen} unseen{aside}"
    rows = [
        (
            ">" if seat == stage.turn else "",
            str(seat),
            names[seat - 1],
            str(game.coins[seat]),
            cells[seat],
            spaced(members(game.hands[seat])),
        )
        for seat in game.coins
    ]
    for line in aligned([("", "seat", "player", "coins", column, "houses"), *rows], NUMBERS):
        yield f"  {line}"


def _bid(auction: Auction, seat: int) -> str:
    return str(auction.bids[seat] or "-") if seat in auction.bidders else "passed"
