"""A field by its name: who plays, with what say, and what its strategies do by other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Entrant

REFERENCE, CREDIBLE, STRESS = "reference", "credible", "stress"
ROLES = (REFERENCE, CREDIBLE, STRESS)
"""As `stats.evidence` has them, which takes long to import."""


TRAINED = "trained"
"""The word that stands for trained play in a field, and for the player who plays it in tables."""


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
        Who plays where that depends on the ruleset or the number of players: first the one who was
        trained.
    """

    name: str
    entrants: tuple[Entrant, ...]
    role: str = CREDIBLE
    play: str = "either"
    tables: tuple[Table, ...] = ()

    @property
    def strategies(self) -> tuple[str, ...]:
        """What tables call the strategies: by any rules the one who was trained has one name."""
        names = tuple(entrant.name for entrant in self.entrants)
        return (TRAINED, *names[1:]) if self.tables else names

    def at(self, ruleset: str, players: int) -> tuple[Entrant, ...]:
        """Return who plays a ruleset with a number of players."""
        for table in self.tables:
            if (table.ruleset, table.players) == (ruleset, players):
                return table.entrants
        return self.entrants
