"""Players whose decisions are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.playing import play_game
from forsale_sim.view import View
from strategy_lab.plugins.entrants import Entrant

from tests.strategies.positions import FOUR


@dataclass
class Watched:
    """A player who keeps every view with the move that it made."""

    entrant: Entrant
    name: str = "watched"
    decisions: list[tuple[View, int]] = field(default_factory=list)

    def decide(self, decision: str, view: View) -> int:
        self.decisions.append((view, self.entrant.decide(decision, view)))
        return self.decisions[-1][1]


def decisions_among_copies(spec: str) -> list[tuple[View, int]]:
    """Return every view and move of a game of four copies."""
    watched = Watched(load_entrant(spec))
    play_game(FOUR, [watched] * 4, 1, 1)
    return watched.decisions
