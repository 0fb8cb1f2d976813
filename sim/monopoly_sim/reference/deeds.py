"""Mortgages and trades: what the rules allow to be done with deeds."""

from __future__ import annotations

from collections.abc import Iterator

from monopoly_sim.reference.table import Table, Trade
from monopoly_sim.rules.square_sets import has, members


def why_not_mortgage(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot mortgage a deed; "" if it is allowed."""
    if not has(table.deeds[seat], square):
        return "the player does not own it"
    if has(table.mortgaged, square):
        return "it is mortgaged already"
    if table.is_built(square):
        return "its group is built on: sell the buildings first"
    return ""


def why_not_redeem(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot redeem a deed; "" if it is allowed."""
    if not has(table.deeds[seat] & table.mortgaged, square):
        return "the player owns no mortgage on it"
    price = redemption(table, square)
    if table.cash[seat] < price:
        return f"it costs {price}, and the player has {table.cash[seat]}"
    return ""


def redemption(table: Table, square: int) -> int:
    """Return what it costs to redeem a deed: its mortgage and interest."""
    return table.rules.board.mortgages[square] + table.rules.interest(square)


def interest_on(table: Table, deeds: int) -> int:
    """Return the interest on those of some deeds that are mortgaged."""
    return sum(table.rules.interest(square) for square in members(deeds & table.mortgaged))


def why_not_trade(table: Table, seat: int, trade: Trade) -> str:
    """Return why a player cannot propose a trade; "" if it is allowed."""
    return next(_objections(table, seat, trade), "")


def _objections(table: Table, seat: int, trade: Trade) -> Iterator[str]:
    partner = trade.partner
    if partner == seat or partner not in table.seats:
        yield f"seat {partner} is no other player in the game"
    sides = (
        (seat, trade.given, trade.got, trade.cash, trade.cards_given),
        (partner, trade.got, trade.given, -trade.cash, trade.cards_got),
    )
    for giver, deeds, gains, cash, cards in sides:
        if deeds & ~table.deeds[giver]:
            yield f"seat {giver} does not own all of {list(members(abs(deeds)))}"
        for square in members(deeds):
            if table.is_built(square):
                yield f"the group of square {square} is built on: sell the buildings first"
        if not 0 <= cards <= table.jail_cards(giver):
            yield (
                f"seat {giver} cannot give {cards} cards that open the jail, and holds "
                f"{table.jail_cards(giver)}"
            )
        due = max(cash, cash + interest_on(table, gains))
        if table.cash[giver] < due:
            yield f"seat {giver} has {table.cash[giver]} of the {due} that are due"
    if not (trade.given or trade.got or trade.cards_given or trade.cards_got):
        yield "no deed and no card changes hands"
