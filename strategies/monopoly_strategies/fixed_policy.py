"""The strategy ``fixed-policy``."""

from __future__ import annotations

from monopoly_sim import (
    CARD,
    DONE,
    HOUSE,
    NO_TRADE,
    PAY,
    ROLL,
    Trade,
    View,
    build,
    members,
    redeem,
    strategy,
)

from monopoly_strategies.playing import completes


def completes_for(view: View, giver: int, taker: int) -> int:
    """Return the streets, all that a giver has of their groups, that complete one for a taker."""
    squares = 0
    for square in members(view.deeds_of(giver) & ~view.mortgaged):
        others_of_giver = view.group_of(square) & view.deeds_of(giver) & ~(1 << square)
        if others_of_giver == 0 and completes(view, taker, square):
            squares |= 1 << square
    return squares


def asked_for(view: View, square: int, partner: int) -> int:
    """Return what to ask of a partner whose group a street completes; 0 if it is too poor."""
    asked = max(3 * view.price_of(square) // 2, view.cash_of(partner) // 2)
    return asked if asked <= view.cash_of(partner) else 0


def dearest_sale(view: View, partner: int) -> int:
    """Return the street that would bring most if it were sold to a partner; -1 for none."""
    dearest, most = -1, 0
    for square in members(completes_for(view, view.seat, partner)):
        if asked_for(view, square, partner) > most:
            dearest, most = square, asked_for(view, square, partner)
    return dearest


def cheapest(view: View, squares: int) -> int:
    """Return the deed of a set with the lowest price; -1 if the set is empty."""
    found = -1
    for square in members(squares):
        if found < 0 or view.price_of(square) < view.price_of(found):
            found = square
    return found


@strategy("fixed-policy")
class FixedPolicy:
    """Keeps a salary in hand, and swaps or sells single streets that complete a group.

    The fixed-policy agent FP-A, the usual opponent of learning agents: T. Bonjour, M. Haliem and
    others, "Decision making in Monopoly using a hybrid deep reinforcement learning approach",
    IEEE Transactions on Emerging Topics in Computational Intelligence 6 (2022), arXiv 2103.00683.
    It is written anew here, from what the authors say of the background agent of their simulator
    (github.com/mayankkejriwal/GNOME-p3). Their rules differ: bids go up by half of what is missing,
    and deeds can be sold to the bank; here it bids what that leads to, and mortgages instead.
    """

    def buy(view: View, square: int) -> bool:
        left = view.cash - view.price_of(square)
        return left >= view.rules.salary or (left >= 0 and completes(view, view.seat, square))

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return 0
        return view.cash if completes(view, view.seat, lot) else min(view.price_of(lot), view.cash)

    def manage(view: View) -> int:
        best, most = -1, 0
        for square in members(view.buildable):
            level = view.level_of(square)
            now = view.rent_with(square, level) * (2 if level == 0 else 1)
            gain = view.rent_with(square, level + 1) - now - view.house_price_of(square)
            if best < 0 or gain > most:
                best, most = square, gain
        if best >= 0:
            return build(best)
        for square in members(view.redeemable):
            if view.cash - view.redemption_of(square) >= view.rules.salary:
                return redeem(square)
        return DONE

    def propose(view: View) -> Trade:
        best, least = NO_TRADE, 0
        for partner in view.seats:
            if partner == view.seat:
                continue
            sold, wanted = dearest_sale(view, partner), -1
            if view.cash >= view.rules.salary:
                wanted = cheapest(view, completes_for(view, partner, view.seat))
            given = 1 << sold if sold >= 0 else 0
            got = 1 << wanted if wanted >= 0 else 0
            cash = -asked_for(view, sold, partner) if sold >= 0 else 0
            if wanted >= 0:
                price = view.price_of(wanted)
                cash += 3 * price // 4 if sold >= 0 else 9 * price // 8
            trade = Trade(partner, given, got, cash, 0, 0)
            affordable = cash <= 0 or view.cash - cash > view.rules.salary // 2
            if given | got != 0 and affordable and view.can_trade(trade):
                # A swap first, then what costs least.
                rank = cash - (100_000 if given != 0 and got != 0 else 0)
                if best == NO_TRADE or rank < least:
                    best, least = trade, rank
        return best

    def answer(view: View, offer: Trade) -> bool:
        if (offer.given | offer.got) & view.mortgaged != 0:
            return False
        if offer.got == 0 and offer.cash >= 0:
            return False
        groups, worth = 0, -offer.cash
        for square in members(offer.got):
            worth += view.price_of(square)
            groups += completes(view, view.seat, square)
        for square in members(offer.given):
            worth -= view.price_of(square)
            group = view.group_of(square)
            groups -= group != 1 << square and group & ~view.deeds == 0
        left = view.cash - offer.cash
        if groups != 0:
            return groups > 0 and left > 0
        salary = view.rules.salary
        return left >= salary or (left >= salary // 2 and worth > 0)

    def jail(view: View) -> int:
        if view.cash < view.rules.salary:
            return ROLL
        if view.jail_cards_of(view.seat) > 0:
            return CARD
        return PAY if view.cash >= view.rules.jail_fee else ROLL
