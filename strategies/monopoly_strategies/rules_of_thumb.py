"""Players who follow one idea: how most people play, and what folklore recommends."""

from __future__ import annotations

from monopoly_sim import HOUSE, PAY, ROLL, Parameter, View, members, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import (
    after_jail,
    blocks,
    buy_if_paid,
    completes,
    houses_wanted,
    is_open,
    limit,
    manage_well,
    raise_gently,
    stay_in_danger,
)


@strategy("buyer")
class Buyer:
    """Buys whatever it lands on while cash lasts, and builds down to its last 50.

    How most people play at first. It bids up to the printed price, and makes trades that complete a
    group for it.
    """

    buy = buy_if_paid
    propose = trade_for_a_group
    answer = accept_gains

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 500) if lot >= HOUSE else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50)


@strategy("builder")
class Builder:
    """Buys all it can, keeps a reserve and builds to three houses first.

    The third house is where rents jump: its earnings for its price are the highest of all levels on
    every street of the standard board. It asks for what completes a group, and takes trades that
    raise its chance to win. Own play, from the table of rents.
    """

    reserve = Parameter(120, low=0, high=600, meaning="cash that it keeps")
    level = Parameter(4, low=1, high=5, meaning="level to build to while others are not built")

    buy = buy_if_paid
    propose = trade_for_a_group
    answer = accept_gains
    jail = stay_in_danger
    raise_cash = raise_gently

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.0 if wanted else 1.0, 0)

    def manage(view: View, reserve: int, level: int) -> int:
        return manage_well(view, reserve, level if view.houses > 0 else 5)


@strategy("cautious")
class Cautious:
    """Buys only while 500 are left, keeps as much when it builds, and takes no trades.

    What careful beginners do.
    """

    reserve = Parameter(500, low=0, high=1500, meaning="cash that it keeps")

    raise_cash = raise_gently

    def buy(view: View, square: int, reserve: int) -> bool:
        return view.cash - view.price_of(square) >= reserve

    def bid(view: View, lot: int, reserve: int) -> int:
        return 0 if lot >= HOUSE else limit(view, lot, 1.0, reserve)

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve)


@strategy("auctioneer")
class Auctioneer:
    """Refuses everything at its price, and bids up to a share of it at the auction that follows.

    It pays where others are short of cash or pass.
    """

    share = Parameter(0.7, low=0.0, high=1.5, meaning="share of the price that it bids")

    raise_cash = raise_gently

    def buy(view: View, square: int) -> bool:
        return completes(view, view.seat, square)

    def bid(view: View, lot: int, share: float) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 300)
        return limit(view, lot, 2.0 if completes(view, view.seat, lot) else share, 0)

    def manage(view: View) -> int:
        return manage_well(view, 100)


@strategy("collector")
class Collector:
    """Refuses deeds that complete nobody: it buys only what it has begun, or what blocks another.

    The first deed of a group it takes too, as long as nobody else has one of it.
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash and (
            is_open(view, square) or blocks(view, square)
        )

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 300)
        return limit(view, lot, 1.2, 100) if is_open(view, lot) or blocks(view, lot) else 0

    def manage(view: View) -> int:
        return manage_well(view, 150)


@strategy("hoarder")
class Hoarder:
    """Builds four houses everywhere and no hotel, so that the bank runs out of houses.

    A known trick of tournament players: 32 houses are few, and a hotel would give four back.
    """

    buy = buy_if_paid
    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 800) if lot >= HOUSE else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50, 4)


@strategy("jailbird")
class Jailbird:
    """Buys all it can, and stays in jail as long as it may once half of the deeds are sold.

    Who sits in jail collects rent and pays none.
    """

    buy = buy_if_paid
    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 400) if lot >= HOUSE else limit(view, lot, 1.0, 50)

    def manage(view: View) -> int:
        return manage_well(view, 100)

    def jail(view: View) -> int:
        unsold = 0
        for _ in members(view.deeds_of(0)):
            unsold += 1
        if unsold < 14:
            return ROLL
        return PAY if view.cash >= view.rules.jail_fee else ROLL


@strategy("orange-and-red")
class OrangeAndRed:
    """Wants the two groups after the jail, which visitors from there reach with one throw.

    Folklore, and the exact chain of squares agrees: these are visited most (docs/monopoly.md).
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash and (
            after_jail(view, square) or blocks(view, square)
        )

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 400)
        return (
            limit(view, lot, 1.5, 50)
            if after_jail(view, lot) or blocks(view, lot)
            else limit(view, lot, 0.5, 300)
        )

    def manage(view: View) -> int:
        return manage_well(view, 100)


@strategy("railways")
class Railways:
    """Wants the railways and utilities, and streets only to keep others from a group.

    Four railways earn 200 a visit and never need a house.
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        wanted = view.house_price_of(square) == 0 or blocks(view, square)
        return wanted and view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 400)
        wanted = view.house_price_of(lot) == 0 or blocks(view, lot)
        return limit(view, lot, 1.5, 50) if wanted else limit(view, lot, 0.5, 300)

    def manage(view: View) -> int:
        return manage_well(view, 100)
