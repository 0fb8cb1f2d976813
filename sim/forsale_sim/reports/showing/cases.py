"""The cases that a conclusion on how to play should hold in: fields, rulesets, player counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from forsale_sim.reports.results import Results

CASES = "Cases: fields, rulesets and numbers of players."


class Case(NamedTuple):
    """Who plays what."""

    field: str
    ruleset: str
    players: int

    @property
    def keys(self) -> dict[str, str | int]:
        """What rows of the case have in common."""
        return {"field": self.field, "ruleset": self.ruleset, "players": self.players}

    @property
    def fair(self) -> float:
        """A fair share of the wins."""
        return 1 / self.players


def cases(results: Results, field: str | None = None, ruleset: str | None = None) -> Iterator[Case]:
    """Yield every case, or those of a field or ruleset; the number of players changes last."""
    for name in results.fields if field is None else (field,):
        for by in results.rulesets if ruleset is None else (ruleset,):
            for players in results.players:
                yield Case(name, by, players)


def first_cases(results: Results, ruleset: str) -> list[Case]:
    """Return the cases of the first field by a ruleset: one for each number of players."""
    return list(cases(results, results.fields[0], ruleset))
