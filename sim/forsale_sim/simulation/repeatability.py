"""Whether strategies in plain Python make the same moves when a game is played again.

One that draws numbers of its own, or remembers something, would give other results each time it is
run, and no check of a digest or replay could hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.errors import StrategyError
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player
from forsale_sim.reference.recording import play_recorded
from forsale_sim.rules.parameters import Rules

DEALS_PLAYED_TWICE = 2
"""The first deals of each cell."""

TRIES = 10
"""How often a game is played again to see which of its strategies changes its moves."""


def unrepeatable(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int
) -> StrategyError:
    """Return the error about a game that did not come out the same when it was played again."""
    cards = deal_cards(rules, seed, deal)
    names = sorted({player.name for player in lineup})
    first = play_recorded(Game(rules, cards), lineup, seed, deal, seating)
    for _ in range(TRIES):
        again = play_recorded(Game(rules, cards), lineup, seed, deal, seating)
        changed = [a.strategy for a, b in zip(first, again, strict=False) if a.move != b.move]
        if changed:
            names = changed[:1]
            break
    which = f"strategy {names[0]!r}" if len(names) == 1 else f"one of {', '.join(names)}"
    return StrategyError(
        f"{which} makes another move when the same game is played again ({rules.ruleset}, "
        f"{rules.players} players, deal {deal}, seating {seating}), so no result would be the same "
        "twice: let it draw its numbers from view.random() and remember nothing"
    )
