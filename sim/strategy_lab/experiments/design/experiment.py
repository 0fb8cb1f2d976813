"""What a design plays: rounds in which the better half of the rules stays, then fresh tables.

In each round all rules that are left play tables that are drawn anew, on common deals, and the
better half goes on: sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013). The first of the last round is judged at tables that had no part
in the choice, beside the rules that the search began with, its rivals, and every single step away.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare import experiment
from strategy_lab.experiments.compare.experiment import Comparison, Quantity
from strategy_lab.experiments.population import Population, draw_tables
from strategy_lab.game import Ruleset, SeatLever
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.conclusions import (
    COLUMNS,
    COUNT,
    LABEL,
    ORDER,
    SHARE,
    TRUTH,
    Column,
    Tables,
    columns,
)
from strategy_lab.results.measures import DESIGN, SEAT, WIN_RATE, Measure, Measures
from strategy_lab.simulation.experiment import Outcome, Staged, Steps, check_games
from strategy_lab.stats.batches import pseudovalues
from strategy_lab.stats.populations import ALWAYS, MOSTLY, agreement
from strategy_lab.varying import Variables, Variation, what_if

MOST_CANDIDATES = 300  # of a search: each is tuned for, and takes part in the first look


@dataclass(frozen=True, slots=True)
class Candidate:
    ruleset: Ruleset
    values: Mapping[str, int | str]  # what it has for each rule that is varied
    changes: int  # how many rules are changed


def parse_variations(texts: Sequence[str], variables: Variables) -> tuple[Variation, ...]:
    if not texts:
        rule = variables.keys[0]
        raise UsageError(f"a design takes rules to vary (--vary): a rule and values, {rule}=… say")
    return tuple(variables.variation(text.strip()) for text in texts)


def make_candidates(
    base: Ruleset, variations: Sequence[Variation], players: int, changes: int | None
) -> tuple[Candidate, ...]:
    most = len(variations) if changes is None else changes
    if most < 1:
        raise UsageError(f"--changes must be at least 1, not {most}: without any nothing varies")
    chosen = list(islice(_combinations(variations, most), MOST_CANDIDATES + 1))
    if len(chosen) > MOST_CANDIDATES:
        raise UsageError(
            f"more than {MOST_CANDIDATES} rulesets cannot race: vary fewer values (--vary), or "
            "allow fewer changes (--changes)"
        )
    keys = list(dict.fromkeys(variation.key for variation in variations))
    by_rules: dict[str, Candidate] = {}
    for changed in chosen:
        ruleset = what_if(base, changed) if changed else base
        if players not in ruleset.players:
            raise UsageError(f"{ruleset.name} is not for {players} players: leave it out of --vary")
        values = {key: experiment.rule_value(ruleset, key, players) for key in keys}
        rules = str(ruleset.rules(players).settings())
        by_rules.setdefault(rules, Candidate(ruleset, values, len(changed)))
    if len(by_rules) == 1:
        raise UsageError(
            f"nothing varies: {base.name} for {players} players already has these values of "
            f"{', '.join(variation.where for variation in variations)}"
        )
    return tuple(by_rules.values())


def _combinations(variations: Sequence[Variation], most: int) -> Iterator[list[Variation]]:
    """Yield what is changed, each rule to one value: first nothing, then one rule, and so on."""
    for changes in range(min(most, len(variations)) + 1):
        for varied in combinations(variations, changes):
            for values in product(*(variation.values for variation in varied)):
                yield [
                    replace(variation, values=(value,))
                    for variation, value in zip(varied, values, strict=True)
                ]


def compensations(base: Ruleset, players: int, lever: SeatLever) -> str:
    printed = lever.by_seat(base.rules(players))
    ways = [way for way in product((0, 1), repeat=players) if 0 < sum(way) < players]
    lists = [[amount + more for amount, more in zip(printed, way, strict=True)] for way in ways]
    return f"{lever.rule}={','.join(map(str, lists))}".replace(" ", "")


class End(NamedTuple):
    rule: str
    value: int
    is_highest: bool


def ends(first: Candidate, all_of: Sequence[Candidate]) -> list[End]:
    found = []
    for rule, value in first.values.items():
        tried = {candidate.values[rule] for candidate in all_of}
        numbers = [each for each in tried if isinstance(each, int)]
        if len(numbers) < len(tried) or value == all_of[0].values[rule]:
            continue
        if value in (max(numbers), min(numbers)):
            found.append(End(rule, int(value), value == max(numbers)))
    return found


def further(texts: Sequence[str], reached: Sequence[End], variables: Variables) -> list[str]:
    by_rule = {end.rule: end for end in reached}
    wider = []
    for text, variation in zip(texts, parse_variations(texts, variables), strict=True):
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
    pair = one.values[rule], other.values[rule]
    if all(isinstance(end, int) for end in pair):
        known = {candidate.values[rule] for candidate in all_of}
        between = range(min(*map(int, pair)) + 1, max(*map(int, pair)))
        return None if known & set(between) else rule
    return rule


_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_CONDITION = re.compile(
    r"(?P<measure>\w+)\s*(?P<sign><=|>=)\s*"
    rf"(?P<number>{_NUMBER})?\s*(?P<unit>%|\*?\s*base)?"
)


@dataclass(frozen=True, slots=True)
class Goal:
    measure: Measure
    sign: int  # 1 to make it small, -1 to make it large

    @property
    def text(self) -> str:
        return f"{'least' if self.sign > 0 else 'most'} {self.measure.name}"


@dataclass(frozen=True, slots=True)
class Condition:
    text: str
    measure: Measure
    sign: int  # 1 if it is at most the bound, -1 if it is at least that
    bound: float  # in the measure's unit, or a share of what the measure is by the first rules
    relative: bool  # whether it is such a share


@dataclass(frozen=True, slots=True)
class Aims:
    goals: tuple[Goal, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        of_goals = [goal.measure for goal in self.goals]
        of_conditions = [condition.measure for condition in self.conditions]
        return tuple(dict.fromkeys([*of_goals, *of_conditions]))

    @property
    def is_front(self) -> bool:
        return len(self.goals) > 1


def can_be_designed_for(measure: Measure) -> bool:
    return DESIGN in measure.used_in and measure.has_one_value


def parse_aims(
    minimise: Sequence[str], maximise: Sequence[str], keep: Sequence[str], measures: Measures
) -> Aims:
    goals = tuple(
        Goal(measures.named(text.strip(), option, can_be_designed_for), sign)
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
    conditions = tuple(_condition(text, measures) for text in keep)
    for high, low in product(conditions, repeat=2):
        same = (low.measure, low.relative) == (high.measure, high.relative)
        if same and low.sign < 0 < high.sign and low.bound > high.bound:
            raise UsageError(
                f"--keep {low.text!r} and --keep {high.text!r} contradict each other: no "
                "rules keep both; change one"
            )
    return Aims(goals, conditions)


def _condition(text: str, measures: Measures) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["number"] is None and (match["unit"] or "%") == "%"):
        raise UsageError(
            f"--keep {text!r} is no condition: write a measure, <= or >=, and a bound, such as "
            "'ties<=3%' or 'win_by_strategy>=0.9*base'"
        )
    measure = measures.named(match["measure"], "--keep", can_be_designed_for)
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


Floats: TypeAlias = NDArray[np.float64]

BASE = 0  # the index of the ruleset that the search begins with
RACE_SHARE = 0.6  # of all games; the rest judges
RACE_TABLES = 4  # a round of the race takes one table of so many that judge

MOST_RIVALS, MOST_FINALISTS = 5, 12
"""Rules that the race leaves, and those that are judged: with the base and single steps away."""

RECOMMENDED, FIRST, BEATEN, BREAKS, ON_FRONT = (
    *("recommended", "first", "beaten", "breaks a condition", "on the front"),
)
OUTCOMES = {
    RECOMMENDED: "the first of the race, and better at tables that had no part in the choice",
    FIRST: "the first of the race, not shown to be better there, or not judged yet",
    ON_FRONT: "no other is better in every goal",
    BEATEN: "others did better",
    BREAKS: "it breaks a condition",
}

TABLES = {
    "steps": (
        *("ruleset", "step", "goal", "tables", "agreeing", "low", "middle", "high"),
        *("matters", "word"),
    ),
    "conditions": ("ruleset", "condition", "tables", "keeping", "low", "middle", "high"),
}
"""Columns of each table but the first, which has those of the rules, and those of comparisons."""


@dataclass(frozen=True, slots=True)
class Round:
    """What a stage plays, and what it came to: means over tables for each of those who played."""

    left: tuple[int, ...]  # indices of candidates
    comparison: Comparison


class Design(Staged):
    """Candidates race at drawn tables; the first is judged at others.

    `widened`: returns further candidates beyond the ends that won, or none. `lever`: what the
    candidates give to seats, if together they show what is fair.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        aims: Aims,
        population: Population,
        *,
        players: int,
        tables: int,
        games: int,
        seed: int,
        lever: SeatLever | None = None,
        widened: Callable[[Sequence[End]], Sequence[Candidate]] | None = None,
    ) -> None:
        check_games(games)
        self.candidates, self.aims, self.lever = tuple(candidates), aims, lever
        self.number_of_players, self.most_games, self.seed = players, games, seed
        self.number_of_tables, self._population, self._widened = tables, population, widened
        self.rounds: list[Round] = []
        self.first: int | None = None
        self.last_round: dict[int, tuple[int, dict[str, float]]] = {}
        self.outcomes: dict[int, str] = {}
        self.judging: int | None = None  # the number of the stage that judges
        self._drawn = 0
        super().__init__(self._steps())
        first = self.rounds[0].comparison
        self.measures, self.rule_words = first.measures, first.rule_words
        rules = {rule: Column(LABEL, f"the rule {rule}") for rule in self.candidates[0].values}
        means = {
            measure.name: Column(
                measure.unit,
                f"{measure.description}: mean over tables of its last round, beside the base",
            )
            for measure in aims.measures
        }
        self.columns = COLUMNS | COLUMNS_OF_DESIGN | rules | means

    # The race.

    def _steps(self) -> Steps[None]:
        while True:
            yield from self._race()
            reached = [] if self.first is None else ends(self._candidate, self.candidates)
            more = self._widened(reached) if reached and self._widened else ()
            known = {candidate.ruleset.name for candidate in self.candidates}
            more = [each for each in more if each.ruleset.name not in known]
            if not more:
                break
            self.candidates += tuple(more)
        if self.first is not None:
            judging = self._stage(self._finalists(), self.number_of_tables, 1 - RACE_SHARE)
            self.judging = len(self.rounds) - 1
            yield judging

    def _race(self) -> Steps[None]:
        left = list(range(len(self.candidates)))
        rounds = max(1, math.ceil(math.log2(len(left) / MOST_RIVALS)))
        tables = -(-self.number_of_tables // RACE_TABLES)
        for _ in range(rounds):
            outcome = yield self._stage(left, tables, RACE_SHARE / rounds)
            means = self._means(self.rounds[-1], outcome)
            for each in left:
                less = {name: value - means[BASE][name] for name, value in means[each].items()}
                self.last_round[each] = (len(self.rounds), less)
            ranked = self._ranked(left, means)
            stays = max(MOST_RIVALS, -(-len(ranked) // 2))
            self.outcomes |= dict.fromkeys(ranked[stays:], BEATEN)
            self.outcomes |= {
                each: BREAKS for each in left if self._broken(means[each], means[BASE])
            }
            left = sorted({BASE, *ranked[:stays]})
        best = [each for each in ranked if self.outcomes.get(each) != BREAKS]
        front = self._front(best, means) if self.aims.is_front else best[:1]
        self.first = self._least_changed(best, means) if best else None
        self.outcomes |= dict.fromkeys(front, ON_FRONT)
        self.outcomes |= {each: BEATEN for each in best if each not in front}
        if self.first is not None:
            self.outcomes[self.first] = FIRST
        self._rivals = best[:MOST_RIVALS]

    def _stage(self, left: Sequence[int], tables: int, share: float) -> Comparison:
        drawn = draw_tables(
            *(self._population, [self.number_of_players], tables, self.seed),
            first=self._drawn,
            levels=False,
        )
        self._drawn += tables
        comparison = Comparison(
            [self.candidates[each].ruleset for each in left],
            list(drawn),
            {},
            seed=self.seed,
            games=max(1, int(share * self.most_games)),
        )
        self.rounds.append(Round(tuple(left), comparison))
        return comparison

    def _means(self, round_: Round, outcome: Outcome) -> dict[int, dict[str, float]]:
        """Return the mean over tables of every measure that is aimed at, by candidate."""
        found: dict[int, dict[str, float]] = {}
        for each in round_.left:
            name = self.candidates[each].ruleset.name
            played = [
                round_.comparison.played(outcome, table, name)
                for table in range(len(round_.comparison.tables_played))
            ]
            found[each] = {
                measure.name: float(
                    np.mean(
                        [
                            one.values(Quantity(measure, ""))(one.sums.sum(axis=0).astype(float))
                            for one in played
                        ]
                    )
                )
                for measure in self.aims.measures
            }
        return found

    def losses(self, means: Mapping[str, float]) -> list[float]:
        """Return what is to be made small, for each goal."""
        return [goal.sign * means[goal.measure.name] for goal in self.aims.goals]

    def _broken(self, means: Mapping[str, float], base: Mapping[str, float]) -> bool:
        return any(excess(each, means, base) > 0 for each in self.aims.conditions)

    def _ranked(self, left: Sequence[int], means: Mapping[int, Mapping[str, float]]) -> list[int]:
        """Return candidates, the best first: those that keep conditions; of a front, by layers."""

        def key(each: int) -> tuple[Any, ...]:
            broken = self._broken(means[each], means[BASE])
            candidate = self.candidates[each]
            return broken, layer[each], self.losses(means[each])[0], candidate.changes, each

        layer = dict.fromkeys(left, 0)
        rest, depth = list(left), 0
        while self.aims.is_front and rest:
            front = self._front(rest, means)
            layer |= dict.fromkeys(front, depth)
            rest, depth = [each for each in rest if each not in front], depth + 1
        return sorted(left, key=key)

    def _front(self, among: Sequence[int], means: Mapping[int, Mapping[str, float]]) -> list[int]:
        losses = {each: self.losses(means[each]) for each in among}
        return [
            each
            for each in among
            if not any(
                all(a < b for a, b in zip(losses[other], losses[each], strict=True))
                for other in among
            )
        ]

    def _least_changed(self, best: Sequence[int], means: Mapping[int, Mapping[str, float]]) -> int:
        """Return whom to judge: of those within what matters of the best, the least changed."""
        level = self._front(best, means) if self.aims.is_front else list(best)
        for number, goal in enumerate(self.aims.goals):
            least = min(self.losses(means[each])[number] for each in level)
            enough = least + goal.measure.matters.size
            level = [each for each in level if self.losses(means[each])[number] <= enough]
        return min(level, key=lambda each: (self.candidates[each].changes, best.index(each)))

    @property
    def _candidate(self) -> Candidate:
        assert self.first is not None
        return self.candidates[self.first]

    def _finalists(self) -> list[int]:
        steps = [
            number
            for number, other in enumerate(self.candidates)
            if step_between(self._candidate, other, self.candidates)
        ]
        wanted = dict.fromkeys([BASE, self.first, *self._rivals, *steps])
        return [each for each in wanted if each is not None][:MOST_FINALISTS]

    # What it came to.

    def has_results(self, outcome: Outcome) -> bool:
        return bool(self.last_round)

    def tables(self, outcome: Outcome) -> Tables:
        found: Tables = {}
        rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
        outcomes = dict(self.outcomes)
        if self.judging is not None and self.finished:
            judged = self.outcome_of(outcome, self.judging)
            comparison = self.rounds[self.judging].comparison
            found = comparison.tables(judged)
            rows["steps"] = list(self._step_rows(comparison, judged))
            rows["conditions"] = list(self._condition_rows(comparison, judged))
            if self.first is not None and self.recommended(outcome):
                outcomes[self.first] = RECOMMENDED
        candidates = [
            {
                "ruleset": candidate.ruleset.name,
                **candidate.values,
                "changes": candidate.changes,
                **means,
                "round": last,
                "outcome": outcomes.get(number, BEATEN),
            }
            for number, candidate in enumerate(self.candidates)
            if number in self.last_round
            for last, means in [self.last_round[number]]
        ]
        for rule in self.candidates[0].values:
            if any(isinstance(row[rule], str) for row in candidates):
                candidates = [{**row, rule: str(row[rule])} for row in candidates]
        found = {"candidates": columns(candidates, list(candidates[0])), **found}
        found |= {name: columns(rows[name], TABLES[name]) for name in TABLES}
        if self.lever is not None:
            fair = list(self._fair_rows(outcome, self.lever))
            found[f"fair_{self.lever.unit}"] = columns(fair, FAIR_COLUMNS)
        return found

    def gains(
        self, comparison: Comparison, outcome: Outcome, a: str, b: str
    ) -> list[tuple[str, float, Floats, Floats]]:
        """Return by how much `b` is better than `a`.

        Of each goal its text, what matters, and the gain at each table with its error.
        """
        found = []
        for goal in self.aims.goals:
            rows = list(comparison.rows(outcome, [goal.measure], (a, b)))
            gain = -goal.sign * np.array([row["difference"] for row in rows])
            error = np.array([row["standard_error"] for row in rows])
            found.append((goal.text, goal.measure.matters.size, gain, error))
        return found

    def _is_better(self, comparison: Comparison, outcome: Outcome) -> bool:
        """Return whether the first is better than the base: in a goal, and worse in none.

        Where the base breaks a condition that the first keeps, it need not be better in a goal.
        """
        if self.first in (None, BASE):
            return False
        names = [self.candidates[each].ruleset.name for each in (BASE, self.first or 0)]
        found = [
            agreement(gain, error, margin)
            for _, margin, gain, error in self.gains(comparison, outcome, *names)
        ]
        directed = [each for each in found if each.word in (ALWAYS, MOSTLY)]
        worse = any(each.middle < 0 for each in directed)
        better = any(each.middle > 0 for each in directed)
        return not worse and (better or self.outcomes.get(BASE) == BREAKS)

    def _step_rows(self, comparison: Comparison, outcome: Outcome) -> Iterable[dict[str, Any]]:
        first = self._candidate
        for number in self.rounds[-1].left:
            other = self.candidates[number]
            if other is first:
                continue
            step = step_between(first, other, self.candidates) is not None
            names = first.ruleset.name, other.ruleset.name
            for goal, margin, gain, error in self.gains(comparison, outcome, *names):
                shown = agreement(gain, error, margin)._asdict()
                yield {
                    "ruleset": names[1],
                    "step": step,
                    "goal": goal,
                    "matters": margin,
                    **{name: shown[name] for name in TABLES["steps"] if name in shown},
                }

    def _condition_rows(self, comparison: Comparison, outcome: Outcome) -> Iterable[dict[str, Any]]:
        base, first = self.candidates[BASE].ruleset.name, self._candidate.ruleset.name
        for condition in self.aims.conditions:
            measure = condition.measure
            rows = list(comparison.rows(outcome, [measure], (base, first)))
            value = np.array([row["value_b"] for row in rows])
            of_base = np.array([row["value_a"] for row in rows])
            bound = condition.bound * of_base if condition.relative else condition.bound
            keeping = condition.sign * (value - bound) <= 0
            shown = agreement(value, np.array([row["standard_error"] for row in rows]), np.inf)
            yield {
                "ruleset": first,
                "condition": condition.text,
                "tables": len(rows),
                "keeping": int(keeping.sum()),
                **{name: getattr(shown, name) for name in ("low", "middle", "high")},
            }

    def _fair_rows(self, outcome: Outcome, lever: SeatLever) -> Iterable[dict[str, Any]]:
        """Yield what each seat would need more for all to win alike, over the tables of round 1.

        How often seats win is taken to be linear in what they begin with.
        """
        stage = self.rounds[0]
        played, comparison = self.outcome_of(outcome, 0), stage.comparison
        rulesets = [self.candidates[each].ruleset for each in stage.left]
        given = [lever.by_seat(ruleset.rules(self.number_of_players)) for ruleset in rulesets]
        more = np.array(given, float) - np.array(given[BASE])
        values, errors = [], []
        for table in range(len(comparison.tables_played)):
            of = [comparison.played(played, table, ruleset.name) for ruleset in rulesets]
            sums = np.hstack([each.sums for each in of])

            def owed(sums: Floats, layout: Any = of[0].layout) -> Floats:
                by_ruleset = sums.reshape(*sums.shape[:-1], len(more), -1)
                return balance(layout.means(by_ruleset, WIN_RATE, SEAT), more)

            values.append(owed(sums.sum(axis=0).astype(float)))
            errors.append(experiment.standard_errors(pseudovalues(owed, sums)))
        half = 0.5  # from there on another whole number would be nearer to fair
        for seat in range(self.number_of_players):
            shown = agreement(np.array(values)[:, seat], np.array(errors)[:, seat], half)
            yield {"seat": seat + 1, **{name: getattr(shown, name) for name in FAIR_COLUMNS[1:]}}

    def recommended(self, outcome: Outcome) -> Ruleset | None:
        if self.first is None or self.judging is None or not self.finished:
            return None
        judged = self.outcome_of(outcome, self.judging)
        is_better = self._is_better(self.rounds[self.judging].comparison, judged)
        return self._candidate.ruleset if is_better else None

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        recommended = self.recommended(outcome)
        first = self.rounds[0].comparison
        return {
            "first": None if self.first is None else self._candidate.ruleset.name,
            "recommended": None if recommended is None else recommended.name,
            "candidates": len(self.candidates),
            "goals": [goal.text for goal in self.aims.goals],
            "conditions": [condition.text for condition in self.aims.conditions],
            "rounds": len({last for last, _ in self.last_round.values()}),
            "population": first.facts(self.outcome_of(outcome, 0))["population"],
            "tables_drawn": self._drawn,
        }

    @property
    def games(self) -> int:
        return self.most_games

    def progress_text(self, outcome: Outcome) -> str:
        if self.judging is not None:
            return "judging at fresh tables"
        return f"{len(self.rounds[-1].left)} of {len(self.candidates)} rulesets left"

    @property
    def entrants(self) -> Sequence[Entrant]:
        return self._population.members


def excess(condition: Condition, means: Mapping[str, float], base: Mapping[str, float]) -> float:
    name = condition.measure.name
    bound = condition.bound * base[name] if condition.relative else condition.bound
    return condition.sign * (means[name] - bound)


def balance(rates: Floats, more: Floats) -> Floats:
    """Return what each seat needs more for all to win alike.

    `rates`: (…, rulesets, seats): how often seats win. `more`: (rulesets, seats): what each seat is
    given beyond the first ruleset. Win rates are taken to be linear in what seats are given; what
    all are given alike changes nothing, so the amounts add up to 0. Returns (…, seats).
    """
    players = more.shape[1]
    plane = np.column_stack([np.ones(len(more)), more])
    fitted = np.linalg.pinv(plane) @ rates
    lacking, slopes = 1 / players - fitted[..., 0, :], np.swapaxes(fitted[..., 1:, :], -1, -2)
    ones = np.ones((*slopes.shape[:-2], 1, players))
    system = np.concatenate([slopes, ones], axis=-2)
    target = np.concatenate([lacking, np.zeros((*lacking.shape[:-1], 1))], axis=-1)
    return np.asarray((np.linalg.pinv(system) @ target[..., None])[..., 0])


FAIR_COLUMNS = ("seat", "tables", "agreeing", "low", "middle", "high", "word")

COLUMNS_OF_DESIGN = {
    "changes": Column(COUNT, "how many rules are changed"),
    "round": Column(ORDER, "the last round of the race that it played in"),
    "outcome": Column(LABEL, "; ".join(f"{name}: {text}" for name, text in OUTCOMES.items())),
    "step": Column(TRUTH, "whether it is one step away from the first of the race"),
    "goal": Column(LABEL, "the goal that it is compared by with the first: above 0 it is better"),
    "condition": Column(LABEL, "what was to be kept"),
    "keeping": Column(COUNT, "tables at which it is kept"),
}
