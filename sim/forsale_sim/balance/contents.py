"""The sections of a report, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forsale_sim.balance.buying import buying
from forsale_sim.balance.changes import editions, readings
from forsale_sim.balance.config import SectionName
from forsale_sim.balance.drama import drama
from forsale_sim.balance.luck import luck
from forsale_sim.balance.method import method
from forsale_sim.balance.money import money
from forsale_sim.balance.parts import Section
from forsale_sim.balance.players import players
from forsale_sim.balance.results import Results
from forsale_sim.balance.seats import seats
from forsale_sim.balance.selling import selling
from forsale_sim.balance.strategies import strategies
from forsale_sim.balance.strength import strength
from forsale_sim.balance.tuning import tuning

SECTIONS: Mapping[SectionName, Callable[[Results], Section]] = {
    "seats": seats,
    "players": players,
    "strategies": strategies,
    "economy": money,
    "drama": drama,
    "luck": luck,
    "editions": editions,
    "readings": readings,
    "buying": buying,
    "selling": selling,
    "strength": strength,
    "tuning": tuning,
}
"""What a report may be asked for."""


def contents(results: Results) -> list[Section]:
    """Return the sections that were asked for, and the method."""
    asked = results.settled.config.sections
    return [*(SECTIONS[name](results) for name in asked), method(results)]
