"""The sections of a report, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from forsale_sim.reports.config import SectionName
from forsale_sim.reports.page.page_parts import Section
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.buying.buying_section import buying
from forsale_sim.reports.sections.drama import drama
from forsale_sim.reports.sections.economy import economy
from forsale_sim.reports.sections.editions import editions
from forsale_sim.reports.sections.luck import luck
from forsale_sim.reports.sections.method import method
from forsale_sim.reports.sections.players import players
from forsale_sim.reports.sections.readings import readings
from forsale_sim.reports.sections.seats import seats
from forsale_sim.reports.sections.selling import selling
from forsale_sim.reports.sections.strategies import strategies
from forsale_sim.reports.sections.strength import strength
from forsale_sim.reports.sections.tuning import tuning

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
"""The sections that a report may have."""


def contents(results: Results) -> list[Section]:
    """Return the sections of the configuration, and the method."""
    names = results.experiment.config.sections
    return [*(SECTIONS[name](results) for name in names), method(results)]
