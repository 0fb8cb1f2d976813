"""Settings of a comparison: a field and a number of players, under every ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.game import Ruleset
from strategy_lab.results.measure import COMPARE
from strategy_lab.results.measures import Measures
from strategy_lab.results.paired.tally import Compared
from strategy_lab.simulation.lineups import WITHOUT_REPLACEMENT
from strategy_lab.simulation.plan import Plan, PlannedCell, make_plan
from strategy_lab.wording import listed


@dataclass(frozen=True, slots=True)
class Setting:
    """A field and a number of players, which meet under every ruleset."""

    field: int
    """Index into the comparison's fields."""

    plans: tuple[int, ...]
    """For each ruleset, the index of its plan among those of the comparison."""

    cells: tuple[int, ...]
    """For each ruleset, the index of its cell in that plan."""

    planned: tuple[PlannedCell, ...]
    offsets: tuple[int, ...]
    """For each ruleset, how far the numbers of its deals are from those of the first one: 0 where
    both are played on common deals, else so many that they have none in common."""

    measures: Measures
    """What the game is measured by."""

    @property
    def compared(self) -> Compared:
        """What is tallied."""
        return Compared(tuple(planned.cell for planned in self.planned), self.measures)

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


def make_plans(
    rulesets: Sequence[Ruleset],
    field: NamedField,
    players: Sequence[int],
    *,
    seed: int,
    games: int,
    lineups: str = WITHOUT_REPLACEMENT,
) -> list[Plan]:
    """Return what a field plays: one plan, or one for each table where that decides who plays."""
    if not field.tables:
        return [
            make_plan(
                rulesets,
                field=field.entrants,
                players=players,
                seed=seed,
                games=-(-games // field.share),
                lineups=lineups,
            )
        ]
    share = -(-games // (len(rulesets) * len(players)))
    return [
        make_plan(
            [ruleset],
            field=field.at(ruleset.name, count),
            players=[count],
            seed=seed,
            games=share,
            lineups=lineups,
        )
        for ruleset in rulesets
        for count in players
    ]


def make_settings(plans: Sequence[Sequence[Plan]]) -> tuple[Setting, ...]:
    """Return a setting for each field, of which each has its plans, and each number of players."""
    settings: list[Setting] = []
    before = 0
    for field, of_field in enumerate(plans):
        places: dict[int, list[tuple[int, int]]] = {}
        for number, plan in enumerate(of_field):
            for i, planned in enumerate(plan.cells):
                places.setdefault(planned.cell.players, []).append((number, i))
        settings += [_setting(field, of_field, before, place) for place in places.values()]
        before += len(of_field)
    return tuple(settings)


def _setting(
    field: int, plans: Sequence[Plan], before: int, places: Sequence[tuple[int, int]]
) -> Setting:
    planned = tuple(plans[number].cells[i] for number, i in places)
    first, measures = planned[0], plans[0].definition.measures()
    offsets = tuple(
        0 if measures.on_common_deals(first.cell.rules, other.cell.rules) else first.deals
        for other in planned
    )
    return Setting(
        field,
        tuple(before + number for number, _ in places),
        tuple(i for _, i in places),
        planned,
        offsets,
        measures,
    )


def check_names(names: Sequence[str]) -> None:
    """Check that rulesets can be told apart."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(
            f"{twice!r} is given twice, and a ruleset cannot be compared with itself under one "
            "name: name another, or vary a rule of it (--vary)"
        )
    if len(names) < 2:
        raise UsageError(
            f"{names[0]!r} alone cannot be compared: name another ruleset, or vary a rule of it "
            "(--vary), such as refund=up,down"
        )


def common_players(rulesets: Sequence[Ruleset]) -> tuple[int, ...]:
    """Return the numbers of players that all rulesets allow."""
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


def parse_margins(texts: Sequence[str], measures: Measures) -> dict[str, float]:
    """Return what matters by measure, from texts such as ``win_rate=0.5``: shares in per cent."""
    margins: dict[str, float] = {}
    for text in texts:
        name, _, written = (part.strip() for part in text.partition("="))
        measure = measures.named(
            name, f"the margin (--margin) {text!r}", lambda each: COMPARE in each.used_in
        )
        try:
            size = float(written)
        except ValueError:
            size = 0.0
        if not 0 < size < float("inf"):
            raise UsageError(f"the margin (--margin) {text!r}: {written!r} is not a number above 0")
        margins[name] = size / measure.scale
    return margins
