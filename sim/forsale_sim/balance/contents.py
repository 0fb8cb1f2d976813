"""The sections of a report, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forsale_sim.balance.config import SectionName
from forsale_sim.balance.page.parts import Section
from forsale_sim.balance.results import Results
from forsale_sim.balance.sections.buying.section import buying
from forsale_sim.balance.sections.drama import drama
from forsale_sim.balance.sections.economy import economy
from forsale_sim.balance.sections.editions import editions
from forsale_sim.balance.sections.luck import luck
from forsale_sim.balance.sections.method import method
from forsale_sim.balance.sections.players import players
from forsale_sim.balance.sections.readings import readings
from forsale_sim.balance.sections.seats import seats
from forsale_sim.balance.sections.selling import selling
from forsale_sim.balance.sections.strategies import strategies
from forsale_sim.balance.sections.strength import strength
from forsale_sim.balance.sections.tuning import tuning

SECTIONS: Mapping[SectionName, Callable[[Results], Section]] = {
    "seats": seats,
    "players": players,
    "strategies": strategies,
    "economy": economy,
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
