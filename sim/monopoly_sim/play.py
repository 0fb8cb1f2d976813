"""A game between a person, who types what to do, and strategies."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from strategy_lab.errors import GameLeft
from strategy_lab.game import IllegalMoveError
from strategy_lab.plugins.entrants import Entrant

from monopoly_sim.reference import table as facts
from monopoly_sim.reference import trace
from monopoly_sim.reference.events import Bid, Game, Turn
from monopoly_sim.reference.table import NO_TRADE, Trade
from monopoly_sim.reference.turns import checked_action, seen_by_partner
from monopoly_sim.reference.view import (
    CARD,
    DONE,
    HOTEL_LOT,
    HOUSE,
    PAY,
    ROLL,
    View,
    build,
    mortgage,
    redeem,
    sell,
)
from monopoly_sim.rules.board import has, members, set_of
from monopoly_sim.rules.ruleset import Rules

HELP = """\
  y, n                  yes or no
  a number              a bid; how far to go
  up to 120             in an open auction: bids for you, by the least steps, as long as it can
  build 6, sell 6       a house, or a hotel after four, on square 6
  mortgage 5, redeem 5  a deed
  2: 5 100 for 11       offer seat 2 the deed 5 and 100 for the deed 11; card is one out of jail
  Enter                 nothing more; no offer; pass
  r, p, c               in jail: roll, pay, or play a card
  t                     the table
  quit                  leave: the game is told by what you typed, and can be gone on with"""

ACTIONS = {"build": build, "sell": sell, "mortgage": mortgage, "redeem": redeem}

AMOUNT = r"\d{1,9}"

Answer = TypeVar("Answer")


class Person:
    """Decides by the lines that are typed; asks again until one is an answer."""

    name = "you"

    def __init__(self, seat: int, lines: Iterator[str], say: Callable[[str], object]) -> None:
        self._seat, self._lines, self._say = seat, lines, say
        self.typed: list[str] = []
        self.has_left = False
        self.game: Game | None = None
        self._told = 0
        self._limit = 0  # up to which it bids by itself in an open auction

    def tell(self, lot: int = -1) -> None:
        """Tell what has happened since the last time, but not what others would pay for a lot."""
        game = self._playing
        names, end = [player.name for player in game.lineup], len(game.events)
        while end and isinstance(game.events[end - 1], Bid) and game.events[end - 1].lot == lot:
            end -= 1
        for event in game.events[self._told : end]:
            if isinstance(event, Turn):
                self._say(f"\nRound {event.round}, seat {event.seat}: {names[event.seat - 1]}")
            else:
                self._say(f"  {trace.sentence(event, game.rules)}")
        self._told = max(end, self._told)

    @property
    def _playing(self) -> Game:
        assert self.game is not None
        return self.game

    def _ask(self, question: str, understood: Callable[[str], Answer], lot: int = -1) -> Answer:
        self.tell(lot)
        self._say(f"{question}  (You have {self._playing.table.cash[self._seat]:,}.)")
        for line in self._lines:
            text = line.strip().lower()
            if text == "quit":
                self.has_left = True
                raise GameLeft
            if text in {"?", "help", "t"}:
                self._say(HELP if text != "t" else "\n".join(table_lines(self._playing)))
                continue
            try:
                answer = understood(text)
            except (ValueError, IllegalMoveError) as error:
                self._say(f"{error}. Type ? for help.")
                continue
            self.typed.append(text)
            return answer
        raise GameLeft

    # The nine decisions, with the arguments that strategies get

    def buy(self, view: View, square: int) -> bool:
        return self._ask(f"Buy {self._square(square)} for {view.price_of(square):,}?", _yes_or_no)

    def bid(self, view: View, lot: int) -> int:
        if lot < HOUSE and self._limit >= view.least_bid and self._has_bid(lot):
            return self._limit
        what = "a house" if lot == HOUSE else "a hotel" if lot == HOTEL_LOT else self._square(lot)
        question = f"The most that you bid for {what}, from {view.least_bid:,} on?"
        if lot < HOUSE and view.least_bid > view.rules.min_bid:  # an open auction, and somebody bid
            leader = next(bid.seat for bid in reversed(self._playing.events) if bid.amount)
            question = f"Seat {leader} bids {view.least_bid - view.rules.bid_step:,}. {question}"
        return self._ask(question, self._bid, lot)

    def _has_bid(self, lot: int) -> bool:
        """Return whether the person has bid in this auction, of which all last events are bids."""
        events = reversed(self._playing.events)
        bids = takewhile(lambda each: isinstance(each, Bid) and each.lot == lot, events)
        return any(each.seat == self._seat for each in bids)

    def _bid(self, text: str) -> int:
        found = re.fullmatch(rf"(up to +)?({AMOUNT})", text or "0")
        if found is None:
            raise ValueError(f"{text!r} is no bid: type a whole number, 0 for no bid, or up to 120")
        self._limit = int(found[2]) if found[1] else 0
        return int(found[2])

    def manage(self, view: View) -> int:
        can, may_wait = self._options(view), not (view.buildable | view.redeemable | view.received)
        if not can or (may_wait and self._playing.table.turn != self._seat):
            return DONE
        due = f" Interest of {facts.interest_on(self._playing.table, view.received):,} is due."
        question = f"You can {'; '.join(can)}.{due if view.received else ''} What?"
        return self._ask(question, lambda text: self._action(text) if text else DONE)

    def raise_cash(self, view: View, need: int) -> int:
        can = "; ".join(self._options(view, selling=True))
        selling = ("sell", "mortgage")
        question = f"You owe {need:,} more. You can {can}. What?"
        return self._ask(question, lambda text: self._action(text, selling))

    def propose(self, view: View) -> Trade:
        others = [seat for seat in view.seats if seat != view.seat]
        if not view.deeds or not any(map(view.deeds_of, others)):
            return NO_TRADE
        return self._ask("An offer, such as 2: 5 100 for 11?", self._trade)

    def answer(self, view: View, offer: Trade) -> bool:
        said = trace.offered(view.rules, offer.partner, seen_by_partner(view.seat, offer))
        return self._ask(f"{said[0].upper()}{said[1:]}. Agreed?", _yes_or_no)

    def jail(self, view: View) -> int:
        ways = {"r": ROLL}
        if view.cash >= view.rules.jail_fee:
            ways["p"] = PAY
        if view.jail_cards_of(view.seat):
            ways["c"] = CARD
        words = {"r": "roll", "p": f"pay {view.rules.jail_fee}", "c": "play a card"}
        told = ", ".join(f"{words[way]} ({way})" for way in ways)
        return self._ask(f"You are in jail: {told}?", lambda text: _one_of(ways, text))

    def bus(self, _view: View, first: int, second: int) -> int:
        steps = {str(each): each for each in (first, second, first + second)}
        return self._ask(f"How far: {', '.join(steps)}?", lambda text: _one_of(steps, text))

    def jump(self, view: View) -> int:
        squares = {str(square): square for square in range(view.rules.board.size)}
        return self._ask("To which square?", lambda text: _one_of(squares, text))

    def _square(self, square: int) -> str:
        return trace.square_text(square, self._playing.rules)

    def _options(self, view: View, *, selling: bool = False) -> list[str]:
        sets = {"build": view.buildable, "redeem": view.redeemable} if not selling else {}
        sets |= {"sell": view.sellable, "mortgage": view.mortgageable}
        return [
            f"{name} {', '.join(map(self._square, members(squares)))}"
            for name, squares in sets.items()
            if squares
        ]

    def _action(self, text: str, names: Collection[str] = tuple(ACTIONS)) -> int:
        found = re.fullmatch(r"([a-z]+) +(\d{1,2})", text)
        if found is None or found[1] not in names:
            raise ValueError(f"{text!r} is none of {', '.join(names)} with a square's number")
        action = ACTIONS[found[1]](int(found[2]))
        checked_action(self._playing.table, self._seat, action)
        return action

    def _trade(self, text: str) -> Trade:
        if not text:
            return NO_TRADE
        found = re.fullmatch(r"(\d) *:([^:]*?)\bfor\b([^:]*)", text)
        if found is None:
            raise ValueError(f"{text!r} is no offer such as 2: 5 100 for 11")
        table = self._playing.table
        given, cash_given, cards_given = _things(found[2], table.deeds[self._seat])
        got, cash_got, cards_got = _things(found[3], ~table.deeds[self._seat])
        trade = Trade(int(found[1]), given, got, cash_given - cash_got, cards_given, cards_got)
        if reason := facts.why_not_trade(table, self._seat, trade):
            raise ValueError(reason)
        return trade


def _things(text: str, deeds: int) -> tuple[int, int, int]:
    """Return a set of deeds, an amount of money and a number of cards.

    A number is a deed if it is one of theirs that is not named yet, else money.
    """
    squares, cash, cards = list[int](), 0, 0
    for word in text.split():
        if word == "card":
            cards += 1
        elif not re.fullmatch(AMOUNT, word):
            raise ValueError(f"{word!r} is neither a number, of a deed or an amount, nor card")
        elif int(word) < HOUSE and has(deeds, int(word)) and int(word) not in squares:
            squares.append(int(word))
        else:
            cash += int(word)
    return set_of(squares), cash, cards


def _yes_or_no(text: str) -> bool:
    return _one_of({"y": True, "yes": True, "n": False, "no": False}, text)


def _one_of(answers: dict[str, Answer], text: str) -> Answer:
    if text not in answers:
        raise ValueError(f"{text!r} is none of {', '.join(answers)}")
    return answers[text]


def new_match(
    rules: Rules, against: Sequence[Entrant], person: Person, seat: int, seed: int
) -> Game:
    """Return a game that has not begun: the person in a seat, strategies in the others."""
    lineup = trace.players_of(against)
    lineup.insert(seat - 1, person)
    person.game = Game(rules, lineup, seed, 1)
    return person.game


def play_match(game: Game, person: Person, say: Callable[[str], object]) -> None:
    """Play to the end; raises `GameLeft` where the person leaves."""
    trace.play_on(game)
    person.tell()
    for line in trace.result_lines(game, [player.name for player in game.lineup]):
        say(line)


def table_lines(game: Game) -> Iterator[str]:
    table, rules = game.table, game.rules
    for seat in table.seats:
        name = game.lineup[seat - 1].name
        cards = facts.jail_cards(table, seat)
        money = table.cash[seat], facts.can_raise(table, seat), facts.net_worth(table, seat)
        yield (
            "seat {} {}: {:,}, can raise {:,}, worth {:,}; on ".format(seat, name, *money)
            + trace.square_text(table.position[seat], rules)
            + (", in jail" if table.jail[seat] else "")
            + (f", {cards} out of jail" if cards else "")
        )
        for square in members(table.deeds[seat]):
            group = rules.board.group_of[square]
            parts = [rules.board.group_names[group]] if group >= 0 else []
            parts += [trace.buildings_text(table.level[square])] if table.level[square] else []
            if has(table.mortgaged, square):
                parts.append("mortgaged")
            elif group >= 0 or has(rules.board.railways, square):
                parts.append(f"rent {facts.rent_of(table, square, 0):,}")
            yield f"    {trace.square_text(square, rules)}: {', '.join(parts) or 'utility'}"
    free = [trace.square_text(square, rules) for square in members(table.deeds[0])]
    yield f"the bank: {', '.join(free) or 'no deeds'}; {table.houses} houses, {table.hotels} hotels"
