"""One game again: played by the readable engine, compared with the kernel's row of it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.specs import LIVE
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.faults import MoveError
from forsale_sim.reference.game import Game as PlayedGame
from forsale_sim.reference.play import turned, write_row
from forsale_sim.reference.recording import PastDecision, play_recorded
from forsale_sim.rows import empty_rows
from forsale_sim.rules.parameters import MAX_PLAYERS
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.failures import FailedGameError
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import MOST_GAMES, Game, Plan, period
from forsale_sim.simulation.spec import ChosenRuleset

MANY = 1_000_000
"""Games among which one like that which failed is looked for."""


def way_to_see(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    """Return how to see a game in which a strategy failed; else one like it, or what to try.

    Held-out deals are beyond those of any run; a run leaves out rotations that change nothing; and
    a player that was made for the experiment alone has no spec.
    """
    where, lineup, rulesets = failed.where, failed.lineup, list(rulesets)
    if not lineup:
        return f"See the game: {replay_command(rulesets, failed)}"
    player = turned(lineup, where.seating)[where.seat - 1]
    if LIVE.fullmatch(player):
        return "Try the strategies that it is made of with forsale-sim check."
    if any(map(LIVE.fullmatch, lineup)):
        return f"Try it: {shlex.join(['forsale-sim', 'check', player])}"
    if where.seating <= period(lineup) and where.deal * period(lineup) <= MOST_GAMES:
        return f"See the game: {replay_command(rulesets, failed)}"
    words = ["forsale-sim", "run", "--games", str(MANY), "--seed", str(failed.plan.seed)]
    words += ["--ruleset", _text_of(rulesets, where.ruleset) or "FILE.toml"]
    like = shlex.join([*words, "--lineup", ",".join(lineup)])
    return f"No run has this game. Look for one like it: {like}"


def _text_of(rulesets: Iterable[ChosenRuleset], name: str) -> str | None:
    return next((each.text for each in rulesets if each.ruleset.name == name), None)


def replay_command(rulesets: Iterable[ChosenRuleset], failed: FailedGameError) -> str:
    """Return the command that shows a game in which a strategy failed, or what that needs."""
    where, plan, planned = failed.where, failed.plan, failed.planned
    text = _text_of(rulesets, where.ruleset)
    rotations = min(planned.cell.seatings, period(failed.lineup) if failed.lineup else MAX_PLAYERS)
    number = str((where.deal - 1) * rotations + where.seating)
    words = ["forsale-sim", "replay", "--games", number, "--seed", str(plan.seed)]
    words += ["--ruleset", text or "FILE.toml"]
    if failed.lineup:
        words += ["--lineup", ",".join(failed.lineup)]
        words += ["--no-rotate"] if rotations != period(failed.lineup) else []
    else:
        words += ["--players", str(where.players)]
        words += [word for entrant in plan.field for word in ("--strategy", entrant.spec)]
    command = shlex.join([*words, "--game", number])
    return command if text else f"{command}, where FILE.toml is a file of {where.ruleset}"


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game of a plan at the table, with who sits where."""

    number: Game
    seed: int
    lineup: Sequence[Entrant]
    """By seat, seat 1 first."""
    strategies: Sequence[int]
    """The same as indices into the field."""
    game: PlayedGame

    @property
    def names(self) -> list[str]:
        """What tables call the strategy in each seat."""
        return [entrant.name for entrant in self.lineup]

    def play(self) -> list[PastDecision]:
        """Play the game to its end; return every decision in it."""
        where = (self.seed, self.number.deal, self.number.seating)
        return play_recorded(self.game, self.lineup, *where)


def seat_game(plan: Plan, game: Game) -> SeatedGame:
    """Deal the cards of a game and seat its players."""
    rules = game.cell.cell.rules
    strategies = plan.seats(game.cell, game.deal, game.seating)
    return SeatedGame(
        number=game,
        seed=plan.seed,
        lineup=[plan.field[index] for index in strategies],
        strategies=strategies,
        game=PlayedGame(rules, deal_cards(rules, plan.seed, game.deal)),
    )


def check_against_kernel(plan: Plan, seated: SeatedGame) -> str:
    """Compare a finished game with the row that the kernel has of it; return what was found."""
    game, rules = seated.number, seated.game.rules
    try:
        engine = CompiledEngine(plan, compared=True)
    except UsageError as error:
        return f"Not checked against the compiled engine: {str(error).splitlines()[0]}"
    chunk = Chunk(0, plan.cells.index(game.cell), game.deal, 1)
    try:
        theirs = engine.play(chunk, houses=True)
    except MoveError:  # not in this game, which plain Python has played to its end
        return "Not checked against the compiled engine: another game of its deal fails."
    ours = empty_rows(1, rules.players, seatings=1, houses=True)
    ours.strategy[0] = seated.strategies
    write_row(seated.game, ours, 0)
    last = game.seating - 1
    pairs = ((theirs.data[last], ours.data[0]), (theirs.houses[last], ours.houses[0]))
    differing = [
        name for one, other in pairs for name in one.dtype.names if np.any(one[name] != other[name])
    ]
    if differing:
        raise ForSaleError(
            f"game {game.number} differs between the engines in {', '.join(differing)}: "
            "try its strategies with forsale-sim check"
        )
    return "Checked: the compiled engine plays this game the same."
