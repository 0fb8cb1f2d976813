"""Houses and hotels: who may build and sell which, and what becomes of the bank's stock."""

from __future__ import annotations

from monopoly_sim.reference.table import Table
from monopoly_sim.rules.square_sets import has, members
from monopoly_sim.rules.squares import HOTEL


def why_not_place(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot place a building on a square, money aside; "" if it is allowed."""
    board, level = table.rules.board, table.level[square]
    if board.group_of[square] < 0:
        return "only streets are built on"
    group = board.group[square]
    if group & ~table.deeds[seat]:
        return "the player does not own the whole group"
    if group & table.mortgaged:
        return "a street of the group is mortgaged: redeem it first"
    lowest = min(table.level[each] for each in members(group))
    if level == HOTEL:
        return "it has a hotel, the most there is"
    if level > lowest:
        return f"building is even: another street of the group is at {lowest}, this one at {level}"
    what, left = (
        ("hotel", table.hotels) if is_hotel_next(table, square) else ("house", table.houses)
    )
    return "" if left else f"the bank has no {what} left"


def why_not_build(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot build on a square at the usual price; "" if it is allowed."""
    price = table.rules.board.house_prices[square]
    reason = why_not_place(table, seat, square)
    if reason or table.cash[seat] >= price:
        return reason
    return f"it costs {price}, and the player has {table.cash[seat]}"


def why_not_sell(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot sell a building on a square; "" if it is allowed."""
    if not has(table.deeds[seat], square) or not table.level[square]:
        return "the player has no building there"
    highest = max(table.level[each] for each in members(table.group(square)))
    if table.level[square] < highest:
        return f"selling is even: another street of the group is at {highest}"
    return ""


def is_hotel_next(table: Table, square: int) -> bool:
    """Return whether the next building on a street is a hotel."""
    return table.level[square] == HOTEL - 1


def place(table: Table, square: int) -> None:
    """Place the next building on a street."""
    if is_hotel_next(table, square):
        table.hotels -= 1
        table.houses += HOTEL - 1
    else:
        table.houses -= 1
    table.level[square] += 1


def levels_after_sale(table: Table, square: int) -> dict[int, int]:
    """Return the levels of the streets that change when a building on one of them is sold.

    Four houses replace a hotel. If the bank lacks them, the group is sold down to as many houses as
    the bank can serve, even, the first streets with one more where they do not divide.
    """
    level, streets = table.level[square], members(table.group(square))
    if level < HOTEL or table.houses >= HOTEL - 1:
        return {square: level - 1}
    own = sum(table.level[each] for each in streets if table.level[each] < HOTEL)
    each, odd = divmod(table.houses + own, len(streets))
    return {street: each + (place < odd) for place, street in enumerate(streets)}


def set_level(table: Table, square: int, level: int) -> None:
    """Set a street's buildings; those that it had go back to the bank."""
    for old, change in ((table.level[square], 1), (level, -1)):
        if old == HOTEL:
            table.hotels += change
        else:
            table.houses += old * change
    table.level[square] = level


def could_place(table: Table, seat: int, hotel: bool) -> int:
    """Return how many houses, or hotels, a player could place and pay for, if the bank had them."""
    board, count, cash = table.rules.board, 0, table.cash[seat]
    for group in board.groups:
        if group & ~table.deeds[seat] or group & table.mortgaged:
            continue
        streets = members(group)
        levels = [table.level[street] for street in streets]
        if hotel:
            wanted = sum(level < HOTEL for level in levels) if min(levels) >= HOTEL - 1 else 0
        else:
            wanted = sum(max(HOTEL - 1 - level, 0) for level in levels)
        wanted = min(wanted, cash // board.house_prices[streets[0]])
        cash -= wanted * board.house_prices[streets[0]]
        count += wanted
    return count


def place_for(table: Table, seat: int, hotel: bool) -> int:
    """Return the dearest street on which a player may place a house, or a hotel; -1 for none."""
    streets = [
        square
        for square in members(table.deeds[seat])
        if is_hotel_next(table, square) == hotel and not why_not_place(table, seat, square)
    ]
    prices = table.rules.board.prices
    return max(streets, key=lambda square: (prices[square], square), default=-1)
