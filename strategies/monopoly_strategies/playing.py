"""What several strategies do alike: plain functions of a view.

Some are whole decisions, which strategies take over by name: that is one function to compile, while
one that only calls it is compiled with all that it calls.
"""

from __future__ import annotations

from monopoly_sim import (
    CARD,
    DONE,
    HOUSE,
    PAY,
    ROLL,
    View,
    build,
    has,
    members,
    mortgage,
    redeem,
    sell,
)

HOTEL = 5


def completes(view: View, seat: int, square: int) -> bool:
    """Return whether a street is the last that a player lacks of its group."""
    return has(view.missing_of(seat), square)


def blocks(view: View, square: int) -> bool:
    """Return whether some other player would own a whole group with a street."""
    for seat in view.seats:
        if seat != view.seat and completes(view, seat, square):
            return True
    return False


def buy_if_paid(view: View, square: int) -> bool:
    """Buy what cash pays for."""
    return view.price_of(square) <= view.cash


def best_building(view: View, reserve: float, most: int) -> int:
    """Return the street where a building earns most for its price; -1 for none.

    `reserve` is the cash to keep, `most` the highest level to build to.
    """
    best, gain = -1, 0.0
    for square in members(view.buildable):
        price, level = view.house_price_of(square), view.level_of(square)
        if level < most and view.cash - price >= reserve:
            more = view.rent_with(square, level + 1) - view.rent_with(square, level)
            if more / price > gain:
                best, gain = square, more / price
    return best


def manage_well(view: View, reserve: float, most: int = HOTEL) -> int:
    """Redeem whole groups, then build where it pays most, then redeem the rest; keep a reserve."""
    if view.cash <= reserve:
        return DONE
    redeemable = view.redeemable
    for square in members(redeemable):
        is_whole = view.group_of(square) & ~view.deeds == 0 and view.group_of(square) != 1 << square
        if is_whole and view.cash - view.redemption_of(square) >= reserve:
            return redeem(square)
    street = best_building(view, reserve, most)
    if street >= 0:
        return build(street)
    for square in members(redeemable):
        if view.cash - view.redemption_of(square) >= 2 * reserve:
            return redeem(square)
    return DONE


def raise_gently(view: View, need: int) -> int:
    """Mortgage what stands alone, the cheapest first; then sell what earns least; then the rest."""
    alone, cheapest = -1, 0
    other, least = -1, 0
    for square in members(view.mortgageable):
        price = view.price_of(square)
        is_alone = view.group_of(square) & view.deeds == 1 << square
        if is_alone and (alone < 0 or price < cheapest):
            alone, cheapest = square, price
        if other < 0 or price < least:
            other, least = square, price
    if alone >= 0:
        return mortgage(alone)
    weakest, lost = -1, 0.0
    for square in members(view.sellable):
        level, price = view.level_of(square), view.house_price_of(square)
        less = (view.rent_with(square, level) - view.rent_with(square, level - 1)) / price
        if weakest < 0 or less < lost:
            weakest, lost = square, less
    if other >= 0 and (weakest < 0 or view.group_of(other) & ~view.deeds != 0):
        return mortgage(other)
    return sell(weakest)


def limit(view: View, lot: int, share: float, reserve: float) -> int:
    """Return a bid for a deed: a share of its price, as far as cash above a reserve goes."""
    if lot >= HOUSE:
        return 0
    return int(max(min(share * view.price_of(lot), view.cash - reserve), 0))


def houses_wanted(view: View, most: int) -> int:
    """Return a bid for a house or hotel on auction: its usual price, if cash allows twice that."""
    best = 0
    for square in members(view.deeds):
        if view.level_of(square) < HOTEL and view.group_of(square) & ~view.deeds == 0:
            best = max(best, view.house_price_of(square))
    return best if 0 < best <= min(most, view.cash // 2) else 0


def developed_against(view: View) -> bool:
    """Return whether somebody else has buildings that make it dangerous to move."""
    for square in members(view.rules.board.deeds):
        owner = view.owner_of(square)
        if owner not in (0, view.seat) and view.level_of(square) >= 3:
            return True
    return False


def stay_in_danger(view: View) -> int:
    """Leave jail, unless it is dangerous to move."""
    if developed_against(view):
        return ROLL
    if view.jail_cards_of(view.seat) > 0:
        return CARD
    return PAY if view.cash >= view.rules.jail_fee else ROLL


def is_open(view: View, square: int) -> bool:
    """Return whether no other player owns anything of a deed's group."""
    group = view.group_of(square)
    for seat in view.seats:
        if seat != view.seat and group & view.deeds_of(seat) != 0:
            return False
    return True


def after_jail(view: View, square: int) -> bool:
    """Return whether a street is 6 to 14 squares behind the jail: one throw, or two."""
    return view.house_price_of(square) > 0 and 6 <= square - view.rules.board.jail <= 14
