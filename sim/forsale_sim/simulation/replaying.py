"""One game of a plan again: played by the readable engine, compared with the kernel's row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.reference.faults import MoveError
from forsale_sim.reference.game import Game as PlayedGame
from forsale_sim.reference.play import play_on, turned, write_row
from forsale_sim.reference.randomness import deal_cards, draw_lineup
from forsale_sim.rows import ROW, empty_rows
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.plan import Game, Plan


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

    def play(self) -> None:
        """Play the game to its end.

        Raises
        ------
        MoveError
            If a strategy makes an illegal move or raises an exception; `game` is then as it was
            before.
        """
        play_on(self.game, self.lineup, self.seed, self.number.deal, self.number.seating)


def seat_game(plan: Plan, game: Game) -> SeatedGame:
    """Deal the cards of a game and seat its players."""
    rules = game.cell.cell.rules
    drawn = game.cell.lineup or draw_lineup(plan.seed, rules.players, game.deal, len(plan.field))
    strategies = turned(drawn, game.seating)
    return SeatedGame(
        number=game,
        seed=plan.seed,
        lineup=[plan.field[index] for index in strategies],
        strategies=strategies,
        game=PlayedGame(rules, deal_cards(rules, plan.seed, game.deal)),
    )


def check_against_kernel(plan: Plan, seated: SeatedGame) -> str:
    """Compare a finished game with the row that the kernel has of it; return what was found.

    Raises
    ------
    ForSaleError
        If they differ: a strategy plays differently when compiled, or an engine is wrong.
    """
    game, rules = seated.number, seated.game.rules
    try:
        engine = CompiledEngine(plan)
    except UsageError as error:
        return f"Not checked against the compiled engine: {str(error).splitlines()[0]}"
    chunk = Chunk(plan.cells.index(game.cell), game.deal, 1)
    try:
        theirs = engine.play(chunk).data[game.seating - 1]
    except MoveError:  # not in this game, which plain Python has played to its end
        return "Not checked against the compiled engine: another game of its deal fails."
    rows = empty_rows(1, rules.players)
    rows.strategy[0] = seated.strategies
    write_row(seated.game, rows, 0)
    differing = [name for name in ROW.names or () if np.any(theirs[name] != rows.data[0][name])]
    if differing:
        raise ForSaleError(
            f"game {game.number} differs between the engines in {', '.join(differing)}: "
            "try its strategies with forsale-sim check"
        )
    return "Checked: the compiled engine plays this game the same."
