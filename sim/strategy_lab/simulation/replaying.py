"""One game again, by an engine that tells what happens; compared with the row of the usual one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from strategy_lab.errors import LaboratoryError, MoveError, UsageError
from strategy_lab.game import SeatedGame
from strategy_lab.plugins.specs import LIVE
from strategy_lab.rows import MAX_SEATS
from strategy_lab.seating import turned
from strategy_lab.simulation.chosen_rulesets import ChosenRuleset
from strategy_lab.simulation.failures import FailedGameError
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import MOST_GAMES, Game, Plan, period

MANY = 1_000_000
"""Games among which one like that which failed is looked for."""


def way_to_see(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    """Return how to see a game in which a strategy failed; else one like it, or what to try.

    Held-out deals are beyond those of any run; a run leaves out rotations that change nothing; and
    a player that was made for the experiment alone has no spec.
    """
    where, lineup, rulesets = failed.where, failed.lineup, list(rulesets)
    program = failed.plan.definition.program().name
    if not lineup:
        return f"See the game: {replay_command(rulesets, failed)}"
    player = turned(lineup, where.seating)[where.seat - 1]
    if LIVE.fullmatch(player):
        return f"Try the strategies that it is made of with {program} check."
    if any(map(LIVE.fullmatch, lineup)):
        return f"Try it: {shlex.join([program, 'check', player])}"
    if where.seating <= period(lineup) and where.deal * period(lineup) <= MOST_GAMES:
        return f"See the game: {replay_command(rulesets, failed)}"
    words = [program, "run", "--games", str(MANY), "--seed", str(failed.plan.seed)]
    words += ["--ruleset", _text_of(rulesets, where.ruleset) or "FILE.toml"]
    like = shlex.join([*words, "--lineup", ",".join(lineup)])
    return f"No run has this game. Look for one like it: {like}"


def _text_of(rulesets: Iterable[ChosenRuleset], name: str) -> str | None:
    return next((each.text for each in rulesets if each.ruleset.name == name), None)


def replay_command(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    """Return the command that shows a game in which a strategy failed, or what that needs."""
    where, plan, planned = failed.where, failed.plan, failed.planned
    text = _text_of(rulesets, where.ruleset)
    rotations = min(planned.cell.seatings, period(failed.lineup) if failed.lineup else MAX_SEATS)
    number = str((where.deal - 1) * rotations + where.seating)
    words = [plan.definition.program().name, "replay", "--games", number, "--seed", str(plan.seed)]
    words += ["--ruleset", text or "FILE.toml"]
    if failed.lineup:
        words += ["--lineup", ",".join(failed.lineup)]
        words += ["--no-rotate"] if rotations != period(failed.lineup) else []
    else:
        words += ["--players", str(where.players)]
        words += [word for entrant in plan.field for word in ("--strategy", entrant.spec)]
    command = shlex.join([*words, "--game", number])
    return command if text else f"{command}, where FILE.toml is a file of {where.ruleset}"


def of_its_players(plan: Plan, game: Game) -> Plan:
    """Return a plan that has the deal of a game, and no players but those who meet in it."""
    players = _players(plan, game)
    seated = plan.seats(game.cell, game.deal, 1)
    cell = replace(game.cell.cell, field=tuple(game.cell.cell.field[each] for each in players))
    lineup = tuple(players.index(each) for each in seated)
    planned = replace(game.cell, cell=cell, lineup=lineup, first_game=1)
    return replace(plan, field=tuple(plan.field[each] for each in players), cells=(planned,))


def _players(plan: Plan, game: Game) -> list[int]:
    """Return who meets in a game: indices into the field, ascending."""
    return sorted(set(plan.seats(game.cell, game.deal, game.seating)))


def check_against_engine(plan: Plan, game: Game, seated: SeatedGame) -> str:
    """Compare a finished game with the usual engine's row of it; return what was found."""
    name, new_engine = next(iter(plan.definition.engines.items()))
    try:
        engine = new_engine(of_its_players(plan, game))
    except UsageError as error:
        return f"Not checked against the {name} engine: {str(error).splitlines()[0]}"
    try:
        theirs = engine.play(Chunk(0, 0, game.deal, 1), detail=True)
    except MoveError:  # not in this game, which has been played to its end
        return f"Not checked against the {name} engine: another game of its deal fails."
    ours, last = seated.rows(), game.seating - 1
    ours.strategy[0] = np.searchsorted(_players(plan, game), ours.strategy[0])
    pairs = [(theirs.data[last], ours.data[0])]
    pairs += [(theirs.detail[last], ours.detail[0])] if len(ours.detail) else []
    differing = [
        name for one, other in pairs for name in one.dtype.names if np.any(one[name] != other[name])
    ]
    if differing:
        raise LaboratoryError(
            f"game {game.number} differs between the engines in {', '.join(differing)}: "
            f"try its strategies with {plan.definition.program().name} check"
        )
    return f"Checked: the {name} engine plays this game the same."
