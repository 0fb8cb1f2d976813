"""Parses what a person types: a move, or a request such as for a hint."""

from __future__ import annotations

import re
from typing import Literal

from strategy_lab.errors import LaboratoryError

from forsale_sim.reference.card_sets import spaced
from forsale_sim.reference.game import Game

Request = Literal["back", "hint", "help", "table", "quit"]

REQUESTS: dict[str, Request] = {
    **dict.fromkeys(("b", "back"), "back"),
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
  b           take your last move back
  t           the table again
  q           leave the game; you can go on with it later
"""


class NotUnderstoodError(LaboratoryError):
    """A person typed neither a legal move nor a request; the message says what is legal."""


def parse_answer(text: str, game: Game) -> int | Request:
    """Return the legal move or the request in a line that the person to act has typed."""
    words = " ".join(text.lower().split())
    if words in REQUESTS:
        return REQUESTS[words]
    number = NUMBER.fullmatch(words)
    if words not in PASSES and not number:
        typed = f"{text.strip()!r} is no move. " if words else ""
        raise NotUnderstoodError(f"{typed}Type {legal_moves_text(game)}; ? for help.")
    verb = number["verb"] if number else None
    if verb and verb[0] != ("s" if game.auction is None else "b"):
        objection = "There is no bidding in a sale." if verb[0] == "b" else "Nothing is sold yet."
        raise NotUnderstoodError(f"{objection} Type {legal_moves_text(game)}.")
    move = int(number["number"]) if number else 0
    if move not in game.legal_moves():
        raise NotUnderstoodError(f"{_objection(move, game)} Type {legal_moves_text(game)}.")
    return move


def legal_moves_text(game: Game) -> str:
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
