"""Finds games of a run by what happened to a strategy in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrant import load_entrant
from strategy_lab.simulation.engines import Engine
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import Plan, PlannedCell

MOST_DEALS = 4096
"""How many deals are played at once: few at first, as a game may be found soon."""

GameOutcome = Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a game has to be like."""

    player: int
    """The strategy that has to sit in it: an index into the field."""

    outcome: GameOutcome | None = None
    """"won": it wins, or shares the win, in one of its seats at least; "lost": in none."""

    over: tuple[str, int] | None = None
    """A decision, and a number that its move exceeds once at least."""


def player_index(plan: Plan, spec: str) -> int:
    """Return the index in a plan's field of the strategy that a spec, or its name, stands for."""
    names = [entrant.name for entrant in plan.field]
    try:
        name = spec if spec in names else load_entrant(spec, plan.definition).name
    except UsageError:  # names of all strategies that there are would not help
        name = spec
    if name not in names:
        raise UsageError(f"{spec!r} does not play in this run: its players are {', '.join(names)}")
    return names.index(name)


def find_games(plan: Plan, wanted: Wanted, after: int = 0) -> Iterator[int]:
    """Yield the numbers of the games that are as wanted, ascending, beginning after a number."""
    engine = _first_engine(plan)
    for cell, planned in enumerate(plan.cells):
        first_deal = max(0, after + 1 - planned.first_game) // planned.cell.seatings + 1
        for chunk in _chunks(cell, planned, first_deal):
            for number in _candidates(engine, planned, chunk, wanted):
                if number > after and _moves_as_wanted(plan, number, wanted):
                    yield number


def _first_engine(plan: Plan) -> Engine:
    """Return the first of the game's engines that can play the strategies."""
    *others, last = plan.definition.engines.values()
    for new_engine in others:
        with suppress(UsageError):
            return new_engine(plan)
    return last(plan)


def _chunks(cell: int, planned: PlannedCell, first_deal: int) -> Iterator[Chunk]:
    deals = 1
    while first_deal <= planned.deals:
        yield Chunk(0, cell, first_deal, min(deals, planned.deals + 1 - first_deal))
        first_deal += deals
        deals = min(2 * deals, MOST_DEALS)


def _candidates(
    engine: Engine, planned: PlannedCell, chunk: Chunk, wanted: Wanted
) -> Iterator[int]:
    """Yield the games of a chunk that the player sits in, with the outcome that is wanted."""
    rows = engine.play(chunk)
    sits = rows.strategy == wanted.player
    suits = sits.any(axis=1)
    if wanted.outcome is not None:
        suits &= (sits & (rows.win > 0)).any(axis=1) == (wanted.outcome == "won")
    first = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
    yield from (first + np.flatnonzero(suits)).tolist()


def _moves_as_wanted(plan: Plan, number: int, wanted: Wanted) -> bool:
    """Return whether a move of the player is as high as is wanted; the rows do not say."""
    if wanted.over is None:
        return True
    decision, limit = wanted.over
    game = plan.game(number)
    seated = plan.definition.seat_game(plan, game)
    seated.play()
    seats = plan.seats(game.cell, game.deal, game.seating)
    return any(
        move > limit and seats[seat - 1] == wanted.player for seat, move in seated.moves(decision)
    )
