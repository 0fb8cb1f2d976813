"""The sections of a report, in their order."""

from __future__ import annotations

from forsale_sim.balance.changes import editions, readings
from forsale_sim.balance.drama import drama
from forsale_sim.balance.luck import luck
from forsale_sim.balance.method import method
from forsale_sim.balance.money import money
from forsale_sim.balance.parts import Section
from forsale_sim.balance.players import players
from forsale_sim.balance.results import Results
from forsale_sim.balance.seats import seats
from forsale_sim.balance.strategies import strategies

SECTIONS = (seats, players, strategies, money, drama, luck, editions, readings, method)


def contents(results: Results) -> list[Section]:
    """Return every section of a report."""
    return [section(results) for section in SECTIONS]
