"""What a comparison plays, settled before it starts: rulesets on common deals, by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forsale_sim.errors import UsageError
from forsale_sim.experiments.compare.fields import NamedField
from forsale_sim.results.paired.measures import on_common_deals
from forsale_sim.results.paired.tally import Compared
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.plan import Plan, PlannedCell, make_plan
from forsale_sim.wording import listed


@dataclass(frozen=True, slots=True)
class Setting:
    """A field and a number of players, which meet under every ruleset.

    Attributes
    ----------
    field
        Index into the comparison's fields and plans.
    cells
        For each ruleset, the index of its cell in the plan of the field.
    planned
        These cells.
    offsets
        For each ruleset, how far the numbers of its deals are from those of the first one: 0 where
        both are played on common deals, else so many that they have none in common.
    """

    field: int
    cells: tuple[int, ...]
    planned: tuple[PlannedCell, ...]
    offsets: tuple[int, ...]

    @property
    def compared(self) -> Compared:
        """What is tallied."""
        return Compared(tuple(planned.cell for planned in self.planned))

    @property
    def players(self) -> int:
        """How many play."""
        return self.planned[0].cell.players

    @property
    def seatings(self) -> int:
        """How many games a deal is played for, by each ruleset."""
        return self.planned[0].cell.seatings

    @property
    def deals(self) -> int:
        """How many deals are played by each ruleset."""
        return self.planned[0].deals

    def games(self, deals: int) -> int:
        """Return how many games so many deals are, by all rulesets together."""
        return deals * self.seatings * len(self.cells)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that decides what a comparison plays, and nothing of how.

    Attributes
    ----------
    rulesets
        At least two; the others are compared with the first.
    fields
        Of strategies.
    plans
        For each field, what is played in it.
    settings
        Every field with every number of players.
    games_requested
        How many games were asked for.
    """

    rulesets: tuple[Ruleset, ...]
    fields: tuple[NamedField, ...]
    plans: tuple[Plan, ...]
    settings: tuple[Setting, ...]
    games_requested: int

    @property
    def players(self) -> list[int]:
        """The numbers of players, ascending."""
        return sorted({setting.players for setting in self.settings})

    @property
    def seed(self) -> int:
        """What every card and draw follows from."""
        return self.plans[0].seed

    @property
    def games(self) -> int:
        """How many games are played in all."""
        return sum(setting.games(setting.deals) for setting in self.settings)


def make_comparison(
    rulesets: Sequence[Ruleset],
    fields: Sequence[NamedField],
    *,
    players: Sequence[int] = (),
    seed: int,
    games: int,
) -> Comparison:
    """Settle what a comparison plays.

    Parameters
    ----------
    rulesets
        The first is what the others are compared with.
    fields
        At least one.
    players
        The numbers of players; empty for all that the rulesets have in common.
    seed
        0 to 2**64 - 1.
    games
        How many games at least: shared evenly among fields, rulesets and numbers of players, and
        rounded up to whole deals.

    Raises
    ------
    UsageError
        If nothing can be compared that way.
    """
    check_names([ruleset.name for ruleset in rulesets])
    counts = tuple(players) or _common_players(rulesets)
    share = -(-games // len(fields))
    plans = tuple(
        make_plan(rulesets, field=field.entrants, players=counts, seed=seed, games=share)
        for field in fields
    )
    return Comparison(
        tuple(rulesets),
        tuple(fields),
        plans,
        tuple(
            _setting(number, plan, count) for number, plan in enumerate(plans) for count in counts
        ),
        games,
    )


def _setting(field: int, plan: Plan, players: int) -> Setting:
    cells = tuple(i for i, planned in enumerate(plan.cells) if planned.cell.players == players)
    planned = tuple(plan.cells[i] for i in cells)
    first = planned[0]
    offsets = tuple(
        0 if on_common_deals(first.cell.rules, other.cell.rules) else first.deals
        for other in planned
    )
    return Setting(field, cells, planned, offsets)


def check_names(names: Sequence[str]) -> None:
    """Check that rulesets can be told apart.

    Raises
    ------
    UsageError
        If there are fewer than two, or two of one name.
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(
            f"{twice!r} is given twice, and a ruleset cannot be compared with itself under one "
            "name: name another, or vary a rule of it with --vary"
        )
    if len(names) < 2:
        raise UsageError(
            f"{names[0]!r} alone cannot be compared: name another ruleset, or vary a rule of it "
            "with --vary, such as --vary refund=up,down"
        )


def _common_players(rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    common = tuple(
        count
        for count in rulesets[0].players
        if all(count in ruleset.players for ruleset in rulesets)
    )
    if not common:
        each = "; ".join(
            f"{ruleset.name} is for {listed(ruleset.players, 'or')}" for ruleset in rulesets
        )
        raise UsageError(f"the rulesets have no number of players in common: {each}")
    return common
