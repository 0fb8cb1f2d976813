"""What a report plays, settled before it starts: fields, comparisons, matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forsale_sim.errors import UsageError
from forsale_sim.experiments.compare.fields import NamedField, load_fields
from forsale_sim.experiments.compare.plan import Comparison, make_comparison
from forsale_sim.reports.config import Config, SectionName
from forsale_sim.reports.matches.plan import Match, strength_matches, tuning_matches
from forsale_sim.rules.loading import load_rulesets
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.rules.varying import parse_variation, what_ifs
from forsale_sim.simulation.plan import Plan, make_plan

BY_STRATEGY: tuple[SectionName, ...] = ("strategies", "luck")
"""Sections that say nothing of a field of one strategy."""


@dataclass(frozen=True, slots=True)
class Settled:
    """All that a report plays, settled before it starts.

    Attributes
    ----------
    config
        What was asked for.
    rulesets
        That it is about, the first being what the others are compared with.
    fields
        Of strategies; the figures are of the first.
    plans
        What is played in each field.
    editions
        The rulesets on common deals; None if there is only one, or no section on them.
    readings
        The first ruleset and what-ifs of it; None if there are none, or no section on them.
    strength, tuning
        The matches of these sections; none without them.
    """

    config: Config
    rulesets: tuple[Ruleset, ...]
    fields: tuple[NamedField, ...]
    plans: tuple[Plan, ...]
    editions: Comparison | None
    readings: Comparison | None
    strength: tuple[Match, ...] = ()
    tuning: tuple[Match, ...] = ()

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Those that there are."""
        return tuple(found for found in (self.editions, self.readings) if found is not None)

    @property
    def games(self) -> int:
        """How many games are played in all."""
        compared = sum(comparison.games for comparison in self.comparisons)
        plans = (*self.plans, *(match.plan for match in (*self.strength, *self.tuning)))
        return sum(plan.games for plan in plans) + compared


def settle(config: Config) -> Settled:
    """Settle what a report plays.

    Raises
    ------
    UsageError
        If something that it names does not exist or cannot be played.
    """
    rulesets, fields = load_rulesets(config.rulesets), load_fields(config.fields)
    if len(fields[0].entrants) < 2 and set(BY_STRATEGY) & set(config.sections):
        raise UsageError(
            f"fields: the first, {fields[0].name!r}, is of one strategy, and the figures are of "
            "the first: begin with a field of two or more, such as 'all', or leave out the "
            f"sections {' and '.join(BY_STRATEGY)}"
        )
    counts = tuple(sorted(set(config.players)))
    for ruleset in rulesets:
        for count in counts:
            ruleset.rules(count)  # says so if that is not for so many
    plans = tuple(
        make_plan(
            rulesets,
            field=field.entrants,
            players=counts,
            seed=config.seed,
            games=config.games * len(rulesets) * len(counts),
        )
        for field in fields
    )

    def comparison(section: SectionName, compared: Sequence[Ruleset]) -> Comparison | None:
        if len(compared) < 2 or section not in config.sections:
            return None
        games = config.compared_games * len(fields) * len(compared) * len(counts)
        return make_comparison(compared, fields, players=counts, seed=config.seed, games=games)

    return Settled(
        config,
        rulesets,
        fields,
        plans,
        comparison("editions", rulesets),
        comparison("readings", _readings(rulesets[0], config)),
        strength_matches(config, rulesets) if "strength" in config.sections else (),
        tuning_matches(config, rulesets) if "tuning" in config.sections else (),
    )


def _readings(base: Ruleset, config: Config) -> list[Ruleset]:
    """Return the first ruleset and, one by one, what-ifs of it; none that is the ruleset itself."""
    found = [base]
    for text in config.alternatives:
        found += what_ifs(base, [parse_variation(text)])
    return found
