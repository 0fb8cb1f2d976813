"""The games of a check: the strategy among rivals and against itself, under every ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.check.verdicts import Excerpt
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.seating import turned
from strategy_lab.simulation.plan import Plan, make_plan

from forsale_sim.for_sale import GAME, load_field
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.parameters import Rules
from forsale_sim.rules.ruleset import Ruleset

RIVALS = ("random", "spread", "linear", "coinflip", "miser")
"""Built-in opponents for the other seats; `random` makes bids that no sensible player would."""

DEALS = 2
"""Deals of each trial with the parameters as given."""

SPEED_RULESET, SPEED_PLAYERS = "iello-en", 4
"""The game whose decisions are timed."""


@dataclass(frozen=True)
class Trial:
    """A run of a few games with one lineup and no rotation: game n is deal n."""

    checked: Entrant
    """The strategy that is checked, in one or more seats."""

    plan: Plan

    @property
    def rules(self) -> Rules:
        """The rules for this number of players."""
        rules: Rules = self.plan.cells[0].cell.rules
        return rules

    @property
    def indices(self) -> tuple[int, ...]:
        """The lineup as indices into the plan's field."""
        return self.plan.cells[0].lineup or ()

    @property
    def lineup(self) -> list[Entrant]:
        """The lineup, seat 1 first."""
        return [self.plan.field[index] for index in self.indices]

    @property
    def is_mirror(self) -> bool:
        """Whether the strategy plays against itself alone."""
        return len(self.plan.field) == 1

    def excerpt(self, game: int, moves: Sequence[int] | None = None) -> Excerpt:
        """Return a game of this trial, up to the decision after `moves` if they are given."""
        return Excerpt(
            plays=GAME.name,
            ruleset=self.rules.ruleset,
            names=tuple(entrant.name for entrant in self.lineup),
            specs=tuple(entrant.spec for entrant in self.lineup),
            seed=self.plan.seed,
            games=self.plan.games,
            game=game,
            moves=None if moves is None else tuple(moves),
        )


def make_trials(checked: Entrant, ends: Sequence[Entrant]) -> list[Trial]:
    """Return what to play: under every ruleset, for every number of players.

    As given, the strategy sits in each seat in turn among rivals, and in all seats at once. With a
    parameter at an end of its range it sits in one seat, and in all.
    """
    trials: list[Trial] = []
    for name in ruleset_names():
        ruleset = load_ruleset(name)
        for players in ruleset.players:
            among = [checked.spec, *RIVALS[: players - 1]]
            for seating in range(1, players + 1):
                trials.append(make_trial(checked, ruleset, turned(among, seating), seating, DEALS))
            trials.append(make_trial(checked, ruleset, [checked.spec] * players, 0, DEALS))
            for seed, end in enumerate(ends, start=players + 1):
                lineup = turned([end.spec, *among[1:]], seed)
                trials.append(make_trial(end, ruleset, lineup, seed, 1))
                trials.append(make_trial(end, ruleset, [end.spec] * players, seed, 1))
    return trials


def make_trial(
    checked: Entrant, ruleset: Ruleset, specs: Sequence[str], seed: int, games: int
) -> Trial:
    """Return a trial of the lineup that `specs` name by seat, `checked` being one of them."""
    field = load_field(specs)
    by_spec = {entrant.spec: index for index, entrant in enumerate(field)}
    lineup = [by_spec[spec] for spec in specs]
    plan = make_plan([ruleset], field=field, lineup=lineup, rotate=False, seed=seed, games=games)
    return Trial(checked, plan)
