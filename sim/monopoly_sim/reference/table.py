"""The state of a game: whole numbers alone, so that compiled code can hold the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from monopoly_sim.rules.board import HOTEL, Kind, has, members
from monopoly_sim.rules.ruleset import Rules

BANK = 0
"""The owner of what no player owns. Its cash is a ledger: it starts at 0, and never runs out."""
POT = -1
"""The jackpot on free parking, as a payer and payee."""

FREE = 0
"""In `Table.jail`, a player who is not in jail."""


class Trade(NamedTuple):
    """A proposal to exchange deeds, cash and cards that open the jail."""

    partner: int = 0
    """The seat that it is put to; 0 for no trade."""
    given: int = 0
    got: int = 0
    """Sets of deeds that the proposer gives and gets."""
    cash: int = 0
    """What the proposer pays; negative for what the partner pays."""
    cards_given: int = 0
    cards_got: int = 0
    """How many cards that open the jail."""


NO_TRADE = Trade()


class Table:
    """What lies on the table; lists by seat have an entry 0 for the bank.

    Attributes
    ----------
    cash
        By seat. The bank's entry is what it got less what it paid.
    pot
        The jackpot on free parking.
    position
        By seat: the square.
    deeds
        By seat: the set of deeds owned; the bank's are those nobody owns.
    owner
        By square: the seat, or `BANK`.
    mortgaged
        The set of deeds with a mortgage.
    level
        By square: houses, or `HOTEL`.
    houses, hotels
        What the bank has of either.
    decks
        For each deck, the places of its cards in the ruleset, in the order in which they come up.
        Cards that players hold are not in it.
    held
        For each deck, by seat: the places of the cards held, which open the jail.
    jail
        By seat: `FREE`, or which turn in jail is to come, from 1.
    speed
        By seat: 0 until the first GO, 1 in the turn of it, 2 once the speed die is used.
    seats, out
        The seats that are not bankrupt, ascending, and the others in the order in which they left.
    rolls, decisions
        By seat: how many rolls of the dice, and decisions, there have been.
    thrown
        The sum of the last roll, in which bus and Mr. Monopoly count nothing.
    throws
        Throws for rents since then.
    touched
        The seats whose cash, deeds or buildings changed since they last were done.
    refused
        By seat: the last proposal of this round that was refused.
    received
        The deeds that a player just got with a mortgage, on which interest is due.
    round, turn
        The round, from 1, and the seat whose turn it is.
    quiet_since
        The last round with a trade, a purchase or a building.
    ending
        How the game ended: an `Ending`.
    """

    def __init__(self, rules: Rules, decks: tuple[list[int], list[int]]) -> None:
        seats, board = rules.players + 1, rules.board
        self.rules = rules
        self.cash = [-sum(rules.start_cash), *rules.start_cash]
        self.pot = 0
        self.position = [0] * seats
        self.deeds = [board.deeds, *[0] * rules.players]
        self.owner = [BANK] * board.size
        self.mortgaged = 0
        self.level = [0] * board.size
        self.houses, self.hotels = rules.houses, rules.hotels
        self.decks = [list(deck) for deck in decks]
        self.held: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in decks]
        self.jail = [FREE] * seats
        self.speed = [0] * seats
        self.seats, self.out = list(range(1, seats)), list[int]()
        self.rolls, self.decisions = [0] * seats, [0] * seats
        self.thrown = self.throws = 0
        self.touched = set(range(1, seats))
        self.refused = [NO_TRADE] * seats
        self.received = 0
        self.round = self.turn = 1
        self.quiet_since = 0
        self.ending = 0

    def seats_from(self, seat: int) -> list[int]:
        """Return the living seats in turn order, from `seat` on."""
        return [each for each in self.seats if each >= seat] + [
            each for each in self.seats if each < seat
        ]

    def others(self, seat: int) -> list[int]:
        """Return the other living seats in turn order, from the left neighbour on."""
        return [each for each in self.seats_from(seat) if each != seat]

    def jail_cards(self, seat: int) -> int:
        """Return how many cards that open the jail a player holds."""
        return sum(len(held[seat]) for held in self.held)

    def group(self, square: int) -> int:
        """Return the streets of a street's group; of another square, it alone."""
        return self.rules.board.group[square]

    def owns_group(self, seat: int, square: int) -> bool:
        """Return whether a player owns the whole group of a street."""
        return not self.group(square) & ~self.deeds[seat]

    def whole_groups(self, seat: int) -> int:
        """Return the streets of all groups that a player owns whole."""
        return sum(group for group in self.rules.board.groups if not group & ~self.deeds[seat])

    def missing(self, seat: int) -> int:
        """Return the streets each of which is the last that a player lacks of a group begun."""
        lacking = [(group, group & ~self.deeds[seat]) for group in self.rules.board.groups]
        return sum(lack for group, lack in lacking if lack.bit_count() == 1 and lack != group)

    def is_built(self, square: int) -> bool:
        """Return whether there is a building in the group of a deed."""
        return any(self.level[each] for each in members(self.group(square)))

    def building_value(self, seat: int) -> int:
        """Return what a player's buildings cost."""
        prices = self.rules.board.house_prices
        return sum(self.level[each] * prices[each] for each in members(self.deeds[seat]))

    def net_worth(self, seat: int) -> int:
        """Return cash, deeds (half the price if mortgaged) and buildings at what they cost."""
        board, deeds = self.rules.board, self.deeds[seat]
        whole = sum(board.prices[each] for each in members(deeds & ~self.mortgaged))
        half = sum(board.mortgages[each] for each in members(deeds & self.mortgaged))
        return self.cash[seat] + whole + half + self.building_value(seat)

    def can_raise(self, seat: int) -> int:
        """Return what a player gets by selling all buildings and mortgaging all deeds."""
        board, clear = self.rules.board, self.deeds[seat] & ~self.mortgaged
        return sum(
            self.level[each] * (board.house_prices[each] // 2) + board.mortgages[each]
            for each in members(clear)
        )


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


def pays_rent(table: Table, square: int, visitor: int) -> bool:
    """Return whether a visitor of a deed owes its owner rent."""
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
            return dice * utility_factor(table, square)


def street_rent(table: Table, square: int) -> int:
    """Return the rent of a street."""
    rents, level = table.rules.board.rents[square], table.level[square]
    doubled = level == 0 and table.owns_group(table.owner[square], square)
    if doubled and table.rules.double_rent_needs_clear_group:
        doubled = not table.group(square) & table.mortgaged
    return rents[level] * (2 if doubled else 1)


def utility_factor(table: Table, square: int) -> int:
    """Return what the dice are multiplied with on a utility."""
    factors = table.rules.utility_factors
    return factors[_owned(table, square, table.rules.board.utilities) - 1]


def _owned(table: Table, square: int, alike: int) -> int:
    """Return how many deeds like this one count for its owner."""
    owned = table.deeds[table.owner[square]] & alike
    if not table.rules.mortgaged_railways_count:
        owned &= ~table.mortgaged
    return owned.bit_count()


def largest_bill(table: Table) -> int:
    """Return the most that a visit to a square can cost now."""
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
