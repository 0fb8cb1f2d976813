"""Cases: the fields, rulesets and player counts that a conclusion should hold in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from forsale_sim.reports.results import Results

CASES = "Cases: fields, rulesets and numbers of players."


class Case(NamedTuple):
    """A field that plays a ruleset with a number of players."""

    field: str
    ruleset: str
    players: int

    @property
    def keys(self) -> dict[str, str | int]:
        """The columns that rows of the case share."""
        return {"field": self.field, "ruleset": self.ruleset, "players": self.players}

    @property
    def fair(self) -> float:
        """A fair share of the wins."""
        return 1 / self.players


def cases(results: Results, field: str | None = None, ruleset: str | None = None) -> Iterator[Case]:
    """Yield every case, or those of a field or ruleset, with ascending numbers of players."""
    for name in results.fields if field is None else (field,):
        for by in results.rulesets if ruleset is None else (ruleset,):
            for players in results.players:
                yield Case(name, by, players)


def first_cases(results: Results, ruleset: str) -> list[Case]:
    """Return the cases of the first field by a ruleset: one for each number of players."""
    return list(cases(results, results.fields[0], ruleset))
