"""What a person types: read as a move or as a wish."""

from __future__ import annotations

import re
from typing import Literal

from forsale_sim.errors import ForSaleError
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import spaced

Wish = Literal["hint", "help", "table", "quit"]

WISHES: dict[str, Wish] = {
    **dict.fromkeys(("h", "hint"), "hint"),
    **dict.fromkeys(("?", "help"), "help"),
    **dict.fromkeys(("t", "table"), "table"),
    **dict.fromkeys(("q", "quit", "exit"), "quit"),
}
PASSES = ("p", "pass")
NUMBER = re.compile(r"(?:(?P<verb>bid|sell|b|s)\s*)?(?P<number>\d{1,9})", re.ASCII)

HELP = """\
  5           bid 5 in all (not 5 more); in a sale, sell house 5
  p           pass
  h           a hint: what moves are worth
  t           the table again
  q           leave the game; you can go on with it later
"""


class NotUnderstoodError(ForSaleError):
    """What a person typed is no legal move and no wish; the message says what would be."""


def understood(text: str, game: Game) -> int | Wish:
    """Return what a person typed as a move that is legal now, or as a wish.

    Parameters
    ----------
    text
        One line.
    game
        A game in which the person is to act.

    Raises
    ------
    NotUnderstoodError
        If it is neither.
    """
    words = " ".join(text.lower().split())
    if words in WISHES:
        return WISHES[words]
    number = NUMBER.fullmatch(words)
    if words not in PASSES and not number:
        typed = f"{text.strip()!r} is no move. " if words else ""
        raise NotUnderstoodError(f"{typed}Type {legal(game)}; ? for help.")
    verb = number["verb"] if number else None
    if verb and verb[0] != ("s" if game.auction is None else "b"):
        wrong = "There is no bidding in a sale." if verb[0] == "b" else "Nothing is sold yet."
        raise NotUnderstoodError(f"{wrong} Type {legal(game)}.")
    move = int(number["number"]) if number else 0
    if move not in game.legal_moves():
        raise NotUnderstoodError(f"{_objection(move, game)} Type {legal(game)}.")
    return move


def legal(game: Game) -> str:
    """Return the legal moves in words: ``"p to pass, or a bid from 5 to 12"``."""
    if game.auction is None:
        return f"a house to sell: {spaced(game.legal_moves())}"
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"from {bids[0]} to {bids[-1]}"
    return f"p to pass, or a bid {'of ' if len(bids) == 1 else ''}{span}"


def _objection(move: int, game: Game) -> str:
    if game.auction is None:
        return f"You do not hold house {move}." if move else "There is no passing in a sale."
    if move < game.auction.least_bid:
        return f"A bid of {move} is too low: the highest is {game.auction.highest_bid}."
    return f"A bid of {move} is too high: you own {game.coins[game.to_act]}."
