"""A game in words for the terminal: the events of its trace, turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from strategy_lab.text_columns import aligned
from strategy_lab.wording import counted, listed

from monopoly_sim.reference.actions import HOUSE
from monopoly_sim.reference.dice import BUS
from monopoly_sim.reference.events import (
    Bankruptcy,
    Bid,
    Building,
    Card,
    Deed,
    Event,
    Jail,
    JailCard,
    Mortgage,
    Move,
    Payment,
    Proposal,
    Roll,
    Turn,
)
from monopoly_sim.reference.game import Ending, Game
from monopoly_sim.reference.play import result_of
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.parameters import Rules
from monopoly_sim.rules.squares import HOTEL

ENDINGS = {
    Ending.BANKRUPTCY: "All others are bankrupt",
    Ending.ROUNDS: "The limit of rounds is reached: the richest player wins",
    Ending.STALEMATE: "Nothing can happen any more: the richest player wins",
}


def story(game: Game, seed: int, number: int, lineup: Sequence[str]) -> str:
    """Return a game as text, a line for every event."""
    return "\n".join(_lines(game, seed, number, lineup))


def _lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    rules = game.rules
    yield f"Game {number} of seed {seed}: {rules.ruleset}, {rules.players} players"
    yield ""
    for seat, (name, cash) in enumerate(zip(lineup, rules.start_cash, strict=True), start=1):
        yield f"  seat {seat}  {name}  {cash:,}"
    money = Counter(dict(enumerate(rules.start_cash, start=1)))
    for event in game.events:
        match event:
            case Turn(number, seat):
                yield ""
                yield f"Round {number}, seat {seat}: {lineup[seat - 1]} has {money[seat]:,}"
                continue
            case Payment(payer, payee, amount):
                money[payer] -= amount
                money[payee] += amount
        yield f"  {sentence(event, rules)}"
    yield ""
    yield from _result(game, lineup)


def _result(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    if not game.table.ending:
        return
    result = result_of(game)
    yield f"{ENDINGS[result.ending]}, after {counted(result.rounds, 'round')}."
    yield ""
    rows = [
        (str(seat), name, f"{worth:,}", str(place))
        for seat, (name, worth, place) in enumerate(
            zip(lineup, result.worth, result.places, strict=True), start=1
        )
    ]
    header = ("seat", "strategy", "worth", "place")
    for line in aligned([header, *rows], numbers={"seat", "worth", "place"}):
        yield f"  {line}"


def sentence(event: Event, rules: Rules) -> str:
    """Return an event in words; a turn is a headline, and has none."""
    match event:
        case Roll(seat, dice):
            text = f"seat {seat} rolls {_dice(dice)}"
        case Move(seat, square):
            text = f"seat {seat} comes to {_square(square, rules)}"
        case Payment(payer, payee, amount, purpose, square):
            where = f", {_square(square, rules)}" if square >= 0 else ""
            text = f"{_who(payer)} pays {amount:,} to {_who(payee)}: {purpose}{where}"
        case Deed(square, owner, mortgaged):
            state = ", mortgaged" if mortgaged else ""
            text = f"{_who(owner)} gets {_square(square, rules)}{state}"
        case Mortgage(square, mortgaged):
            text = f"{_square(square, rules)} is {'mortgaged' if mortgaged else 'redeemed'}"
        case Building(square, level):
            text = f"{_square(square, rules)} has {_buildings(level)}"
        case Bid(seat, lot, amount):
            what = _lot(lot, rules)
            text = f"seat {seat} bids {f'up to {amount:,}' if amount else 'nothing'} for {what}"
        case Card(seat, deck, effect):
            text = f"seat {seat} draws from {rules.deck_names[deck]}: {effect}"
        case JailCard(deck, holder):
            where = f"{_who(holder)} keeps" if holder else "the bank gets back"
            text = f"{where} a card of {rules.deck_names[deck]} that opens the jail"
        case Jail(seat, free):
            text = f"seat {seat} is {'free' if free else 'in jail'}"
        case Proposal():
            text = _proposal(event, rules)
        case Bankruptcy(seat, creditor):
            text = f"seat {seat} cannot pay {_who(creditor)}, and is bankrupt"
    return text


def _who(seat: int) -> str:
    return {BANK: "the bank", POT: "the jackpot"}.get(seat, f"seat {seat}")


def _square(square: int, rules: Rules) -> str:
    return f"{rules.board.names[square]} ({square})"


def _dice(dice: tuple[int, int, int]) -> str:
    first, second, third = dice
    if not third:
        return f"{first} and {second}"
    face = third if third < BUS else "the bus" if third == BUS else "Mr. Monopoly"
    return f"{first}, {second} and {face}"


def _buildings(level: int) -> str:
    if level == HOTEL:
        return "a hotel"
    return counted(level, "house") if level else "no buildings"


def _lot(lot: int, rules: Rules) -> str:
    if lot < HOUSE:
        return _square(lot, rules)
    return "a house" if lot == HOUSE else "a hotel"


def _proposal(event: Proposal, rules: Rules) -> str:
    given = [_square(square, rules) for square in event.given]
    got = [_square(square, rules) for square in event.got]
    given += [counted(event.cards_given, "card")] if event.cards_given else []
    got += [counted(event.cards_got, "card")] if event.cards_got else []
    (given if event.cash > 0 else got).extend([f"{abs(event.cash):,}"] if event.cash else [])
    end = "accepted" if event.accepted else "refused"
    return (
        f"seat {event.seat} offers seat {event.partner} {listed(given or ['nothing'])} for "
        f"{listed(got or ['nothing'])}: {end}"
    )
