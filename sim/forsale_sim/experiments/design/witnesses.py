"""Tables that had no part in the choice, where what is recommended has to hold, too.

Players of one field may all like the same rules for a reason that no others have. So the first
ruleset of the race and the one that the search began with are played on fresh deals by strong
players who were not tuned for them, and by the panel of strangers, at tables of which no two share
a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from strategy_lab.experiments.defaults import SLOW_SHARE
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.measure import LAPSES, Measure

from forsale_sim.for_sale import load_field
from forsale_sim.program import PANEL_TABLES, SEARCHING, STRONG

WITNESS = "witness"
"""The role of these tables."""

TRAINED_TABLE = ("quick", "blueprint")
"""Strong players of another kind than `STRONG`; those that are tuned begin as these."""

TABLES = {"strong": STRONG, "trained": TRAINED_TABLE, **PANEL_TABLES}
"""By what they are called, the strongest first."""


class Witness(NamedTuple):
    """One of these tables, and what its fields are numbered among those of a design."""

    field: NamedField
    place: int
    slips: int | None
    """Where one player slips; None if no measure needs it."""

    @property
    def places(self) -> list[int]:
        """All of its fields."""
        return [self.place] if self.slips is None else [self.place, self.slips]

    def place_of(self, measure: Measure) -> int:
        """Return the field that a measure is taken from."""
        if measure.needs == LAPSES:
            assert self.slips is not None
            return self.slips
        return self.place


def witnesses(deciding: Iterable[NamedField], *, tuned: bool = False) -> tuple[NamedField, ...]:
    """Return the tables that share no player with the fields that decide."""
    seen = {
        entrant.name
        for field in deciding
        for entrants in (field.entrants, *(table.entrants for table in field.tables))
        for entrant in entrants
    }
    found = [
        NamedField(name, load_field(specs), WITNESS, share=SLOW_SHARE if name in SEARCHING else 1)
        for name, specs in TABLES.items()
        if not (tuned and name == "trained")
    ]
    return tuple(each for each in found if seen.isdisjoint(e.name for e in each.entrants))
