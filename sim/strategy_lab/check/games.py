"""Checks a game: its rows make sense, and both engines play the same games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from strategy_lab.errors import LaboratoryError, StrategyError
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.entrants import load_field
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation.experiment import Chunk, Plan, make_plan


class Finding(NamedTuple):
    text: str
    is_wrong: bool = False


def examined(game: GameDefinition, games: int, seed: int) -> Iterator[Finding]:
    """Yield what is found of a game by each ruleset and number of players, until one is wrong."""
    field = load_field(game.program().field, game)
    for name in game.ruleset_names():
        ruleset = game.load_ruleset(name)
        for players in ruleset.players:
            plan = make_plan([ruleset], field=field, players=[players], seed=seed, games=games)
            where = f"{name}, {players} players"
            try:
                found = _examined(plan)
            except LaboratoryError as error:
                yield Finding(f"{where}: {error}", is_wrong=True)
                return
            yield Finding(f"{where}: {found.text}", found.is_wrong)
            if found.is_wrong:
                return


def _examined(plan: Plan) -> Finding:
    chunk, definition = Chunk(0, 0, 1, plan.cells[0].deals), plan.definition
    engines: Any = definition.engines
    plain = engines["python"](plan).play(chunk, detail=True)
    if (wrong := _nonsense(plain)) is not None:
        return Finding(wrong, is_wrong=True)
    again = engines["python"](plan).play(chunk, detail=True)
    if different := _first_different(plain, again):
        story = _seated(plan, different).story()
        return Finding(f"game {different} is another one when played again\n\n{story}", True)
    if "compiled" not in engines:
        return Finding(f"{len(plain.data):,} games in plain Python, which has no kernel beside it")
    try:
        compiled = engines["compiled"](plan, compared=True).play(chunk, detail=True)
    except StrategyError as error:
        return Finding(f"compiled, {error}", is_wrong=True)
    different = _first_different(plain, compiled)
    if not different:
        return Finding(f"{len(plain.data):,} games are the same compiled and in plain Python")
    return Finding(_difference(plan, different, plain, compiled), is_wrong=True)


def _nonsense(rows: Rows) -> str | None:
    """Return what no game can end with, if one did."""
    whole = whole_win(rows.players)
    for number, (place, win) in enumerate(zip(rows.place, rows.win, strict=True), start=1):
        if win.sum() != whole or ((win > 0) != (place == 1)).any():
            return (
                f"game {number}: wins are {win.tolist()} of {whole} with places {place.tolist()}: "
                "those in place 1 share the win alike"
            )
        if any(each != 1 + (place < each).sum() for each in place):
            return f"game {number}: places are {place.tolist()}: equals share the better place"
    return None


def _first_different(one: Rows, other: Rows) -> int:
    """Return the number of the first game that differs; 0 if none does."""
    same = (one.data == other.data) & (
        (one.detail == other.detail) if len(one.detail) else np.True_
    )
    return 0 if same.all() else 1 + int(np.argmin(same))


def _seated(plan: Plan, number: int) -> Any:
    seated: Any = plan.definition.seat_game(plan, plan.game(number))
    seated.play(recording=True)
    return seated


def _difference(plan: Plan, number: int, plain: Rows, compiled: Rows) -> str:
    """Return in which way a game is another one compiled, and where it becomes so."""
    seated, place = _seated(plan, number), number - 1
    ends = [
        f"{name}: {one[name].tolist()} in plain Python, {other[name].tolist()} compiled"
        for one, other in [(plain.data[place], compiled.data[place])]
        for name in one.dtype.names
        if np.any(one[name] != other[name])
    ]
    parts = [
        f"game {number} is another one compiled than in plain Python",
        *ends,
        "",
        seated.story(),
    ]
    return "\n".join(parts)
