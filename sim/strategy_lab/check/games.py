"""Checks a game: its rows make sense, and both engines play the same games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from strategy_lab.errors import LaboratoryError, StrategyError
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import load_field
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation.experiment import Chunk, Game, Plan, make_plan
from strategy_lab.table_game import TableRules


class Finding(NamedTuple):
    text: str
    is_wrong: bool = False


def examined(game: GameDefinition, games: int, seed: int) -> Iterator[Finding]:
    """Yield what is found of a game by each ruleset and number of players, until one is wrong.

    Rules are moved one at a time to each of their words and to both ends of their ranges, too.
    """
    field = load_field(game.program().field, game)
    known = [game.load_ruleset(name) for name in game.ruleset_names()]
    moved = [each for each in known[:1] if isinstance(each, TableRules) for each in each.moved()]
    for ruleset in (*known, *moved):
        for players in ruleset.players:
            number = games if ruleset in known else -(-games // MOVED)
            plan = make_plan([ruleset], field=field, players=[players], seed=seed, games=number)
            where = f"{ruleset.name}, {players} players"
            try:
                found = _examined(plan)
            except LaboratoryError as error:
                yield Finding(f"{where}: {error}", is_wrong=True)
                return
            yield Finding(f"{where}: {found.text}", found.is_wrong)
            if found.is_wrong:
                return


MOVED = 10  # by moved rules, one game is played for so many by rulesets


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
    return _compared(plan, chunk, plain)


def _compared(plan: Plan, chunk: Chunk, plain: Rows) -> Finding:
    """Play games compiled, and compare them."""
    engines: Any = plan.definition.engines
    try:
        compiled = engines["compiled"](plan, compared=True).play(chunk, detail=True)
    except StrategyError as error:
        if not _is_noted(plan):
            return Finding(f"compiled, {error}", is_wrong=True)
        finished = (kernel_decisions(plan, plan.game(n))[0] for n in range(1, 1 + len(plain.data)))
        failed = next(n for n, games in enumerate(finished, 1) if games < plan.game(n).seating)
        return Finding(_parting(plan, failed, []), is_wrong=True)
    different = _first_different(plain, compiled)
    if not different:
        return Finding(f"{len(plain.data):,} games are the same compiled and in plain Python")
    one, other = plain.data[different - 1], compiled.data[different - 1]
    ends = [
        f"{name}: {one[name].tolist()} in plain Python, {other[name].tolist()} compiled"
        for name in one.dtype.names or ()
        if np.any(one[name] != other[name])
    ]
    return Finding(_parting(plan, different, ends), is_wrong=True)


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


def _parting(plan: Plan, number: int, ends: list[str]) -> str:
    """Return in which way a game is another one compiled, and where it becomes so."""
    seated = _seated(plan, number)
    lines = [f"game {number} is another one compiled than in plain Python", *ends, ""]
    if not _is_noted(plan):
        return "\n".join([*lines, seated.story()])
    table, names = seated.game, list(plan.definition.decisions)
    plain = [(each.seat, names.index(each.decision), each.answer) for each in table.asked]
    compiled = kernel_decisions(plan, plan.game(number))[1]
    same = 0
    while same < min(len(plain), len(compiled)) and plain[same] == compiled[same]:
        same += 1
    told = table.told if same >= len(plain) else table.told[: table.asked[same].told]
    lines += ["…", *told[-LAST_LINES:], ""] if len(told) > LAST_LINES else [*told, ""]

    def said(decisions: Sequence[tuple[int, int, int]]) -> str:
        if same >= len(decisions):
            return (
                "the game has ended, an answer was refused, or an index is beyond the end of a list"
            )
        seat, decision, answer = decisions[same]
        return f"{table.who(seat)} is asked {names[decision]} and answers {answer}"

    if plain[same:] == compiled[same:] == []:
        return "\n".join([*lines, f"All {same} decisions are the same: look at how the game ends"])
    return "\n".join(
        [
            *lines,
            f"Here, at decision {same + 1}, they part:",
            f"  in plain Python, {said(plain)}",
            f"  compiled, {said(compiled)}",
        ]
    )


LAST_LINES = 12  # of a story, before the decision at which engines part


def _is_noted(plan: Plan) -> bool:
    """Return whether the kernel notes decisions: it is one of `compiled.table_kernel`."""
    return hasattr(import_module(plan.definition.kernel), "compiled_view")


def kernel_decisions(plan: Plan, game: Game) -> tuple[int, list[tuple[int, int, int]]]:
    """Play a deal's games up to one by the kernel.

    Return how many were finished, and the decisions of the last: seat, which of the game's, answer.
    """
    from strategy_lab.compiled.table_kernel import NOTED

    definition, cell, calls = plan.definition, game.cell, compile_field(plan.field)
    kernel = import_module(definition.kernel)
    found: list[tuple[int, int, int]] = []
    while True:
        (state,) = definition.memory(
            cell.cell.rules, plan.seed, plan.refilled_after, calls.asks_for
        )
        state["noted_from"] = len(found)
        size = 1, cell.cell.players, game.seating, game.deal
        rows = definition.rows.of_records(definition.row, None, *size, detailed=False)
        played = kernel.play_chunk(
            *(state, calls.functions, calls.arguments, np.array(cell.lineup or (), np.uint8)),
            *(game.deal, 1, game.seating, rows.data, rows.detail),
        )
        new = min(int(state["asked"][0]) - len(found), NOTED)
        found += [tuple(each) for each in state["noted"][0][:new].tolist()]
        if new < NOTED:
            return played, found
