"""A player's turn: rolls, the jail, and the speed die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from strategy_lab.game import IllegalMoveError, whole_number

from monopoly_sim.reference import events
from monopoly_sim.reference import table as facts
from monopoly_sim.reference.table import BANK, FREE, NO_TRADE, POT, Table, Trade
from monopoly_sim.reference.view import CARD, DONE, HOTEL_LOT, HOUSE, PAY, ROLL, SQUARES, Manage
from monopoly_sim.rules.board import DEEDS, HOTEL, Code, Effect, Kind, has, members


class Sale(NamedTuple):
    """The outcome of an auction; seat 0 if nobody bid."""

    seat: int
    price: int


NO_SALE = Sale(0, 0)


def auction_deed(game: events.Game, square: int, order: Sequence[int]) -> None:
    match game.rules.auction:
        case "none":
            return
        case "limits":
            limits = limits_of(game, square, order, game.rules.min_bid)
            sale = best_of(limits, game.rules.min_bid, game.rules.bid_step)
        case "open":
            sale = open_auction(game, square, order)
    if sale.seat:
        buy(game, sale.seat, square, sale.price, "auction")


def buy(game: events.Game, seat: int, square: int, price: int, purpose: str) -> None:
    game.table.quiet_since = game.table.round
    game.pay(seat, BANK, price, purpose, square)
    game.hand_over(square, seat)


def limits_of(game: events.Game, lot: int, order: Sequence[int], least: int) -> list[Sale]:
    limits = [Sale(seat, _ask(game, seat, lot, least)) for seat in order]
    return [limit for limit in limits if limit.price >= least]


def best_of(limits: Sequence[Sale], least: int, step: int) -> Sale:
    """Return who wins at which price: a step above the second limit, but not above the winner's."""
    if not limits:
        return NO_SALE
    winner = max(limits, key=lambda limit: limit.price)  # the first of equal ones
    others = [limit.price for limit in limits if limit is not winner]
    return Sale(winner.seat, min(winner.price, max(others) + step) if others else least)


def open_auction(game: events.Game, lot: int, order: Sequence[int]) -> Sale:
    """Let players raise by a step in turn, as long as their limits of the moment allow.

    A player whose limit does not is out. Each is asked anew in every turn.
    """
    bidders, standing = list(order), NO_SALE
    while bidders and bidders != [standing.seat]:
        seat = bidders.pop(0)
        least = standing.price + game.rules.bid_step if standing.seat else game.rules.min_bid
        if _ask(game, seat, lot, least) >= least:
            standing = Sale(seat, least)
            bidders.append(seat)
    return standing


def _ask(game: events.Game, seat: int, lot: int, least: int) -> int:
    amount = min(game.ask(seat, "bid", _limit, lot, least_bid=least), game.table.cash[seat])
    game.events.append(events.Bid(seat, lot, amount if amount >= least else 0))
    return amount


def _limit(answer: object) -> int:
    limit = whole_number(answer)
    if limit < 0:
        raise IllegalMoveError(f"a limit of {limit}", "it is at least 0, which passes")
    return limit


MOST_ACTIONS = 64  # in one go; a player who wants more gets them in the next window

WHY_NOT: dict[Manage, Callable[[Table, int, int], str]] = {
    Manage.BUILD: facts.why_not_build,
    Manage.SELL: facts.why_not_sell,
    Manage.MORTGAGE: facts.why_not_mortgage,
    Manage.REDEEM: facts.why_not_redeem,
}


def checked_action(table: Table, seat: int, answer: object) -> tuple[Manage, int]:
    """Return the kind and square of a legal action; refuse others."""
    action = whole_number(answer)
    if action == DONE:
        return Manage.DONE, 0
    kind, square = divmod(action, SQUARES)
    if kind not in WHY_NOT or square >= table.rules.board.size:
        raise IllegalMoveError(
            f"the action {action}",
            "it is one of build(square), sell(square), mortgage(square), redeem(square) and DONE",
        )
    reason = WHY_NOT[Manage(kind)](table, seat, square)
    if reason:
        name = table.rules.board.names[square]
        raise IllegalMoveError(f"{Manage(kind).name} on square {square} ({name})", reason)
    return Manage(kind), square


def manage(game: events.Game, seat: int) -> None:
    def check(answer: object) -> tuple[Manage, int]:
        return checked_action(game.table, seat, answer)

    for _ in range(MOST_ACTIONS):
        kind, square = game.ask(seat, "manage", check)
        if kind == Manage.DONE:
            return
        act_on(game, seat, kind, square)


def act_on(game: events.Game, seat: int, kind: Manage, square: int) -> None:
    board, table = game.rules.board, game.table
    match kind:
        case Manage.BUILD:
            if not _auction_building(game, seat, square):
                _build(game, seat, square, board.house_prices[square])
        case Manage.SELL:
            levels = facts.levels_after_sale(table, square)
            sold = sum(table.level[street] - level for street, level in levels.items())
            game.set_levels(levels)
            game.pay(BANK, seat, sold * (board.house_prices[square] // 2), "sale", square)
        case Manage.MORTGAGE:
            game.set_mortgage(square, mortgaged=True)
            game.pay(BANK, seat, board.mortgages[square], "mortgage", square)
        case Manage.REDEEM:
            game.pay(seat, BANK, facts.redemption(table, square), "redemption", square)
            game.set_mortgage(square, mortgaged=False)


def _build(game: events.Game, seat: int, square: int, price: int) -> None:
    game.table.quiet_since = game.table.round
    game.pay(seat, BANK, price, "building", square)
    game.set_levels({square: game.table.level[square] + 1})


def _auction_building(game: events.Game, seat: int, square: int) -> bool:
    """Auction the building that a player wants, if it is scarce and another wants it, too.

    Returns whether it was auctioned, whoever got it.
    """
    table, rules = game.table, game.rules
    if rules.scarce != "auction":
        return False
    hotel = facts.is_hotel_next(table, square)
    wanted = {each: facts.could_place(table, each, hotel) for each in [seat, *table.others(seat)]}
    order = [
        each for each, count in wanted.items() if count and facts.place_for(table, each, hotel) >= 0
    ]
    stock = table.hotels if hotel else table.houses
    if len(order) < 2 or sum(wanted.values()) <= stock:
        return False
    limits = limits_of(game, HOTEL_LOT if hotel else HOUSE, order, rules.scarce_min)
    if len(limits) < 2:
        return False
    winner, price = best_of(limits, rules.scarce_min, rules.bid_step)
    street = square if winner == seat else facts.place_for(table, winner, hotel)
    _build(game, winner, street, price)
    return True


def owe(
    game: events.Game, debtor: int, amount: int, creditor: int, purpose: str, square: int = -1
) -> None:
    if raise_cash(game, debtor, amount):
        game.pay(debtor, creditor, amount, purpose, square)
    else:
        go_bankrupt(game, debtor, creditor)


def fine(game: events.Game, seat: int, amount: int, purpose: str, square: int = -1) -> None:
    owe(game, seat, amount, POT if game.rules.free_parking_jackpot else BANK, purpose, square)


def raise_cash(game: events.Game, seat: int, amount: int) -> bool:
    """Let a player sell and mortgage until an amount is there; return False if it cannot be."""
    table = game.table
    if table.cash[seat] + facts.can_raise(table, seat) < amount:
        return False

    def check(answer: object) -> tuple[Manage, int]:
        kind, square = checked_action(table, seat, answer)
        if kind not in {Manage.SELL, Manage.MORTGAGE}:
            raise IllegalMoveError(
                f"the action {kind.name}",
                f"{amount - table.cash[seat]} more are owed: sell a building or mortgage a deed, "
                "each of which makes progress",
            )
        return kind, square

    while (need := amount - table.cash[seat]) > 0:
        act_on(game, seat, *game.ask(seat, "raise_cash", check, need))
    return True


def go_bankrupt(game: events.Game, debtor: int, creditor: int) -> None:
    table = game.table
    game.events.append(events.Bankruptcy(debtor, creditor))
    _liquidate(game, debtor)
    game.pay(debtor, creditor, table.cash[debtor], "bankruptcy")
    heir = max(creditor, BANK)
    while facts.jail_cards(table, debtor):
        game.pass_jail_card(debtor, heir)
    deeds = table.deeds[debtor]
    for square in members(deeds):
        game.hand_over(square, heir)
    table.seats.remove(debtor)
    table.touched.discard(debtor)
    table.out.append(debtor)
    if game.is_decided:
        return
    if heir == BANK:
        for square in members(deeds):
            auction_deed(game, square, table.others(debtor))
    else:
        settle(game, heir, deeds)


def _liquidate(game: events.Game, seat: int) -> None:
    board, table = game.rules.board, game.table
    for square in members(table.deeds[seat]):
        if level := table.level[square]:
            game.set_levels({square: 0})
            game.pay(BANK, seat, level * (board.house_prices[square] // 2), "sale", square)
    for square in members(table.deeds[seat] & ~table.mortgaged):
        game.set_mortgage(square, mortgaged=True)
        game.pay(BANK, seat, board.mortgages[square], "mortgage", square)


def settle(game: events.Game, seat: int, deeds: int) -> None:
    table = game.table
    table.received = deeds & table.mortgaged
    if not table.received:
        return
    manage(game, seat)
    due = facts.interest_on(table, table.received & table.deeds[seat])
    table.received = 0
    owe(game, seat, due, BANK, "interest")


FIRST_GO, IN_USE = 1, 2  # `Table.speed` in the turn of the first GO, and after it


def advance(game: events.Game, seat: int, steps: int) -> None:
    target = game.table.position[seat] + steps
    _arrive(game, seat, target % game.rules.board.size, target >= game.rules.board.size)


def go_to(game: events.Game, seat: int, square: int) -> None:
    """Move a token forward to a square; beyond GO if its number is lower."""
    _arrive(game, seat, square, square < game.table.position[seat])


def _arrive(game: events.Game, seat: int, square: int, passed_go: bool) -> None:
    game.put(seat, square)
    if not passed_go:
        return
    game.pay(BANK, seat, game.rules.salary if square else game.rules.landing_salary, "salary", 0)
    if not game.table.speed[seat]:
        game.table.speed[seat] = FIRST_GO


def imprison(game: events.Game, seat: int) -> None:
    game.put(seat, game.rules.board.jail)
    game.set_jail(seat, FREE + 1)


def uses_speed_die(table: Table, seat: int) -> bool:
    since = FIRST_GO if table.rules.speed_die_from == "next_roll" else IN_USE
    return table.rules.speed_die and table.speed[seat] >= since


class Terms(NamedTuple):
    railway: int = 1  # times the usual rent
    utility: int = 0  # times a new throw of the dice; 0: as usual


USUAL = Terms()


def draw(game: events.Game, seat: int, deck: int) -> Terms | None:
    """Draw a card and do what it says; return the terms of the square it led to, if it did."""
    order = game.table.decks[deck]
    place = order.pop(0)
    card = game.rules.decks[deck][place]
    game.events.append(events.Card(seat, deck, str(card)))
    if card.code == Code.JAIL_FREE:
        game.give_jail_card(deck, place, seat)
        return None
    order.append(place)
    terms = _move_by(game, seat, card)
    if terms is None:
        _pay_by(game, seat, card)
    return terms


def _move_by(game: events.Game, seat: int, card: Effect) -> Terms | None:
    board = game.rules.board
    match card.code:
        case Code.ADVANCE:
            go_to(game, seat, card.amount)
            return USUAL
        case Code.NEAREST_RAILWAY:
            advance(game, seat, _ahead(game, seat, board.railways))
            return Terms(railway=card.amount)
        case Code.NEAREST_UTILITY:
            advance(game, seat, _ahead(game, seat, board.utilities))
            return Terms(utility=card.amount)
        case Code.BACK:
            game.put(seat, (game.table.position[seat] - card.amount) % board.size)
            return USUAL
    return None


def _ahead(game: events.Game, seat: int, squares: int) -> int:
    """Return how far it is to the next of some squares other than a token's own; 0 for none."""
    start, size = game.table.position[seat], game.rules.board.size
    return next((steps for steps in range(1, size) if has(squares, (start + steps) % size)), 0)


def _pay_by(game: events.Game, seat: int, card: Effect) -> None:
    table = game.table
    match card.code:
        case Code.JAIL:
            imprison(game, seat)
        case Code.COLLECT:
            game.pay(BANK, seat, card.amount, "card")
        case Code.PAY:
            fine(game, seat, card.amount, "card")
        case Code.COLLECT_FROM_EACH | Code.PAY_EACH:
            for other in table.others(seat):
                debtor, creditor = (seat, other) if card.code == Code.PAY_EACH else (other, seat)
                if {seat, other} <= set(table.seats):
                    owe(game, debtor, card.amount, creditor, "card")
        case Code.REPAIRS:
            levels = [table.level[square] for square in members(table.deeds[seat])]
            hotels = levels.count(HOTEL)
            houses = sum(levels) - HOTEL * hotels
            fine(game, seat, card.amount * houses + card.hotel * hotels, "repairs")


def act(game: events.Game, seat: int) -> None:
    terms: Terms | None = USUAL
    while terms:
        square = game.table.position[seat]
        kind = game.rules.board.kinds[square]
        if kind in DEEDS:
            visit(game, seat, square, terms)
            return
        terms = None
        match kind:
            case Kind.DECK_A | Kind.DECK_B:
                terms = draw(game, seat, deck=int(kind == Kind.DECK_B))
            case Kind.TAX:
                fine(game, seat, _tax(game, seat, square), "tax", square)
            case Kind.PARKING:
                game.pay(POT, seat, game.table.pot, "jackpot", square)
            case Kind.GO_TO_JAIL:
                imprison(game, seat)


def _tax(game: events.Game, seat: int, square: int) -> int:
    rules = game.rules
    is_income_tax = rules.board.kinds.index(Kind.TAX) == square
    if rules.income_tax_percent and is_income_tax:
        share = facts.net_worth(game.table, seat) * rules.income_tax_percent // 100
        return min(rules.board.taxes[square], share)
    return rules.board.taxes[square]


def visit(game: events.Game, seat: int, square: int, terms: Terms = USUAL) -> None:
    owner = game.table.owner[square]
    if owner == BANK:
        offer(game, seat, square)
    elif facts.pays_rent(game.table, square, seat):
        owe(game, seat, _rent(game, seat, square, terms), owner, "rent", square)


def _rent(game: events.Game, seat: int, square: int, terms: Terms) -> int:
    table, dice = game.table, game.table.thrown
    is_utility = game.rules.board.kinds[square] == Kind.UTILITY
    if is_utility and (game.rules.utility_rolls_again or terms.utility):
        dice = events.numbers(game.throw(seat, uses_speed_die(table, seat)))
    if is_utility and terms.utility:
        return dice * terms.utility
    factor = terms.railway if game.rules.board.kinds[square] == Kind.RAILWAY else 1
    return facts.rent_of(table, square, dice) * factor


def offer(game: events.Game, seat: int, square: int) -> None:
    table, price = game.table, game.rules.board.prices[square]
    affordable = table.cash[seat] + facts.can_raise(table, seat) >= price
    if affordable and game.yes(seat, "buy", square):
        raise_cash(game, seat, price)
        buy(game, seat, square, price, "purchase")
    else:
        auction_deed(game, square, [*table.others(seat), seat])


def open_window(game: events.Game, seat: int) -> None:
    table = game.table
    order = [seat, *table.others(seat)] if game.rules.windows == "every_roll" else [seat]
    for each in order:
        if each in table.touched:
            manage(game, each)
            table.touched.discard(each)
            propose(game, each)


def propose(game: events.Game, seat: int) -> None:
    table = game.table

    def check(answer: object) -> Trade:
        trade = events.trade_of(answer)
        reason = "" if trade == NO_TRADE else facts.why_not_trade(table, seat, trade)
        if reason:
            raise IllegalMoveError(f"the proposal {describe(trade)}", reason)
        return trade

    trade = game.ask(seat, "propose", check)
    if trade in {NO_TRADE, table.refused[seat]}:
        return
    accepted = game.yes(trade.partner, "answer", seen_by_partner(seat, trade))
    given, got = members(trade.given), members(trade.got)
    terms = trade.cash, trade.cards_given, trade.cards_got
    game.events.append(events.Proposal(seat, trade.partner, given, got, *terms, accepted))
    if accepted:
        exchange(game, seat, trade)
    else:
        table.refused[seat] = trade


def exchange(game: events.Game, seat: int, trade: Trade) -> None:
    partner = trade.partner
    game.table.quiet_since = game.table.round
    payer, payee = (seat, partner) if trade.cash > 0 else (partner, seat)
    game.pay(payer, payee, abs(trade.cash), "trade")
    for square in members(trade.given):
        game.hand_over(square, partner)
    for square in members(trade.got):
        game.hand_over(square, seat)
    for _ in range(trade.cards_given):
        game.pass_jail_card(seat, partner)
    for _ in range(trade.cards_got):
        game.pass_jail_card(partner, seat)
    settle(game, seat, trade.got)
    if partner in game.table.seats:
        settle(game, partner, trade.given)


def seen_by_partner(seat: int, trade: Trade) -> Trade:
    """Return a proposal as its partner sees it: what the partner gives, gets and pays."""
    return Trade(
        partner=seat,
        given=trade.got,
        got=trade.given,
        cash=-trade.cash,
        cards_given=trade.cards_got,
        cards_got=trade.cards_given,
    )


def describe(trade: Trade) -> str:
    return (
        f"to seat {trade.partner}: squares {list(members(trade.given))}, {trade.cards_given} cards "
        f"and {trade.cash} for squares {list(members(trade.got))} and {trade.cards_got} cards"
    )


MOST_DOUBLES = 3  # the last of them leads to jail
OVER = -1  # in place of the doubles so far: the turn is over


def play_turn(game: events.Game, seat: int) -> None:
    table = game.table
    game.events.append(events.Turn(table.round, seat))
    if table.speed[seat] == FIRST_GO:
        table.speed[seat] = IN_USE
    doubles = 0
    while doubles != OVER:
        open_window(game, seat)
        if _is_stopped(game, seat):
            return
        doubles = _roll_in_jail(game, seat) if table.jail[seat] else _roll(game, seat, doubles)
        if _is_stopped(game, seat) or table.jail[seat]:
            return


def _is_stopped(game: events.Game, seat: int) -> bool:
    """Return whether a player cannot go on: bankrupt, or the last one."""
    return game.is_decided or seat not in game.table.seats


def _roll(game: events.Game, seat: int, doubles: int) -> int:
    """Roll and move; return how many doubles there have been if another roll follows."""
    dice = game.roll(seat, uses_speed_die(game.table, seat))
    first, second, third = dice
    if first == second == third < events.BUS:
        _jump(game, seat)
        return doubles if game.rules.triple_rolls_again else OVER
    if first == second and doubles == MOST_DOUBLES - 1:
        imprison(game, seat)
        return OVER
    _walk(game, seat, dice)
    return doubles + 1 if first == second else OVER


def _walk(game: events.Game, seat: int, dice: events.Dice) -> None:
    first, second, third = dice
    steps = first + second
    if third == events.BUS:
        steps = game.ask(seat, "bus", events.one_of(first, second, steps), first, second)
    elif third < events.BUS:
        steps += third
    advance(game, seat, steps)
    act(game, seat)
    if third >= events.MR_MONOPOLY and not _is_stopped(game, seat) and not game.table.jail[seat]:
        _go_on(game, seat)


def _go_on(game: events.Game, seat: int) -> None:
    """Go on to the next unowned deed; if there is none, to the next one that pays another rent."""
    table, board = game.table, game.rules.board
    others = board.deeds & ~table.deeds[seat] & ~table.mortgaged
    for squares, stop in ((table.deeds[BANK], offer), (others, visit)):
        if steps := _ahead(game, seat, squares):
            advance(game, seat, steps)
            stop(game, seat, table.position[seat])
            return


def _jump(game: events.Game, seat: int) -> None:
    board = game.rules.board

    def check(answer: object) -> int:
        square = whole_number(answer)
        if not 0 <= square < board.size:
            raise IllegalMoveError(f"square {square}", f"squares are 0 to {board.size - 1}")
        return square

    go_to(game, seat, game.ask(seat, "jump", check))
    act(game, seat)


def _roll_in_jail(game: events.Game, seat: int) -> int:
    """Let a player in jail pay, play a card or try for doubles, and move; return as `_roll`."""
    table, rules = game.table, game.rules
    ways = [ROLL]
    ways += [PAY] if table.cash[seat] >= rules.jail_fee else []
    ways += [CARD] if facts.jail_cards(table, seat) else []
    way = game.ask(seat, "jail", events.one_of(*ways))
    if way == ROLL:
        return _roll_for_freedom(game, seat)
    if way == PAY:
        fine(game, seat, rules.jail_fee, "jail")
    else:
        game.pass_jail_card(seat, BANK)
    game.set_jail(seat, FREE)
    return _roll(game, seat, doubles=0)


def _roll_for_freedom(game: events.Game, seat: int) -> int:
    """Try for doubles; after the last failure, pay and move by it; return as `_roll`."""
    table, rules = game.table, game.rules
    first, second, _ = game.roll(seat, speed_die=False)
    is_double = first == second
    if not is_double and table.jail[seat] < FREE + rules.jail_rolls:
        game.set_jail(seat, table.jail[seat] + 1)
        return OVER
    if not is_double:
        fine(game, seat, rules.jail_fee, "jail")
        if _is_stopped(game, seat):
            return OVER
    game.set_jail(seat, FREE)
    advance(game, seat, first + second)
    act(game, seat)
    return 1 if is_double and rules.jail_double_rolls_again else OVER
