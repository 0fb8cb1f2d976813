"""The experiment ``report``: rulesets compared, what-ifs, and each ruleset by itself, as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.compare.settings import common_players, make_plans
from strategy_lab.experiments.fields import (
    ChosenFields,
    choose_fields,
    different_fields,
    held_fields,
    with_tuned,
)
from strategy_lab.experiments.named_field import STRESS, NamedField
from strategy_lab.experiments.option_types import PlayerCounts, Whole
from strategy_lab.experiments.retuning import Retuning, tuned_fields
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.program import Program
from strategy_lab.results.columns import Tables
from strategy_lab.simulation.chosen_rulesets import ChosenRuleset, chosen_rulesets
from strategy_lab.simulation.combined import Combined
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.options import option
from strategy_lab.simulation.plan import SEEDS, Plan
from strategy_lab.simulation.spec import Spec
from strategy_lab.varying import what_ifs

from forsale_sim.experiments.retuning import adapted_play
from forsale_sim.for_sale import GAME
from forsale_sim.program import FOR_SALE
from forsale_sim.reports.claims import parse_claim
from forsale_sim.reports.config import Config
from forsale_sim.reports.player_levels import make_level_tables
from forsale_sim.reports.skill_ladder import make_rungs
from forsale_sim.reports.trials import make_trials
from forsale_sim.rules.loading import ruleset_names
from forsale_sim.rules.ruleset import Ruleset


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
    fresh_fields
        Who plays when the findings are tried again; none unless the configuration asks for that.
    seeds_to_tune
        From how many seeds play is still to be tuned for each ruleset.
    """

    command: ClassVar[str] = "report"
    shown_by: ClassVar[str] = "forsale_sim.cli.commands.report:write_page"
    program: ClassVar[Program] = FOR_SALE

    path: Path | None = option(None, default=None)
    games: int | None = option("--games", Whole(), None)
    named_rulesets: tuple[str, ...] = option("--ruleset", default=(), repeats=True)
    players: tuple[int, ...] = option("--players", PlayerCounts(), ())
    draft: bool = option("--draft", default=False)
    config: Config
    rulesets: tuple[ChosenRuleset, ...]
    fields: tuple[ChosenFields, ...]
    fresh_fields: tuple[ChosenFields, ...] = ()
    seeds_to_tune: int = 0

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
        fields = {name: held_fields(values[name]) for name in ("fields", "fresh_fields")}
        return cls(**{**values, "path": path, "config": config, **fields})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        rulesets = [chosen.ruleset for chosen in self.rulesets]
        if self.seeds_to_tune:
            config, played = self.config, _with_what_ifs(rulesets, self.config)
            counts, seeds = _player_counts(config, played), self.seeds_to_tune
            tuned = [adapted_play(played, counts, seeds, config.seed)]
            if config.repeat:
                tuned.append(adapted_play(played[:2], counts, seeds, fresh_seed(config)))
            return Retuning(*tuned)
        return BalanceReport(
            self.config,
            rulesets,
            different_fields(self.fields),
            different_fields(self.fresh_fields),
        )

    def following(self, outcome: Outcome) -> Spec | None:
        """Return the report on play that has been tuned."""
        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        first, *again = tuned
        return replace(
            self,
            fields=with_tuned(self.fields, first),
            fresh_fields=with_tuned(self.fresh_fields, again[0]) if again else (),
            seeds_to_tune=0,
        )


def new_report_spec(
    config: Config,
    *,
    path: Path | None = None,
    games: int | None = None,
    rulesets: Sequence[str] = (),
    players: Sequence[int] = (),
    draft: bool = False,
) -> ReportSpec:
    """Return the spec of a report by a configuration, of which some values are replaced."""
    config = amended(config, games=games, rulesets=rulesets, players=players, draft=draft)
    for claim in config.claims:
        parse_claim(claim)  # says so now if it cannot be read
    chosen = _house_rule_second(chosen_rulesets(config.rulesets, GAME))
    played = _with_what_ifs([each.ruleset for each in chosen], config)
    counts = _player_counts(config, played)
    for ruleset in played:
        for count in counts:
            ruleset.rules(count)  # says so if that is not for so many
    fields = choose_fields(config.fields, played, counts, config.trained, program=FOR_SALE)
    fresh_fields = fields if config.repeat else ()
    return ReportSpec(
        path=path,
        games=games,
        named_rulesets=tuple(rulesets),
        players=tuple(players),
        draft=draft,
        config=config,
        rulesets=chosen,
        fields=fields,
        fresh_fields=fresh_fields,
        seeds_to_tune=config.training_seeds or 0,
    )


def fresh_seed(config: Config) -> int:
    """Return the seed of the deals and searches that findings are tried again with."""
    return (config.seed + 1) % SEEDS


def amended(
    config: Config,
    *,
    games: int | None,
    rulesets: Sequence[str],
    players: Sequence[int],
    draft: bool,
) -> Config:
    """Return a configuration of which some values are replaced.

    What its writer says of the results is left out if others are to be expected.
    """
    said = config.as_draft() if draft else config
    if rulesets or players:
        said = said.without_claims()
    given = {"games": games, "rulesets": tuple(rulesets), "players": tuple(players)}
    replaced = {key: value for key, value in given.items() if value}
    return Config.validated({**said.model_dump(), **replaced}, "the report") if replaced else said


def _house_rule_second(chosen: Sequence[ChosenRuleset]) -> tuple[ChosenRuleset, ...]:
    """Return rulesets in the order of the report: it is about what the second changes.

    That is a house rule, where one stands beside the ruleset that it extends.
    """
    named, printed = {each.ruleset.name: each for each in chosen}, ruleset_names()
    for house_rule in chosen:
        base = named.get(house_rule.ruleset.extends or "")
        if base is not None and house_rule.ruleset.name not in printed:
            first = (base, house_rule)
            return (*first, *(each for each in chosen if each not in first))
    return tuple(chosen)


def _player_counts(config: Config, rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    return tuple(sorted(set(config.players or common_players(rulesets))))


def _with_what_ifs(rulesets: Sequence[Ruleset], config: Config) -> list[Ruleset]:
    """Return rulesets and, one by one, what-ifs of the first that are not among them."""
    found = [*rulesets]
    for text in config.what_ifs:
        found += what_ifs(rulesets[0], [text])
    return found


USUAL = 4
"""The number of players that a report speaks of first, if it is among those played."""


def usual_count(players: Sequence[int]) -> int:
    """Return the number of players that a report speaks of first."""
    return USUAL if USUAL in players else players[0]


class BalanceReport(Combined):
    """All that a report plays.

    Parameters
    ----------
    config
        What was asked for.
    rulesets
        The first is what the others are compared with.
    fields
        Of strategies.

    Attributes
    ----------
    players
        The numbers of players, ascending.
    comparison
        The rulesets and the what-ifs of the first, on common deals; None if there is only one.
    levels
        What is played in each field that has a say by each ruleset alone.
    trials
        Of advice; none unless the configuration asks for them.
    rungs, level_tables
        Of the skill ladder, and of players of each level; none unless the configuration asks for
        them.
    repetition
        The first two rulesets once more, on fresh deals, in the fields that have a say; None unless
        the configuration asks for it and there are two.
    """

    def __init__(
        self,
        config: Config,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        fresh_fields: Sequence[NamedField] = (),
    ) -> None:
        everything = _with_what_ifs(rulesets, config)
        self.players = _player_counts(config, everything)
        self.config = config.model_copy(update={"players": self.players})
        self.rulesets, self.fields = rulesets, fields
        self.what_ifs = everything[len(rulesets) :]
        cells = len(fields) * len(everything) * len(self.players)
        self.comparison = (
            None
            if len(everything) < 2
            else Comparison(
                everything,
                fields,
                {},
                players=self.players,
                seed=config.seed,
                games=config.games * cells,
            )
        )
        deciding = with_a_say(fresh_fields)
        self.repetition = (
            Comparison(
                everything[:2],
                deciding,
                {},
                players=self.players,
                seed=fresh_seed(config),
                games=config.games * len(deciding) * 2 * len(self.players),
            )
            if self.comparison and deciding
            else None
        )
        games = config.games * len(rulesets) * len(self.players)
        self.levels = tuple(
            Level(field, plan)
            for field in with_a_say(fields)
            for plan in make_plans(rulesets, field, self.players, seed=config.seed, games=games)
        )
        self.trials = (
            make_trials(fields, rulesets, self.players, seed=config.seed, games=config.trial_games)
            if config.advice
            else ()
        )
        self.rungs = (
            make_rungs(
                rulesets[0], usual_count(self.players), seed=config.seed, games=config.trial_games
            )
            if config.skill_ladder
            else ()
        )
        compared = filter(None, [self.comparison, self.repetition])
        self.level_tables = (
            make_level_tables(
                rulesets[0], usual_count(self.players), seed=config.seed, games=config.games
            )
            if config.skill_ladder
            else ()
        )
        parts = [*compared, *self.levels, *self.trials, *self.rungs, *self.level_tables]
        super().__init__(parts)

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
        """Return none: the page is made of `reports.results`."""
        return {}


def with_a_say(fields: Sequence[NamedField]) -> list[NamedField]:
    """Return the fields that conclusions are drawn from; all, if there are none."""
    return [field for field in fields if field.estimand != STRESS] or [*fields]


class Level(Run):
    """What one field plays, with its leads and its luck."""

    needs_detail = True

    def __init__(self, field: NamedField, plan: Plan) -> None:
        super().__init__(plan, plan.games)
        self.field = field
