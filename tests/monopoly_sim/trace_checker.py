"""Plays a trace of Monopoly again from its ruleset alone, line by line; imports no engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

DEEDS = ("street", "railway", "utility")
HOTEL = 5
HOUSE, HOTEL_LOT = 64, 65


class WrongLineError(AssertionError):
    """A line of a trace that the rules do not allow."""


class Checker:
    """The table as the lines so far have left it; `facts` is a ruleset as JSON shows it."""

    def __init__(self, facts: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        self.facts, self.squares = facts, facts["squares"]
        self.players = setup["players"]
        self.cash = Counter(dict(enumerate(setup["rules"]["start_cash"], start=1)))
        self.at, self.free = Counter[int](), dict.fromkeys(range(1, self.players + 1), True)
        self.owner: dict[int, int] = {}
        self.mortgaged: set[int] = set()
        self.level = Counter[int]()
        self.alive, self.out = set(range(1, self.players + 1)), list[int]()
        self.cards = Counter[tuple[int, int]]()  # by deck and holder
        self.pot = self.round = self.turn = 0
        self.dice = (0, 0, 0)
        self.unpaid = -1  # where a rent is due
        self.goes_on = False
        self.card = self.led = ""  # drawn; and what led the token to where it is
        self.repairs = 0
        self.goals: set[int] | None = set()  # where the token may come next; None: anywhere
        self.bids: list[tuple[int, int, int]] = []
        self.due: list[tuple[str, Any]] = []  # what the next lines have to say
        self.leaving = 0

    # Reading

    def check(self, line: Mapping[str, Any]) -> None:
        told = {key: value for key, value in line.items() if key != "t"}
        getattr(self, f"on_{line['t']}")(**told)
        self._require(all(self.cash[seat] >= 0 for seat in self.alive), "nobody owes cash")

    def _require(self, allowed: bool, rule: str) -> None:
        if not allowed:
            raise WrongLineError(rule)

    # The board

    def _kind(self, square: int) -> str:
        return str(self.squares[square]["kind"])

    def _group(self, square: int) -> list[int]:
        group = self.squares[square].get("group")
        return [at for at, each in enumerate(self.squares) if group and each.get("group") == group]

    def _owned(self, seat: int, kind: str) -> int:
        counts = self.facts["mortgaged_railways_count"]
        return sum(
            owner == seat and self._kind(at) == kind and (counts or at not in self.mortgaged)
            for at, owner in self.owner.items()
        )

    def _rents(self, square: int) -> set[int]:
        """Return what a visit may cost: a utility has the dice of the way there or a new throw."""
        kind, owner = self._kind(square), self.owner[square]
        double = re.search(r"rent x (\d+)|dice x (\d+)", self.led)
        if kind == "street":
            level, group = self.level[square], self._group(square)
            whole = all(self.owner.get(each) == owner for each in group)
            clear = not self.mortgaged & set(group)
            twice = level == 0 and whole
            if self.facts["double_rent_needs_clear_group"]:
                twice = twice and clear
            return {self.squares[square]["rents"][level] * (1 + twice)}
        if kind == "railway":
            rent = self.facts["railway_rents"][self._owned(owner, kind) - 1]
            return {rent, rent * int(double[1])} if double and double[1] else {rent}
        factors = {self.facts["utility_factors"][self._owned(owner, kind) - 1]}
        if double and double[2]:
            factors.add(int(double[2]))
        return {factor * self._shown(self.dice) for factor in factors}

    @staticmethod
    def _shown(dice: Sequence[int]) -> int:
        return dice[0] + dice[1] + (dice[2] if dice[2] < 4 else 0)

    # The lines of a trace

    def on_turn(self, *, round: int, seat: int) -> None:
        later = [each for each in sorted(self.alive) if each > self.turn]
        follows = (
            (self.round, later[0]) if self.turn and later else (self.round + 1, min(self.alive))
        )
        self._require((round, seat) == follows, "turns go round")
        self.round, self.turn, self.unpaid, self.goes_on = round, seat, -1, False

    def on_roll(self, *, seat: int, dice: Sequence[int]) -> None:
        self._require(
            all(1 <= die <= 6 for die in dice[:2]) and 0 <= dice[2] <= 6, "dice have 6 faces"
        )
        self._require(not dice[2] or self.facts["speed_die"], "there is no speed die")
        self.dice = tuple(dice)
        if self.unpaid in self.owner and self._kind(self.unpaid) == "utility":
            self.unpaid = -1  # a throw for the rent moves nobody
            return
        first, second, third = dice
        size, at = len(self.squares), self.at[seat]
        self.goes_on = third > 4  # Mr. Monopoly
        steps = {self._shown(dice)}
        if third == 4:
            steps = {first, second, first + second}
        self.goals = {(at + each) % size for each in steps} | {self._jail()}
        if third and first == second == third:
            self.goals = None

    def _jail(self) -> int:
        return next(at for at in range(len(self.squares)) if self._kind(at) == "jail")

    def on_move(self, *, seat: int, square: int) -> None:
        if self.goals is not None:
            allowed = square in self.goals or (self.goes_on and self._kind(square) in DEEDS)
            self._require(allowed, f"from {self.at[seat]} by {self.dice} and {self.card!r}")
        self.at[seat], self.led, self.card = square, self.card, ""
        owes = self.owner.get(square, seat) != seat and square not in self.mortgaged
        self.unpaid = square if owes else -1
        self.goals = {self._jail()} if self._kind(square) == "go_to_jail" else set()

    def card_goal(self, seat: int) -> set[int]:
        at, size = self.at[seat], len(self.squares)
        kind = "railway" if "railway" in self.card else "utility"
        number = re.search(r"\d+", self.card)
        if self.card.startswith("advance"):
            return {int(number[0])} if number else set()
        if self.card.startswith("nearest"):
            ahead = (step for step in range(1, size) if self._kind((at + step) % size) == kind)
            return {(at + next(ahead)) % size}
        if self.card.startswith("back"):
            return {(at - int(number[0])) % size} if number else set()
        return {self._jail()} if self.card == "go to jail" else set()

    def on_card(self, *, seat: int, deck: int, effect: str) -> None:
        kind = "deck_b" if deck else "deck_a"
        self._require(self._kind(self.at[seat]) == kind, "cards are drawn on their squares")
        self._require(effect in self.facts[kind], "the deck has that card")
        self.card = effect
        self.repairs = self._repairs(seat)
        self.goals = self.card_goal(seat)

    def on_pay(self, *, payer: int, payee: int, amount: int, purpose: str, square: int) -> None:
        self._require(amount > 0, "payments are positive")
        getattr(self, f"paid_{purpose}")(payer, payee, amount, square)
        for who, change in ((payer, -amount), (payee, amount)):
            if who == -1:
                self.pot += change
            else:
                self.cash[who] += change
        self._require(self.pot >= 0, "the jackpot is no debt")

    def paid_purchase(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(payee == 0 and self.at[payer] == square, "deeds are bought where one stands")
        self._require(square not in self.owner, "the bank has the deed")
        self._require(amount == self.squares[square]["price"], "at the printed price")

    def paid_auction(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(payee == 0 and square not in self.owner, "the bank has the deed")
        self._sold(payer, amount, square, self.facts["min_bid"])

    def _sold(self, payer: int, amount: int, lot: int, least: int) -> None:
        bids = [(seat, bid) for seat, at, bid in self.bids if at == lot and bid]
        best = max(bid for _, bid in bids)
        winner = next(seat for seat, bid in bids if bid == best)
        others = [bid for seat, bid in bids if seat != winner]
        price = min(best, max(others) + self.facts["bid_step"]) if others else least
        self._require((payer, amount) == (winner, price), f"{winner} has it for {price}")
        self.bids = []

    def paid_rent(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(self.owner.get(square) == payee != payer, "the owner gets the rent")
        self.unpaid = -1
        self._require(square not in self.mortgaged, "a mortgaged deed brings none")
        self._require(self.facts["jail_rent"] or self.free[payee], "nor one whose owner is in jail")
        self._require(self.at[payer] == square, "who stands there pays it")
        self._require(amount in self._rents(square), f"it is one of {self._rents(square)}")

    def paid_salary(self, payer: int, payee: int, amount: int, square: int) -> None:
        landed = self.at[payee] == 0
        usual = self.facts["landing_salary" if landed else "salary"]
        self._require(payer == 0 and amount == usual, f"GO pays {usual}")

    def paid_tax(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(self.at[payer] == square and self._kind(square) == "tax", "on a tax square")
        self._require(amount <= self.squares[square]["tax"], "not more than the tax")
        if not self.facts["income_tax_percent"]:
            self._require(amount == self.squares[square]["tax"], "the whole tax")
        self._fined(payee)

    def _fined(self, payee: int) -> None:
        self._require(payee == (-1 if self.facts["free_parking_jackpot"] else 0), "fines go there")

    def paid_jackpot(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(payer == -1 and amount == self.pot, "all of it")
        self._require(self._kind(self.at[payee]) == "parking", "on free parking")

    def paid_card(self, payer: int, payee: int, amount: int, square: int) -> None:
        found = re.fullmatch(r"(collect|pay) (\d+)( from each| to each)?", self.card)
        self._require(found is not None and amount == int(found[2]), "as the card says")
        assert found
        if found[3]:
            drew = payee if found[1] == "collect" else payer
            self._require(drew == self.turn and min(payer, payee) > 0, "between players")
        elif found[1] == "collect":
            self._require((payer, payee) == (0, self.turn), "from the bank")
        else:
            self._fined(payee)

    def _repairs(self, seat: int) -> int:
        found = re.fullmatch(r"repairs (\d+) a house, (\d+) a hotel", self.card)
        levels = [self.level[at] for at, owner in self.owner.items() if owner == seat]
        houses, hotels = sum(each for each in levels if each < HOTEL), levels.count(HOTEL)
        return houses * int(found[1]) + hotels * int(found[2]) if found else 0

    def paid_repairs(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(amount == self.repairs, f"for each building, {self.repairs}")
        self._fined(payee)

    def paid_jail(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(amount == self.facts["jail_fee"] and not self.free[payer], "the fee")
        self._fined(payee)

    def paid_building(self, payer: int, payee: int, amount: int, square: int) -> None:
        group = self._group(square)
        self._require(all(self.owner.get(each) == payer for each in group), "on whole groups")
        self._require(not self.mortgaged & set(group), "without a mortgage")
        self._require(self.level[square] == min(self.level[each] for each in group), "evenly")
        lot = HOTEL_LOT if self.level[square] == HOTEL - 1 else HOUSE
        if any(bid for _, at, bid in self.bids if at == lot):
            bids = [bid for _, at, bid in self.bids if at == lot and bid]
            if len(bids) > 1:
                self._sold(payer, amount, lot, self.facts["scarce_min"])
                return
            self.bids = []
        self._require(amount == self.squares[square]["house"], "at the printed price")

    def paid_sale(self, payer: int, payee: int, amount: int, square: int) -> None:
        half = self.squares[square]["house"] // 2
        self._require(payer == 0 and amount % half == 0, "buildings are sold for half")
        self._require(amount == half * self.sold, f"{self.sold} of them")
        self.sold = 0

    sold = 0
    """Buildings taken away since the last sale was paid."""

    def paid_mortgage(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(payer == 0 and square in self.mortgaged, "for a deed just mortgaged")
        self._require(amount == self.squares[square]["price"] // 2, "half the price")

    def _interest_on(self, square: int) -> int:
        owed = self.squares[square]["price"] // 2 * self.facts["interest_percent"]
        return -(-owed // 100) if self.facts["interest_rounding"] == "up" else owed // 100

    def paid_redemption(self, payer: int, payee: int, amount: int, square: int) -> None:
        price = self.squares[square]["price"] // 2 + self._interest_on(square)
        self._require(payee == 0 and self.owner[square] == payer, "by the owner")
        self._require(square in self.mortgaged and amount == price, f"for {price}")

    def paid_interest(self, payer: int, payee: int, amount: int, square: int) -> None:
        mine = [at for at in self.mortgaged if self.owner.get(at) == payer]
        self._require(amount <= sum(map(self._interest_on, mine)), "on mortgages that are held")

    def paid_trade(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(self.due[:1] == [("cash", (payer, payee, amount))], "as agreed")
        self.due.pop(0)

    def paid_bankruptcy(self, payer: int, payee: int, amount: int, square: int) -> None:
        self._require(payer == self.leaving and amount == self.cash[payer], "all that is left")

    def on_deed(self, *, square: int, owner: int, mortgaged: bool) -> None:
        self._require(self._kind(square) in DEEDS, "a deed")
        self._require(not any(self.level[each] for each in self._group(square)), "not built on")
        if owner == 0:
            del self.owner[square]
            self.mortgaged.discard(square)
        else:
            self.owner[square] = owner
        self._require(mortgaged == (square in self.mortgaged), "mortgages go along")
        if self.due[:1] == [("deed", (square, owner))]:
            self.due.pop(0)

    def on_mortgage(self, *, square: int, mortgaged: bool) -> None:
        self._require(mortgaged != (square in self.mortgaged), "it changes")
        self._require(not any(self.level[each] for each in self._group(square)), "not built on")
        (self.mortgaged.add if mortgaged else self.mortgaged.discard)(square)

    def on_building(self, *, square: int, level: int) -> None:
        before = self.level[square]
        self._require(0 <= level <= HOTEL and level != before, "a building more or fewer")
        self.level[square] = level
        self.sold += max(before - level, 0)
        levels = self.level.values()
        houses, hotels = sum(each for each in levels if each < HOTEL), [*levels].count(HOTEL)
        if level > before:
            enough = houses <= self.facts["houses"] and hotels <= self.facts["hotels"]
            self._require(level == before + 1 and enough, "the bank has it")

    def on_bid(self, *, seat: int, lot: int, amount: int) -> None:
        self._require(seat in self.alive and 0 <= amount <= self.cash[seat], "within one's cash")
        self.bids = [each for each in self.bids if each[1] == lot] + [(seat, lot, amount)]

    def on_jail_card(self, *, deck: int, holder: int) -> None:
        self.cards[deck, holder] += 1

    def on_jail(self, *, seat: int, free: bool) -> None:
        self._require(free != self.free[seat], "it changes")
        self._require(free or self.at[seat] == self._jail(), "who goes to jail is there")
        self.free[seat] = free

    def on_trade(self, *, seat: int, partner: int, accepted: bool, **terms: Any) -> None:
        self._require({seat, partner} <= self.alive and seat != partner, "between two players")
        for giver, deeds in ((seat, terms["given"]), (partner, terms["got"])):
            self._require(all(self.owner.get(each) == giver for each in deeds), "of what they own")
        if accepted:
            cash = terms["cash"]
            sides = (seat, partner) if cash > 0 else (partner, seat)
            self.due = [("cash", (*sides, abs(cash)))] if cash else []
            self.due += [("deed", (each, partner)) for each in terms["given"]]
            self.due += [("deed", (each, seat)) for each in terms["got"]]

    def on_bankrupt(self, *, seat: int, creditor: int) -> None:
        self.leaving = seat
        self.alive.discard(seat)
        self.out.append(seat)

    def on_end(self, *, ending: str, rounds: int, places: list[int], worth: list[int]) -> None:
        mine = [self._worth(seat) for seat in range(1, self.players + 1)]
        self._require(worth == mine, f"players are worth {mine}")
        rank = {seat: (0, order) for order, seat in enumerate(self.out)}
        rank |= {seat: (1, worth[seat - 1]) for seat in self.alive}
        expected = [1 + sum(other > rank[seat] for other in rank.values()) for seat in sorted(rank)]
        self._require(places == expected and rounds == self.round, f"places are {expected}")
        self._require((ending == "bankruptcy") == (len(self.alive) == 1), "one is left, or not")
        self._require(sum(self.cash.values()) + self.pot == self.begun, "no money is made or lost")

    begun = 0

    def _worth(self, seat: int) -> int:
        deeds = (at for at, owner in self.owner.items() if owner == seat)
        return self.cash[seat] + sum(
            (self.squares[at]["price"] // 2 if at in self.mortgaged else self.squares[at]["price"])
            + self.level[at] * self.squares[at].get("house", 0)
            for at in deeds
        )


def check_trace(facts: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> int:
    """Check every line of a trace; return how many there are."""
    checker = Checker(facts, lines[0])
    checker.begun = sum(checker.cash.values())
    for number, line in enumerate(lines[1:], start=2):
        try:
            checker.check(line)
        except WrongLineError as error:
            raise WrongLineError(f"line {number}, {line}: {error}") from None
    assert lines[-1]["t"] == "end"
    return len(lines)
