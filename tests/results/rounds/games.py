"""Games of a cell, and the same games by the readable engine."""

from __future__ import annotations

from typing import TypeVar

from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.events import Event
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan, make_plan
from forsale_sim.simulation.replaying import seat_game

E = TypeVar("E")

SEED = 5


def plan_of(ruleset: str, players: int, games: int = 60) -> Plan:
    """A plan of one cell, among strategies that differ and draw random numbers."""
    field = load_field(["counter", "expert", "spread", "random"])
    rulesets = [load_ruleset(ruleset)]
    return make_plan(rulesets, field=field, players=[players], seed=SEED, games=games)


def played(plan: Plan) -> Rows:
    """All games of its cell, with their houses."""
    return CompiledEngine(plan).play(Chunk(0, 0, 1, plan.cells[0].deals), houses=True)


def events_of(plan: Plan, index: int) -> list[Event]:
    """What happens in a game, by the readable engine."""
    seated = seat_game(plan, plan.game(index + 1))
    seated.play()
    return seated.game.events


def only(events: list[Event], kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]
