"""What a design plays: a race of rules on common deals, then fresh deals for the last ones.

All candidates play the same deals up to looks that were settled beforehand; those that are beaten
for certain leave. The last ones are confirmed on fresh deals, beside the rules that the search
began with and every single step away. And since players of one field may all like the same rules
for a reason that no others have, the first of the race has to hold at tables that had no part in
the choice, too, of which no two share a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.experiment import make_plans
from strategy_lab.experiments.design.candidates import (
    Aims,
    Candidate,
    Condition,
    End,
    can_be_designed_for,
    ends,
    step_between,
)
from strategy_lab.experiments.fields import REFERENCE, SLOW_SHARE, NamedField
from strategy_lab.experiments.retuning import Fields, Tuned, Tuner
from strategy_lab.game import Ruleset, SeatLever
from strategy_lab.plugins.entrants import Entrant, load_field
from strategy_lab.program import Program
from strategy_lab.results.accumulators import Sums
from strategy_lab.results.conclusions import (
    COUNT,
    LABEL,
    ORDER,
    RETUNED,
    SHARE,
    UNCHANGED,
    Column,
    Columns,
    Tables,
)
from strategy_lab.results.measures import SEAT, SEVERAL, BatchSums, Layout, Measure, Measures
from strategy_lab.results.tables import WIN_RATE, records
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import (
    Block,
    Chunk,
    Experiment,
    Outcome,
    Piece,
    Spans,
    Staged,
    Steps,
)
from strategy_lab.simulation.plan import MOST_GAMES, Plan
from strategy_lab.stats.batches import (
    GAP_INTERVAL,
    JACKKNIFE_INTERVAL,
    Estimate,
    gap_difference,
    smooth_difference,
)
from strategy_lab.stats.confidence_sequences import ERROR as RACE_ERROR
from strategy_lab.stats.confidence_sequences import FIRST_LOOK, Race, beaten, looks
from strategy_lab.stats.differences import DIFFERS, NOT_SHOWN, SMALL
from strategy_lab.stats.evidence import FEWEST, RANDOM_EFFECTS, new_table
from strategy_lab.stats.intervals import t_quantile
from strategy_lab.training.search import LIBRARIES

Floats: TypeAlias = NDArray[np.float64]

BASE = 0
"""The index of the ruleset that the search begins with."""

ERROR = 0.05

# evidence: Sums by candidate and field over common batches, and what follows from them.


@dataclass(frozen=True, slots=True)
class Evidence:
    measures: Measures
    layouts: Sequence[Layout]  # where the sums of each field are
    field_of: Callable[[Measure], int]  # the field that a measure is taken from
    sums: Mapping[tuple[int, int], Sums]  # by candidate and field: (batches, sums)
    batch_deals: int
    _known: dict[tuple[object, ...], Estimate] = field(default_factory=dict)

    def of_field(self, place: int) -> Evidence:
        return replace(self, field_of=lambda measure: place, _known={})

    def value(self, measure: Measure, candidate: int, error: float = ERROR) -> Estimate:
        return self.difference(measure, None, candidate, error)

    def difference(
        self, measure: Measure, a: int | None, b: int, error: float = ERROR, share: float = 1.0
    ) -> Estimate:
        key = (measure.name, a, b, error, share)
        if key not in self._known:
            place = self.field_of(measure)
            estimate = gap_difference if measure.gap_of else smooth_difference
            of_b = self.sums[b, place]
            self._known[key] = estimate(
                self.measures.follows(measure, self.layouts[place]),
                None if a is None else self.sums[a, place],
                of_b,
                error=error,
                least_error=0.0 if measure.is_certain else 1 / (self.batch_deals * len(of_b)),
                share=share,
            )
        return self._known[key]

    def losses(self, aims: Aims, a: int | None, b: int, error: float = ERROR) -> list[Estimate]:
        """Return by how much b loses to a: for each goal or, if they have weights, in their sum.

        Of a sum, the limits are the sums of limits that hold at once.
        """
        each_error = error / len(aims.goals) if aims.is_weighted else error
        losses = [
            oriented(self.difference(goal.measure, a, b, each_error), goal.sign)
            for goal in aims.goals
        ]
        if not aims.is_weighted:
            return losses
        factors = [[float(goal.weight or 0) * goal.measure.scale] for goal in aims.goals]
        return [Estimate(*map(float, (np.array(factors) * losses).sum(axis=0)))]

    def excess(self, condition: Condition, candidate: int, error: float = ERROR) -> Estimate:
        """Return by how much a candidate breaks a condition; below 0 if it keeps it."""
        measure, bound = condition.measure, condition.bound
        if condition.relative:
            excess = self.difference(measure, BASE, candidate, error, share=bound)
        else:
            value = self.value(measure, candidate, error)
            excess = Estimate(*(end - bound for end in value))
        return oriented(excess, condition.sign)


def oriented(estimate: Estimate, sign: int) -> Estimate:
    return estimate if sign > 0 else Estimate(-estimate.value, -estimate.high, -estimate.low)


# standing: A race in progress.

MOST_FINALISTS = 12
"""Rules that are confirmed: those recommended, their rivals, the base, and single steps away."""

MOST_RIVALS = 5
"""Of these, rules that the race has not told from the best, or that make up a front."""


class Dropped(NamedTuple):
    """Why rules left the race: another candidate is better, or a condition is broken."""

    by: int | None = None
    condition: str | None = None


class LastLook(NamedTuple):
    """What a candidate was at a look: measures by the order that `Aims` has them in."""

    look: int
    values: tuple[float, ...]


@dataclass(slots=True)
class Standing:
    """A race in progress: who is left, why others are not, and what each was at its last look."""

    candidates: Sequence[Candidate]
    aims: Aims
    race: Race
    left: list[int] = field(default_factory=list)
    dropped: dict[int, Dropped] = field(default_factory=dict)
    looks: int = 0
    last_look: dict[int, LastLook] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = list(range(len(self.candidates)))

    @property
    def players(self) -> list[int]:
        """Who plays until the next look: those left, and the base if conditions refer to it."""
        base = {BASE} if self.aims.is_relative and self.left else set()
        return sorted({*self.left, *base})

    def look(self, evidence: Evidence) -> None:
        self.looks += 1
        for each in self.left:
            values = [evidence.value(measure, each).value for measure in self.aims.measures]
            self.last_look[each] = LastLook(self.looks, tuple(values))
        certain = set(self.left)
        for each in list(self.left):
            for condition in self.aims.conditions:
                excess = evidence.excess(condition, each, 2 * self.race.condition_error)
                if excess.low > 0:
                    self.dropped[each] = Dropped(condition=condition.text)
                if not excess.high <= 0:
                    certain.discard(each)
        self.left = [each for each in self.left if each not in self.dropped]
        rivals = [each for each in self.by_estimate(evidence, self.left) if each in certain]
        error = 2 * self.race.comparison_error  # one of the two limits is of interest

        def is_better(rival: int, candidate: int) -> bool:
            return all(loss.low > 0 for loss in evidence.losses(self.aims, rival, candidate, error))

        if not self.aims.is_front:
            rivals = rivals[:MOST_RIVALS]
        lost = beaten(self.left, rivals, is_better)
        self.dropped |= {each: Dropped(by=rival) for each, rival in lost.items()}
        self.left = [each for each in self.left if each not in lost]

    def is_decided(self, evidence: Evidence) -> bool:
        if len(self.left) < 2:
            return True
        if self.aims.is_front:
            return set(self.left) <= set(self.front(evidence))
        if len(self.eligible(evidence)) < len(self.left):
            return False
        first, *others = self.by_estimate(evidence, self.left)
        error, (margin,) = 2 * self.race.comparison_error, self.aims.margins
        return all(
            evidence.losses(self.aims, first, other, error)[0].high < margin for other in others
        )

    def by_estimate(self, evidence: Evidence, candidates: Iterable[int]) -> list[int]:
        """Return candidates by the first goal, the best first; of equals, those less changed."""

        def loss(candidate: int) -> tuple[float, int, int]:
            value = evidence.losses(self.aims, None, candidate)[0].value
            return value, self.candidates[candidate].changes, candidate

        return sorted(candidates, key=loss)

    def eligible(self, evidence: Evidence) -> list[int]:
        return [
            candidate
            for candidate in self.left
            if all(
                evidence.excess(condition, candidate).value <= 0
                for condition in self.aims.conditions
            )
        ]

    def front(self, evidence: Evidence) -> list[int]:
        eligible = self.by_estimate(evidence, self.eligible(evidence))
        losses = {
            each: [loss.value for loss in evidence.losses(self.aims, None, each)]
            for each in eligible
        }
        return [
            each
            for each in eligible
            if not any(
                all(a < b for a, b in zip(losses[other], losses[each], strict=True))
                for other in eligible
            )
        ]

    def recommended(self, evidence: Evidence) -> int | None:
        """Return the candidate to recommend, which fresh deals then confirm or not.

        Goals decide in their order, each among those that the ones before it tell apart by no more
        than matters; at last it is the one with the fewest changes. None if no candidate keeps the
        conditions.
        """
        level = self.front(evidence) if self.aims.is_front else self.eligible(evidence)
        if not level:
            return None
        for goal, margin in enumerate(self.aims.margins):
            losses = [evidence.losses(self.aims, None, each)[goal].value for each in level]
            most = min(losses) + margin
            level = [each for each, loss in zip(level, losses, strict=True) if loss <= most]
        ranked = self.by_estimate(evidence, level)
        return min(ranked, key=lambda each: self.candidates[each].changes)

    def finalists(self, evidence: Evidence) -> list[int]:
        """Return whom to confirm: the recommended first, its rivals, the base, single steps."""
        first = self.recommended(evidence)
        if first is None:
            return [BASE]
        rivals = (
            self.front(evidence)
            if self.aims.is_front
            else self.by_estimate(evidence, self.eligible(evidence))
        )
        steps = [
            number
            for number, other in enumerate(self.candidates)
            if step_between(self.candidates[first], other, self.candidates)
        ]
        finalists = dict.fromkeys([first, *rivals[:MOST_RIVALS], BASE, *steps])
        return list(finalists)[:MOST_FINALISTS]


# schedule: What may be played: up to each look at the race, and on fresh deals to confirm.

RACE_SHARE = 0.6
"""Of all games; the rest confirms."""

FIRST_SHARE = 0.25
"""Of the games of the race: what the first look takes, in which all candidates play."""

AT_WITNESSES = 0.5
"""Of the games that confirm: what is played at tables that had no part in the choice."""

CONFIRMATION_BATCHES = 400
"""So many that an interval is hardly wider than with every deal by itself."""

FEWEST_CONFIRMATION_BATCHES = 16


@dataclass(frozen=True, slots=True)
class Budget:
    race_games: int
    batch_deals: int  # of a batch of the race
    looks: tuple[int, ...]  # after how many batches there are looks
    confirmation_batches: int
    confirmation_batch_deals: int
    witness_deals: int  # at tables that had no part in the choice

    @property
    def race_deals(self) -> int:
        return self.looks[-1] * self.batch_deals

    @property
    def confirmation_deals(self) -> int:
        return self.confirmation_batches * self.confirmation_batch_deals

    def at_witness(self, share: int) -> tuple[int, int]:
        deals = max(self.witness_deals // share, FEWEST_CONFIRMATION_BATCHES)
        batches = min(deals, CONFIRMATION_BATCHES)
        return batches, deals // batches


def make_budget(
    games: int, candidates: int, race_seatings: int, seatings: int, at_witnesses: float = 0.0
) -> Budget:
    """Share out the games.

    A deal is played `race_seatings` times by each candidate, `seatings` times by each finalist, and
    `at_witnesses` times at all further tables.
    """
    race, first = int(RACE_SHARE * games), FIRST_LOOK * candidates * race_seatings
    at_finalists = min(candidates, MOST_FINALISTS) * seatings
    share = AT_WITNESSES if at_witnesses else 0.0
    batch_deals = int(FIRST_SHARE * race) // first
    deals = int((1 - share) * (games - race) / at_finalists)
    witness_deals = int(share * (games - race) / at_witnesses) if at_witnesses else 0
    if batch_deals < 1 or deals < FEWEST_CONFIRMATION_BATCHES:
        needed = max(
            first / (FIRST_SHARE * RACE_SHARE),
            at_finalists * FEWEST_CONFIRMATION_BATCHES / ((1 - RACE_SHARE) * (1 - share)),
        )
        raise UsageError(
            f"{games:,} games are too few for a race of {candidates} rulesets: it takes at least "
            f"{int(needed) + 2:,} (--games), or fewer values to try (--vary)"
        )
    most = race // (2 * race_seatings * batch_deals)  # two that are left could use all of it
    batches = min(deals, CONFIRMATION_BATCHES)
    return Budget(
        race, batch_deals, looks(max(FIRST_LOOK, most)), batches, deals // batches, witness_deals
    )


@dataclass(frozen=True, slots=True)
class FieldRoles:
    """The indices of fields by what they are for.

    The first reference decides the race and the last one confirms, so that what is an accident of
    how the first was tuned is not confirmed; without any, the first field does both. So it is with
    those of several strategies, for measures that need several.
    """

    racing: int
    proving: int
    several: tuple[int, ...]  # those with the most strategies, if these are several
    # Where finalists play in other ways, to see what depends on that, by the kind of play.
    others: Mapping[str, int]

    @classmethod
    def of(cls, fields: Sequence[NamedField], sizes: Sequence[int]) -> FieldRoles:
        references = [i for i, each in enumerate(fields) if each.role == REFERENCE] or [0]
        racing, proving = references[0], references[-1]
        others = {}
        if racing != proving and fields[racing].play == fields[proving].play == RETUNED:
            others[RACED] = racing
        unchanged = [i for i, each in enumerate(fields) if each.play == UNCHANGED]
        if unchanged:
            others[UNCHANGED] = unchanged[0]
        largest = tuple(i for i, size in enumerate(sizes) if size == max(sizes) > 1)
        return cls(racing, proving, largest, others)

    @property
    def confirming(self) -> list[int]:
        return sorted({self.proving, *self.several[-1:], *self.others.values()})

    def race(self, measure: Measure) -> int:
        if measure.needs != SEVERAL:
            return self.racing
        if not self.several:
            raise UsageError(
                f"{measure.name} is about several strategies, and the field has one: name others "
                "after a comma (--field)"
            )
        return self.several[0]

    def confirmation(self, measure: Measure) -> int:
        return self.several[-1] if measure.needs == SEVERAL else self.proving


WITNESS = "witness"
"""The role of tables that had no part in the choice."""


def witnesses(
    deciding: Iterable[NamedField], program: Program, *, tuned: bool = False
) -> tuple[NamedField, ...]:
    """Return tables of a game that share no player with the fields that decide.

    `tuned`: whether those were tuned for rules, which begins with the ladder.
    """
    seen = {
        entrant.name
        for each in deciding
        for entrants in (each.entrants, *(table.entrants for table in each.tables))
        for entrant in entrants
    } | set(program.ladder if tuned and program.trains else ())
    found = [
        NamedField(
            name,
            load_field(specs, program.game),
            WITNESS,
            share=SLOW_SHARE if name in program.searching else 1,
        )
        for name, specs in program.tables_apart.items()
    ]
    return tuple(each for each in found if seen.isdisjoint(e.name for e in each.entrants))


class Stage(NamedTuple):
    look: int  # the index of the look; that of none for the confirmation
    candidate: int
    field: int
    first_deal: int  # its number
    batches: int
    batch_deals: int


class Schedule:
    """Who plays what: fields, last the witnesses, candidates, and a block for each stage.

    `all_at_witnesses`: whether all candidates are played at the tables of witnesses, rather than
    two of them.
    """

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        wanted: Iterable[Measure],
        measures: Measures,
        *,
        players: int,
        games: int,
        seed: int,
        all_at_witnesses: bool,
        confirms: bool,
    ) -> None:
        others = [each for each in fields if each.role == WITNESS]
        fields = [each for each in fields if each.role != WITNESS]
        wanted = tuple(wanted)
        self.fields, self.measures = (*fields, *others), measures
        self.all_at_witnesses = all_at_witnesses
        self.needs_detail = any(map(measures.takes_detail, wanted))
        sizes = [len(each.at(rulesets[0].name, players)) for each in fields]
        self.roles = FieldRoles.of(fields, sizes)
        seatings = [players if size > 1 else 1 for size in sizes]
        self.race_fields = sorted({self.roles.race(measure) for measure in wanted})
        self.witnesses = dict(enumerate(others, start=len(fields)))
        played = players * sum(1 / each.share for each in others)
        self.budget = make_budget(
            games,
            len(rulesets),
            sum(seatings[place] for place in self.race_fields),
            sum(seatings[place] for place in self.roles.confirming),
            played * (len(rulesets) if all_at_witnesses else len({BASE, 1})),
        )
        confirming = max(self.budget.confirmation_deals, self.budget.witness_deals)
        games_of_place = (self.budget.race_deals + confirming) * len(rulesets)
        of_deal = [*seatings, *(players * each.share for each in others)]
        plans: list[list[Plan]] = [
            make_plans(rulesets, each, [players], seed=seed, games=games_of_place * seatings)
            for each, seatings in zip(self.fields, of_deal, strict=True)
        ]
        self.plans = tuple(plan for of_field in plans for plan in of_field)
        numbered = [(p, c) for p, plan in enumerate(self.plans) for c in range(len(plan.cells))]
        size = len(rulesets)
        self._cells = [numbered[place * size : (place + 1) * size] for place in range(len(plans))]
        self.stages = [*self._race_stages(), *(self._confirming_stages() if confirms else ())]
        self.blocks = [self._block(stage) for stage in self.stages]
        self._places = {
            (stage.look, stage.candidate, stage.field): block
            for block, stage in enumerate(self.stages)
        }
        cells = [self.plans[plan].cells[cell].cell for (plan, cell), *_ in self._cells]
        self.layouts = [measures.layout(cell, detail=self.needs_detail) for cell in cells]

    @property
    def confirmation(self) -> int:
        return len(self.budget.looks)

    def chunk(self, piece: Piece) -> Chunk:
        stage = self.stages[piece.block]
        plan, cell = self._cells[stage.field][stage.candidate]
        return Chunk(plan, cell, stage.first_deal + piece.first - 1, piece.units)

    def blocks_of(self, look: int, candidates: Iterable[int], places: Iterable[int]) -> list[int]:
        return [
            self._places[look, candidate, place] for candidate in candidates for place in places
        ]

    def games_of(self, look: int, candidates: int) -> int:
        blocks = self.blocks_of(look, [BASE], self.race_fields)
        return candidates * sum(self.blocks[block].games for block in blocks)

    def sums(self, outcome: Outcome, look: int, candidate: int, place: int) -> Sums:
        """Return what was counted of a candidate in a field up to a look: (batches, sums)."""
        tally: BatchSums = outcome.tally(self._places[look, candidate, place])
        return tally.sums

    def raced(self, outcome: Outcome, candidates: Sequence[int], looks: int) -> Evidence:
        sums = {
            (candidate, place): np.concatenate(
                [self.sums(outcome, look, candidate, place) for look in range(looks)]
            )
            for candidate in candidates
            for place in self.race_fields
        }
        deals = self.budget.batch_deals
        return Evidence(self.measures, self.layouts, self.roles.race, sums, deals)

    def confirmed(
        self,
        outcome: Outcome,
        candidates: Sequence[int],
        places: Sequence[int],
        deals: int,
    ) -> Evidence:
        sums = {
            (candidate, place): self.sums(outcome, self.confirmation, candidate, place)
            for candidate in candidates
            for place in places
        }
        return Evidence(self.measures, self.layouts, self.roles.confirmation, sums, deals)

    def _race_stages(self) -> Iterator[Stage]:
        done, budget = 0, self.budget
        for look, batches in enumerate(budget.looks):
            first = 1 + done * budget.batch_deals
            for candidate in range(len(self._cells[0])):
                for place in self.race_fields:
                    yield Stage(look, candidate, place, first, batches - done, budget.batch_deals)
            done = batches

    def _confirming_stages(self) -> Iterator[Stage]:
        budget = self.budget
        own = (budget.confirmation_batches, budget.confirmation_batch_deals)
        batches = dict.fromkeys(self.roles.confirming, own) | {
            place: budget.at_witness(witness.share) for place, witness in self.witnesses.items()
        }
        first = 1 + budget.race_deals
        for candidate in range(len(self._cells[0])):
            for place in batches:
                yield Stage(self.confirmation, candidate, place, first, *batches[place])

    def _block(self, stage: Stage) -> Block:
        plan, number = self._cells[stage.field][stage.candidate]
        planned = self.plans[plan].cells[number]
        cell, deals = planned.cell, stage.batches * stage.batch_deals
        return Block(
            f"{cell.ruleset} for {cell.players} players, from deal {stage.first_deal} on",
            cell,
            deals,
            deals * cell.seatings,
            {
                "players": cell.players,
                "strategies": list(cell.field),
                "rules": cell.rules.settings(),
                "seatings": cell.seatings,
                "seed": self.plans[plan].seed,
                "first_deal": stage.first_deal,
            },
        )


# tables: All candidates, the finalists on fresh deals, and how sure it is.

RECOMMENDED, ON_FRONT, LEFT = "recommended", "on the front", "not told apart"
BEATEN, BREAKS = "beaten", "breaks a condition"
FIRST = "first, not shown to hold"
"""How the first of the race ended if what it gains is not shown to hold at other tables."""

TIE, WORSE, BETTER, OPEN = "tie", "worse", "better", "not told apart"
RACED = "as in the race"
SETTLED = ("", RETUNED)
"""Kinds of play: tuned quickly, as in the race; and what decides, tuned fully or simply given."""

KEPT, BROKEN, UNSURE = "kept", "broken", "not shown"

NEW_TABLE = "a table that nobody has met"
"""In the place of a table: what to expect of another."""

SERVED, OPPOSED, UNTOLD = "better", "worse", "not told apart"
"""What is shown at a table."""

HOLDS, NOT_SHOWN_TO_HOLD = "holds", "not shown to hold"
"""Of a table that nobody has met."""

CERTAIN = 1e-9
"""The sampling error of what does not vary, such as the number of auctions."""

IN_THE_UNIT = "in the unit of the row"
INTERVALS = (JACKKNIFE_INTERVAL, f"of the gap between seats: {GAP_INTERVAL}")
"""The estimators' names, printed with their intervals."""

FIXED = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "changes": Column(COUNT, "how many rules differ from those that the search began with"),
    "outcome": Column(
        LABEL,
        f"{RECOMMENDED}; {FIRST} at other tables; {ON_FRONT}: none surpasses it in all goals; "
        f"{LEFT}; {BEATEN}; {BREAKS}",
    ),
    "reason": Column(LABEL, "which ruleset is better for certain, or which condition is broken"),
    "look": Column(COUNT, "the last look at the race that it took part in"),
    "measure": Column(LABEL, "what is measured"),
    "play": Column(
        LABEL, f"{RETUNED} for each finalist, quickly {RACED}, or {UNCHANGED}; empty if all is one"
    ),
    "unit": Column(LABEL, "of the numbers of the row"),
    "value": Column(IN_THE_UNIT, "on fresh deals, which had no part in the choice"),
    "value_low": Column(IN_THE_UNIT, f"lower limit of value: {'; '.join(INTERVALS)}"),
    "value_high": Column(IN_THE_UNIT, "upper limit of value"),
    "difference": Column(IN_THE_UNIT, "value less that of the ruleset the search began with"),
    "difference_low": Column(IN_THE_UNIT, f"lower limit of difference: {'; '.join(INTERVALS)}"),
    "difference_high": Column(IN_THE_UNIT, "upper limit of difference"),
    "matters": Column(IN_THE_UNIT, "what difference matters"),
    "verdict": Column(LABEL, "what is shown of the difference, or of the condition"),
    "deals": Column(COUNT, "fresh deals: the independent observations"),
    "step": Column(LABEL, "the rule in which alone it is one step from the recommended one"),
    "goal": Column(LABEL, "what is to be small or large; the weighted sum of all goals"),
    "loss": Column(IN_THE_UNIT, "by how much it is worse than the recommended one"),
    "loss_low": Column(IN_THE_UNIT, "lower limit of loss; at 95 % for all rows at once"),
    "loss_high": Column(IN_THE_UNIT, "upper limit of loss; at 95 % for all rows at once"),
    "condition": Column(LABEL, "what is to be kept"),
    "excess": Column(IN_THE_UNIT, "by how much it is broken; below 0 if it is kept"),
    "excess_low": Column(IN_THE_UNIT, "lower limit of excess"),
    "excess_high": Column(IN_THE_UNIT, "upper limit of excess"),
    "aim": Column(LABEL, "what is to be small or large, or kept"),
    "table": Column(LABEL, f"who plays: at {NEW_TABLE}, what is to be expected"),
    "gain": Column(
        IN_THE_UNIT, "by how much the aim is better served than by the first rules, or kept"
    ),
    "gain_low": Column(IN_THE_UNIT, f"lower limit of gain; at {NEW_TABLE} {RANDOM_EFFECTS}"),
    "gain_high": Column(IN_THE_UNIT, "upper limit of gain"),
}

FINALISTS = (
    *("ruleset", "measure", "play", "unit", "value", "value_low", "value_high"),
    *("difference", "difference_low", "difference_high", "matters", "verdict", "deals"),
)
RIVALS = ("ruleset", "step", "goal", "loss", "loss_low", "loss_high", "matters", "verdict")
CONDITIONS = ("condition", "ruleset", "unit", "excess", "excess_low", "excess_high", "verdict")
AT_TABLES = (
    *("ruleset", "aim", "table", "unit", "gain", "gain_low", "gain_high", "matters", "verdict"),
)

Row: TypeAlias = Mapping[str, Any]


def columns_of(candidates: Sequence[Candidate], measures: Measures) -> dict[str, Column]:
    rules = {rule: Column(LABEL, f"the rule {rule}") for rule in candidates[0].values}
    of_measures = {
        measure.name: Column(
            measure.unit, f"{measure.description}: as the race saw it last, not confirmed"
        )
        for measure in filter(can_be_designed_for, measures.entries)
    }
    return {**FIXED, **rules, **of_measures}


def first_of(candidates: Columns) -> str | None:
    first = np.isin(candidates["outcome"].astype(str), (RECOMMENDED, FIRST))
    return str(candidates["ruleset"][first][0]) if first.any() else None


class Known(NamedTuple):
    standing: Standing
    raced: Evidence
    confirmed: Evidence | None  # from fresh deals; None if these are not all played
    others: Mapping[str, int]  # the indices of fields with other play, by its kind
    measures: Sequence[Measure]
    deals: int
    # Where the first of the race has to hold: first among those who decided. None until it has
    # played there.
    at_tables: Sequence[tuple[str, Evidence]] = ()

    def name(self, candidate: int) -> str:
        return self.standing.candidates[candidate].ruleset.name

    def tables(self) -> Tables:
        """Return all tables; those of the finalists are empty until fresh deals are played."""
        at_tables = _table(AT_TABLES, self._at_tables())
        candidates = list(self._candidates(at_tables))
        confirmed = (
            ("finalists", FINALISTS, self._finalists),
            ("rivals", RIVALS, self._rivals),
            ("conditions", CONDITIONS, self._conditions),
        )
        return {
            "candidates": _table(tuple(candidates[0]), candidates),
            **{
                name: _table(names, () if self.confirmed is None else rows(self.confirmed))
                for name, names, rows in confirmed
            },
            "at_tables": at_tables,
        }

    def _candidates(self, at_tables: Columns) -> Iterator[Row]:
        standing, aims = self.standing, self.standing.aims
        recommended = standing.recommended(self.raced)
        front = standing.front(self.raced) if aims.is_front else []
        for number, candidate in enumerate(standing.candidates):
            dropped, last = standing.dropped.get(number), standing.last_look[number]
            outcome, reason = LEFT, ""
            if dropped is not None and dropped.by is not None:
                outcome, reason = BEATEN, self.name(dropped.by)
            elif dropped is not None:
                outcome, reason = BREAKS, str(dropped.condition)
            elif number == recommended:
                outcome = RECOMMENDED if self._is_held(at_tables) else FIRST
            elif number in front:
                outcome = ON_FRONT
            measures = (measure.name for measure in aims.measures)
            yield {
                "ruleset": self.name(number),
                **candidate.values,
                "changes": candidate.changes,
                "outcome": outcome,
                "reason": reason,
                "look": last.look,
                **dict(zip(measures, last.values, strict=True)),
            }

    def _is_held(self, at_tables: Columns) -> bool:
        """Return whether what is gained by other rules holds at a table that nobody has met.

        That is one of the goals or, where the first rules break a condition, all conditions.
        """
        if not self.at_tables:
            return True
        aims, dropped = self.standing.aims, self.standing.dropped.get(BASE)
        rows = [row for row in records(at_tables) if row["table"] == NEW_TABLE]
        held = {row["aim"]: row["verdict"] == HOLDS for row in rows}
        if dropped is not None and dropped.by is None:
            return all(held[condition.text] for condition in aims.conditions)
        return any(held[text] for text in aims.goal_texts)

    def _finalists(self, confirmed: Evidence) -> Iterator[Row]:
        plays = [(RETUNED if self.others else "", confirmed, self.measures)]
        alone = [measure for measure in self.measures if measure.needs is None]
        plays += [(play, confirmed.of_field(at), alone) for play, at in self.others.items()]
        for candidate in self.standing.finalists(self.raced):
            for play, evidence, measures in plays:
                for measure in measures:
                    difference = (
                        Estimate(0.0, 0.0, 0.0)
                        if candidate == BASE
                        else evidence.difference(measure, BASE, candidate)
                    )
                    yield {
                        "ruleset": self.name(candidate),
                        "measure": measure.name,
                        "play": play,
                        "unit": measure.unit,
                        **_limits("value", evidence.value(measure, candidate)),
                        **_limits("difference", difference),
                        "matters": measure.matters,
                        "verdict": _verdict(difference, measure.matters),
                        "deals": self.deals,
                    }

    def _rivals(self, confirmed: Evidence) -> Iterator[Row]:
        candidates, aims = self.standing.candidates, self.standing.aims
        recommended, *others = self.standing.finalists(self.raced)
        error = ERROR / max(1, len(others) * len(aims.margins))
        for other in others:
            step = step_between(candidates[recommended], candidates[other], candidates)
            losses = confirmed.losses(aims, recommended, other, error)
            for goal, loss, margin in zip(aims.goal_texts, losses, aims.margins, strict=True):
                verdict = WORSE if loss.low > 0 else BETTER if loss.high < 0 else OPEN
                if -margin < loss.low and loss.high < margin:
                    verdict = TIE  # is shown, and not what is left when nothing is
                yield {
                    "ruleset": self.name(other),
                    "step": step or "",
                    "goal": goal,
                    **_limits("loss", loss),
                    "matters": margin,
                    "verdict": verdict,
                }

    def _conditions(self, confirmed: Evidence) -> Iterator[Row]:
        recommended = self.standing.finalists(self.raced)[0]
        for condition in self.standing.aims.conditions:
            excess = confirmed.excess(condition, recommended)
            yield {
                "condition": condition.text,
                "ruleset": self.name(recommended),
                "unit": condition.measure.unit,
                **_limits("excess", excess),
                "verdict": KEPT if excess.high <= 0 else BROKEN if excess.low > 0 else UNSURE,
            }

    def _at_tables(self) -> Iterator[Row]:
        first = self.standing.recommended(self.raced)
        if first is None or not self.at_tables:
            return
        aims = self.standing.aims
        losses = [evidence.losses(aims, BASE, first) for _, evidence in self.at_tables]
        units = ["points"] if aims.is_weighted else [goal.measure.unit for goal in aims.goals]
        about = [
            (text, unit, matters, [oriented(each[number], -1) for each in losses])
            for number, (text, unit, matters) in enumerate(
                zip(aims.goal_texts, units, aims.margins, strict=True)
            )
        ] + [
            (
                condition.text,
                condition.measure.unit,
                0.0,
                [oriented(each.excess(condition, first), -1) for _, each in self.at_tables],
            )
            for condition in aims.conditions
        ]
        for number, (text, unit, matters, gains) in enumerate(about):
            same = {"ruleset": self.name(first), "aim": text, "unit": unit, "matters": matters}
            for (table, _), gain in zip(self.at_tables, gains, strict=True):
                verdict = SERVED if gain.low > 0 else OPPOSED if gain.high < 0 else UNTOLD
                yield {**same, "table": table, **_limits("gain", gain), "verdict": verdict}
            # The first table chose the candidate, so it is no sample of others.
            others = gains[1:]
            error = ERROR / (len(aims.margins) if number < len(aims.margins) else 1)
            expected = _expected(others or gains, error)
            verdict = HOLDS if expected.low > matters else NOT_SHOWN_TO_HOLD
            yield {**same, "table": NEW_TABLE, **_limits("gain", expected), "verdict": verdict}


def _expected(gains: Sequence[Estimate], error: float) -> Estimate:
    value = np.array([gain.value for gain in gains])
    half = np.array([(gain.high - gain.low) / 2 for gain in gains])
    known = np.isfinite(half)
    if known.sum() < FEWEST:
        return Estimate(float(value.mean()), -np.inf, np.inf)
    standard_error = np.maximum(half[known], CERTAIN) / -float(t_quantile(ERROR / 2, np.inf))
    found = new_table(value[known], standard_error, error)
    return Estimate(found.mean, found.low, found.high)


def _limits(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _verdict(difference: Estimate, matters: float) -> str:
    if -matters < difference.low and difference.high < matters:
        return SMALL
    return DIFFERS if difference.low > 0 or difference.high < 0 else NOT_SHOWN


def _table(names: Sequence[str], rows: Iterable[Row]) -> Columns:
    """Return rows as columns; one that has a text, such as coins by seat, has only texts."""
    every = list(rows)
    table: Columns = {}
    for name in names:
        values = [row[name] for row in every]
        numbers = all(isinstance(value, int | float) for value in values)
        table[name] = np.array(values) if numbers else np.array(list(map(str, values)), object)
    return table


# fair_seats: With how much by seat all seats would win alike.
#
# All rulesets that give one more to some of the seats race for the smallest gap between seats.
# Together they show what one more in a seat does to the win rates of all: with :math:`w_0` for the
# base and a slope :math:`S_{sk}` for every seat :math:`s` and every seat :math:`k` with one more,
# fitted by least squares over all of these rulesets on common deals,
#
# .. math:: w(\delta) = w_0 + S \delta, \qquad w(\delta) = 1 / n, \quad \sum_k \delta_k = 0
#
# has a solution :math:`\delta`: what makes up for the seats. A response surface of this kind is Box
# and Wilson's ("On the experimental attainment of optimum conditions", *Journal of the Royal
# Statistical Society B* 13, 1951).


def fair_columns(lever: SeatLever) -> dict[str, Column]:
    more, unit = f"{lever.unit}_more", lever.unit
    return {
        "seat": Column(ORDER, "seat; 1 opens the first auction"),
        "win_rate": Column(
            SHARE,
            "win rate by the first rules, in the first look at the race; at other tables, on fresh "
            "deals",
        ),
        more: Column(unit, "what would make all seats win alike, 0 in all; read off a plane"),
        f"{more}_low": Column(unit, f"lower limit of {more}: {JACKKNIFE_INTERVAL}"),
        f"{more}_high": Column(unit, f"upper limit of {more}"),
        "nearest": Column(unit, f"the nearest whole number of {unit} to begin with"),
    }


def fair_seats_table(
    rulesets: Sequence[Ruleset],
    lever: SeatLever,
    schedule: Schedule,
    outcome: Outcome,
    *,
    fresh: bool,
) -> Columns:
    racing = schedule.race_fields[0]
    played = [(racing, 0, schedule.budget.batch_deals)]
    for place, witness in schedule.witnesses.items() if fresh else ():
        played.append((place, schedule.confirmation, schedule.budget.at_witness(witness.share)[1]))
    tables: list[Columns] = []
    for place, look, deals in played:
        layout = schedule.layouts[place]
        given = [lever.by_seat(ruleset.rules(layout.players)) for ruleset in rulesets]
        sums = [schedule.sums(outcome, look, number, place) for number in range(len(rulesets))]
        who = np.array([schedule.fields[place].name] * layout.players, object)
        found = fair_seats(given, sums, layout, deals, f"{lever.unit}_more")
        tables.append({"table": who, **found})
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def fair_seats(
    given: Sequence[Sequence[int]], sums: Sequence[Sums], layout: Layout, deals: int, name: str
) -> Columns:
    """Return a row for each seat.

    `given`: by ruleset, what each seat begins with. `sums`: by ruleset, an array (batches, sums) of
    batches that all rulesets share. `name`: of the column that says what would be fair.
    """
    more = np.array(given, np.float64) - np.array(given[0])
    together = np.concatenate(sums, axis=1)
    seats = range(layout.players)
    balances = [
        smooth_difference(
            partial(_balance, layout, more, seat),
            None,
            together,
            error=ERROR,
            least_error=1 / (deals * len(together)),
        )
        for seat in seats
    ]
    fair = [given[0][seat] + balances[seat].value for seat in seats]
    return {
        "seat": np.array([1 + seat for seat in seats]),
        "win_rate": layout.means(sums[0].sum(axis=0).astype(np.float64), WIN_RATE, SEAT),
        name: np.array([each.value for each in balances]),
        f"{name}_low": np.array([each.low for each in balances]),
        f"{name}_high": np.array([each.high for each in balances]),
        "nearest": np.rint(fair).astype(np.int64),
    }


def _balance(layout: Layout, more: Floats, seat: int, sums: Floats) -> Floats:
    by_ruleset = sums.reshape(*sums.shape[:-1], len(more), -1)
    rates = layout.means(by_ruleset, WIN_RATE, SEAT)
    plane = np.column_stack([np.ones(len(more)), more])
    fitted = np.linalg.pinv(plane) @ rates
    lacking, slopes = (
        1 / layout.players - fitted[..., 0, :],
        np.swapaxes(fitted[..., 1:, :], -1, -2),
    )
    ones = np.ones((*slopes.shape[:-2], 1, layout.players))
    system = np.concatenate([slopes, ones], axis=-2)
    target = np.concatenate([lacking, np.zeros((*lacking.shape[:-1], 1))], axis=-1)
    balance = np.linalg.pinv(system) @ target[..., None]
    return np.asarray(balance[..., seat, 0])


class Design(Experiment):
    """Candidates play common deals from one look to the next; the last ones play fresh deals.

    A block is what a candidate plays in a field up to a look; after all looks comes what it plays
    to be confirmed. The first candidate is the ruleset that the search begins with.

    `lever`: what the candidates give to seats, if together they show what is fair. `confirms`:
    whether the fields are complete; otherwise it ends with the race, when it is known for which
    rulesets those who confirm have to be tuned. `goes_beyond`: whether it ends with the race, too,
    if the last of the numbers that were tried wins: see `beyond`.
    """

    in_turn = False
    adaptive = True

    def __init__(
        self,
        candidates: Sequence[Candidate],
        aims: Aims,
        fields: Sequence[NamedField],
        measures: Measures,
        *,
        players: int,
        games: int,
        seed: int,
        lever: SeatLever | None = None,
        confirms: bool = True,
        goes_beyond: bool = False,
    ) -> None:
        if games > MOST_GAMES:
            raise UsageError(f"the number of games must be at most {MOST_GAMES:.0e}, not {games}")
        self.candidates, self.aims, self.measures = tuple(candidates), aims, measures
        self.number_of_players, self.most_games = players, games
        self.lever, self.confirms, self._goes_beyond = lever, confirms, goes_beyond
        self.schedule = Schedule(
            [candidate.ruleset for candidate in self.candidates],
            fields,
            aims.measures,
            measures,
            players=players,
            games=games,
            seed=seed,
            all_at_witnesses=lever is not None,
            confirms=confirms,
        )
        self.plans, self.blocks = self.schedule.plans, self.schedule.blocks
        self.needs_detail = self.schedule.needs_detail
        self.columns = columns_of(self.candidates, measures)
        if lever is not None:
            self.columns |= fair_columns(lever)
        self._seen: tuple[Outcome, Standing, Evidence | None] | None = None

    def chunks(self, piece: Piece) -> list[Chunk]:
        return [self.schedule.chunk(piece)]

    def empty(self, block: int) -> BatchSums:
        stage, cell = self.schedule.stages[block], self.blocks[block].cell
        batches, deals = stage.batches, stage.batch_deals
        return BatchSums.empty(cell, self.measures, batches, deals, detail=self.needs_detail)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> BatchSums:
        tally = self.empty(piece.block)
        tally.count_from(piece.first - 1, rows[0])
        return tally

    def next_units(self, outcome: Outcome) -> list[Spans]:
        units = [Spans()] * len(self.blocks)
        standing, evidence = self.race(outcome)
        blocks: list[int] = []
        if self._goes_on(standing, evidence):
            blocks = self._blocks_up_to_next_look(standing)
        elif evidence is not None and self.confirms and not self.beyond(outcome):
            blocks = self._confirming_blocks(standing, evidence)
        for block in blocks:
            units[block] = outcome.missing_of(block)
        return units

    def is_complete(self, outcome: Outcome) -> bool:
        return self.confirms and super().is_complete(outcome) and not self.beyond(outcome)

    def finalists(self, outcome: Outcome) -> list[Ruleset] | None:
        """Return the rulesets that are to be confirmed; None as long as they race."""
        standing, evidence = self.race(outcome)
        if evidence is None or self._goes_on(standing, evidence):
            return None
        return [self.candidates[number].ruleset for number in standing.finalists(evidence)]

    def beyond(self, outcome: Outcome) -> list[End]:
        standing, evidence = self.race(outcome)
        if not self._goes_beyond or evidence is None or self._goes_on(standing, evidence):
            return []
        first = standing.recommended(evidence)
        return [] if first is None else ends(self.candidates[first], self.candidates)

    def race(self, outcome: Outcome) -> tuple[Standing, Evidence | None]:
        if self._seen is None or self._seen[0] is not outcome:
            race = Race(
                len(self.candidates), len(self.schedule.budget.looks), len(self.aims.conditions)
            )
            self._seen = (outcome, Standing(self.candidates, self.aims, race), None)
        _, standing, evidence = self._seen
        while self._goes_on(standing, evidence):
            if any(map(outcome.missing_of, self._blocks_up_to_next_look(standing))):
                break
            evidence = self.schedule.raced(outcome, standing.players, standing.looks + 1)
            standing.look(evidence)
            self._seen = (outcome, standing, evidence)
        return standing, evidence

    def has_results(self, outcome: Outcome) -> bool:
        return self.race(outcome)[1] is not None

    def tables(self, outcome: Outcome) -> Tables:
        standing, raced = self.race(outcome)
        assert raced is not None  # `has_results` says so
        roles, confirmed = self.schedule.roles, self._confirmed(outcome)
        measures = [
            measure
            for measure in filter(can_be_designed_for, self.measures.entries)
            if self.needs_detail or not self.measures.takes_detail(measure)
            if roles.several or measure.needs != SEVERAL
        ]
        deals = self.schedule.budget.confirmation_deals
        at_tables = [] if confirmed is None else self._at_tables(outcome, confirmed)
        known = Known(standing, raced, confirmed, roles.others, measures, deals, at_tables)
        if self.lever is None:
            return known.tables()
        rulesets = [candidate.ruleset for candidate in self.candidates]
        fair = fair_seats_table(
            rulesets, self.lever, self.schedule, outcome, fresh=confirmed is not None
        )
        return known.tables() | {f"fair_{self.lever.unit}": fair}

    def recommended(self, tables: Tables) -> Ruleset | None:
        outcomes: list[str] = tables["candidates"]["outcome"].tolist()
        if RECOMMENDED not in outcomes:
            return None
        return self.candidates[outcomes.index(RECOMMENDED)].ruleset

    def deals(self, outcome: Outcome) -> int:
        by_first: dict[int, int] = {}
        for units, stage in zip(outcome.played, self.schedule.stages, strict=True):
            by_first[stage.first_deal] = max(by_first.get(stage.first_deal, 0), len(units))
        return sum(by_first.values())

    def games_expected(self, outcome: Outcome) -> int:
        return self.most_games

    @property
    def games(self) -> int:
        return self.most_games

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        budget = self.schedule.budget
        standing, evidence = self.race(outcome)
        first = None if evidence is None else standing.recommended(evidence)
        recommended = None if evidence is None else self.recommended(self.tables(outcome))
        return {
            "first": None if first is None else self.candidates[first].ruleset.name,
            "recommended": None if recommended is None else recommended.name,
            "strategies_changed": self._strategies_changed(first),
            "candidates": len(self.candidates),
            "goals": [goal.text for goal in self.aims.goals],
            "conditions": [condition.text for condition in self.aims.conditions],
            "looks": standing.looks,
            "race_games": self._race_games(standing),
            "race_games_without_dropping": sum(
                self.schedule.games_of(look, len(self.candidates)) for look in range(standing.looks)
            ),
            "error": RACE_ERROR,
            "fields": {each.name: self._names(each, BASE) for each in self.schedule.fields},
            "race_deals": sum(budget.looks[: standing.looks][-1:]) * budget.batch_deals,
            "confirmation_deals": budget.confirmation_deals,
        }

    def progress_text(self, outcome: Outcome) -> str:
        standing, evidence = self.race(outcome)
        if not self._goes_on(standing, evidence):
            return "confirming on fresh deals" if self.confirms else "the race is over"
        return f"{len(standing.left)} of {len(self.candidates)} rulesets left"

    def _names(self, field: NamedField, candidate: int) -> list[str]:
        ruleset = self.candidates[candidate].ruleset.name
        return [entrant.name for entrant in field.at(ruleset, self.number_of_players)]

    def _strategies_changed(self, recommended: int | None) -> str | None:
        proving = self.schedule.fields[self.schedule.roles.proving]
        if recommended is None or not proving.tables:
            return None
        base, other = (self._names(proving, number) for number in (BASE, recommended))
        return f"{sum(name not in base for name in other)} of {len(other)}"

    def _at_witnesses(self, standing: Standing, evidence: Evidence) -> Sequence[int]:
        if self.lever is not None:
            return range(len(self.candidates))
        first = standing.recommended(evidence)
        return [] if first in (None, BASE) else [BASE, first]

    def _confirming_blocks(self, standing: Standing, evidence: Evidence) -> list[int]:
        """Return what confirms a race that is over: by finalists, and at the tables of others."""
        schedule = self.schedule
        finalists, others = standing.finalists(evidence), self._at_witnesses(standing, evidence)
        return [
            *schedule.blocks_of(schedule.confirmation, finalists, schedule.roles.confirming),
            *schedule.blocks_of(schedule.confirmation, others, schedule.witnesses),
        ]

    def _confirmed(self, outcome: Outcome) -> Evidence | None:
        """Return what fresh deals say of the finalists; None until all have played."""
        standing, evidence = self.race(outcome)
        if not self.confirms or evidence is None or self._goes_on(standing, evidence):
            return None
        blocks = self._confirming_blocks(standing, evidence)
        if self.beyond(outcome) or any(map(outcome.missing_of, blocks)):
            return None
        schedule = self.schedule
        deals, finalists = schedule.budget.confirmation_batch_deals, standing.finalists(evidence)
        return schedule.confirmed(outcome, finalists, schedule.roles.confirming, deals)

    def _at_tables(self, outcome: Outcome, confirmed: Evidence) -> list[tuple[str, Evidence]]:
        """Return who the first of the race has to hold among; nobody if it is the base."""
        standing, evidence = self.race(outcome)
        first = None if evidence is None else standing.recommended(evidence)
        if first is None or first == BASE:
            return []
        schedule = self.schedule
        tables = [(schedule.fields[schedule.roles.proving].name, confirmed)]
        for place, witness in schedule.witnesses.items():
            deals = schedule.budget.at_witness(witness.share)[1]
            found = schedule.confirmed(outcome, (BASE, first), [place], deals).of_field(place)
            tables.append((witness.name, found))
        return tables

    def _blocks_up_to_next_look(self, standing: Standing) -> list[int]:
        schedule = self.schedule
        return schedule.blocks_of(standing.looks, standing.players, schedule.race_fields)

    def _goes_on(self, standing: Standing, evidence: Evidence | None) -> bool:
        if evidence is None:
            return True
        if standing.looks == len(self.schedule.budget.looks) or standing.is_decided(evidence):
            return False
        more = self.schedule.games_of(standing.looks, len(standing.players))
        return self._race_games(standing) + more <= self.schedule.budget.race_games

    def _race_games(self, standing: Standing) -> int:
        last = {number: at.look for number, at in standing.last_look.items()}
        if self.aims.is_relative:
            last[BASE] = standing.looks
        return sum(
            self.schedule.games_of(look, sum(until > look for until in last.values()))
            for look in range(standing.looks)
        )


class CandidateRace(Staged):
    """A design up to its confirmation, by players who are tuned for the finalists only then.

    `beyond`: the numbers that won as the last of those that were tried; then nothing is tuned.
    """

    libraries = LIBRARIES
    prepares = True

    def __init__(
        self, design: Design, confirming_play: Callable[[Sequence[Ruleset]], Tuned]
    ) -> None:
        self._design, self._confirming_play = design, confirming_play
        self._tuner: Tuner | None = None
        self.beyond: list[End] = []
        super().__init__(self._steps())

    def _steps(self) -> Steps[Fields]:
        outcome = yield self._design
        finalists = self._design.finalists(outcome)
        assert finalists is not None  # the race is over
        self.beyond = self._design.beyond(outcome)
        if self.beyond:
            return ()
        self._tuner = Tuner([self._confirming_play(finalists)])
        (fields,) = yield from self._tuner.steps()
        return fields

    @property
    def shown(self) -> Experiment:
        return self._design

    def has_results(self, outcome: Outcome) -> bool:
        return self._design.has_results(self.outcome_of(outcome, 0))

    def tables(self, outcome: Outcome) -> Tables:
        return self._design.tables(self.outcome_of(outcome, 0))

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        return self._design.facts(self.outcome_of(outcome, 0))

    def deals(self, outcome: Outcome) -> int:
        return self._design.deals(self.outcome_of(outcome, 0))

    @property
    def entrants(self) -> Sequence[Entrant]:
        return self._design.entrants

    @property
    def games(self) -> int:
        return self._design.games

    def games_expected(self, outcome: Outcome) -> int:
        return self._design.most_games + (0 if self._tuner is None else self._tuner.games)

    def progress_text(self, outcome: Outcome) -> str:
        if self._tuner is not None:
            return self._tuner.text
        return self._design.progress_text(self.outcome_of(outcome, 0))
