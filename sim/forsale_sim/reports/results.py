"""What was played, as the tables that a report is made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from strategy_lab.display.compare.comparison_findings import Finding, findings
from strategy_lab.display.compare.difference_text import Row, rows_of
from strategy_lab.results.columns import SHARE, Columns, Tables
from strategy_lab.results.every_game import WIN_RATE
from strategy_lab.results.game_sums import standings_table
from strategy_lab.results.paired.conclusions import conclusions, halved
from strategy_lab.results.paired.families import holm_by_family
from strategy_lab.results.paired.independence import tables_of
from strategy_lab.results.paired.schema import TABLES as COMPARED
from strategy_lab.results.tables import where
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.manifest import digest_of
from strategy_lab.stats.corrections import SIGNIFICANT
from strategy_lab.stats.equivalence import verdicts, within
from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.split_panel import Halved
from strategy_lab.stats.student import t_quantile

from forsale_sim.measures import MEASURES
from forsale_sim.reports.experiment import BalanceReport, Level
from forsale_sim.reports.player_levels import level_table
from forsale_sim.reports.repetition import REPETITION, lowered
from forsale_sim.reports.skill_ladder import ladder_table
from forsale_sim.reports.trials import trial_tables
from forsale_sim.reports.whole_games import games_table

FAIR = "a fair share"
"""What the seats of a ruleset by itself are compared with."""


@dataclass(frozen=True)
class Results:
    """Everything that a report shows.

    Attributes
    ----------
    experiment
        What was played.
    differences, conclusions
        Of every ruleset against the first, and of every ruleset against `FAIR`.
    levels
        ``measures`` and ``standings`` of each ruleset by itself, with a column ``field``; and what
        was asked for of ``trials`` and ``advice``, ``skill_ladder`` and ``player_levels``, and
        ``repetition``, the conclusions from playing again.
    digest
        Of all that was played.
    """

    experiment: BalanceReport
    differences: Columns
    conclusions: Columns
    levels: Tables
    digest: str

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players, ascending."""
        return self.experiment.players

    @cached_property
    def pair(self) -> tuple[str, str]:
        """What the report is about: two rulesets, or one and a fair share."""
        rulesets = [*self.experiment.rulesets, *self.experiment.what_ifs]
        if len(rulesets) < 2:
            return FAIR, rulesets[0].name
        return rulesets[0].name, rulesets[1].name

    @property
    def tables(self) -> Tables:
        """All tables by name."""
        compared = {"differences": self.differences, "conclusions": self.conclusions}
        return compared | self.levels

    def findings(self, players: int, pair: tuple[str, str] | None = None) -> list[Finding]:
        """Return what is known for a number of players, the best supported first."""
        a, b = pair or self.pair
        return findings({"conclusions": self.conclusions}, MEASURES, a, b, players)

    @cached_property
    def halved(self) -> Halved:
        """How many findings hold among strangers who had no vote."""
        return halved(self.differences, MEASURES.asked)

    def repeated(self, row: Row) -> Row | None:
        """Return what a row of `conclusions` is when all is played again, if it was."""
        if REPETITION not in self.levels:
            return None
        keys = {name: row[name] for name in ("a", "b", "players", "measure", "play")}
        rows = rows_of(where(self.levels[REPETITION], **keys), MEASURES)
        return next((each for each in rows if each["seat"] == row["seat"]), None)


def results(report: BalanceReport, outcome: Outcome) -> Results:
    """Return the tables of what was played."""
    blocks: dict[str, list[Columns]] = {}
    for level in report.levels:
        part = report.part(outcome, level)
        for name, table in _of_level(level, part).items():
            label = np.full(len(next(iter(table.values()))), level.field.name, object)
            blocks.setdefault(name, []).append({"field": label, **table})
    levels = {name: _joined(parts) for name, parts in blocks.items()}
    seats = levels.pop("seats")
    players = {level.field.name: level.field.voters for level in report.levels}
    compared = [_columns({**seats, "table": tables_of(seats, players)})]
    levels["games"] = games_table(levels["measures"], compared[0])
    if report.comparison is not None:
        played = report.comparison.tables(report.part(outcome, report.comparison))
        compared.insert(0, played["differences"])
    graded = [conclusions(table, MEASURES.asked) for table in compared]
    if report.rungs:
        outcomes = [report.part(outcome, rung) for rung in report.rungs]
        levels["skill_ladder"] = ladder_table(report.rungs, outcomes)
        outcomes = [report.part(outcome, table) for table in report.level_tables]
        levels["player_levels"] = level_table(report.level_tables, outcomes)
    if report.repetition is not None:
        repeated = report.repetition.tables(report.part(outcome, report.repetition))
        again = _of_games(repeated["conclusions"])
        graded[0], levels[REPETITION] = lowered(graded[0], again)
    if report.trials:
        outcomes = [report.part(outcome, trial) for trial in report.trials]
        levels["trials"], levels["advice"] = trial_tables(report.trials, outcomes)
    return Results(report, _joined(compared), _joined(graded), levels, digest_of(outcome))


def _of_games(table: Columns) -> Columns:
    """Return the rows that the page speaks of: on no single house."""
    kept = np.array([house is None for house in table["house"].tolist()])
    return {name: column[kept] for name, column in table.items()}


def _joined(parts: list[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _of_level(level: Level, outcome: Outcome) -> Tables:
    of_run = level.tables(outcome)
    return {
        "measures": of_run["measures"],
        "standings": standings_table(level.game_sums(outcome)),
        "seats": _seats(level, of_run["by_seat"]),
    }


def _errors(rates: Columns, chosen: np.ndarray) -> np.ndarray:
    """Return the standard errors of win rates, from their intervals."""
    width = rates["win_rate_high"][chosen] - rates["win_rate_low"][chosen]
    quantile = t_quantile((1 + LEVEL) / 2, rates["deals"][chosen] - 1)
    errors: np.ndarray = width / 2 / quantile
    return errors


def _seats(level: Level, rates: Columns) -> Columns:
    """Return the win rates of seats as differences from a fair share.

    Players who were trained for other rules say nothing of these.
    """
    foreign = {count: level.field.foreign(count) for count in set(rates["players"].tolist())}
    cells = zip(rates["ruleset"].tolist(), rates["players"].tolist(), strict=True)
    known = np.array([ruleset not in foreign[count] for ruleset, count in cells], bool)
    rates = {name: column[known] for name, column in rates.items()}
    number = len(rates["seat"])
    margin = np.full(number, WIN_RATE.matters)
    fair = 1 / rates["players"]
    away, error = rates["win_rate"] - fair, _errors(rates, np.ones(number, bool))
    none = np.full(number, None, object)
    found = {
        "players": rates["players"],
        **{
            name: np.full(number, value, object)
            for name, value in (
                *(("field", level.field.name), ("estimand", level.field.estimand)),
                *(("a", FAIR), ("measure", "win_rate"), ("unit", SHARE)),
            )
        },
        **{"b": rates["ruleset"], "seat": rates["seat"], "strategy": none, "house": none},
        **{"value_a": fair, "value_b": rates["win_rate"], "difference": away},
        "difference_low": rates["win_rate_low"] - fair,
        "difference_high": rates["win_rate_high"] - fair,
        "standard_error": error,
        "p": rates["p_fair"],
        "matters": margin,
        "p_small": within(away, error, rates["deals"], margin),
        "paired": np.full(number, False),
        **{"games": rates["games"], "deals": rates["deals"]},
    }
    for name in ("p", "p_small"):
        found[f"{name}_adjusted"] = holm_by_family(found, name)
    differs, small = (found[f"{name}_adjusted"] <= SIGNIFICANT for name in ("p", "p_small"))
    found["verdict"] = verdicts(differs, small)
    return {name: column for name, column in found.items() if name in COMPARED["differences"]}


def _columns(table: Columns) -> Columns:
    """Return a table of differences with its columns in order."""
    return {name: table[name] for name in COMPARED["differences"]}
