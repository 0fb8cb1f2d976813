"""What a design plays: a race of rules on common deals, then fresh deals for the last ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product, zip_longest
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.experiment import make_plans, rule_value
from strategy_lab.experiments.fields import REFERENCE, SLOW_SHARE, NamedField
from strategy_lab.experiments.retuning import Fields, Tuned, Tuner
from strategy_lab.plugins.entrants import Entrant, obeying
from strategy_lab.plugins.registry import module_beside
from strategy_lab.results.accumulators import Sums as AccumulatorsSums
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
from strategy_lab.results.measures import DESIGN, LAPSES, SEAT, SEVERAL, BatchSums, Layout, Measure
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
from strategy_lab.simulation.plan import MOST_GAMES, Plan, make_plan
from strategy_lab.stats.batches import (
    GAP_INTERVAL,
    JACKKNIFE_INTERVAL,
    Estimate,
    gap_difference,
    smooth_difference,
)
from strategy_lab.stats.confidence_sequences import ERROR as CONFIDENCE_SEQUENCES_ERROR
from strategy_lab.stats.confidence_sequences import FIRST_LOOK, Race, beaten, looks
from strategy_lab.stats.differences import DIFFERS, NOT_SHOWN, SMALL
from strategy_lab.stats.evidence import FEWEST, new_table
from strategy_lab.stats.evidence import RANDOM_EFFECTS as PREDICTION_INTERVAL
from strategy_lab.stats.intervals import t_quantile
from strategy_lab.training.search import LIBRARIES
from strategy_lab.varying import Variation, what_if

from forsale_sim.for_sale import GAME, load_field
from forsale_sim.measures import MEASURES, SLIPPING
from forsale_sim.program import PANEL_TABLES, SEARCHING, STRONG
from forsale_sim.rules.ruleset import Ruleset

MOST_CANDIDATES = 300
"""Of a search: each is tuned for, and takes part in the first look."""

_COLON = re.compile(r"(?<==)(\d+):(\d+)$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules that may be recommended.

    Attributes
    ----------
    ruleset
        The rules.
    values
        What it has for each rule that is varied.
    changes
        How many rules are changed.
    """

    ruleset: Ruleset
    values: Mapping[str, int | str]
    changes: int


def parse_variations(texts: Sequence[str]) -> tuple[Variation, ...]:
    """Return the variations of a search; a range may be written as ``coins=14:26``, too."""
    if not texts:
        raise UsageError(
            "a design takes rules to vary (--vary), such as --vary coins=14..24 or --vary "
            "refund=up,down,none"
        )
    return tuple(Ruleset.variables.variation(_COLON.sub(r"\1..\2", text.strip())) for text in texts)


def make_candidates(
    base: Ruleset, variations: Sequence[Variation], players: int, changes: int | None
) -> tuple[Candidate, ...]:
    """Return the rules that race, the base first, then those with the fewest changes."""
    most = len(variations) if changes is None else changes
    if most < 1:
        raise UsageError(f"--changes must be at least 1, not {most}: without any nothing varies")
    size = _size(variations, most)
    if size > MOST_CANDIDATES:
        raise UsageError(
            f"the space has {size:,} rulesets, and at most {MOST_CANDIDATES} can race: vary fewer "
            f"values (--vary){_fewer_changes(variations, most)}"
        )
    keys = list(dict.fromkeys(variation.key for variation in variations))
    by_rules: dict[str, Candidate] = {}
    for changed in _combinations(variations, most):
        ruleset = what_if(base, changed) if changed else base
        if players not in ruleset.players:
            raise UsageError(f"{ruleset.name} is not for {players} players: leave it out of --vary")
        values = {key: rule_value(ruleset, key, players) for key in keys}
        rules = str(ruleset.rules(players).settings())
        by_rules.setdefault(rules, Candidate(ruleset, values, len(changed)))
    if len(by_rules) == 1:
        raise UsageError(
            f"nothing varies: {base.name} for {players} players already has these values of "
            f"{', '.join(variation.where for variation in variations)}"
        )
    return tuple(by_rules.values())


class End(NamedTuple):
    """A number that is the last of those that were tried."""

    rule: str
    value: int
    is_highest: bool


def ends(first: Candidate, all_of: Sequence[Candidate]) -> list[End]:
    """Return which numbers of a candidate are the last that were tried, if they were changed."""
    found = []
    for rule, value in first.values.items():
        tried = {candidate.values[rule] for candidate in all_of}
        numbers = [each for each in tried if isinstance(each, int)]
        if len(numbers) < len(tried) or value == all_of[0].values[rule]:
            continue
        if value in (max(numbers), min(numbers)):
            found.append(End(rule, int(value), value == max(numbers)))
    return found


def further(texts: Sequence[str], reached: Sequence[End]) -> list[str]:
    """Return variations with as many numbers again beyond each of these ends."""
    by_rule = {end.rule: end for end in reached}
    wider = []
    for text, variation in zip(texts, parse_variations(texts), strict=True):
        end, values = by_rule.get(variation.key), list(variation.values)
        numbers = sorted(value for value in values if isinstance(value, int))
        if end is None or len(numbers) < max(len(values), 2):
            wider.append(text)
            continue
        step = numbers[-1] - numbers[-2] if end.is_highest else numbers[0] - numbers[1]
        more = [end.value + step * number for number in range(1, 1 + len(numbers))]
        numbers = sorted({*numbers, *(number for number in more if number >= 0)})
        is_range = numbers == list(range(numbers[0], numbers[-1] + 1))
        written = f"{numbers[0]}..{numbers[-1]}" if is_range else ",".join(map(str, numbers))
        wider.append(f"{variation.where}={written}")
    return wider


def step_between(one: Candidate, other: Candidate, all_of: Sequence[Candidate]) -> str | None:
    """Return the rule in which alone two differ, by one step; None if they differ by more.

    Numbers differ by a step if no candidate has one in between.
    """
    unequal = [rule for rule, value in one.values.items() if value != other.values[rule]]
    if len(unequal) != 1:
        return None
    (rule,) = unequal
    ends = one.values[rule], other.values[rule]
    if all(isinstance(end, int) for end in ends):
        known = {candidate.values[rule] for candidate in all_of}
        between = range(min(*map(int, ends)) + 1, max(*map(int, ends)))
        return None if known & set(between) else rule
    return rule


def _size(variations: Sequence[Variation], most: int) -> int:
    """Return how many combinations there are."""
    by_changes = [1]
    for variation in variations:
        more = [0, *(len(variation.values) * count for count in by_changes)]
        by_changes = [a + b for a, b in zip_longest(by_changes, more, fillvalue=0)]
    return sum(by_changes[: most + 1])


def _fewer_changes(variations: Sequence[Variation], most: int) -> str:
    """Return how many changes would leave few enough, if any would."""
    sizes = {changes: _size(variations, changes) for changes in range(1, most)}
    small = [changes for changes, size in sizes.items() if size <= MOST_CANDIDATES]
    return f", or allow fewer changes (--changes {small[-1]}: {sizes[small[-1]]})" if small else ""


def _combinations(variations: Sequence[Variation], most: int) -> Iterator[list[Variation]]:
    """Yield what is changed, each rule to one value: first nothing, then one rule, and so on."""
    for changes in range(min(most, len(variations)) + 1):
        for varied in combinations(variations, changes):
            for values in product(*(variation.values for variation in varied)):
                yield [
                    replace(variation, values=(value,))
                    for variation, value in zip(varied, values, strict=True)
                ]


# goals: What rules are wanted: measures to make small or large, and conditions to keep.
#
# =========================
# ======================================================================== text
#   meaning
# =========================
# ======================================================================== ``seat_gap``
#   a goal; several make a Pareto front ``2*seat_gap``             a goal with a weight; with
#   weights, what is made small is the sum, in
#                            points of a hundred, thousands and auctions
# ``ties<=3%``               a condition: at most, in per cent
# ``margin>=4``              at least, in the measure's unit
# ``win_by_strategy>=0.9*base``        relative to the rules that the search begins with
# =========================
# ========================================================================

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_GOAL = re.compile(rf"(?:(?P<weight>{_NUMBER})\s*\*\s*)?(?P<measure>\w+)")
_CONDITION = re.compile(
    r"(?P<measure>\w+)\s*(?P<sign><=|>=)\s*"
    rf"(?P<number>{_NUMBER})?\s*(?P<unit>%|\*?\s*base)?"
)


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure to make small or large.

    Attributes
    ----------
    measure
        Which.
    sign
        1 to make it small, -1 to make it large.
    weight
        In a sum; None in a Pareto front.
    """

    measure: Measure
    sign: int
    weight: float | None

    @property
    def text(self) -> str:
        """The goal in words."""
        weight = "" if self.weight is None else f"{self.weight:g}*"
        return f"{'least' if self.sign > 0 else 'most'} {weight}{self.measure.name}"


@dataclass(frozen=True, slots=True)
class Condition:
    """A limit on a measure.

    Attributes
    ----------
    text
        As it was written.
    sign
        1 if it is at most the bound, -1 if it is at least that.
    bound
        In the measure's unit, or a share of what the measure is by the first rules.
    relative
        Whether it is such a share.
    """

    text: str
    measure: Measure
    sign: int
    bound: float
    relative: bool


@dataclass(frozen=True, slots=True)
class Aims:
    """All that is wanted of rules."""

    goals: tuple[Goal, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that goals and conditions are about, each once."""
        of_goals = [goal.measure for goal in self.goals]
        of_conditions = [condition.measure for condition in self.conditions]
        return tuple(dict.fromkeys([*of_goals, *of_conditions]))

    @property
    def is_front(self) -> bool:
        """Whether there are several goals without weights, so that a front is the answer."""
        return len(self.goals) > 1 and self.goals[0].weight is None

    @property
    def is_weighted(self) -> bool:
        """Whether the goal is a sum."""
        return self.goals[0].weight is not None

    @property
    def margins(self) -> tuple[float, ...]:
        """What difference matters: in each goal or, if they have weights, in their sum."""
        if not self.is_weighted:
            return tuple(goal.measure.matters for goal in self.goals)
        weights = [float(goal.weight or 0) for goal in self.goals]
        parts = zip(weights, self.goals, strict=True)
        return (sum(w * goal.measure.scale * goal.measure.matters for w, goal in parts),)

    @property
    def is_relative(self) -> bool:
        """Whether a condition is relative to the rules that the search begins with."""
        return any(condition.relative for condition in self.conditions)


def goal_texts(goals: Sequence[Goal]) -> list[str]:
    """Return the texts of goals, or of their sum."""
    texts = [goal.text for goal in goals]
    return texts if goals[0].weight is None else [" + ".join(texts)]


def parse_goals(minimise: Sequence[str], maximise: Sequence[str]) -> tuple[Goal, ...]:
    """Return the goals that texts stand for."""
    goals = tuple(
        _goal(text, option, sign)
        for option, sign, texts in (("--minimise", 1, minimise), ("--maximise", -1, maximise))
        for text in texts
    )
    if not goals:
        raise UsageError(
            "a design takes a goal: a measure to make small (--minimise seat_gap, say) or large "
            "(--maximise win_by_strategy)"
        )
    names = [goal.measure.name for goal in goals]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice!r} is a goal twice: name it once, as --minimise or as --maximise")
    weighted = [goal for goal in goals if goal.weight is not None]
    if weighted and len(weighted) < len(goals):
        bare = next(goal for goal in goals if goal.weight is None)
        raise UsageError(
            f"the goal {bare.measure.name!r} has no weight and others have: give all goals weights "
            "for a sum, or none for a Pareto front"
        )
    return goals


def parse_conditions(texts: Sequence[str]) -> tuple[Condition, ...]:
    """Return the conditions that texts stand for."""
    conditions = tuple(map(_condition, texts))
    for high in (each for each in conditions if each.sign > 0):
        for low in (each for each in conditions if each.sign < 0):
            same = (low.measure, low.relative) == (high.measure, high.relative)
            if same and low.bound > high.bound:
                raise UsageError(
                    f"--keep {low.text!r} and --keep {high.text!r} contradict each other: no "
                    "rules keep both; change one"
                )
    return conditions


def _goal(text: str, option: str, sign: int) -> Goal:
    match = _GOAL.fullmatch(text.strip())
    if match is None:
        raise UsageError(
            f"{option} {text!r} is no goal: write a measure, such as seat_gap, or a weighted one, "
            "such as 2*seat_gap"
        )
    weight = None if match["weight"] is None else float(match["weight"])
    if weight == 0:
        raise UsageError(f"{option} {text!r}: a weight of 0 asks for nothing: leave the goal out")
    return Goal(_measure(match["measure"], option), sign, weight)


def can_be_designed_for(measure: Measure) -> bool:
    """Return whether rules can be designed for a measure."""
    return DESIGN in measure.used_in and measure.has_one_value


def _measure(name: str, option: str) -> Measure:
    return MEASURES.named(name, option, can_be_designed_for)


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["number"] is None and (match["unit"] or "%") == "%"):
        raise UsageError(
            f"--keep {text!r} is no condition: write a measure, <= or >=, and a bound, such as "
            "'ties<=3%' or 'win_by_strategy>=0.9*base'"
        )
    measure = _measure(match["measure"], "--keep")
    unit, bound = match["unit"] or "", float(match["number"] or 1)
    if unit == "%":
        if measure.unit != SHARE:
            raise UsageError(
                f"--keep {text!r}: {measure.name} is in {measure.unit}, not in per cent"
            )
        bound /= 100
    relative = unit.endswith("base")
    if measure.unit == SHARE and not relative and bound > 1:
        raise UsageError(
            f"--keep {text!r}: {measure.name} is a share, from 0 to 1, never {bound:g}: write "
            f"{bound:g}% for per cent"
        )
    return Condition(text.strip(), measure, 1 if match["sign"] == "<=" else -1, bound, relative)


Sums: TypeAlias = NDArray[np.int64]

BASE = 0
"""The index of the ruleset that the search begins with."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Sums by candidate and field over common batches, and what follows from them.

    Attributes
    ----------
    layouts
        Where the sums of each field are.
    field_of
        The field that a measure is taken from.
    sums
        By candidate and field: (batches, sums).
    batch_deals
        How many deals a batch has.
    """

    layouts: Sequence[Layout]
    field_of: Callable[[Measure], int]
    sums: Mapping[tuple[int, int], Sums]
    batch_deals: int
    _known: dict[tuple[object, ...], Estimate] = field(default_factory=dict)

    def of_field(self, place: int) -> Evidence:
        """Return the same with all measures taken from one field."""
        return replace(self, field_of=lambda measure: place, _known={})

    def value(self, measure: Measure, candidate: int, error: float = 0.05) -> Estimate:
        """Return what a measure is for a candidate."""
        return self.difference(measure, None, candidate, error)

    def difference(
        self, measure: Measure, a: int | None, b: int, error: float = 0.05, share: float = 1.0
    ) -> Estimate:
        """Return by how much a measure is more for b than a share of what it is for a."""
        key = (measure.name, a, b, error, share)
        if key not in self._known:
            place = self.field_of(measure)
            estimate = gap_difference if measure.gap_of else smooth_difference
            of_b = self.sums[b, place]
            self._known[key] = estimate(
                MEASURES.follows(measure, self.layouts[place]),
                None if a is None else self.sums[a, place],
                of_b,
                error=error,
                least_error=0.0 if measure.is_certain else 1 / (self.batch_deals * len(of_b)),
                share=share,
            )
        return self._known[key]

    def losses(self, aims: Aims, a: int | None, b: int, error: float = 0.05) -> list[Estimate]:
        """Return by how much b loses to a: for each goal or, if they have weights, in their sum.

        Of a sum, the limits are the sums of limits that hold at once.
        """
        goals = aims.goals
        if not aims.is_weighted:
            return [
                oriented(self.difference(goal.measure, a, b, error), goal.sign) for goal in goals
            ]
        parts = [
            scaled(
                oriented(self.difference(goal.measure, a, b, error / len(goals)), goal.sign),
                float(goal.weight or 0) * goal.measure.scale,
            )
            for goal in goals
        ]
        return [Estimate(*map(float, np.sum(parts, axis=0)))]

    def excess(self, condition: Condition, candidate: int, error: float) -> Estimate:
        """Return by how much a candidate breaks a condition; below 0 if it keeps it."""
        measure, bound = condition.measure, condition.bound
        if condition.relative:
            excess = self.difference(measure, BASE, candidate, error, share=bound)
        else:
            value = self.value(measure, candidate, error)
            excess = Estimate(*(end - bound for end in value))
        return oriented(excess, condition.sign)


def oriented(estimate: Estimate, sign: int) -> Estimate:
    """Return an estimate, or that of the opposite."""
    return estimate if sign > 0 else Estimate(-estimate.value, -estimate.high, -estimate.low)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """Return a multiple of an estimate."""
    return Estimate(*(factor * end for end in estimate))


NEW_TABLE = "a table that nobody has met"
"""In the place of a table: what to expect of another."""

SERVED, OPPOSED, UNTOLD = "better", "worse", "not told apart"
"""What is shown at a table."""

HOLDS, NOT_SHOWN_TO_HOLD = "holds", "not shown to hold"
"""Of a table that nobody has met."""

ERROR = 0.05

CERTAIN = 1e-9
"""The sampling error of what does not vary, such as the number of auctions."""

COLUMNS = ("ruleset", "aim", "table", "unit", "gain", "gain_low", "gain_high", "matters", "verdict")


class AtTable(NamedTuple):
    """What is known of two rulesets at one table."""

    name: str
    evidence: Evidence


class Aim(NamedTuple):
    """A goal, the sum of all, or a condition, and how far it is served at each table."""

    text: str
    unit: str
    matters: float
    gains: Sequence[Estimate]
    """Of a goal by how much it is better served than before, of a condition by how much it is
    kept; below 0 if it is worse served, or broken."""


def aims_at(aims: Aims, tables: Sequence[AtTable], candidate: int) -> Iterator[Aim]:
    """Yield the goals, then the conditions."""
    losses = [each.evidence.losses(aims, BASE, candidate) for each in tables]
    units = [goal.measure.unit for goal in aims.goals] if not aims.is_weighted else ["points"]
    texts = goal_texts(aims.goals)
    for number, (text, unit, matters) in enumerate(zip(texts, units, aims.margins, strict=True)):
        gains = [oriented(each[number], -1) for each in losses]
        yield Aim(text, unit, matters, gains)
    for condition in aims.conditions:
        rooms = [oriented(each.evidence.excess(condition, candidate, ERROR), -1) for each in tables]
        yield Aim(condition.text, condition.measure.unit, 0.0, rooms)


def table_rows(
    aims: Aims, tables: Sequence[AtTable], candidate: int, name: str
) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each aim and table, and one for a table that nobody has met.

    The first of the tables is of those who decided.
    """
    goals = len(aims.margins)
    for number, aim in enumerate(aims_at(aims, tables, candidate)):
        same = {"ruleset": name, "aim": aim.text, "unit": aim.unit, "matters": aim.matters}
        for table, gain in zip(tables, aim.gains, strict=True):
            verdict = SERVED if gain.low > 0 else OPPOSED if gain.high < 0 else UNTOLD
            yield {**same, "table": table.name, **_limits(gain), "verdict": verdict}
        others = aim.gains[1:]  # the first table chose the candidate, so it is no sample
        expected = _expected(others, ERROR / (goals if number < goals else 1))
        held = expected.low > aim.matters
        verdict = HOLDS if held else NOT_SHOWN_TO_HOLD
        yield {**same, "table": NEW_TABLE, **_limits(expected), "verdict": verdict}


def is_held(tables: Columns, aims: Aims, *, base_breaks: bool) -> bool:
    """Return whether what is gained by other rules holds at a table that nobody has met.

    That is one of the goals or, where the first rules break a condition, all conditions.
    """
    verdicts = {row["aim"]: row["verdict"] for row in records(tables) if row["table"] == NEW_TABLE}
    if base_breaks:
        return all(verdicts[condition.text] == HOLDS for condition in aims.conditions)
    return any(verdicts[text] == HOLDS for text in goal_texts(aims.goals))


def _expected(gains: Sequence[Estimate], error: float) -> Estimate:
    value = np.array([gain.value for gain in gains])
    half = np.array([(gain.high - gain.low) / 2 for gain in gains])
    known = np.isfinite(half)
    if known.sum() < FEWEST:
        return Estimate(float(value.mean()), -np.inf, np.inf)
    standard_error = np.maximum(half[known], CERTAIN) / -float(t_quantile(ERROR / 2, np.inf))
    found = new_table(value[known], standard_error, error)
    return Estimate(found.mean, found.low, found.high)


def _limits(gain: Estimate) -> dict[str, float]:
    return {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}


MOST_FINALISTS = 12
"""Rules that are confirmed: those recommended, their rivals, the base, and single steps away."""

MOST_RIVALS = 5
"""Of these, rules that the race has not told from the best, or that make up a front."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why rules left the race.

    Attributes
    ----------
    look
        The number of the look, from 1.
    by
        The candidate that is better; None if a condition is broken.
    condition
        The condition that is broken.
    """

    look: int
    by: int | None = None
    condition: str | None = None


class LastLook(NamedTuple):
    """What a candidate was at a look: measures by the order that `Aims` has them in."""

    look: int
    values: tuple[float, ...]


@dataclass(slots=True)
class Standing:
    """A race in progress.

    Attributes
    ----------
    left
        The candidates that are still in it.
    dropped
        Why others are not.
    looks
        How many looks there have been.
    last_look
        What the measures of goals and conditions were for each candidate at its last look.
    """

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
        """Drop those that break a condition for certain, then those that are beaten for certain."""
        self.looks += 1
        for each in self.left:
            values = [evidence.value(measure, each).value for measure in self.aims.measures]
            self.last_look[each] = LastLook(self.looks, tuple(values))
        broken, certain = self._conditions(evidence)
        self.dropped |= broken
        self.left = [each for each in self.left if each not in broken]
        rivals = [each for each in self.by_estimate(evidence, self.left) if each in certain]
        error = 2 * self.race.comparison_error  # one of the two limits is of interest

        def is_better(rival: int, candidate: int) -> bool:
            return all(loss.low > 0 for loss in evidence.losses(self.aims, rival, candidate, error))

        if not self.aims.is_front:
            rivals = rivals[:MOST_RIVALS]
        lost = beaten(self.left, rivals, is_better)
        self.dropped |= {each: Dropped(self.looks, by=rival) for each, rival in lost.items()}
        self.left = [each for each in self.left if each not in lost]

    def is_decided(self, evidence: Evidence) -> bool:
        """Return whether more evidence would change nothing that matters."""
        if len(self.left) < 2:
            return True
        if self.aims.is_front:
            return set(self.left) <= set(self.front(evidence))
        if len(self.eligible(evidence)) < len(self.left):
            return False
        first = self.by_estimate(evidence, self.left)[0]
        error, (margin,) = 2 * self.race.comparison_error, self.aims.margins
        return all(
            evidence.losses(self.aims, first, other, error)[0].high < margin
            for other in self.left
            if other != first
        )

    def by_estimate(self, evidence: Evidence, candidates: Iterable[int]) -> list[int]:
        """Return candidates by the first goal, the best first; of equals, those less changed."""

        def loss(candidate: int) -> tuple[float, int, int]:
            value = evidence.losses(self.aims, None, candidate)[0].value
            return value, self.candidates[candidate].changes, candidate

        return sorted(candidates, key=loss)

    def eligible(self, evidence: Evidence) -> list[int]:
        """Return the candidates left that keep all conditions, as far as one can tell."""
        return [
            candidate
            for candidate in self.left
            if all(
                evidence.excess(condition, candidate, 0.05).value <= 0
                for condition in self.aims.conditions
            )
        ]

    def front(self, evidence: Evidence) -> list[int]:
        """Return the eligible candidates that none surpasses in all goals, by the first goal."""
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

    def _conditions(self, evidence: Evidence) -> tuple[dict[int, Dropped], set[int]]:
        """Return who breaks a condition for certain, and who keeps all of them for certain."""
        broken: dict[int, Dropped] = {}
        certain = set(self.left)
        for candidate in self.left:
            for condition in self.aims.conditions:
                excess = evidence.excess(condition, candidate, 2 * self.race.condition_error)
                if excess.low > 0:
                    broken[candidate] = Dropped(self.looks, condition=condition.text)
                if not excess.high <= 0:
                    certain.discard(candidate)
        return broken, certain


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
    """How much is played at most.

    Attributes
    ----------
    race_games
        How many games the race may take.
    batch_deals
        How many deals are a batch of the race.
    looks
        After how many batches there are looks.
    confirmation_batches, confirmation_batch_deals
        What every finalist plays in the end.
    witness_deals
        How many deals are played at tables that had no part in the choice.
    """

    race_games: int
    batch_deals: int
    looks: tuple[int, ...]
    confirmation_batches: int
    confirmation_batch_deals: int
    witness_deals: int

    @property
    def race_deals(self) -> int:
        """How many deals a candidate plays at most before the confirmation."""
        return self.looks[-1] * self.batch_deals

    @property
    def confirmation_deals(self) -> int:
        """How many deals a finalist plays to confirm."""
        return self.confirmation_batches * self.confirmation_batch_deals

    def at_witness(self, share: int) -> tuple[int, int]:
        """Return the batches, and the deals of each, of a table that plays one of `share` deals."""
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

    Attributes
    ----------
    racing, proving
        The field that decides the race, and the one that confirms.
    several, several_proving
        Those with the most strategies, for measures that need several; None if all have one.
    slips, slips_proving
        Those in which one player slips, amid copies of the first of the race, and of the one that
        confirms; None if no measure needs them.
    raced
        The one of the race, if it was tuned otherwise than the one that confirms; else None.
    unchanged
        The one whose strategies play all rulesets alike; None without one.
    """

    racing: int
    proving: int
    several: int | None
    several_proving: int | None
    slips: int | None
    slips_proving: int | None
    raced: int | None
    unchanged: int | None

    @property
    def confirming(self) -> tuple[int, ...]:
        """The fields that finalists play in."""
        played = (
            *(self.proving, self.several_proving, self.slips_proving),
            *(self.raced, self.unchanged),
        )
        return tuple(sorted({place for place in played if place is not None}))

    def race(self, measure: Measure) -> int:
        """Return the field that the race takes a measure from."""
        return self._of(measure, self.racing, self.several, self.slips)

    def confirmation(self, measure: Measure) -> int:
        """Return the field that fresh deals of a measure are played in."""
        return self._of(measure, self.proving, self.several_proving, self.slips_proving)

    def _of(self, measure: Measure, usual: int, several: int | None, slips: int | None) -> int:
        if measure.needs == LAPSES:
            assert slips is not None
            return slips
        if measure.needs != SEVERAL:
            return usual
        if several is None:
            raise UsageError(
                f"{measure.name} is about several strategies, and the field has one: name others "
                "after a comma (--field)"
            )
        return several


def field_roles(
    fields: Sequence[NamedField], sizes: Sequence[int], *, slips: bool = False
) -> FieldRoles:
    """Return what fields are for, given how many strategies each has.

    The first reference decides the race and the last one confirms, so that what is an accident of
    how the first was tuned is not confirmed; without any, the first field does both. So it is with
    those of several strategies. Those with slips, if they are needed, have the numbers after
    all of these.
    """
    references = [i for i, field in enumerate(fields) if field.role == REFERENCE] or [0]
    unchanged = [i for i, field in enumerate(fields) if field.play == UNCHANGED]
    most = max(sizes)
    largest = [i for i, size in enumerate(sizes) if size == most > 1]
    racing, proving, next_place = references[0], references[-1], len(fields)
    both_tuned = fields[racing].play == fields[proving].play == RETUNED
    return FieldRoles(
        racing=racing,
        proving=proving,
        slips=next_place if slips else None,
        slips_proving=next_place + (racing != proving) if slips else None,
        raced=racing if racing != proving and both_tuned else None,
        several=largest[0] if largest else None,
        several_proving=largest[-1] if largest else None,
        unchanged=unchanged[0] if unchanged else None,
    )


# slips: One decision made at random: what it costs shows how much a decision matters.
#
# A player who otherwise plays as all others at the table makes one decision of the game by lot. The
# game has two kinds of decisions for each house: whether to bid in an auction when it comes to him
# first (he passes or makes the least bid, at the flip of a coin), and which house he sells (any
# that he holds). Which of all of these it is, is drawn for each game.
#
# Source: play that is restricted in one way, to measure what that way of playing is worth, is from
# A. Jaffe and others, "Evaluating competitive game balance with restricted play" (AIIDE 2012).


def slip_plans(
    rulesets: Sequence[Ruleset], field: NamedField, players: int, *, seed: int, games: int
) -> list[Plan]:
    """Return, for each ruleset, a plan of one who slips amid copies of a field's first strategy."""
    return [
        make_plan(
            [ruleset],
            field=[_slipping(entrant), entrant],
            lineup=[SLIPPING, *([1 - SLIPPING] * (players - 1))],
            seed=seed,
            games=-(-games // len(rulesets)),
        )
        for ruleset in rulesets
        for entrant in field.at(ruleset.name, players)[:1]
    ]


def _slipping(entrant: Entrant) -> Entrant:
    lore = module_beside("lore", GAME)
    name = f"{entrant.name} slipping"
    return obeying(entrant, name, bid=lore.slip_in_bid, sell=lore.slip_in_sale)


# witnesses: Tables that had no part in the choice, where what is recommended has to hold, too.
#
# Players of one field may all like the same rules for a reason that no others have. So the first
# ruleset of the race and the one that the search began with are played on fresh deals by strong
# players who were not tuned for them, and by the panel of strangers, at tables of which no two
# share a player.

WITNESS = "witness"
"""The role of these tables."""

TRAINED_TABLE = ("quick", "blueprint")
"""Strong players of another kind than `STRONG`; those that are tuned begin as these."""

TABLES = {"strong": STRONG, "trained": TRAINED_TABLE, **PANEL_TABLES}
"""By what they are called, the strongest first."""


class Witness(NamedTuple):
    """One of these tables, and what its fields are numbered among those of a design."""

    field: NamedField
    place: int
    slips: int | None
    """Where one player slips; None if no measure needs it."""

    @property
    def places(self) -> list[int]:
        """All of its fields."""
        return [self.place] if self.slips is None else [self.place, self.slips]

    def place_of(self, measure: Measure) -> int:
        """Return the field that a measure is taken from."""
        if measure.needs == LAPSES:
            assert self.slips is not None
            return self.slips
        return self.place


def witnesses(deciding: Iterable[NamedField], *, tuned: bool = False) -> tuple[NamedField, ...]:
    """Return the tables that share no player with the fields that decide."""
    seen = {
        entrant.name
        for field in deciding
        for entrants in (field.entrants, *(table.entrants for table in field.tables))
        for entrant in entrants
    }
    found = [
        NamedField(name, load_field(specs), WITNESS, share=SLOW_SHARE if name in SEARCHING else 1)
        for name, specs in TABLES.items()
        if not (tuned and name == "trained")
    ]
    return tuple(each for each in found if seen.isdisjoint(e.name for e in each.entrants))


# schedule: What may be played in a design: up to each look at the race, and on fresh deals to
# confirm.


class Stage(NamedTuple):
    """What a candidate plays in a field up to a look, or to be confirmed."""

    look: int
    """The index of the look; that of none for the confirmation."""
    candidate: int
    field: int
    first_deal: int
    """Its number."""
    batches: int
    batch_deals: int


class Schedule:
    """Who plays what: fields, candidates, and a block for each stage.

    Parameters
    ----------
    rulesets
        The candidates.
    fields
        Who plays: see `field_roles`; last the witnesses.
    measures
        What is wanted.
    players, games, seed
        How many play, how many games there may be, and 0 to 2**64 - 1.
    all_at_witnesses
        Whether all candidates are played at the tables of witnesses, rather than two of them.
    confirms
        Whether there is a confirmation.
    """

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        measures: Iterable[Measure],
        *,
        players: int,
        games: int,
        seed: int,
        all_at_witnesses: bool,
        confirms: bool,
    ) -> None:
        others = [field for field in fields if field.role == WITNESS]
        fields = [field for field in fields if field.role != WITNESS]
        self.fields = (*fields, *others)
        measures = tuple(measures)
        self.all_at_witnesses = all_at_witnesses
        self.needs_detail = any(map(MEASURES.takes_detail, measures))
        sizes = [len(field.at(rulesets[0].name, players)) for field in fields]
        slips = any(measure.needs == LAPSES for measure in measures)
        self.roles = field_roles(fields, sizes, slips=slips)
        slipping = dict.fromkeys((self.roles.racing, self.roles.proving)) if slips else ()
        seatings = [players if size > 1 else 1 for size in sizes] + [players] * len(slipping)
        self.race_fields = sorted({self.roles.race(measure) for measure in measures})
        self.witnesses = [
            Witness(field, len(seatings) + i, len(seatings) + len(others) + i if slips else None)
            for i, field in enumerate(others)
        ]
        played = players * (1 + slips) * sum(1 / field.share for field in others)
        self.budget = make_budget(
            games,
            len(rulesets),
            sum(seatings[place] for place in self.race_fields),
            sum(seatings[place] for place in self.roles.confirming),
            played * (len(rulesets) if all_at_witnesses else len({BASE, 1})),
        )
        confirming = max(self.budget.confirmation_deals, self.budget.witness_deals)
        games_of_place = (self.budget.race_deals + confirming) * len(rulesets)

        def plans_of(field: NamedField, seatings: int) -> Sequence[Plan]:
            games = games_of_place * seatings
            return make_plans(rulesets, field, [players], seed=seed, games=games)

        def plans_with_slips(field: NamedField) -> Sequence[Plan]:
            return slip_plans(rulesets, field, players, seed=seed, games=games_of_place * players)

        plans = [
            *(plans_of(field, of_deal) for field, of_deal in zip(fields, seatings, strict=False)),
            *(plans_with_slips(fields[place]) for place in slipping),
            *(plans_of(field, players * field.share) for field in others),
            *(plans_with_slips(field) for field in others if slips),
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
        self.layouts: list[Layout] = [
            MEASURES.layout(cell, detail=self.needs_detail) for cell in cells
        ]

    @property
    def confirmation(self) -> int:
        """The number that stands for the confirmation in the place of a look."""
        return len(self.budget.looks)

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        stage = self.stages[piece.block]
        plan, cell = self._cells[stage.field][stage.candidate]
        return [Chunk(plan, cell, stage.first_deal + piece.first - 1, piece.units)]

    def empty(self, block: int) -> BatchSums:
        """Return the sums of no deal."""
        stage, cell = self.stages[block], self.blocks[block].cell
        batches, deals = stage.batches, stage.batch_deals
        return BatchSums.empty(cell, MEASURES, batches, deals, detail=self.needs_detail)

    def blocks_of(self, look: int, candidates: Sequence[int], places: Sequence[int]) -> list[int]:
        """Return the blocks of candidates in some fields up to a look."""
        return [
            self._places[look, candidate, place] for candidate in candidates for place in places
        ]

    def games_of(self, look: int, candidates: int) -> int:
        """Return how many games it takes so many candidates of the race to reach a look."""
        blocks = self.blocks_of(look, [BASE], self.race_fields)
        return candidates * sum(self.blocks[block].games for block in blocks)

    def sums(self, outcome: Outcome, look: int, candidate: int, place: int) -> AccumulatorsSums:
        """Return what was counted of a candidate in a field up to a look: (batches, sums)."""
        tally: BatchSums = outcome.tally(self._places[look, candidate, place])
        return tally.sums

    def race_sums(
        self, outcome: Outcome, looks: int, candidate: int, place: int
    ) -> AccumulatorsSums:
        """Return the same of as many looks."""
        return np.concatenate([self.sums(outcome, look, candidate, place) for look in range(looks)])

    def _race_stages(self) -> list[Stage]:
        stages, done = [], 0
        budget = self.budget
        for look, batches in enumerate(budget.looks):
            first = 1 + done * budget.batch_deals
            stages += [
                Stage(look, candidate, place, first, batches - done, budget.batch_deals)
                for candidate in range(len(self._cells[0]))
                for place in self.race_fields
            ]
            done = batches
        return stages

    def _confirming_stages(self) -> list[Stage]:
        budget = self.budget
        own = (budget.confirmation_batches, budget.confirmation_batch_deals)
        batches = dict.fromkeys(self.roles.confirming, own) | {
            place: budget.at_witness(witness.field.share)
            for witness in self.witnesses
            for place in witness.places
        }
        first = 1 + budget.race_deals
        return [
            Stage(self.confirmation, candidate, place, first, *batches[place])
            for candidate in range(len(self._cells[0]))
            for place in batches
        ]

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


# confirmation: The end of a design: fresh deals for the finalists, and tables that had no part in
# the choice.


class Confirmation:
    """What is played to confirm a race that is over, and what it shows."""

    def __init__(self, schedule: Schedule, standing: Standing, evidence: Evidence) -> None:
        self._schedule = schedule
        self._finalists = standing.finalists(evidence)
        self._first = standing.recommended(evidence)
        self._candidates = range(len(standing.candidates))

    @property
    def blocks(self) -> list[int]:
        """What is played: by finalists, and at the tables of others."""
        schedule = self._schedule
        places = [place for witness in schedule.witnesses for place in witness.places]
        confirmation, confirming = schedule.confirmation, schedule.roles.confirming
        return [
            *schedule.blocks_of(confirmation, self._finalists, confirming),
            *schedule.blocks_of(confirmation, self._at_witnesses, places),
        ]

    @property
    def _at_witnesses(self) -> Sequence[int]:
        """Which rulesets are played at the tables of others."""
        if self._schedule.all_at_witnesses:
            return self._candidates
        return [] if self._first is None or self._first == BASE else [BASE, self._first]

    def evidence(self, outcome: Outcome) -> Evidence | None:
        """Return what fresh deals say of the finalists; None until all have played."""
        if any(outcome.missing_of(block) for block in self.blocks):
            return None
        roles, deals = self._schedule.roles, self._schedule.budget.confirmation_batch_deals
        return self._of(outcome, self._finalists, roles.confirming, roles.confirmation, deals)

    def tables(self, outcome: Outcome, confirmed: Evidence) -> list[AtTable]:
        """Return who the first of the race has to hold among, given the evidence."""
        if self._first is None or self._first == BASE:
            return []
        schedule, both = self._schedule, (BASE, self._first)
        tables = [AtTable(schedule.fields[schedule.roles.proving].name, confirmed)]
        for witness in schedule.witnesses:
            deals = schedule.budget.at_witness(witness.field.share)[1]
            found = self._of(outcome, both, witness.places, witness.place_of, deals)
            tables.append(AtTable(witness.field.name, found))
        return tables

    def _of(
        self,
        outcome: Outcome,
        candidates: Sequence[int],
        places: Sequence[int],
        field_of: Callable[[Measure], int],
        deals: int,
    ) -> Evidence:
        schedule = self._schedule
        sums: dict[tuple[int, int], AccumulatorsSums] = {
            (candidate, place): schedule.sums(outcome, schedule.confirmation, candidate, place)
            for candidate in candidates
            for place in places
        }
        return Evidence(schedule.layouts, field_of, sums, deals)


# design_tables: The tables of a design: all candidates, the finalists on fresh deals, and how sure
# it is.

RECOMMENDED, ON_FRONT, LEFT = "recommended", "on the front", "not told apart"
BEATEN, BREAKS = "beaten", "breaks a condition"
FIRST = "first, not shown to hold"
"""How the first of the race ended if what it gains is not shown to hold at other tables."""

TIE, WORSE, BETTER, OPEN = "tie", "worse", "better", "not told apart"
RACED = "as in the race"
SETTLED = ("", RETUNED)
"""Kinds of play: tuned quickly, as in the race; and what decides, tuned fully or simply given."""

KEPT, BROKEN, UNSURE = "kept", "broken", "not shown"

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
    "gain_low": Column(IN_THE_UNIT, f"lower limit of gain; at {NEW_TABLE} {PREDICTION_INTERVAL}"),
    "gain_high": Column(IN_THE_UNIT, "upper limit of gain"),
}


class Known(NamedTuple):
    """What tables are made of.

    Attributes
    ----------
    standing
        How the race ended, or where it stands.
    raced, confirmed
        What is known from the race, and from fresh deals; None if these are not all played.
    others
        The indices of fields with other play, by its kind.
    measures
        What can be measured in the fields.
    deals
        How many deals confirm.
    tables
        Where the first of the race has to hold: none until it has played there.
    """

    standing: Standing
    raced: Evidence
    confirmed: Evidence | None
    others: Mapping[str, int]
    measures: Sequence[Measure]
    deals: int
    tables: Sequence[AtTable] = ()

    @property
    def candidates(self) -> Sequence[Candidate]:
        """All rulesets."""
        return self.standing.candidates

    @property
    def aims(self) -> Aims:
        """What is wanted."""
        return self.standing.aims

    def name(self, candidate: int) -> str:
        """Return the name of a candidate."""
        return self.candidates[candidate].ruleset.name


def columns_of(candidates: Sequence[Candidate]) -> dict[str, Column]:
    """Return what the columns hold."""
    rules = {rule: Column(LABEL, f"the rule {rule}") for rule in candidates[0].values}
    measures = {
        measure.name: Column(
            measure.unit, f"{measure.description}: as the race saw it last, not confirmed"
        )
        for measure in filter(can_be_designed_for, MEASURES.entries)
    }
    return {**FIXED, **rules, **measures}


def first_of(candidates: Columns) -> str | None:
    """Return the name of the first of the race, recommended or not."""
    first = np.isin(candidates["outcome"].astype(str), (RECOMMENDED, FIRST))
    return str(candidates["ruleset"][first][0]) if first.any() else None


def design_tables(known: Known) -> Tables:
    """Return all tables; those of the finalists are empty until fresh deals are played."""
    first = known.standing.recommended(known.raced)
    rows = (
        table_rows(known.aims, known.tables, first, known.name(first))
        if known.tables and first is not None
        else ()
    )
    tables = _table(COLUMNS, rows)
    return {
        "candidates": _candidates(known, tables),
        "finalists": _table(FINALISTS, _finalists(known)),
        "rivals": _table(RIVALS, _rivals(known)),
        "conditions": _table(CONDITIONS, _conditions(known)),
        "at_tables": tables,
    }


FINALISTS = (
    *("ruleset", "measure", "play", "unit", "value", "value_low", "value_high"),
    *("difference", "difference_low", "difference_high", "matters", "verdict", "deals"),
)
RIVALS = ("ruleset", "step", "goal", "loss", "loss_low", "loss_high", "matters", "verdict")
CONDITIONS = ("condition", "ruleset", "unit", "excess", "excess_low", "excess_high", "verdict")


def _candidates(known: Known, tables: Columns) -> Columns:
    standing = known.standing
    base_breaks = BASE in standing.dropped and standing.dropped[BASE].by is None
    held = not known.tables or is_held(tables, known.aims, base_breaks=base_breaks)
    recommended = standing.recommended(known.raced)
    front = standing.front(known.raced) if known.aims.is_front else []
    rows = []
    for number, candidate in enumerate(known.candidates):
        dropped, last = standing.dropped.get(number), standing.last_look[number]
        outcome, reason = LEFT, ""
        if dropped is not None and dropped.by is not None:
            outcome, reason = BEATEN, known.name(dropped.by)
        elif dropped is not None:
            outcome, reason = BREAKS, str(dropped.condition)
        elif number == recommended:
            outcome = RECOMMENDED if held else FIRST
        elif number in front:
            outcome = ON_FRONT
        measures = (measure.name for measure in known.aims.measures)
        rows.append(
            {
                "ruleset": known.name(number),
                **candidate.values,
                "changes": candidate.changes,
                "outcome": outcome,
                "reason": reason,
                "look": last.look,
                **dict(zip(measures, last.values, strict=True)),
            }
        )
    return _table(tuple(rows[0]), rows)


def _finalists(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    plays: list[tuple[str, Evidence, list[Measure]]] = []
    plays.append((RETUNED if known.others else "", known.confirmed, [*known.measures]))
    alone = [m for m in known.measures if m.needs is None]
    for play, place in known.others.items():
        plays.append((play, known.confirmed.of_field(place), alone))
    for candidate in known.standing.finalists(known.raced):
        for play, evidence, measures in plays:
            for measure in measures:
                difference = (
                    Estimate(0.0, 0.0, 0.0)
                    if candidate == BASE
                    else evidence.difference(measure, BASE, candidate)
                )
                yield {
                    "ruleset": known.name(candidate),
                    "measure": measure.name,
                    "play": play,
                    "unit": measure.unit,
                    **_design_tables_limits("value", evidence.value(measure, candidate)),
                    **_design_tables_limits("difference", difference),
                    "matters": measure.matters,
                    "verdict": _verdict(difference, measure.matters),
                    "deals": known.deals,
                }


def _rivals(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    recommended, *others = known.standing.finalists(known.raced)
    error = 0.05 / max(1, len(others) * len(known.aims.margins))
    goals = goal_texts(known.aims.goals)
    for other in others:
        step = step_between(
            known.candidates[recommended], known.candidates[other], known.candidates
        )
        losses = known.confirmed.losses(known.aims, recommended, other, error)
        for goal, loss, margin in zip(goals, losses, known.aims.margins, strict=True):
            yield {
                "ruleset": known.name(other),
                "step": step or "",
                "goal": goal,
                **_design_tables_limits("loss", loss),
                "matters": margin,
                "verdict": _comparison(loss, margin),
            }


def _conditions(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    recommended = known.standing.finalists(known.raced)[0]
    for condition in known.aims.conditions:
        excess = known.confirmed.excess(condition, recommended, 0.05)
        yield {
            "condition": condition.text,
            "ruleset": known.name(recommended),
            "unit": condition.measure.unit,
            **_design_tables_limits("excess", excess),
            "verdict": KEPT if excess.high <= 0 else BROKEN if excess.low > 0 else UNSURE,
        }


def _design_tables_limits(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _verdict(difference: Estimate, matters: float) -> str:
    if -matters < difference.low and difference.high < matters:
        return SMALL
    return DIFFERS if difference.low > 0 or difference.high < 0 else NOT_SHOWN


def _comparison(loss: Estimate, matters: float) -> str:
    """Return the verdict on a rival: a tie is shown, and not what is left when nothing is."""
    if -matters < loss.low and loss.high < matters:
        return TIE
    return WORSE if loss.low > 0 else BETTER if loss.high < 0 else OPEN


def _table(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Columns:
    """Return rows as columns; one that has a text, such as coins by seat, has only texts."""
    every = list(rows)
    table: Columns = {}
    for name in names:
        values = [row[name] for row in every]
        numbers = all(isinstance(value, int | float) for value in values)
        table[name] = np.array(values) if numbers else np.array(list(map(str, values)), object)
    return table


# fair_seats: Fair seats: with how many coins by seat all seats would win alike.
#
# All rulesets that give one more coin to some of the seats race for the smallest gap between seats.
# Together they show what a coin in one seat does to the win rates of all: with :math:`w_0` for the
# base and a slope :math:`S_{sk}` for every seat :math:`s` and every seat :math:`k` with a coin
# more, fitted by least squares over all of these rulesets on common deals,
#
# .. math:: w(\delta) = w_0 + S \delta, \qquad w(\delta) = 1 / n, \quad \sum_k \delta_k = 0
#
# has a solution :math:`\delta`: the coins that make up for the seats. A response surface of this
# kind is Box and Wilson's ("On the experimental attainment of optimum conditions", *Journal of the
# Royal Statistical Society B* 13, 1951).

Floats = NDArray[np.float64]

COINS_MORE = "coins_more"

FAIR_COLUMNS = {
    "seat": Column(ORDER, "seat; 1 opens the first auction"),
    "win_rate": Column(
        SHARE,
        "win rate by the first rules, in the first look at the race; at other tables, on fresh "
        "deals",
    ),
    COINS_MORE: Column("coins", "what would make all seats win alike, 0 in all; read off a plane"),
    f"{COINS_MORE}_low": Column("coins", f"lower limit of {COINS_MORE}: {JACKKNIFE_INTERVAL}"),
    f"{COINS_MORE}_high": Column("coins", f"upper limit of {COINS_MORE}"),
    "nearest": Column("coins", "the nearest whole number of coins to begin with"),
}


def compensations(base: Ruleset, players: int) -> str:
    """Return the variation that gives some of the seats a coin more, in every way."""
    coins = base.rules(players).coins
    ways = [way for way in product((0, 1), repeat=players) if 0 < sum(way) < players]
    lists = [[coin + more for coin, more in zip(coins, way, strict=True)] for way in ways]
    return f"coins={','.join(map(str, lists))}".replace(" ", "")


def fair_coins_table(
    rulesets: Sequence[Ruleset], schedule: Schedule, outcome: Outcome, *, fresh: bool
) -> Columns:
    """Return a row for each seat, among those who race and at tables that played fresh deals."""
    racing = schedule.race_fields[0]
    played = [(schedule.fields[racing].name, racing, 0, schedule.budget.batch_deals)]
    for witness in schedule.witnesses if fresh else ():
        _, deals = schedule.budget.at_witness(witness.field.share)
        played.append((witness.field.name, witness.place, schedule.confirmation, deals))
    tables: list[Columns] = []
    for name, place, look, deals in played:
        layout = schedule.layouts[place]
        coins = [ruleset.rules(layout.players).coins for ruleset in rulesets]
        sums = [schedule.sums(outcome, look, number, place) for number in range(len(rulesets))]
        who = np.array([name] * layout.players, object)
        tables.append({"table": who, **fair_coins(coins, sums, layout, deals)})
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def fair_coins(
    coins: Sequence[Sequence[int]], sums: Sequence[AccumulatorsSums], layout: Layout, deals: int
) -> Columns:
    """Return a row for each seat.

    `sums` has, by ruleset, an array (batches, sums) of batches that all rulesets share.
    """
    more = np.array(coins, np.float64) - np.array(coins[0])
    together = np.concatenate(sums, axis=1)
    seats = range(layout.players)
    balances = [
        smooth_difference(
            partial(_balance, layout, more, seat),
            None,
            together,
            error=0.05,
            least_error=1 / (deals * len(together)),
        )
        for seat in seats
    ]
    fair = [coins[0][seat] + balances[seat].value for seat in seats]
    rates = layout.means(sums[0].sum(axis=0).astype(np.float64), WIN_RATE, SEAT)
    return {
        "seat": np.array([1 + seat for seat in seats]),
        "win_rate": rates,
        COINS_MORE: np.array([each.value for each in balances]),
        f"{COINS_MORE}_low": np.array([each.low for each in balances]),
        f"{COINS_MORE}_high": np.array([each.high for each in balances]),
        "nearest": np.rint(fair).astype(np.int64),
    }


def _balance(layout: Layout, more: Floats, seat: int, sums: Floats) -> Floats:
    """Return the coins that make up for a seat, from the sums of all rulesets side by side."""
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
    to be confirmed.

    Parameters
    ----------
    candidates
        The first is the ruleset that the search begins with.
    aims
        What is wanted.
    fields
        Who plays: see `field_roles`.
    players, games, seed
        How many play, how many games there may be, and 0 to 2**64 - 1.
    fair_seats
        Whether the candidates are those of `fair_seats`, which together show what is fair.
    confirms
        Whether the fields are complete; otherwise it ends with the race, when it is known for which
        rulesets those who confirm have to be tuned.
    goes_beyond
        Whether it ends with the race, too, if the last of the numbers that were tried wins: see
        `beyond`.
    """

    in_turn = False
    adaptive = True

    def __init__(
        self,
        candidates: Sequence[Candidate],
        aims: Aims,
        fields: Sequence[NamedField],
        *,
        players: int,
        games: int,
        seed: int,
        fair_seats: bool = False,
        confirms: bool = True,
        goes_beyond: bool = False,
    ) -> None:
        if games > MOST_GAMES:
            raise UsageError(f"the number of games must be at most {MOST_GAMES:.0e}, not {games}")
        self.candidates, self.aims = tuple(candidates), aims
        self.number_of_players, self.most_games = players, games
        self.fair_seats, self.confirms, self._goes_beyond = fair_seats, confirms, goes_beyond
        self.schedule = Schedule(
            [candidate.ruleset for candidate in self.candidates],
            fields,
            aims.measures,
            players=players,
            games=games,
            seed=seed,
            all_at_witnesses=fair_seats,
            confirms=confirms,
        )
        self.plans, self.blocks = self.schedule.plans, self.schedule.blocks
        self.needs_detail = self.schedule.needs_detail
        self.columns = columns_of(self.candidates) | FAIR_COLUMNS
        self._seen: tuple[Outcome, Standing, Evidence | None] | None = None

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        return self.schedule.chunks(piece)

    def empty(self, block: int) -> BatchSums:
        """Return the sums of no deal."""
        return self.schedule.empty(block)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> BatchSums:
        """Return the sums of a piece."""
        tally = self.empty(piece.block)
        tally.count_from(piece.first - 1, rows[0])
        return tally

    def next_units(self, outcome: Outcome) -> list[Spans]:
        """Return what is left to be played until the next look, or to confirm."""
        units = [Spans()] * len(self.blocks)
        standing, evidence = self.race(outcome)
        if self._goes_on(standing, evidence):
            blocks = self._blocks_up_to_next_look(standing)
        else:
            confirmation = self.confirmation(outcome)
            blocks = [] if confirmation is None else confirmation.blocks
        for block in blocks:
            units[block] = outcome.missing_of(block)
        return units

    def is_complete(self, outcome: Outcome) -> bool:
        """Return whether the race is over and all that confirms has been played."""
        return self.confirms and super().is_complete(outcome) and not self.beyond(outcome)

    def finalists(self, outcome: Outcome) -> list[Ruleset] | None:
        """Return the rulesets that are to be confirmed; None as long as they race."""
        standing, evidence = self.race(outcome)
        if evidence is None or self._goes_on(standing, evidence):
            return None
        return [self.candidates[number].ruleset for number in standing.finalists(evidence)]

    def beyond(self, outcome: Outcome) -> list[End]:
        """Return the numbers of the first of the race that others beyond are to be tried of."""
        standing, evidence = self.race(outcome)
        if not self._goes_beyond or evidence is None or self._goes_on(standing, evidence):
            return []
        first = standing.recommended(evidence)
        return [] if first is None else ends(self.candidates[first], self.candidates)

    def race(self, outcome: Outcome) -> tuple[Standing, Evidence | None]:
        """Return how the race stands, and what is known after its last look, if there was one."""
        if self._seen is None or self._seen[0] is not outcome:
            race = Race(
                len(self.candidates), len(self.schedule.budget.looks), len(self.aims.conditions)
            )
            self._seen = (outcome, Standing(self.candidates, self.aims, race), None)
        _, standing, evidence = self._seen
        while self._goes_on(standing, evidence):
            if any(map(outcome.missing_of, self._blocks_up_to_next_look(standing))):
                break
            evidence = self._evidence(outcome, standing.players, standing.looks + 1)
            standing.look(evidence)
            self._seen = (outcome, standing, evidence)
        return standing, evidence

    def confirmation(self, outcome: Outcome) -> Confirmation | None:
        """Return what confirms the race; None as long as it goes on, or if others come before."""
        standing, evidence = self.race(outcome)
        if not self.confirms or evidence is None or self._goes_on(standing, evidence):
            return None
        return None if self.beyond(outcome) else Confirmation(self.schedule, standing, evidence)

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether there was a look at the race."""
        return self.race(outcome)[1] is not None

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `design_tables`."""
        standing, evidence = self.race(outcome)
        assert evidence is not None  # `has_results` says so
        confirmation, roles = self.confirmation(outcome), self.schedule.roles
        confirmed = None if confirmation is None else confirmation.evidence(outcome)
        known = Known(
            standing,
            evidence,
            confirmed,
            others={
                play: place
                for play, place in ((RACED, roles.raced), (UNCHANGED, roles.unchanged))
                if place is not None
            },
            measures=[
                measure
                for measure in filter(can_be_designed_for, MEASURES.entries)
                if self.needs_detail or not MEASURES.takes_detail(measure)
                if not (measure.needs == SEVERAL and roles.several is None)
                if not (measure.needs == LAPSES and roles.slips is None)
            ],
            deals=self.schedule.budget.confirmation_deals,
            tables=confirmation.tables(outcome, confirmed) if confirmation and confirmed else [],
        )
        tables = design_tables(known)
        if not self.fair_seats:
            return tables
        rulesets = [candidate.ruleset for candidate in self.candidates]
        fresh = confirmed is not None
        return tables | {
            "fair_coins": fair_coins_table(rulesets, self.schedule, outcome, fresh=fresh)
        }

    def recommended(self, tables: Tables) -> Ruleset | None:
        """Return the ruleset that tables recommend, if they do."""
        outcomes: list[str] = tables["candidates"]["outcome"].tolist()
        if RECOMMENDED not in outcomes:
            return None
        return self.candidates[outcomes.index(RECOMMENDED)].ruleset

    def deals(self, outcome: Outcome) -> int:
        """Return how many different deals were played."""
        by_first: dict[int, int] = {}
        for units, stage in zip(outcome.played, self.schedule.stages, strict=True):
            by_first[stage.first_deal] = max(by_first.get(stage.first_deal, 0), len(units))
        return sum(by_first.values())

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games there will be at most."""
        return self.most_games

    @property
    def games(self) -> int:
        """How many games there are to play at most."""
        return self.most_games

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what was searched, and how."""
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
            "error": CONFIDENCE_SEQUENCES_ERROR,
            "fields": {
                field.name: [
                    entrant.name
                    for entrant in field.at(self.candidates[0].ruleset.name, self.number_of_players)
                ]
                for field in self.schedule.fields
            },
            "race_deals": sum(budget.looks[: standing.looks][-1:]) * budget.batch_deals,
            "confirmation_deals": budget.confirmation_deals,
        }

    def _strategies_changed(self, recommended: int | None) -> str | None:
        """Return how many of those who confirm play the recommended rules in a way of their own."""
        field = self.schedule.fields[self.schedule.roles.proving]
        if recommended is None or not field.tables:
            return None
        base, other = (
            [
                entrant.name
                for entrant in field.at(
                    self.candidates[number].ruleset.name, self.number_of_players
                )
            ]
            for number in (BASE, recommended)
        )
        return f"{sum(name not in base for name in other)} of {len(other)}"

    def progress_text(self, outcome: Outcome) -> str:
        """Return how many rulesets are left."""
        standing, evidence = self.race(outcome)
        if not self._goes_on(standing, evidence):
            return "confirming on fresh deals" if self.confirms else "the race is over"
        return f"{len(standing.left)} of {len(self.candidates)} rulesets left"

    def _blocks_up_to_next_look(self, standing: Standing) -> list[int]:
        schedule = self.schedule
        return schedule.blocks_of(standing.looks, standing.players, schedule.race_fields)

    def _goes_on(self, standing: Standing, evidence: Evidence | None) -> bool:
        """Return whether there is another look, given what is known after the last one."""
        if evidence is None:
            return True
        if standing.looks == len(self.schedule.budget.looks) or standing.is_decided(evidence):
            return False
        more = self.schedule.games_of(standing.looks, len(standing.players))
        return self._race_games(standing) + more <= self.schedule.budget.race_games

    def _race_games(self, standing: Standing) -> int:
        """Return how many games the race has taken."""
        last = {number: at.look for number, at in standing.last_look.items()}
        if self.aims.is_relative:
            last[BASE] = standing.looks
        return sum(
            self.schedule.games_of(look, sum(until > look for until in last.values()))
            for look in range(standing.looks)
        )

    def _evidence(self, outcome: Outcome, candidates: Sequence[int], looks: int) -> Evidence:
        schedule = self.schedule
        sums = {
            (candidate, place): schedule.race_sums(outcome, looks, candidate, place)
            for candidate in candidates
            for place in schedule.race_fields
        }
        deals = schedule.budget.batch_deals
        return Evidence(schedule.layouts, schedule.roles.race, sums, deals)


class CandidateRace(Staged):
    """A design up to its confirmation, by players who are found only then.

    Parameters
    ----------
    design
        The race, which does not confirm.
    confirming_play
        What is tuned for the finalists; `found` will have its fields.

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
        """The race."""
        return self._design

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether there was a look at the race."""
        return self._design.has_results(self.outcome_of(outcome, 0))

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of the race."""
        return self._design.tables(self.outcome_of(outcome, 0))

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what was searched, and how."""
        return self._design.facts(self.outcome_of(outcome, 0))

    def deals(self, outcome: Outcome) -> int:
        """Return how many different deals the race has played."""
        return self._design.deals(self.outcome_of(outcome, 0))

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who races."""
        return self._design.entrants

    @property
    def games(self) -> int:
        """How many games there are to play at most, without those of tuning."""
        return self._design.games

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games there will be at most."""
        return self._design.most_games + (0 if self._tuner is None else self._tuner.games)

    def progress_text(self, outcome: Outcome) -> str:
        """Return how it stands."""
        if self._tuner is not None:
            return self._tuner.text
        return self._design.progress_text(self.outcome_of(outcome, 0))
