"""A field by its name: who plays, with what say, and what its strategies do by other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from strategy_lab.plugins.entrant import Entrant

REFERENCE, CREDIBLE, STRANGERS, STRESS = "reference", "credible", "strangers", "stress"
ROLES = (REFERENCE, CREDIBLE, STRANGERS, STRESS)
"""The strongest play, tables that might be met, players who were not made here, and tables that are
watched but decide nothing."""

BEFORE, ADAPTED, RETUNED = "before", "adapted", "re-tuned"
"""As `results.paired.schema` has them, which takes long to import."""


TRAINED = "trained"
"""The word that stands for trained play in a field, and for the player who plays it in tables."""


class Table(NamedTuple):
    """Who plays a ruleset with a number of players."""

    ruleset: str
    players: int
    entrants: tuple[Entrant, ...]
    is_trained_for: bool = True
    """Whether the one who was trained was trained for this ruleset, not for another."""


class NamedField(NamedTuple):
    """A field, and what tables call it."""

    name: str
    entrants: tuple[Entrant, ...]
    """Who plays, unless `tables` says otherwise."""

    role: str = CREDIBLE
    play: str = "either"
    """Unless it is `RETUNED`, each strategy plays any ruleset as it does by one."""

    tables: tuple[Table, ...] = ()
    """Who plays where that depends on the ruleset or the number of players: first the one who was
    trained."""

    by_strategy: bool = True
    """Whether tables have rows by strategy: not where others play under each ruleset."""

    share: int = 1
    """Of how many games that a field plays it plays one."""

    @property
    def strategies(self) -> tuple[str, ...]:
        """What tables call the strategies: by any rules the one who was trained has one name."""
        names = tuple(entrant.name for entrant in self.entrants)
        return (TRAINED, *names[1:]) if self.tables else names

    @property
    def estimand(self) -> str:
        """Of whom the field tells: as of `results.paired.schema`."""
        if self.role in (STRESS, STRANGERS):
            return self.role
        return ADAPTED if self.play == RETUNED else BEFORE

    @property
    def voters(self) -> frozenset[str]:
        """Who plays, by any ruleset; those who were trained or tuned here have one name.

        Play that was trained anew from different seeds is a sample of trainings, not of one player.
        """
        lineups = [table.entrants for table in self.tables] or [self.entrants]
        players = [entrant for entrants in lineups for entrant in entrants]
        names = {entrant.name for entrant in players}
        if self.estimand == ADAPTED:
            return frozenset(names)
        trained = {table.entrants[0].name for table in self.tables}
        ladder = {name for each in players for name in each.game.program().ladder}
        return frozenset(
            TRAINED if name in trained or name.partition(":")[0] in ladder else name
            for name in names
        )

    def at(self, ruleset: str, players: int) -> tuple[Entrant, ...]:
        """Return who plays a ruleset with a number of players."""
        for table in self.tables:
            if (table.ruleset, table.players) == (ruleset, players):
                return table.entrants
        return self.entrants

    def foreign(self, players: int) -> tuple[str, ...]:
        """Return the rulesets that are played as trained for others by a number of players."""
        return tuple(
            table.ruleset
            for table in self.tables
            if table.players == players and not table.is_trained_for
        )
