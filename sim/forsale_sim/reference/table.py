"""The table in print, at any moment of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from forsale_sim.reference.listing import members, spaced

if TYPE_CHECKING:
    from forsale_sim.reference.game import Game

HEADER = ("", "seat", "coins", "bid", "houses", "cheques", "money")
NUMBERS = {"seat", "coins", "bid", "cheques", "money"}


def printed(game: Game) -> str:
    """Return what lies open on the table: the offer, whose move it is, what everyone has.

    Houses already chosen in a sale are shown as chosen, not as what they are.
    """
    rows = [HEADER, *(_row(game, seat) for seat in game.coins)]
    return "\n".join([*_heading(game), "", *aligned(rows, NUMBERS)])


def aligned(rows: Sequence[Sequence[str]], numbers: Iterable[str]) -> list[str]:
    """Return rows of text as lines with columns, those headed by `numbers` flush right.

    Parameters
    ----------
    rows
        The column headings, then the rows.
    numbers
        The headings of the columns that hold numbers.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [heading in numbers for heading in rows[0]]
    return [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def _heading(game: Game) -> Iterator[str]:
    rules = game.rules
    title = f"{rules.ruleset}, {rules.players} players: "
    if game.auction:
        auction = game.auction
        house = f"house {auction.pass_house}" if auction.pass_house else "no house"
        yield f"{title}buying, round {game.round}"
        yield f"Houses on offer: {spaced(members(auction.houses))}"
        yield (
            f"Seat {game.to_act} to act: bid {auction.least_bid} to {game.coins[game.to_act]}, "
            f"or pass for {house} and {auction.pass_refund} back"
        )
    elif game.sale:
        values = (rules.cheques[card - 1] for card in members(game.sale.cheques))
        yield f"{title}selling, round {game.round}"
        yield f"Cheques on offer: {spaced(values)}"
        yield f"Seat {game.to_act} to act: choose a house to sell"
    else:
        places = game.score.places
        winners = [seat for seat in game.coins if places[seat - 1] == 1]
        yield f"{title}over"
        yield f"Won by seat {' and seat '.join(map(str, winners))}"


def _row(game: Game, seat: int) -> tuple[str, ...]:
    coins, cheques = game.coins[seat], game.cheques[seat]
    return (
        ">" if seat == game.to_act else "",
        str(seat),
        str(coins),
        _bid(game, seat),
        spaced(members(game.hands[seat])),
        str(cheques),
        str(coins + cheques),
    )


def _bid(game: Game, seat: int) -> str:
    """Return what a player has on the table: a bid, or a house face down."""
    if game.auction:
        return str(game.auction.bids[seat]) if seat in game.auction.bidders else "passed"
    if game.sale and seat in game.sale.face_down:
        return "chosen"
    return "-"
