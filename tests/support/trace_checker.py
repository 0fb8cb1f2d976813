"""A referee for traces: re-checks a whole game from its JSON Lines alone.

It shares no code with the engines. It knows the rules as they are written for people, and takes
every number of a line as a claim to be checked against what the lines before it make of the table.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

KEYS = {
    "setup": ["ruleset", "rules", "players", "seed", "game", "lineup"],
    "houses": ["round", "cards", "opener"],
    "bid": ["round", "seat", "amount"],
    "pass": ["round", "seat", "house", "bid", "refund"],
    "take": ["round", "seat", "house", "paid"],
    "cheques": ["round", "cards"],
    "sell": ["round", "seat", "house", "cheque"],
    "end": ["coins", "cheques", "money", "win", "undealt"],
}
RULES = ["refund", "raise", "houses_per_round", "coins", "removed", "houses", "cheques"]
UNPRINTED = {
    **{"opening_bid": 1, "refunded": "all", "opener": "winner", "coin_value": 1},
    **{"pass_gift": [], "hidden_houses": 0},
}
"""Rules that are written only where they differ from these, which all editions share."""

BY_RULE = (
    ("pass_gift", "pass", "gift"),
    ("hidden_houses", "houses", "hidden"),
    ("hidden_houses", "pass", "shown"),
)
"""Rules, and the key that they add to a kind of line."""


def refund_of(refund: str, bid: int) -> int:
    if refund in {"all", "none"}:
        return bid if refund == "all" else 0
    *fraction, way = refund.split()
    share = Fraction(*fraction or ["1/2"]) * bid
    return math.ceil(share) if way == "up" else math.floor(share)


class TraceError(AssertionError):
    """A line that breaks the rules or the format."""


def check_trace(lines: Iterable[str]) -> None:
    referee = Referee([json.loads(line) for line in lines])
    try:
        referee.check_game()
    except TraceError as error:
        raise TraceError(f"line {referee.position}: {error}") from None


def demand(condition: bool, claim: str) -> None:
    if not condition:
        raise TraceError(claim)


class Referee:
    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.lines = lines
        self.position = 0

    def read(self, *kinds: str) -> dict[str, Any]:
        demand(self.position < len(self.lines), f"the trace ends where {kinds} should follow")
        line = self.lines[self.position]
        self.position += 1
        demand(line.get("t") in kinds, f"t is {line.get('t')!r} where {kinds} should be")
        used = [key for rule, kind, key in BY_RULE if kind == line["t"] and self.rules[rule]]
        demand(list(line) == ["t", *KEYS[line["t"]], *used], f"keys are {list(line)}")
        return line

    def check_game(self) -> None:
        self.set_up()
        self.buy()
        self.sell()
        self.end()
        demand(self.position == len(self.lines), "there are lines after the end")

    def set_up(self) -> None:
        setup = self.read("setup")
        rules, players = setup["rules"], setup["players"]
        written = [key for key, printed in UNPRINTED.items() if rules.get(key, printed) != printed]
        demand(list(rules) == RULES + written, f"rules have the keys {list(rules)}")
        demand(2 <= players <= 8 and len(setup["lineup"]) == players, "players and lineup disagree")
        demand(rules["houses"] == sorted(set(rules["houses"])), "the house deck is not ascending")
        demand(rules["cheques"] == sorted(rules["cheques"]), "the cheque deck is not ascending")
        demand(len(rules["houses"]) == len(rules["cheques"]), "the decks are not of one size")
        self.rules, self.seats = UNPRINTED | rules, range(1, players + 1)
        coins = rules["coins"] if isinstance(rules["coins"], list) else [rules["coins"]] * players
        demand(len(coins) == players, "coins are not for every seat")
        self.coins = dict(zip(self.seats, coins, strict=True))
        self.hands: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.income = dict.fromkeys(self.seats, 0)
        self.deck = set(rules["houses"])
        self.cheque_deck = Counter(rules["cheques"])

    def buy(self) -> None:
        opener, number = 1, 0
        while len(self.deck) > self.rules["removed"]:
            number += 1
            line = self.read("houses")
            offer = line["cards"]
            due = min(self.rules["houses_per_round"], len(self.deck) - self.rules["removed"])
            demand(line["round"] == number, f"round {line['round']} follows {number - 1}")
            if number > 1 and self.rules["opener"] == "lot":
                demand(line["opener"] in self.seats, f"seat {line['opener']} opens")
                opener = line["opener"]
            demand(line["opener"] == opener, f"seat {opener} opens, not {line['opener']}")
            hidden = min(self.rules["hidden_houses"], due - 1)
            demand(line.get("hidden", 0) == hidden, f"{hidden} houses should lie face down")
            due -= hidden
            demand(len(offer) == due, f"{len(offer)} houses on offer, {due} due")
            demand(
                offer == sorted(set(offer)) and set(offer) <= self.deck, f"no such offer: {offer}"
            )
            self.deck -= set(offer)
            opener = self.hold_auction(number, opener, list(offer), hidden)

    def hold_auction(self, number: int, opener: int, offer: list[int], hidden: int) -> int:
        taken: list[tuple[int, int]] = []
        without_house = len(self.seats) - len(offer) - hidden
        bids = dict.fromkeys(self.seats, 0)
        order = [*self.seats[opener - 1 :], *self.seats[: opener - 1]]
        gifts = [*self.rules["pass_gift"], *(0 for _ in self.seats)]
        while len(order) > 1:
            line = self.read("bid", "pass")
            seat = order.pop(0)
            demand(line["round"] == number, f"round {line['round']} inside round {number}")
            demand(line["seat"] == seat, f"seat {line['seat']} moves, but it is the turn of {seat}")
            if line["t"] == "bid":
                self.check_bid(line["amount"], seat, bids)
                bids[seat] = line["amount"]
                order.append(seat)
                continue
            house = None
            refund = bids[seat]
            if without_house > 0:
                without_house -= 1
            else:
                house = offer.pop(0)
                due = self.rules["refunded"] == "all" or not taken
                refund = refund_of(self.rules["refund"], bids[seat]) if due else 0
                taken.append((house, seat))
                self.hands[seat].add(house)
                self.coins[seat] -= bids[seat] - refund
            shown = line.get("shown", [])
            demand(len(shown) == (0 if offer else hidden), f"{shown} are turned over")
            demand(shown == sorted(set(shown) & self.deck), f"no such houses: {shown}")
            self.deck -= set(shown)
            offer += shown
            demand(line["house"] == house, f"the pass takes {house}, not {line['house']}")
            demand(line["bid"] == bids[seat], f"the bid was {bids[seat]}, not {line['bid']}")
            demand(line["refund"] == refund, f"the refund is {refund}, not {line['refund']}")
            gift = gifts.pop(0)
            self.coins[seat] += gift
            demand(line.get("gift", 0) == gift, f"the gift is {gift}, not {line.get('gift')}")
        line = self.read("take")
        (seat,) = order
        (house,) = offer
        expected = {"t": "take", "round": number, "seat": seat, "house": house, "paid": bids[seat]}
        demand(line == expected, f"{line} should be {expected}")
        self.hands[seat].add(house)
        self.coins[seat] -= bids[seat]
        match self.rules["opener"]:
            case "left":
                return seat % len(self.seats) + 1
            case "lowest":
                return min([*taken, (house, seat)])[1]
            case _:
                return seat

    def check_bid(self, amount: int, seat: int, bids: dict[int, int]) -> None:
        highest = max(bids.values())
        demand(type(amount) is int and amount >= 1, f"a bid of {amount}")
        demand(amount <= self.coins[seat], f"a bid of {amount} with {self.coins[seat]} coins")
        demand(amount > bids[seat], f"a bid of {amount} on top of {bids[seat]}")
        if highest == 0:
            least = self.rules["opening_bid"]
            demand(amount >= least, f"a first bid of {amount} is less than {least}")
        elif type(self.rules["raise"]) is int:
            least = highest + self.rules["raise"]
            demand(amount >= least, f"a bid of {amount} is less than {least}")
        elif self.rules["raise"] == "strict":
            demand(amount > highest, f"a bid of {amount} does not exceed {highest}")
        else:
            demand(amount >= highest, f"a bid of {amount} does not match {highest}")

    def sell(self) -> None:
        number = 0
        while holders := [seat for seat in self.seats if self.hands[seat]]:
            number += 1
            line = self.read("cheques")
            offer = line["cards"]
            demand(line["round"] == number, f"round {line['round']} follows {number - 1}")
            demand(len(offer) == len(holders), f"{len(offer)} cheques for {len(holders)} sellers")
            demand(offer == sorted(offer), "the cheques are not ascending")
            demand(Counter(offer) <= self.cheque_deck, f"no such cheques are left: {offer}")
            self.cheque_deck -= Counter(offer)
            previous = math.inf
            for cheque in reversed(offer):
                line = self.read("sell")
                seat, house = line["seat"], line["house"]
                demand(line["round"] == number, f"round {line['round']} inside round {number}")
                demand(seat in holders, f"seat {seat} does not sell now")
                demand(house in self.hands[seat], f"seat {seat} does not hold {house}")
                demand(house < previous, f"house {house} is revealed after {previous}")
                demand(line["cheque"] == cheque, f"cheque {cheque} is due, not {line['cheque']}")
                holders.remove(seat)
                self.hands[seat].remove(house)
                self.income[seat] += cheque
                previous = house

    def end(self) -> None:
        line = self.read("end")
        coins, income = list(self.coins.values()), list(self.income.values())
        value = self.rules["coin_value"]
        money = [value * a + b for a, b in zip(coins, income, strict=True)]
        demand(line["coins"] == coins, f"coins are {coins}")
        demand(line["cheques"] == income, f"cheques are {income}")
        demand(line["money"] == money, f"money is {money}")
        best = max(zip(money, coins, strict=True))
        won = [result == best for result in zip(money, coins, strict=True)]
        shares = [win / sum(won) for win in won]
        demand(line["win"] == shares, f"wins are {shares}")
        whole = [type(share) is int for share in line["win"]]
        demand(whole == [share in {0, 1} for share in shares], "whole wins are not whole numbers")
        undealt = {"houses": sorted(self.deck), "cheques": sorted(self.cheque_deck.elements())}
        demand(line["undealt"] == undealt, f"undealt are {undealt}")
        demand(list(line["undealt"]) == list(undealt), "undealt cards are out of order")
