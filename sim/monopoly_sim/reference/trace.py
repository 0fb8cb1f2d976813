"""A game as JSON Lines: an object a line, in the order of play, for other tools to check.

Its lines are a setup, the events of `monopoly_sim.reference.events`, whose fields they have, and an
end. ``t`` is the type of a line.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.display.text_tables import aligned
from strategy_lab.errors import counted, listed
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.rows import whole_win

from monopoly_sim.reference import events
from monopoly_sim.reference.events import BUS, TYPES, Ending, Event, Game, Player
from monopoly_sim.reference.table import BANK, NO_TRADE, POT, Table, Trade, largest_bill, net_worth
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.reference.view import HOUSE
from monopoly_sim.rows import DETAIL, ROW
from monopoly_sim.rules.board import HOTEL, members
from monopoly_sim.rules.ruleset import Rules


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
    game = Game(rules, lineup, seed, deal, seating)
    play_on(game)
    return game


def play_on(game: Game) -> None:
    """Play a game to its end, in place; after an error it is as it was before the mistake."""
    while not game.table.ending:
        play_turn(game, game.table.turn)
        pass_dice(game)


def pass_dice(game: Game) -> None:
    table = game.table
    if game.is_decided:
        table.ending = Ending.BANKRUPTCY
        return
    later = [seat for seat in table.seats if seat > table.turn]
    if later:
        table.turn = later[0]
    elif table.round == game.rules.max_rounds:
        table.ending = Ending.ROUNDS
    elif is_stalemate(table):
        table.ending = Ending.STALEMATE
    else:
        table.round += 1
        table.turn = table.seats[0]
        table.refused = [NO_TRADE] * len(table.refused)


def is_stalemate(table: Table) -> bool:
    """Return whether a game can no longer move: see the rule `quiet_rounds`."""
    quiet = table.rules.quiet_rounds
    if not quiet or table.round - table.quiet_since < quiet:
        return False
    for group in table.rules.board.groups:
        if len({table.owner[square] for square in members(group)} - {BANK}) < 2:
            return False
    return min(table.cash[seat] for seat in table.seats) > 2 * largest_bill(table)


class Result(NamedTuple):
    """The end of a game; tuples are by seat, seat 1 first."""

    places: tuple[int, ...]  # 1 for the winner; those who are equal share a place
    # Cash, deeds (half the price if mortgaged) and buildings at what they cost.
    worth: tuple[int, ...]
    ending: Ending
    rounds: int


def result_of(game: Game) -> Result:
    """Return the result of a game that is over: by worth, then by who was bankrupt last."""
    table = game.table
    worth = tuple(net_worth(table, seat) for seat in range(1, game.rules.players + 1))
    rank = {seat: (0, order) for order, seat in enumerate(table.out)}
    rank |= {seat: (1, worth[seat - 1]) for seat in table.seats}
    places = tuple(
        1 + sum(other > rank[seat] for other in rank.values())
        for seat in range(1, game.rules.players + 1)
    )
    return Result(places, worth, Ending(table.ending), table.round)


def trace(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a game as the objects of its trace; there is no ``end`` if it is unfinished."""
    yield {
        "t": "setup",
        "ruleset": game.rules.ruleset,
        "rules": game.rules.settings(),
        "players": game.rules.players,
        "seed": seed,
        "game": number,
        "lineup": list(lineup),
    }
    for event in game.events:
        kind = type(event)
        yield {"t": TYPES.get(kind, kind.__name__.lower()), **event._asdict()}
    if game.table.ending:
        result = result_of(game)
        yield {
            "t": "end",
            "ending": result.ending.name.lower(),
            "rounds": result.rounds,
            "places": list(result.places),
            "worth": list(result.worth),
        }


def trace_lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    for line in trace(game, seed, number, lineup):
        yield json.dumps(line, ensure_ascii=False)


ENDINGS = {
    Ending.BANKRUPTCY: "All others are bankrupt",
    Ending.ROUNDS: "The limit of rounds is reached: the richest player wins",
    Ending.STALEMATE: "Nothing can happen any more: the richest player wins",
}


def story(game: Game, seed: int, number: int, lineup: Sequence[str]) -> str:
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
            case events.Turn(number, seat):
                yield ""
                yield f"Round {number}, seat {seat}: {lineup[seat - 1]} has {money[seat]:,}"
                continue
            case events.Payment(payer, payee, amount):
                money[payer] -= amount
                money[payee] += amount
        yield f"  {sentence(event, rules)}"
    yield ""
    yield from result_lines(game, lineup)


def result_lines(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    if not game.table.ending:
        return
    result = result_of(game)
    yield from (f"{ENDINGS[result.ending]}, after {counted(result.rounds, 'round')}.", "")
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
        case events.Roll(seat, dice):
            text = f"seat {seat} rolls {_dice(dice)}"
        case events.Move(seat, square):
            text = f"seat {seat} comes to {square_text(square, rules)}"
        case events.Payment(payer, payee, amount, purpose, square):
            where = f", {square_text(square, rules)}" if square >= 0 else ""
            text = f"{_who(payer)} pays {amount:,} to {_who(payee)}: {purpose}{where}"
        case events.Deed(square, owner, mortgaged):
            state = ", mortgaged" if mortgaged else ""
            text = f"{_who(owner)} gets {square_text(square, rules)}{state}"
        case events.Mortgage(square, mortgaged):
            text = f"{square_text(square, rules)} is {'mortgaged' if mortgaged else 'redeemed'}"
        case events.Building(square, level):
            text = f"{square_text(square, rules)} has {buildings_text(level)}"
        case events.Bid(seat, lot, amount):
            what = _lot(lot, rules)
            text = f"seat {seat} bids {f'up to {amount:,}' if amount else 'nothing'} for {what}"
        case events.Card(seat, deck, effect):
            text = f"seat {seat} draws from {rules.deck_names[deck]}: {effect}"
        case events.JailCard(deck, holder):
            where = f"{_who(holder)} keeps" if holder else "the bank gets back"
            text = f"{where} a card of {rules.deck_names[deck]} that opens the jail"
        case events.Jail(seat, free):
            text = f"seat {seat} is {'free' if free else 'in jail'}"
        case events.Proposal():
            text = f"{_offer(event, rules)}: {'accepted' if event.accepted else 'refused'}"
        case events.Bankruptcy(seat, creditor):
            text = f"seat {seat} cannot pay {_who(creditor)}, and is bankrupt"
    return text


def _who(seat: int) -> str:
    return {BANK: "the bank", POT: "the jackpot"}.get(seat, f"seat {seat}")


def square_text(square: int, rules: Rules) -> str:
    return f"{rules.board.names[square]} ({square})"


def _dice(dice: tuple[int, int, int]) -> str:
    first, second, third = dice
    if not third:
        return f"{first} and {second}"
    face = third if third < BUS else "the bus" if third == BUS else "Mr. Monopoly"
    return f"{first}, {second} and {face}"


def buildings_text(level: int) -> str:
    if level == HOTEL:
        return "a hotel"
    return counted(level, "house") if level else "no buildings"


def _lot(lot: int, rules: Rules) -> str:
    if lot < HOUSE:
        return square_text(lot, rules)
    return "a house" if lot == HOUSE else "a hotel"


def offered(rules: Rules, seat: int, trade: Trade) -> str:
    """Return a trade in words."""
    deeds, terms = (members(trade.given), members(trade.got)), trade[3:]
    return _offer(events.Proposal(seat, trade.partner, *deeds, *terms, accepted=False), rules)


def _offer(event: events.Proposal, rules: Rules) -> str:
    given = [square_text(square, rules) for square in event.given]
    got = [square_text(square, rules) for square in event.got]
    given += [counted(event.cards_given, "card")] if event.cards_given else []
    got += [counted(event.cards_got, "card")] if event.cards_got else []
    (given if event.cash > 0 else got).extend([f"{abs(event.cash):,}"] if event.cash else [])
    return (
        f"seat {event.seat} offers seat {event.partner} {listed(given or ['nothing'])} for "
        f"{listed(got or ['nothing'])}"
    )


# What `strategy_lab.simulation.replaying.ReadableEngine` asks for beside `story`, `trace_lines`.


def new_game(rules: Rules, lineup: Sequence[Entrant], seed: int, deal: int, seating: int) -> Game:
    return Game(rules, players_of(lineup), seed, deal, seating)


def players_of(lineup: Sequence[Entrant]) -> list[Any]:
    return [SimpleNamespace(name=each.name, **each.decisions) for each in lineup]


def play_seated(game: Game, *_: object) -> list[Event]:
    play_on(game)
    return game.events


def moves(game: Game, decision: str) -> list[tuple[int, int]]:
    bids = [event for event in game.events if isinstance(event, events.Bid)]
    return [(bid.seat, bid.amount) for bid in bids] if decision == "bid" else []


def records_of(game: Game) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return a game that is over as records of `ROW` and `DETAIL`, but for its strategies."""
    result, players = result_of(game), game.rules.players
    row, detail = np.zeros((), ROW), np.zeros((), DETAIL)
    row["place"][:players], row["score"][:players] = result.places, result.worth
    share = whole_win(players) // result.places.count(1)
    row["win"][:players] = [share if place == 1 else 0 for place in result.places]
    row["rounds"], row["ending"] = result.rounds, result.ending
    count_events(game, detail)
    return row, detail


def count_events(game: Game, detail: NDArray[Any]) -> None:
    """Write into a record of `DETAIL` what the events of a game amount to."""
    board, number, bidders = game.rules.board, 0, 0
    owner, level, buyer = [BANK] * board.size, [0] * board.size, detail["buyer"]
    for event in game.events:
        match event:
            case events.Turn():
                number = event.round
            case events.Payment(who, _, amount, "purchase" | "auction" as way, at) if not buyer[at]:
                buyer[at], detail["price"][at] = who, amount
                detail["bought"][at], detail["auctioned"][at] = number, way == "auction"
            case events.Payment(_, _, amount, "rent", square):
                detail["visits"][square] += 1
                detail["rent"][square] += amount
            case events.Payment(_, _, amount, "building", square):
                detail["buildings"][square] += amount
                detail["contests"] += bidders > 1
                bidders = 0
            case events.Payment(_, _, amount, "sale", square):
                detail["buildings"][square] -= amount
            case events.Deed(square, seat, _):
                owner[square], group = seat, board.group_of[square]
                is_first = group >= 0 and seat != BANK and not detail["group_seat"][group]
                if is_first and {owner[each] for each in members(board.groups[group])} == {seat}:
                    detail["group_seat"][group], detail["group_round"][group] = seat, number
            case events.Building(square, built):
                level[square] = built
                houses = sum(each for each in level if each < HOTEL)
                if houses == game.rules.houses and not detail["shortage"]:
                    detail["shortage"] = number
            case events.Proposal():
                detail["proposals"] += 1
                detail["trades"] += event.accepted
            case events.Bid(_, lot, amount) if lot >= HOUSE:
                bidders += amount > 0
