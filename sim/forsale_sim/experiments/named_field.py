"""A field by its name: who plays, with what say, and what its strategies do by other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Entrant

REFERENCE, CREDIBLE, STRESS = "reference", "credible", "stress"
ROLES = (REFERENCE, CREDIBLE, STRESS)
"""As `stats.evidence` has them, which takes long to import."""


class Table(NamedTuple):
    """Who plays a ruleset with a number of players."""

    ruleset: str
    players: int
    entrants: tuple[Entrant, ...]


class NamedField(NamedTuple):
    """A field, and what tables call it.

    Attributes
    ----------
    entrants
        Who plays, unless `tables` says otherwise.
    role, play
        As ``role`` and ``play`` of `results.paired.schema`.
    tables
        Who plays where that depends on the ruleset or the number of players.
    """

    name: str
    entrants: tuple[Entrant, ...]
    role: str = CREDIBLE
    play: str = "either"
    tables: tuple[Table, ...] = ()

    def at(self, ruleset: str, players: int) -> tuple[Entrant, ...]:
        """Return who plays a ruleset with a number of players."""
        for table in self.tables:
            if (table.ruleset, table.players) == (ruleset, players):
                return table.entrants
        return self.entrants
