"""What was played, as the tables that the sections of a report are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from forsale_sim.experiments.compare.experiment import Comparison
from forsale_sim.reports.experiment import BalanceReport
from forsale_sim.reports.matches.tables import strength_table, tuning_table
from forsale_sim.results.columns import Columns, Tables
from forsale_sim.results.economy.tables import economy_tables
from forsale_sim.results.rounds.tables import round_tables
from forsale_sim.results.tables import tables, where
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.manifest import digest_of
from forsale_sim.stats.corrections import SIGNIFICANT, holm
from forsale_sim.stats.equivalence import verdicts


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that a report shows.

    Attributes
    ----------
    experiment
        What was played.
    tables
        Those of the runs of all fields together, with a column ``field``; and those of matches.
    editions, readings
        ``differences`` and ``conclusions``, if there was anything to compare.
    digests
        Of the run of each field.
    """

    experiment: BalanceReport
    tables: Tables
    editions: Tables | None
    readings: Tables | None
    digests: dict[str, str]

    @property
    def rulesets(self) -> list[str]:
        """Their names; the first is the one that the others are compared with."""
        return [ruleset.name for ruleset in self.experiment.rulesets]

    @property
    def subject(self) -> str:
        """The name of the ruleset that the report is about."""
        return self.experiment.subject.name

    @property
    def players(self) -> list[int]:
        """The numbers of players, ascending."""
        return list(self.experiment.players)

    @property
    def fields(self) -> list[str]:
        """Their names; the first is the one of the figures."""
        return [field.name for field in self.experiment.fields]

    @property
    def several(self) -> list[str]:
        """The fields of more than one strategy."""
        return [field.name for field in self.experiment.fields if len(field.entrants) > 1]

    def of(self, table: str, **keys: str | int) -> Columns:
        """Return rows of a table: of the first field, unless another is asked for."""
        return where(self.tables[table], **{"field": self.fields[0], **keys})


def results(report: BalanceReport, outcome: Outcome) -> Results:
    """Return the tables of what was played.

    The tests of seats are corrected for all fields together.
    """
    names = [field.name for field in report.fields]
    blocks: dict[str, list[Columns]] = {}
    digests = {}
    for name, run in zip(names, report.runs, strict=True):
        played = report.part(outcome, run)
        tallies, economies = run.tallies(played), run.counted(played, "economy")
        counted = {cell: (tallies[cell], economies[cell]) for cell in tallies}
        by_round = round_tables(run.counted(played, "rounds")) if run.by_round else {}
        of_field = {**tables(tallies), **economy_tables(counted), **by_round}
        for key, table in of_field.items():
            label = np.full(len(table["games"]), name, object)
            blocks.setdefault(key, []).append({"field": label, **table})
        digests[name] = digest_of(played)
    joined = {
        key: {column: np.concatenate([part[column] for part in parts]) for column in parts[0]}
        for key, parts in blocks.items()
    }
    joined["seat_effect"] = _corrected(joined["seat_effect"])
    for key, matches, table_of in (
        ("strength", report.strength, strength_table),
        ("tuning", report.tuning, tuning_table),
    ):
        wins = [match.wins(report.part(outcome, match)) for match in matches]
        joined[key] = table_of([match.match for match in matches], wins)
    return Results(
        report,
        joined,
        _compared(report, report.editions, outcome),
        _compared(report, report.readings, outcome),
        digests,
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


def _compared(
    report: BalanceReport, comparison: Comparison | None, outcome: Outcome
) -> Tables | None:
    return None if comparison is None else comparison.tables(report.part(outcome, comparison))
