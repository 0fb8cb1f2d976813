"""The experiment ``report``: fields, comparisons and matches, played as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from forsale_sim.errors import UsageError
from forsale_sim.experiments.compare.experiment import Comparison
from forsale_sim.experiments.compare.settings import common_players
from forsale_sim.experiments.fields import (
    ChosenFields,
    NamedField,
    choose_fields,
    different_fields,
    held_fields,
)
from forsale_sim.experiments.run.experiment import Run
from forsale_sim.reports.config import Config, SectionName
from forsale_sim.reports.matches.experiment import PlayedMatch
from forsale_sim.reports.matches.plan import Match, strength_matches, tuning_matches
from forsale_sim.results.accumulator import Accumulator, CompoundTally
from forsale_sim.results.cell import Cell
from forsale_sim.results.columns import Tables
from forsale_sim.results.economy.tally import Economy
from forsale_sim.results.paired.differences import Margins
from forsale_sim.results.rounds.tally import Rounds
from forsale_sim.results.tally import Tally
from forsale_sim.rules.loading import ruleset_names
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import parse_variation, what_ifs
from forsale_sim.simulation.combined import Combined
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.plan import Plan, make_plan
from forsale_sim.simulation.spec import ChosenRuleset, Spec, chosen_rulesets, option

DRAFT_GAMES = 10_000
"""How many games a cell of a draft plays: some seconds for the usual report."""

BY_STRATEGY: tuple[SectionName, ...] = ("strategies", "luck")
"""Sections that say nothing of a field of one strategy."""

BY_ROUND: tuple[SectionName, ...] = ("buying", "selling")
"""Sections that take what happens in every round."""

MARGINS = Margins()
"""What differences count as small in a report."""


@dataclass(frozen=True, kw_only=True)
class ReportSpec(Spec):
    """The request for a report.

    Attributes
    ----------
    config
        What it is about.
    path
        The file that says so; None for the usual report.
    games, named_rulesets, players
        How many games a cell plays, by what rules, for how many players, if that is not what the
        file says.
    draft
        Whether it is a first look: few games, and a title that says so.
    rulesets, fields
        What the configuration names.
    """

    command: ClassVar[str] = "report"

    path: Path | None = option(None, None)
    games: int | None = option("--games", None)
    named_rulesets: tuple[str, ...] = option("--ruleset", ())
    players: tuple[int, ...] = option("--players", (), joined=True)
    draft: bool = option("--draft", False)
    config: Config = option("")
    rulesets: tuple[ChosenRuleset, ...] = option("")
    fields: tuple[ChosenFields, ...] = option("")

    def words_of(self, name: str) -> list[str]:
        """Return the words that ask for a field's value: the file says the rest."""
        return [] if name in ("config", "rulesets", "fields") else super().words_of(name)

    def to_json(self) -> Any:
        """Return the spec in values that JSON can hold."""
        return super().to_json() | {
            "path": None if self.path is None else str(self.path),
            "config": self.config.model_dump(mode="json"),
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        path = None if values["path"] is None else Path(values["path"])
        config = Config.validated(values["config"], "the report")
        fields = held_fields(values["fields"])
        return cls(**{**values, "path": path, "config": config, "fields": fields})

    def experiment(self) -> BalanceReport:
        """Settle what is played."""
        rulesets = [chosen.ruleset for chosen in self.rulesets]
        return BalanceReport(self.config, rulesets, different_fields(self.fields))


def new_report_spec(
    config: Config,
    *,
    path: Path | None = None,
    games: int | None = None,
    rulesets: Sequence[str] = (),
    players: Sequence[int] = (),
    draft: bool = False,
) -> ReportSpec:
    """Return the spec of a report by a configuration, of which some values are replaced.

    Parameters
    ----------
    config, path
        The configuration, and the file that it is from, if any.
    games, rulesets, players
        Instead of its own, if given.
    draft
        Whether it is a first look.
    """
    said: dict[str, object] = config.model_dump()
    if draft:
        said |= {"games": DRAFT_GAMES, "title": f"{config.title} (draft)"}
    given = {"games": games, "rulesets": tuple(rulesets), "players": tuple(players)}
    config = Config.validated(
        {**said, **{key: value for key, value in given.items() if value}}, "the report"
    )
    return ReportSpec(
        path=path,
        games=games,
        named_rulesets=tuple(rulesets),
        players=tuple(players),
        draft=draft,
        config=config,
        rulesets=chosen_rulesets(config.rulesets),
        fields=choose_fields(config.fields),
    )


class BalanceReport(Combined):
    """All that a report plays.

    Parameters
    ----------
    config
        What was asked for.
    rulesets
        The first is what the others are compared with.
    fields
        Of strategies; the figures are of the first.

    Attributes
    ----------
    subject
        The ruleset that the report is about.
    players
        The numbers of players, ascending.
    runs
        What is played in each field.
    editions
        The rulesets on common deals; None if there is only one, or no section on them.
    readings
        The subject and what-ifs of it; None if there are none, or no section on them.
    strength, tuning
        The matches of these sections; none without them.
    """

    def __init__(
        self, config: Config, rulesets: Sequence[Ruleset], fields: Sequence[NamedField]
    ) -> None:
        self.players = counts = tuple(sorted(set(config.players or common_players(rulesets))))
        self.config = config = config.model_copy(update={"players": config.players or counts})
        self.rulesets, self.fields = rulesets, fields
        self.subject = _subject(rulesets)
        self._check(counts)
        by_round = bool(set(BY_ROUND) & set(config.sections))
        self.runs = tuple(
            FieldRun(
                make_plan(
                    self.rulesets,
                    field=field.entrants,
                    players=counts,
                    seed=config.seed,
                    games=config.games * len(self.rulesets) * len(counts),
                ),
                by_round=by_round,
            )
            for field in self.fields
        )
        self.editions = self._comparison("editions", self.rulesets, counts)
        self.readings = self._comparison("readings", _readings(self.subject, config), counts)
        self.strength = self._matches("strength", strength_matches)
        self.tuning = self._matches("tuning", tuning_matches)
        super().__init__([*self.runs, *self.comparisons, *self.strength, *self.tuning])

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Those that there are."""
        return tuple(part for part in (self.editions, self.readings) if part is not None)

    @property
    def notes(self) -> list[str]:
        """How much is played."""
        return [f"Playing {self.games:,} games."]

    def part(self, outcome: Outcome, part: Experiment) -> Outcome:
        """Return what has been played of a part."""
        number = next(i for i, each in enumerate(self.parts) if each is part)
        return self.outcome_of(outcome, number)

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether all is played: half a report would mislead."""
        return all(
            len(played) == block.units
            for played, block in zip(outcome.played, self.blocks, strict=True)
        )

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: the sections of the page are made of `reports.results`."""
        return {}

    def _check(self, counts: Sequence[int]) -> None:
        first, config = self.fields[0], self.config
        if len(first.entrants) < 2 and set(BY_STRATEGY) & set(config.sections):
            raise UsageError(
                f"fields: the first, {first.name!r}, is of one strategy, and the figures are of "
                "the first: begin with a field of two or more, such as 'all', or leave out the "
                f"sections {' and '.join(BY_STRATEGY)}"
            )
        for ruleset in self.rulesets:
            for count in counts:
                ruleset.rules(count)  # says so if that is not for so many

    def _comparison(
        self, section: SectionName, compared: Sequence[Ruleset], counts: Sequence[int]
    ) -> Comparison | None:
        if len(compared) < 2 or section not in self.config.sections:
            return None
        cells = len(self.fields) * len(compared) * len(counts)
        return Comparison(
            compared,
            self.fields,
            MARGINS,
            players=counts,
            seed=self.config.seed,
            games=self.config.compared_games * cells,
        )

    def _matches(self, section: SectionName, matches: Any) -> tuple[PlayedMatch, ...]:
        if section not in self.config.sections:
            return ()
        chosen: Sequence[Match] = matches(self.config, self.rulesets)
        return tuple(map(PlayedMatch, chosen))


class FieldRun(Run):
    """A run that also counts prices, coins and luck and, if wanted, what happens in each round."""

    needs_houses = True

    def __init__(self, plan: Plan, *, by_round: bool) -> None:
        super().__init__(plan, plan.games)
        self.by_round = by_round

    def empty(self, block: int) -> Accumulator:
        """Return the tallies of no game of a cell."""
        cell = self.plan.cells[block].cell
        parts: dict[str, Accumulator] = {"run": Tally.empty(cell), "economy": Economy.empty(cell)}
        return CompoundTally(parts | ({"rounds": Rounds.empty(cell)} if self.by_round else {}))

    def tallies(self, outcome: Outcome) -> dict[Cell, Tally]:
        """Return the tally of each cell."""
        return self.counted(outcome, "run")

    def counted(self, outcome: Outcome, part: str) -> dict[Cell, Any]:
        """Return one of the tallies of each cell."""
        return {
            planned.cell: outcome.tally(block).parts[part]
            for block, planned in enumerate(self.plan.cells)
        }


def _subject(rulesets: Sequence[Ruleset]) -> Ruleset:
    """Return the ruleset that a report is about: a house rule beside what it extends, if any."""
    names, printed = {ruleset.name for ruleset in rulesets}, ruleset_names()
    house_rules = (each for each in rulesets if each.extends in names and each.name not in printed)
    return next(house_rules, rulesets[0])


def _readings(base: Ruleset, config: Config) -> list[Ruleset]:
    """Return a ruleset and, one by one, what-ifs of it; none that is the ruleset itself."""
    readings = [base]
    for text in config.alternatives:
        readings += what_ifs(base, [parse_variation(text)])
    return readings
