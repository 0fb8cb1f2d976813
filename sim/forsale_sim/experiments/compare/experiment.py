"""The experiment ``compare``: rulesets on common deals, in several fields of strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from forsale_sim.experiments.compare.margins import parse_margins
from forsale_sim.experiments.compare.settings import (
    Setting,
    check_names,
    common_players,
    make_plans,
    make_settings,
)
from forsale_sim.experiments.compare.varied_rules import varied_values
from forsale_sim.experiments.defaults import FIELD_KINDS
from forsale_sim.experiments.fields import (
    ChosenFields,
    choose_fields,
    different_fields,
    held_fields,
    with_tuned,
)
from forsale_sim.experiments.named_field import NamedField
from forsale_sim.experiments.retuning import Retuning, adapted_play, tuned_fields
from forsale_sim.for_sale import GAME
from forsale_sim.measures import MEASURES
from forsale_sim.results.accumulator import Accumulator
from forsale_sim.results.columns import LABEL, Column, Tables
from forsale_sim.results.paired.conclusions import conclusions
from forsale_sim.results.paired.differences import Played, differences
from forsale_sim.results.paired.schema import COLUMNS, RETUNED
from forsale_sim.results.paired.tally import PairedTally
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import parse_variation, what_ifs
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.lineups import WITHOUT_REPLACEMENT
from forsale_sim.simulation.pieces import Block, Chunk, Piece
from forsale_sim.simulation.spec import UNSAID, ChosenRuleset, Spec, chosen_rulesets, option

PIECE_GAMES = 4096
"""How many games by each ruleset make a piece, at most: what deals come to takes memory."""


@dataclass(frozen=True, kw_only=True)
class CompareSpec(Spec):
    """The request for a comparison.

    Attributes
    ----------
    rulesets
        The others are compared with the first.
    variations
        What-ifs of the first ruleset, such as ``refund=up,none``; several make a grid.
    margins
        What matters, where that is not as usual, such as ``win_rate=0.5``.
    trained
        Where play is that was trained for the rulesets.
    training_seeds, seeds_to_tune
        How many times more play is tuned for each ruleset, from seeds of their own, and how many
        times it is still to be tuned: all, or none.
    lineups
        How lineups are drawn from a field: one of `lineups.LINEUPS`.
    """

    command: ClassVar[str] = "compare"

    rulesets: tuple[ChosenRuleset, ...] = option(None)
    games: int = option("--games")
    seed: int = option("--seed")
    players: tuple[int, ...] = option("--players", (), joined=True)
    variations: tuple[str, ...] = option("--vary", ())
    margins: tuple[str, ...] = option("--margin", ())
    trained: str | None = option("--trained", None)
    training_seeds: int = option("--training-seeds", 0)
    lineups: str = option("--lineups", WITHOUT_REPLACEMENT)
    fields: tuple[ChosenFields, ...] = option("--field", usual=FIELD_KINDS)
    seeds_to_tune: int = option(UNSAID, 0)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        return cls(**{**values, "fields": held_fields(values["fields"])})

    def experiment(self) -> Experiment:
        """Settle what is played: tuning first, where play is still to be tuned."""
        rulesets = with_what_ifs([chosen.ruleset for chosen in self.rulesets], self.variations)
        if self.seeds_to_tune:
            counts = self.players or common_players(rulesets)
            return Retuning(adapted_play(rulesets, counts, self.seeds_to_tune, self.seed))
        variations = [parse_variation(text) for text in self.variations]
        return Comparison(
            rulesets,
            different_fields(self.fields),
            parse_margins(self.margins, MEASURES),
            players=self.players,
            seed=self.seed,
            games=self.games,
            lineups=self.lineups,
            varied=dict.fromkeys(variation.key for variation in variations),
        )

    def following(self, outcome: Outcome) -> Spec | None:
        """Return the comparison of play that has been tuned."""
        tuned = tuned_fields(outcome)
        if tuned is None:
            return None
        return replace(self, fields=with_tuned(self.fields, tuned[0]), seeds_to_tune=0)


def new_compare_spec(
    rulesets: Sequence[str | Ruleset],
    *,
    variations: Sequence[str] = (),
    fields: Sequence[str] = FIELD_KINDS,
    trained: str | None = None,
    training_seeds: int = 0,
    margins: Sequence[str] = (),
    players: Sequence[int] = (),
    games: int,
    seed: int,
    lineups: str = WITHOUT_REPLACEMENT,
) -> CompareSpec:
    """Return the spec of a comparison, from what names its parts."""
    chosen = chosen_rulesets(rulesets, GAME)
    if len(chosen) < len(rulesets):
        check_names([chosen_rulesets([each], GAME)[0].ruleset.name for each in rulesets])
    parse_margins(margins, MEASURES)
    named = [each.ruleset for each in chosen]
    played = with_what_ifs(named, variations)
    counts = tuple(players) or common_players(played)
    chosen_fields = choose_fields(fields, played, counts, trained)
    spec = CompareSpec(
        rulesets=chosen,
        games=games,
        seed=seed,
        players=tuple(players),
        variations=tuple(variations),
        margins=tuple(margins),
        trained=trained,
        lineups=lineups,
        training_seeds=training_seeds,
        fields=chosen_fields,
    )
    if training_seeds:
        spec.experiment()  # says now what cannot be played
    return replace(spec, seeds_to_tune=training_seeds)


def with_what_ifs(rulesets: Sequence[Ruleset], variations: Sequence[str]) -> list[Ruleset]:
    """Return rulesets, and what-ifs of the first that make a grid."""
    if not variations:
        return [*rulesets]
    return [*rulesets, *what_ifs(rulesets[0], [parse_variation(text) for text in variations])]


class Comparison(Experiment):
    """Rulesets compared with the first one of them.

    Parameters
    ----------
    rulesets
        At least two.
    fields
        At least one.
    margins
        What differences matter by measure, where that is not as usual.
    players
        The numbers of players; empty for all that the rulesets have in common.
    seed
        0 to 2**64 - 1.
    games
        How many games at least: shared evenly among fields, rulesets and numbers of players, and
        rounded up to whole deals.
    lineups
        How lineups are drawn from a field: one of `lineups.LINEUPS`.
    varied
        The rules whose values the table of differences shows.
    """

    needs_detail = True

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        margins: Mapping[str, float],
        *,
        players: Sequence[int] = (),
        seed: int,
        games: int,
        lineups: str = WITHOUT_REPLACEMENT,
        varied: Iterable[str] = (),
    ) -> None:
        check_names([ruleset.name for ruleset in rulesets])
        counts = tuple(players) or common_players(rulesets)
        share = -(-games // len(fields))
        self.rulesets, self.fields, self.margins = tuple(rulesets), tuple(fields), margins
        self.varied = tuple(varied)
        self.columns = COLUMNS | {
            rule: Column(LABEL, f"the rule {rule} of ruleset b") for rule in self.varied
        }
        self.games_requested = games
        plans = [
            make_plans(rulesets, field, counts, seed=seed, games=share, lineups=lineups)
            for field in fields
        ]
        self.plans = tuple(plan for of_field in plans for plan in of_field)
        self.settings = make_settings(plans)
        self.piece_games = PIECE_GAMES * len(rulesets)
        self.blocks = [
            Block(
                f"{fields[setting.field].name} for {setting.players} players",
                setting.planned[0].cell,
                setting.deals,
                setting.games(setting.deals),
                self._identity(setting),
            )
            for setting in self.settings
        ]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece, as each ruleset plays them."""
        setting = self.settings[piece.block]
        return [
            Chunk(plan, cell, piece.first + offset, piece.units)
            for plan, cell, offset in zip(
                setting.plans, setting.cells, setting.offsets, strict=True
            )
        ]

    def empty(self, block: int) -> Accumulator:
        """Return the tally of no deal of a setting."""
        return PairedTally.empty(self.settings[block].compared)

    def played(self, outcome: Outcome) -> list[Played]:
        """Return what there is to make tables of."""
        return [
            Played(
                field.name,
                setting.compared,
                outcome.tally(block),
                field.role,
                field.play,
                field.strategies,
                field.foreign(setting.players) if field.play == RETUNED else (),
                field.by_strategy,
            )
            for block, setting in enumerate(self.settings)
            for field in [self.fields[setting.field]]
        ]

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `results.paired.schema.TABLES`, and the values of varied rules."""
        table = differences(self.played(outcome), self.margins)
        return {
            "differences": table | varied_values(table, self.rulesets, self.varied),
            "conclusions": conclusions(table),
        }

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return the fields, the margins, and what was played in each setting."""
        return {
            "games_requested": self.games_requested,
            "fields": {
                field.name: [entrant.name for entrant in field.entrants] for field in self.fields
            },
            "roles": {field.name: field.role for field in self.fields},
            "margins": self.margins,
            "settings": [
                {
                    "field": self.fields[setting.field].name,
                    "deals_planned": setting.deals,
                    **self._identity(setting),
                    "deals": len(played),
                    "rules": {
                        planned.cell.ruleset: planned.cell.rules.settings()
                        for planned in setting.planned
                    },
                }
                for setting, played in zip(self.settings, outcome.played, strict=True)
            ],
        }

    @property
    def notes(self) -> list[str]:
        """Whether other games are played than were asked for."""
        if self.games == self.games_requested:
            return []
        tables = sum(len(plan.cells) for plan in self.plans)
        return [
            f"Playing {self.games:,} games for the {self.games_requested:,} asked for: whole deals "
            f"in {tables} tables."
        ]

    def _others(self, setting: Setting) -> dict[str, Any]:
        """Return who plays by each ruleset, where that is not the same for all."""
        fields = [list(planned.cell.field) for planned in setting.planned]
        return (
            {} if all(field == fields[0] for field in fields) else {"strategies_by_rules": fields}
        )

    def _identity(self, setting: Setting) -> dict[str, Any]:
        return {
            "players": setting.players,
            "strategies": list(setting.planned[0].cell.field),
            **self._others(setting),
            "rules": [planned.cell.rules.settings() for planned in setting.planned],
            "first_deals": [1 + offset for offset in setting.offsets],
            "seatings": setting.seatings,
            "seed": self.plans[0].seed,
            **self.plans[0].drawing,
        }
