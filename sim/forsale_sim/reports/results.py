"""What was played, as the tables that the sections of a report are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from forsale_sim.experiments.compare.playing import ComparisonOutcome
from forsale_sim.reports.matches.tables import strength_table, tuning_table
from forsale_sim.reports.playing import Played
from forsale_sim.reports.settling import Settled
from forsale_sim.results.economy.tables import economy_tables
from forsale_sim.results.paired.conclusions import conclusions
from forsale_sim.results.paired.differences import Margins, differences
from forsale_sim.results.rounds.tables import round_tables
from forsale_sim.results.tables import Columns, Tables, tables, where
from forsale_sim.simulation.manifest import run_digest
from forsale_sim.stats.corrections import SIGNIFICANT, holm
from forsale_sim.stats.equivalence import verdicts

MARGINS = Margins()
"""What differences count as small in a report."""


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a report shows.

    Attributes
    ----------
    settled
        What was played.
    tables
        Those of the runs of all fields together, with a column ``field``; and those of matches.
    editions, readings
        ``differences`` and ``conclusions``, if there was anything to compare.
    digests
        Of the run of each field.
    """

    settled: Settled
    tables: Tables
    editions: Tables | None
    readings: Tables | None
    digests: dict[str, str]

    @property
    def rulesets(self) -> list[str]:
        """Their names; the first is the one that the others are compared with."""
        return [ruleset.name for ruleset in self.settled.rulesets]

    @property
    def players(self) -> list[int]:
        """The numbers of players, ascending."""
        return sorted({*self.settled.config.players})

    @property
    def fields(self) -> list[str]:
        """Their names; the first is the one of the figures."""
        return [field.name for field in self.settled.fields]

    @property
    def several(self) -> list[str]:
        """The fields of more than one strategy."""
        return [field.name for field in self.settled.fields if len(field.entrants) > 1]

    def of(self, table: str, **keys: str | int) -> Columns:
        """Return rows of a table: of the first field, unless another is asked for."""
        return where(self.tables[table], **{"field": self.fields[0], **keys})


def results(played: Played) -> Results:
    """Return the tables of what was played.

    The tests of seats are corrected for all fields together.
    """
    names = [field.name for field in played.settled.fields]
    blocks: dict[str, list[Columns]] = {}
    for index, (name, outcome) in enumerate(zip(names, played.outcomes, strict=True)):
        cells = [planned.cell for planned in outcome.plan.cells]
        economies = zip(cells, played.economies[index], strict=True)
        counted = {cell: (outcome.tallies[cell], economy) for cell, economy in economies}
        by_round = {}
        if played.rounds[index]:
            by_round = round_tables(dict(zip(cells, played.rounds[index], strict=True)))
        found = {**tables(outcome.tallies), **economy_tables(counted), **by_round}
        for key, table in found.items():
            label = np.full(len(table["games"]), name, object)
            blocks.setdefault(key, []).append({"field": label, **table})
    joined = {
        key: {column: np.concatenate([part[column] for part in parts]) for column in parts[0]}
        for key, parts in blocks.items()
    }
    joined["seat_effect"] = _corrected(joined["seat_effect"])
    settled = played.settled
    joined["strength"] = strength_table(settled.strength, played.strength)
    joined["tuning"] = tuning_table(settled.tuning, played.tuning)
    return Results(
        settled,
        joined,
        _compared(played.editions),
        _compared(played.readings),
        {name: run_digest(outcome) for name, outcome in zip(names, played.outcomes, strict=True)},
    )


def without_field(table: Columns) -> Columns:
    """Return a table of one field without the column that says which."""
    return {name: column for name, column in table.items() if name != "field"}


def _corrected(effects: Columns) -> Columns:
    equal, small = holm(effects["p_equal"]), holm(effects["p_small"])
    differs, shown_small = equal <= SIGNIFICANT, small <= SIGNIFICANT
    return effects | {
        "p_equal_adjusted": equal,
        "differs": differs,
        "p_small_adjusted": small,
        "shown_small": shown_small,
        "verdict": verdicts(differs, shown_small),
    }


def _compared(outcome: ComparisonOutcome | None) -> Tables | None:
    if outcome is None:
        return None
    found = differences(outcome.played, MARGINS)
    return {"differences": found, "conclusions": conclusions(found)}
