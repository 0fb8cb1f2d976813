"""How good candidates are: each in one seat against copies of an opponent, on common deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.game import GameDefinition, ResolvedRules
from strategy_lab.plugins.entrants import Entrant, find_strategy, load_entrant, source_of
from strategy_lab.plugins.strategies import moved, parse_settings
from strategy_lab.results.accumulators import CandidateSums, Cell
from strategy_lab.results.conclusions import Tables
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation import experiment
from strategy_lab.simulation.experiment import MOST_STRATEGIES
from strategy_lab.stats.intervals import ClusterSums, rate_interval, ratio

GAIN_DIGITS = 12  # decimals of a gain, so that rounding errors do not turn 0 into a small number


@dataclass(frozen=True, slots=True)
class WinRate:
    """A win rate as a fraction of the games, with the 95 % interval of `rate_interval`."""

    rate: float
    low: float
    high: float
    players: int

    @classmethod
    def of(
        cls, win: int, win_squares: int, *, deals: int, games: int, players: int, level: bool
    ) -> WinRate:
        """Return the win rate of a player.

        `win` and `win_squares` are sums over deals of the wins in the `games` of each, in parts of
        a win. `level` says whether all others play as the player does.
        """
        sums = (deals, games * deals, win, games**2 * deals, games * win, win_squares)
        rate = ratio(ClusterSums(*(np.array([value]) for value in sums)), 1 / whole_win(players))
        low, high = rate_interval(rate, level & (rate.standard_error == 0))
        return cls(float(rate.value[0]), float(low[0]), float(high[0]), players)

    @property
    def limits(self) -> tuple[float, float, float]:
        return self.rate, self.low, self.high

    @property
    def gain(self) -> tuple[float, float, float]:
        gain, low, high = (
            round(limit - 1 / self.players, GAIN_DIGITS) + 0.0 for limit in self.limits
        )
        return gain, low, high

    @property
    def is_gain(self) -> bool:
        return self.gain[1] > 0

    def __str__(self) -> str:
        half = max(self.rate - self.low, self.high - self.rate)
        arm = f" ±{100 * max(half, 0.001):.1f}" if half > 0 else ""
        return f"{100 * self.rate:.1f}{arm} %"


@dataclass(frozen=True, slots=True)
class Scores:
    """What candidates did on the same deals."""

    sums: CandidateSums  # of each candidate, over all its deals
    level: Sequence[bool]  # whether all others play as the candidate does
    deals: int
    games: int  # how many deals a candidate plays, and how many games of each
    players: int
    score_weight: float  # what one more of the score than the others' mean counts, in wins

    @property
    def win(self) -> NDArray[np.float64]:
        """(candidates,): the mean win share."""
        return np.asarray(self.sums.win / (whole_win(self.players) * self.games * self.deals))

    @property
    def objective(self) -> NDArray[np.float64]:
        """(candidates,): what a search maximises."""
        margin = self.sums.ahead / ((self.players - 1) * self.games * self.deals)
        return np.asarray(self.win + self.score_weight * margin)

    def win_rate(self, candidate: int) -> WinRate:
        return WinRate.of(
            int(self.sums.win[candidate]),
            int(self.sums.win_squares[candidate]),
            deals=self.deals,
            games=self.games,
            players=self.players,
            level=self.level[candidate],
        )


class Evaluation(experiment.Experiment):
    """Every candidate against copies of each opponent, in every seat, on the same deals.

    All of it is one block. A unit is a deal as one candidate plays it, at a table with each of the
    opponents; those of the first candidate come first. The candidates are one field of one engine:
    parameters are data, and nothing is compiled anew.
    """

    def __init__(
        self,
        rules: ResolvedRules,
        candidates: Sequence[Entrant],
        opponents: Sequence[Entrant],
        *,
        seed: int,
        first_deal: int,
        deals: int,
        make: Callable[[], Entrant] | None = None,  # makes the one candidate when it is to play
    ) -> None:
        self.candidates, self.opponents, self._make = candidates, opponents, make
        self.players, self.first_deal, self.deals_each = rules.players, first_deal, deals
        field = (*candidates, *opponents)
        names = tuple(map(str, range(len(field))))  # two of one name are told apart by number
        cell = Cell(rules, names, rules.players)
        cells = tuple(
            experiment.PlannedCell(
                cell, (c, *[len(candidates) + o] * (rules.players - 1)), deals, 1
            )
            for c in range(len(candidates))
            for o in range(len(opponents))
        )
        self.plans = (experiment.Plan(field, seed, True, cells),)
        units = deals * len(candidates)
        identity: dict[str, Any] = {
            "players": rules.players,
            "candidates": [candidate.name for candidate in candidates],
            "opponents": [opponent.name for opponent in opponents],
            "rules": rules.settings(),
            "seed": seed,
            "first_deal": first_deal,
            "deals": deals,
        }
        self.blocks = [
            experiment.Block(
                "candidates", cell, units, units * len(opponents) * rules.players, identity
            )
        ]
        # Whatever they are called.
        self._level = [
            all(one.decisions == other.decisions for other in opponents) for one in candidates
        ]

    def playable(self, plan: int) -> experiment.Plan:
        settled = self.plans[plan]
        if self._make is None:
            return settled
        return replace(settled, field=(self._make(), *self.opponents))

    def chunks(self, piece: experiment.Piece) -> list[experiment.Chunk]:
        tables = len(self.opponents)
        return [
            experiment.Chunk(0, candidate * tables + table, self.first_deal + first, deals)
            for candidate, first, deals in self._parts(piece)
            for table in range(tables)
        ]

    def empty(self, block: int) -> CandidateSums:
        return CandidateSums.empty(len(self.candidates))

    def count(self, piece: experiment.Piece, rows: Sequence[Rows]) -> CandidateSums:
        sums, tables = self.empty(0), len(self.opponents)
        for number, (candidate, _, _) in enumerate(self._parts(piece)):
            sums.count(rows[number * tables : (number + 1) * tables], candidate)
        return sums

    def deals(self, outcome: experiment.Outcome) -> int:
        return min(len(outcome.played[0]), self.deals_each)

    def tables(self, outcome: experiment.Outcome) -> Tables:
        return {}

    def scores(self, outcome: experiment.Outcome) -> Scores:
        games = len(self.opponents) * self.players
        weight = self.candidates[0].game.score_weight
        return Scores(outcome.tally(0), self._level, self.deals_each, games, self.players, weight)

    def _parts(self, piece: experiment.Piece) -> Iterator[tuple[int, int, int]]:
        """Yield the candidates of a piece, each with its first deal, from 0, and their number."""
        unit, end = piece.first - 1, piece.first - 1 + piece.units
        while True:
            candidate, first = divmod(unit, self.deals_each)
            deals = min(end - unit, self.deals_each - first)
            yield candidate, first, deals
            unit += deals
            if unit >= end:
                return


Point = NDArray[np.float64]
Values = Mapping[str, int | float]

DIGITS = 5  # significant digits of a parameter: more are noise, and files are for people


class Range(NamedTuple):
    name: str
    low: float
    high: float
    is_whole: bool
    start: float


class Space(NamedTuple):
    """The parameters of a strategy, each mapped to 0 to 1, as a spec holds them."""

    entrant: Entrant  # the strategy, with the parameters that the search begins with
    base: str
    source: str  # the spec that finds it with no parameter set, and the hash by which files know it

    ranges: tuple[Range, ...]  # of all parameters, also of those that cannot vary

    @classmethod
    def of(cls, spec: str, game: GameDefinition) -> Space:
        """Return the space of the strategy that a spec names, from the parameters that it sets."""
        named = find_strategy(spec, game)
        values = parse_settings(named.strategy, named.settings)
        ranges = tuple(
            Range(name, parameter.low, parameter.high, parameter.is_whole, values[name])
            for name, parameter in named.strategy.parameters.items()
        )
        space = cls(load_entrant(spec, game), named.spec, source_of(named.strategy), ranges)
        if not space.free:
            raise UsageError(
                f"strategy {named.strategy.name!r} has no parameter that can vary, and tuning "
                "takes at least one: name a strategy that declares one"
            )
        return space

    @classmethod
    def held(cls, values: Mapping[str, Any]) -> Space:
        """Return the space of values by name, as JSON holds it."""
        return cls(**{**values, "ranges": tuple(Range(**each) for each in values["ranges"])})

    @property
    def name(self) -> str:
        return self.base.rpartition(":")[2]

    @property
    def free(self) -> list[Range]:
        return [each for each in self.ranges if each.low < each.high]

    @property
    def start(self) -> Point:
        return self.point({each.name: each.start for each in self.ranges})

    def point(self, values: Values) -> Point:
        return np.array([(values[p.name] - p.low) / (p.high - p.low) for p in self.free])

    def values(self, point: Point) -> dict[str, int | float]:
        """Return the parameters at a point, rounded; those that cannot vary included."""
        values: dict[str, int | float] = {each.name: each.start for each in self.ranges}
        for each, part in zip(self.free, point, strict=True):
            value = each.low + float(part) * (each.high - each.low)
            value = min(max(float(f"{value:.{DIGITS}g}"), each.low), each.high)
            values[each.name] = round(value) if each.is_whole else float(value)
        return values

    def at(self, point: Point, name: str = "") -> Entrant:
        """Return the strategy with the parameters at a point, under its spec or another name."""
        values = self.values(point)
        settings = ",".join(f"{key}={value!r}" for key, value in values.items())
        spec = f"{self.base}:{settings}"
        decisions = {
            each: replace(usual, arguments={key: values[key] for key in usual.arguments})
            for each, usual in self.entrant.decisions.items()
        }
        name = name or moved(spec, lambda file: Path(file).name)
        return Entrant(name, spec, decisions, self.entrant.game)

    def __str__(self) -> str:
        return self.entrant.spec


# cma_es: CMA-ES from the library `cmaes`, made to draw the same points on every machine.
#
# Drawing from a covariance matrix takes a root of it. The library scales the eigenvectors by the
# roots of their eigenvalues. Where eigenvalues are equal, as most are in the first generations, the
# eigenvectors are not unique, and the machine's linear algebra decides which are found, and with
# them what is drawn. The symmetric root is unique, and draws from the same distribution.

LIBRARIES = ("cmaes",)  # what decides which points are drawn


def evolution(start: Point, *, step: float, seed: int, population: int) -> Any:
    """Return a search of the unit cube, with the library's interface `ask` and `tell`.

    `start` is the mean of the first points.
    """
    return _evolution()(
        mean=start.copy(),
        sigma=step,
        bounds=np.array([[0.0, 1.0]] * len(start)),
        seed=seed % 2**32,
        population_size=population,
    )


@cache
def _evolution() -> Any:
    import cmaes

    class Evolution(cmaes.CMA):  # type: ignore[misc]
        """CMA-ES with the symmetric root of the covariance matrix."""

        def _sample_solution(self) -> Point:
            vectors, roots = self._eigen_decomposition()
            normal = self._rng.randn(self._n_dim)
            point: Point = self._mean + self._sigma * (vectors * roots) @ (vectors.T @ normal)
            return point

    return Evolution


# parameter_search: The search for a strategy's parameters by CMA-ES.
#
# Source: N. Hansen, "The CMA evolution strategy: a tutorial" (2016), in the library `cmaes`.
#
# The search is deterministic: the seed and what candidates have won so far determine the next ones.

STEP = 0.12  # the standard deviation of the first candidates, as a part of each parameter's range
HELD_OUT = 10**12  # the first deal of those that choose among the finalists; no search reaches it
PROVING = 2 * 10**12
"""The first deal of those that measure the chosen finalist, which had no part in the choice."""

FINALISTS = 4  # how many of the last means are compared on held-out deals, together with the start


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    space: Space
    start: Point  # the parameters, and where the search begins
    rules: ResolvedRules
    opponents: tuple[Entrant, ...]  # every table has one candidate and copies of one of these
    self_play: bool = False
    """Whether there are also tables with copies of the search's current mean."""

    seed: int
    deals: int  # how many deals every candidate plays in a generation
    generations: int
    population: int  # how many generations there are, of how many candidates
    final_deals: int
    """How many deals compare the finalists, and how many others measure the chosen one."""

    stall: int = 0  # see `Search.has_stalled`; 0 for a search that plays all its generations

    def __post_init__(self) -> None:
        experiment.check_seed(self.seed)
        # The mean is one more candidate, and with self-play one more opponent.
        candidates = self.population + 1
        if candidates + len(self.opponents) + self.self_play > MOST_STRATEGIES:
            raise UsageError(
                f"{candidates} candidates and their opponents are more than the {MOST_STRATEGIES} "
                "strategies of a field: ask for a smaller population (--population), or fewer "
                "opponents"
            )

    @property
    def games_of_search(self) -> int:
        tables = len(self.opponents) + self.self_play
        deals = self.generations * (self.population + 1) * self.deals
        return deals * tables * self.rules.players

    @property
    def games_of_choice(self) -> int:
        tables = len(self.opponents) + self.self_play
        finalists = min(FINALISTS, self.generations + 1) + 1
        proofs = len(self.opponents) or tables
        return (finalists * tables + proofs) * self.final_deals * self.rules.players

    def scores(
        self,
        candidates: Sequence[Point | Entrant],
        against: Sequence[Entrant],
        first_deal: int,
        deals: int | None = None,
        make: Callable[[], Entrant] | None = None,
    ) -> experiment.Steps[Scores]:
        played = Evaluation(
            self.rules,
            [each if isinstance(each, Entrant) else self.space.at(each) for each in candidates],
            against,
            seed=self.seed,
            first_deal=first_deal,
            deals=deals or self.final_deals,
            make=make,
        )
        return played.scores((yield played))

    def chosen(
        self, finalists: Sequence[Point], against: Sequence[Entrant]
    ) -> experiment.Steps[tuple[Point, WinRate]]:
        held_out = yield from self.scores(finalists, against, HELD_OUT)
        best = finalists[int(np.argmax(held_out.win))]
        proof = yield from self.scores([best], self.opponents or against, PROVING)
        return best, proof.win_rate(0)


class Search:
    """A search in progress.

    `means`: the mean before each generation, and the current one. `won`: the win rate of the mean
    before each generation that was played.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.means: list[Point] = [task.start]
        self.won: list[WinRate] = []

    def generations(self) -> experiment.Steps[None]:
        """Play the generations until the search stalls. The mean is one more candidate of each."""
        task = self.task
        strategy = evolution(task.start, step=STEP, seed=task.seed, population=task.population)
        while not self.is_over:
            points, mean = [strategy.ask() for _ in range(task.population)], self.means[-1]
            first_deal = 1 + len(self.won) * task.deals
            tried = [*points, mean]
            scores = yield from task.scores(tried, self.against, first_deal, task.deals)
            objectives = scores.objective[:-1].tolist()
            strategy.tell([(p, -value) for p, value in zip(points, objectives, strict=True)])
            self.means.append(np.clip(strategy.mean, 0.0, 1.0))
            self.won.append(scores.win_rate(len(points)))

    @property
    def is_over(self) -> bool:
        return len(self.won) == self.task.generations or self.has_stalled

    @property
    def has_stalled(self) -> bool:
        """Whether the mean has won no more in the last `stall` generations than in those before."""
        if not 0 < 2 * self.task.stall <= len(self.won):
            return False
        before, last = self.lately
        return last <= before

    @property
    def lately(self) -> tuple[float, float]:
        """The average win rate of the `stall` generations before the last, and of the last."""
        rates = np.array([won.rate for won in self.won[-2 * self.task.stall :]])
        before, last = rates.reshape(2, -1).mean(axis=1).round(GAIN_DIGITS).tolist()
        return before, last

    @property
    def against(self) -> list[Entrant]:
        copies = [self.task.space.at(self.means[-1])] if self.task.self_play else []
        return [*self.task.opponents, *copies]

    @property
    def finalists(self) -> list[Point]:
        return [*self.means[-FINALISTS:], self.task.start]

    def finish(self) -> experiment.Steps[tuple[Point, WinRate]]:
        """Return the best finalist on held-out deals, and its win rate on others."""
        return (yield from self.task.chosen(self.finalists, self.against))

    @property
    def text(self) -> str:
        if not self.won:
            return f"generation 1 of {self.task.generations}"
        number = min(len(self.won) + 1, self.task.generations)
        return (
            f"generation {number} of {self.task.generations}, the current best wins {self.won[-1]}"
        )
