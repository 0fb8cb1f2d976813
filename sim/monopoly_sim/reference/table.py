"""The state of a game: whole numbers alone, so that compiled code can hold the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from monopoly_sim.rules.board import HOTEL, Kind, has, members
from monopoly_sim.rules.ruleset import Rules

BANK = 0
"""The owner of what no player owns. Its cash is a ledger: it starts at 0, and never runs out."""
POT = -1  # the jackpot on free parking, as a payer and payee
FREE = 0  # in `Table.jail`, a player who is not in jail


class Trade(NamedTuple):
    partner: int = 0  # the seat that it is put to; 0 for no trade
    given: int = 0
    got: int = 0  # sets of deeds that the proposer gives and gets
    cash: int = 0  # what the proposer pays; negative for what the partner pays
    cards_given: int = 0
    cards_got: int = 0  # how many cards that open the jail


NO_TRADE = Trade()


class Table:
    """What lies on the table; lists by seat have an entry 0 for the bank."""

    def __init__(self, rules: Rules, decks: tuple[list[int], list[int]]) -> None:
        seats, board = rules.players + 1, rules.board
        self.rules = rules
        self.cash = [-sum(rules.start_cash), *rules.start_cash]  # the bank's: got less paid
        self.pot = 0  # the jackpot on free parking
        self.position = [0] * seats
        self.deeds = [board.deeds, *[0] * rules.players]  # sets; the bank's are those nobody owns
        self.owner = [BANK] * board.size  # by square
        self.mortgaged = 0  # the set of deeds with a mortgage
        self.level = [0] * board.size  # by square: houses, or `HOTEL`
        self.houses, self.hotels = rules.houses, rules.hotels  # what the bank has
        # For each deck, the places of its cards in the ruleset, in the order in which they come
        # up; and by seat, those of the cards held, which open the jail and are in no deck.
        self.decks = [list(deck) for deck in decks]
        self.held: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in decks]
        self.jail = [FREE] * seats  # or which turn in jail is to come, from 1
        self.speed = [0] * seats  # 1 in the turn of the first GO, 2 once the speed die is used
        self.seats, self.out = list(range(1, seats)), list[int]()  # bankrupt ones as they left
        self.rolls, self.decisions = [0] * seats, [0] * seats  # how many there have been
        self.thrown = 0  # the last roll, in which bus and Mr. Monopoly count nothing
        self.throws = 0  # for rents since then
        self.touched = set(range(1, seats))  # whose cash, deeds or buildings changed
        self.refused = [NO_TRADE] * seats  # the last proposal of this round
        self.received = 0  # deeds that a player just got with a mortgage: interest is due
        self.round = self.turn = 1
        self.quiet_since = 0  # the last round with a trade, a purchase or a building
        self.ending = 0  # an `Ending`

    def others(self, seat: int) -> list[int]:
        """Return the other living seats in turn order, from the left neighbour on."""
        later = [each for each in self.seats if each > seat]
        return later + [each for each in self.seats if each < seat]


def jail_cards(table: Table, seat: int) -> int:
    return sum(len(held[seat]) for held in table.held)


def missing(table: Table, seat: int) -> int:
    """Return the streets each of which is the last that a player lacks of a group begun."""
    lacking = [(group, group & ~table.deeds[seat]) for group in table.rules.board.groups]
    return sum(lack for group, lack in lacking if lack.bit_count() == 1 and lack != group)


def levels(table: Table, square: int) -> list[int]:
    return [table.level[each] for each in members(table.rules.board.group[square])]


def net_worth(table: Table, seat: int) -> int:
    """Return cash, deeds (half the price if mortgaged) and buildings at what they cost."""
    board, worth = table.rules.board, table.cash[seat]
    for square in members(table.deeds[seat]):
        prices = board.mortgages if has(table.mortgaged, square) else board.prices
        worth += prices[square] + table.level[square] * board.house_prices[square]
    return worth


def can_raise(table: Table, seat: int) -> int:
    """Return what a player gets by selling all buildings and mortgaging all deeds."""
    board, clear = table.rules.board, table.deeds[seat] & ~table.mortgaged
    return sum(
        table.level[each] * (board.house_prices[each] // 2) + board.mortgages[each]
        for each in members(clear)
    )


def why_not_mortgage(table: Table, seat: int, square: int) -> str:
    """Return why a player cannot mortgage a deed; "", as all `why_not_`, if it is allowed."""
    if not has(table.deeds[seat], square):
        return "the player does not own it"
    if has(table.mortgaged, square):
        return "it is mortgaged already"
    if any(levels(table, square)):
        return "its group is built on: sell the buildings first"
    return ""


def why_not_redeem(table: Table, seat: int, square: int) -> str:
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
    return sum(table.rules.interest(square) for square in members(deeds & table.mortgaged))


def why_not_trade(table: Table, seat: int, trade: Trade) -> str:
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
            if any(levels(table, square)):
                yield f"the group of square {square} is built on: sell the buildings first"
        if not 0 <= cards <= jail_cards(table, giver):
            yield (
                f"seat {giver} cannot give {cards} cards that open the jail, and holds "
                f"{jail_cards(table, giver)}"
            )
        due = max(cash, cash + interest_on(table, gains))
        if table.cash[giver] < due:
            yield f"seat {giver} has {table.cash[giver]} of the {due} that are due"
    if not (trade.given or trade.got or trade.cards_given or trade.cards_got):
        yield "no deed and no card changes hands"


def pays_rent(table: Table, square: int, visitor: int) -> bool:
    owner = table.owner[square]
    if owner in {BANK, visitor} or has(table.mortgaged, square):
        return False
    return table.rules.jail_rent or table.jail[owner] == FREE


def rent_of(table: Table, square: int, dice: int) -> int:
    """Return the rent of an owned deed without a mortgage; `dice` is what a utility multiplies."""
    match table.rules.board.kinds[square]:
        case Kind.STREET:
            return street_rent(table, square)
        case Kind.RAILWAY:
            return table.rules.railway_rents[_owned(table, square, table.rules.board.railways) - 1]
        case _:
            owned = _owned(table, square, table.rules.board.utilities)
            return dice * table.rules.utility_factors[owned - 1]


def street_rent(table: Table, square: int) -> int:
    rents, level = table.rules.board.rents[square], table.level[square]
    group = table.rules.board.group[square]
    doubled = level == 0 and not group & ~table.deeds[table.owner[square]]
    if doubled and table.rules.double_rent_needs_clear_group:
        doubled = not group & table.mortgaged
    return rents[level] * (2 if doubled else 1)


def _owned(table: Table, square: int, alike: int) -> int:
    owned = table.deeds[table.owner[square]] & alike
    if not table.rules.mortgaged_railways_count:
        owned &= ~table.mortgaged
    return owned.bit_count()


def largest_bill(table: Table) -> int:
    board, deeds = table.rules.board, table.rules.board.deeds & ~table.mortgaged
    rents = [
        rent_of(table, square, dice=12)
        for square in range(board.size)
        if has(deeds, square) and table.owner[square] != BANK
    ]
    return max([*rents, *board.taxes])


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
    lowest = min(levels(table, square))
    if level == HOTEL:
        return "it has a hotel, the most there is"
    if level > lowest:
        return f"building is even: another street of the group is at {lowest}, this one at {level}"
    what, left = (
        ("hotel", table.hotels) if is_hotel_next(table, square) else ("house", table.houses)
    )
    return "" if left else f"the bank has no {what} left"


def why_not_build(table: Table, seat: int, square: int) -> str:
    price = table.rules.board.house_prices[square]
    reason = why_not_place(table, seat, square)
    if reason or table.cash[seat] >= price:
        return reason
    return f"it costs {price}, and the player has {table.cash[seat]}"


def why_not_sell(table: Table, seat: int, square: int) -> str:
    if not has(table.deeds[seat], square) or not table.level[square]:
        return "the player has no building there"
    highest = max(levels(table, square))
    if table.level[square] < highest:
        return f"selling is even: another street of the group is at {highest}"
    return ""


def is_hotel_next(table: Table, square: int) -> bool:
    return table.level[square] == HOTEL - 1


def levels_after_sale(table: Table, square: int) -> dict[int, int]:
    """Return the levels of the streets that change when a building on one of them is sold.

    Four houses replace a hotel. If the bank lacks them, the group is sold down to as many houses as
    the bank can serve, even, the first streets with one more where they do not divide.
    """
    level, streets = table.level[square], members(table.rules.board.group[square])
    if level < HOTEL or table.houses >= HOTEL - 1:
        return {square: level - 1}
    own = sum(table.level[each] for each in streets if table.level[each] < HOTEL)
    each, odd = divmod(table.houses + own, len(streets))
    even = {street: each + (place < odd) for place, street in enumerate(streets)}
    return {street: level for street, level in even.items() if level != table.level[street]}


def set_level(table: Table, square: int, level: int) -> None:
    """Set a street's buildings; those that it had go back to the bank."""
    for old, change in ((table.level[square], 1), (level, -1)):
        if old == HOTEL:
            table.hotels += change
        else:
            table.houses += old * change
    table.level[square] = level


def could_place(table: Table, seat: int, hotel: bool) -> int:
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
    return max(streets, key=lambda each: (table.rules.board.prices[each], each), default=-1)
