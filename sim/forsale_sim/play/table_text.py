"""The table and the legal moves as text, for a person who has to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strategy_lab.text_columns import aligned
from strategy_lab.wording import counted

from forsale_sim.cards import count, members
from forsale_sim.play.typed_answers import legal_moves_text
from forsale_sim.reference.auction import Auction
from forsale_sim.reference.card_sets import spaced
from forsale_sim.reference.events import Pass
from forsale_sim.reference.game import Game
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.story import pass_gains

WIDTH = 80
"""Of a terminal."""

NUMBERS = {"seat", "coins", "bid", "cheques"}


def table_text(game: Game, names: Sequence[str]) -> str:
    """Return the table as the player to act sees it, with the names of the players by seat."""
    return "\n".join(_lines(game, names))


def prompt(game: Game) -> str:
    """Return the legal moves and the result of a pass in words."""
    if game.auction is None:
        return f"Type {legal_moves_text(game)}."
    return f"Type {legal_moves_text(game)}. A pass {passing(game, game.auction)}."


def passing(game: Game, auction: Auction) -> str:
    """Return the result of a pass in words: ``"takes house 4 for nothing"``."""
    house = auction.pass_house or None
    passed = Pass(game.round, auction.turn, house, auction.own_bid, auction.pass_refund)
    return pass_gains(passed)


def move_text(game: Game, move: int) -> str:
    """Return a move of the player to act in words: ``"bid 5"``, ``"sell 12"``."""
    if game.auction is None:
        return f"sell {move}"
    return f"bid {move}" if move else "pass"


def position_text(game: Game) -> str:
    """Return the table in a sentence, as the player to act sees it."""
    seat = game.to_act
    own = f"seat {seat} holds {_hand(game, seat)}, and {counted(game.coins[seat], 'coin')}"
    if game.auction:
        bids = [f"seat {each} {_stand(game.auction, each)}" for each in game.coins if each != seat]
        return f"Houses {spaced(members(game.auction.houses))}; {', '.join(bids)}; {own}."
    cheques = members(game.sale.cheques) if game.sale else []
    values = spaced(game.rules.cheques[card - 1] for card in cheques)
    others = [f"seat {each} {_hand(game, each)}" for each in game.coins if each != seat]
    return f"Cheques {values}; {own}; {', '.join(others)}."


def _hand(game: Game, seat: int) -> str:
    hand = members(game.hands[seat])
    return f"{'houses' if len(hand) > 1 else 'house'} {spaced(hand)}" if hand else "no house"


def _stand(auction: Auction, seat: int) -> str:
    if seat not in auction.bidders:
        return "has passed"
    return f"bids {auction.bids[seat]}" if auction.bids[seat] else "no bid"


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
