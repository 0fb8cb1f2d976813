"""Which matches there are: of stronger strategies and a human rule, and of tuned parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from forsale_sim.experiments.defaults import DEFAULT_FIELD
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reports.config import Config
from forsale_sim.reports.matches.tuned_sets import tuned_set
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.plan import Plan, make_plan

HUMAN = "expert"
"""The rule of a strong human player."""

STRONGER = ("quick", "lookahead", "champion")
"""The strategies whose strength is measured against it."""

COPIES, BUILT_IN = "copies of the own set", "built-in strategies"
"""Who else sits at the table of a tuned set: copies of the one for that game, or others."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match, by one ruleset or more.

    Attributes
    ----------
    player, opponents
        What tables call them.
    plan
        What is played; the player is the first of its field.
    """

    player: str
    opponents: str
    plan: Plan

    @property
    def players(self) -> int:
        """How many play."""
        return self.plan.cells[0].cell.players


def strength_matches(config: Config, rulesets: Sequence[Ruleset]) -> tuple[Match, ...]:
    """Return the matches of each stronger strategy amid copies of `HUMAN`, and the reverse."""
    return tuple(
        _match(one, f"copies of {other}", [one, *[other] * (players - 1)], config, rulesets)
        for players in sorted(set(config.players or ()))
        for strategy in STRONGER
        for one, other in permutations((strategy, HUMAN))
    )


def tuning_matches(config: Config, rulesets: Sequence[Ruleset]) -> tuple[Match, ...]:
    """Return the matches of sets of parameters in games that they were tuned for or not.

    The player's name is that of the ruleset that its parameters were tuned for.
    """
    return tuple(_tuning(config, rulesets))


def _tuning(config: Config, rulesets: Sequence[Ruleset]) -> Iterator[Match]:
    for players in sorted(set(config.players or ())):
        found = {ruleset.name: tuned_set(ruleset.rules(players)) for ruleset in rulesets}
        sets = {name: str(path) for name, path in found.items() if path is not None}
        for played in rulesets:
            own = sets.get(played.name)
            others = {name: other for name, other in sets.items() if other != own}
            if own is None or not others:
                continue
            for tuned_for, player in {played.name: own, **others}.items():
                table = [player, *DEFAULT_FIELD[: players - 1]]
                yield _match(tuned_for, BUILT_IN, table, config, [played], config.games)
            for tuned_for, player in others.items():
                table = [player, *[own] * (players - 1)]
                yield _match(tuned_for, COPIES, table, config, [played], config.games)


def _match(
    player: str,
    opponents: str,
    specs: Sequence[str],
    config: Config,
    rulesets: Sequence[Ruleset],
    games: int | None = None,
) -> Match:
    different = list(dict.fromkeys(specs))
    plan = make_plan(
        rulesets,
        field=load_field(different),
        lineup=[different.index(spec) for spec in specs],
        seed=config.seed,
        games=(games or config.match_games) * len(rulesets),
    )
    return Match(player, opponents, plan)
