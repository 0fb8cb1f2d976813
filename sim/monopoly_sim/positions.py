"""A position: what lies on the table at the start of a turn, and who wins from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from numpy.typing import NDArray
from pydantic import Field, Strict
from strategy_lab.errors import UsageError, nearest
from strategy_lab.files.whole_files import read_toml
from strategy_lab.plugins.entrants import Entrant, load_entrant
from strategy_lab.ruleset_files import TomlTable

from monopoly_sim.game import GAME
from monopoly_sim.reference import table as facts
from monopoly_sim.reference.events import Game
from monopoly_sim.reference.table import BANK, FREE, NO_TRADE, Table, Trade
from monopoly_sim.reference.trace import play_seated, players_of, records_of
from monopoly_sim.reference.turns import IN_USE, exchange
from monopoly_sim.rules.board import HOTEL, Code, has, members, set_of
from monopoly_sim.rules.ruleset import Rules, Ruleset, load_ruleset

MOST = 1_000_000
SQUARES = "a list of squares, by their names or numbers"


def amount(default: Any, low: int = 0, high: int = MOST) -> Any:
    words = f"a whole number from {low:,} to {high:,}"
    return Field(default, strict=True, ge=low, le=high, description=words)


T = TypeVar("T", bound=TomlTable)
Named = int | str  # a square, by its number or its name


class SeatTable(TomlTable):
    strategy: str = Field(description="the name of a strategy, or its file")
    cash: int = amount(...)
    at: Named = Field(0, description="a square, by its name or number")
    deeds: list[Named] = Field([], description=SQUARES)
    mortgaged: list[Named] = Field([], description=SQUARES)
    buildings: dict[str, Annotated[int, Strict(), Field(ge=1, le=HOTEL)]] = Field(
        {}, description=f"streets, each with 1 to {HOTEL - 1} houses, {HOTEL} for a hotel"
    )
    jail: int = amount(FREE)
    jail_cards: int = amount(0)


class TradeTable(TomlTable):
    seat: int = amount(..., 1)
    partner: int = amount(..., 1)
    gives: list[Named] = Field([], description=SQUARES)
    gets: list[Named] = Field([], description=SQUARES)
    pays: int = amount(0, -MOST)
    gives_cards: int = amount(0)
    gets_cards: int = amount(0)


class PositionTable(TomlTable):
    ruleset: str = Field(description="the name of a ruleset, or its file")
    turn: int = amount(1, 1)
    round: int = amount(1, 1)
    pot: int = amount(0)
    seats: list[dict[str, Any]] = Field(description="a table [[seats]] for each player")
    trades: list[dict[str, Any]] = Field([], description="a table [[trades]] for each trade")


@dataclass(frozen=True, slots=True)
class Position:
    table: Table
    lineup: tuple[Entrant, ...]  # by seat
    trades: tuple[tuple[int, Trade], ...]  # what might be agreed first, each with who proposes it


def read_position(path: Path) -> Position:
    """Return the position in a TOML file.

    Raises `UsageError` where it is none that the rules allow.
    """
    told = PositionTable.validated(read_toml(path), str(path))
    seats = _validated(SeatTable, told.seats, f"{path}: seat")
    asked = _validated(TradeTable, told.trades, f"{path}: trade")
    try:
        ruleset = load_ruleset(told.ruleset)
        lineup = tuple(load_entrant(seat.strategy, GAME) for seat in seats)
        table = _laid(told, seats, ruleset)
        trades = tuple(_trade(table, number, each) for number, each in enumerate(asked, start=1))
    except (ValueError, UsageError) as error:
        raise UsageError(f"{path}: {error}") from None
    return Position(table, lineup, trades)


def _validated(kind: type[T], tables: Sequence[Mapping[str, Any]], origin: str) -> list[T]:
    return [kind.validated(each, f"{origin} {n}") for n, each in enumerate(tables, start=1)]


def _laid(told: PositionTable, seats: Sequence[SeatTable], ruleset: Ruleset) -> Table:
    rules = ruleset.rules(len(seats))
    table = Table(rules, (list(range(len(rules.decks[0]))), list(range(len(rules.decks[1])))))
    if told.turn > rules.players:
        raise ValueError(f"turn: there is no seat {told.turn}; there are {rules.players}")
    table.turn, table.round, table.quiet_since, table.pot = (
        *(told.turn, told.round, told.round),
        told.pot,
    )
    for seat, each in enumerate(seats, start=1):
        try:
            _sit_down(table, seat, each)
        except ValueError as error:
            raise ValueError(f"seat {seat}: {error}") from None
    table.cash[BANK] = -sum(table.cash[1:]) - table.pot
    for square in members(rules.board.deeds & ~table.deeds[BANK]):
        _check_buildings(table, square)
    if min(table.houses, table.hotels) < 0:
        raise ValueError(
            f"more houses or hotels stand than the game has: {rules.houses} and {rules.hotels}"
        )
    return table


def _sit_down(table: Table, seat: int, told: SeatTable) -> None:
    board, rules = table.rules.board, table.rules
    table.cash[seat], table.position[seat] = told.cash, _square(rules, told.at)
    for deed in told.deeds:
        square = _square(rules, deed)
        if not has(table.deeds[BANK], square):
            owner = table.owner[square]
            raise ValueError(
                f"{board.names[square]} is {f'of seat {owner} already' if owner else 'no deed'}"
            )
        table.owner[square] = seat
        table.deeds[BANK] ^= 1 << square
        table.deeds[seat] ^= 1 << square
    for deed in told.mortgaged:
        square = _own(table, seat, deed)
        table.mortgaged |= 1 << square
    for street, level in told.buildings.items():
        facts.set_level(
            table, _own(table, seat, int(street) if street.isdigit() else street), level
        )
    if told.jail > rules.jail_rolls:
        raise ValueError(
            f"jail: {told.jail} is not allowed; it must be a turn in jail, 1 to "
            f"{rules.jail_rolls}, or 0 for free"
        )
    if told.jail:
        table.jail[seat], table.position[seat] = told.jail, board.jail
    table.speed[seat] = IN_USE if rules.speed_die else 0
    for _ in range(told.jail_cards):
        _take_jail_card(table, seat)


def _take_jail_card(table: Table, seat: int) -> None:
    for cards, deck, held in zip(table.rules.decks, table.decks, table.held, strict=True):
        for place in deck:
            if cards[place].code == Code.JAIL_FREE:
                deck.remove(place)
                held[seat].append(place)
                return
    raise ValueError("jail_cards: the decks have no more cards that open the jail")


def _own(table: Table, seat: int, named: Named) -> int:
    square = _square(table.rules, named)
    if not has(table.deeds[seat], square):
        raise ValueError(f"{table.rules.board.names[square]} is not among its deeds: add it there")
    return square


def _square(rules: Rules, named: Named) -> int:
    names = rules.board.names
    if isinstance(named, int):
        if not 0 <= named < len(names):
            raise ValueError(f"there is no square {named}; they are 0 to {len(names) - 1}")
        return named
    if names.count(named) > 1:
        places = [str(place) for place, name in enumerate(names) if name == named]
        raise ValueError(f"{named!r} is several squares: say {' or '.join(places)}")
    if named not in names:
        raise ValueError(f"no square is called {named!r}{nearest(named, names)}")
    return names.index(named)


def _check_buildings(table: Table, square: int) -> None:
    board, level = table.rules.board, table.level[square]
    if not level:
        return
    group, name = board.group[square], board.names[square]
    if board.group_of[square] < 0 or group & ~table.deeds[table.owner[square]]:
        raise ValueError(f"{name} has buildings, and its owner lacks a street of the group")
    if group & table.mortgaged:
        raise ValueError(f"{name} has buildings, and a street of its group is mortgaged")
    if max(facts.levels(table, square)) - min(facts.levels(table, square)) > 1:
        raise ValueError(f"{name} has {level}: building is even within a group, one apart at most")


def _trade(table: Table, number: int, told: TradeTable) -> tuple[int, Trade]:
    try:
        gives, gets = (
            set_of(_square(table.rules, each) for each in deeds)
            for deeds in (told.gives, told.gets)
        )
        trade = Trade(told.partner, gives, gets, told.pays, told.gives_cards, told.gets_cards)
        if told.seat not in table.seats:
            raise ValueError(f"seat: there is no seat {told.seat}; there are {len(table.seats)}")
        if reason := facts.why_not_trade(table, told.seat, trade):
            raise ValueError(reason)
    except ValueError as error:
        raise ValueError(f"trade {number}: {error}") from None
    return told.seat, trade


def after_trade(table: Table, lineup: Sequence[Entrant], seat: int, trade: Trade) -> Table:
    """Return the table once a trade is agreed; players then do what they do about mortgages."""
    game = game_at(table, lineup, seed=0, deal=1)
    exchange(game, seat, trade)
    return game.table


def game_at(table: Table, lineup: Sequence[Entrant], seed: int, deal: int) -> Game:
    """Return a game that stands there, to be played on by the readable engine.

    Dice and decks are those of a deal; what players hold is in no deck.
    """
    game = Game(table.rules, players_of(lineup), seed, deal)
    dealt, game.table = game.table.decks, deepcopy(table)
    for number, (order, held) in enumerate(zip(dealt, game.table.held, strict=True)):
        cards, left = table.rules.decks[number], sum(map(len, held))
        out = [place for place in order if cards[place].code == Code.JAIL_FREE][:left]
        game.table.decks[number] = [place for place in order if place not in out]
    seats = len(table.cash)
    game.table.rolls, game.table.decisions = [0] * seats, [0] * seats
    game.table.thrown = game.table.throws = 0
    game.table.refused = [NO_TRADE] * seats
    game.table.touched = set(table.seats)
    return game


def state_of(table: Table) -> NDArray[Any]:
    """Return the table as the kernel has it at the start of a turn: (1,) of its `STATE`."""
    from monopoly_sim.engine.state import new_state

    rules, states = table.rules, new_state(table.rules, seed=0)
    state = states[0]
    for name in ("cash", "position", "deeds", "jail", "speed"):
        state[name][: rules.players + 1] = getattr(table, name)
    for name in ("owner", "level"):
        state[name][: rules.board.size] = getattr(table, name)
    for name in ("pot", "mortgaged", "houses", "hotels", "round", "turn", "quiet_since"):
        state[name] = getattr(table, name)
    for seat in range(1, rules.players + 1):
        whole = (group for group in rules.board.groups if not group & ~table.deeds[seat])
        state["whole"][seat], state["missing"][seat] = sum(whole), facts.missing(table, seat)
    state["built"] = sum(1 << square for square, level in enumerate(table.level) if level)
    state["alive"] = state["touched"] = sum(1 << seat for seat in table.seats)
    state["bankrupt"] = len(table.out)
    for number, seat in enumerate(table.out, start=1):
        state["out"][seat] = number
    for deck, held in enumerate(table.held):
        state["held"][deck][: rules.players + 1] = [len(cards) for cards in held]
    return states


def finished(table: Table, lineup: Sequence[Entrant], seed: int, deal: int) -> NDArray[Any]:
    """Play a game on in plain Python; return its record."""
    game = game_at(table, lineup, seed, deal)
    play_seated(game)
    return records_of(game)[0]
