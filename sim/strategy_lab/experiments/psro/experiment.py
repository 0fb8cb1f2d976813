"""The experiment ``psro``: a field grows by best responses until none is shown to gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strategy_lab.experiments.meta.experiment import MetaGame, Sweep
from strategy_lab.experiments.meta.settings import check_size
from strategy_lab.experiments.searching import table_of, with_limits
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import Entrant, MixtureFile, TunedFile, mixture_of
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, TRUTH, Column, Tables
from strategy_lab.simulation.experiment import Outcome, Staged, Steps
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.stats.game_theory import Floats, equilibria
from strategy_lab.stats.game_theory import least_exploitable as least_exploitable_mixture
from strategy_lab.training.search import (
    HELD_OUT,
    LIBRARIES,
    PROVING,
    Evaluation,
    Gain,
    Point,
    Scores,
    Search,
    Task,
    chosen,
)

if TYPE_CHECKING:
    from strategy_lab.experiments.psro.spec import PsroSpec


# growth: Policy-space response oracles: a field grows by responses to its own equilibrium.
#
# M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning", NIPS
# 2017, after the double oracle of H. McMahan, G. Gordon and A. Blum ("Planning in the presence of
# cost functions controlled by an adversary", ICML 2003). Each round solves the meta-game of the
# strategies so far and trains a response to all others playing its equilibrium. A response that is
# shown to gain joins the field; the first that is not ends the growth.
#
# The oracle is a search for parameters, so the gains are lower bounds, as in `exploit`.

DECIMALS = 6
"""Decimals of an equilibrium's weights, so that files hold exactly what was played."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The field that grows, and how thoroughly."""

    field: tuple[Entrant, ...]
    """The strategies at the start."""

    ruleset: Ruleset
    """The rules they play by."""

    task: Task
    """How a response is searched for; its opponents are ignored. A search begins at its start; from
    the second round on, another begins at the last response."""

    deals: int
    """How many deals every lineup of the meta-game plays."""

    rounds: int

    def __post_init__(self) -> None:
        most = len(self.field) + self.rounds - 1
        check_size([(most, self.task.rules.players)], self.deals, "rounds (--rounds)")


@dataclass(frozen=True, slots=True)
class Round:
    """An equilibrium, and the response that was trained against it."""

    field: tuple[Entrant, ...]
    """The strategies so far."""

    weights: Floats
    """(strategies,): the equilibrium."""

    response: Entrant
    point: Point
    """The response, and its parameters."""

    gain: Gain
    """The response's gain among players of the equilibrium, on deals that were used neither in
    training nor to choose it."""

    @property
    def members(self) -> list[tuple[Entrant, float]]:
        """The strategies in the equilibrium with their weights, the most frequent first."""
        order = np.argsort(-self.weights, kind="stable")
        return [(self.field[i], float(self.weights[i])) for i in order if self.weights[i] > 0]


class Oracle:
    """Finds equilibria, and responses to them, round by round.

    `search`: the search that is under way, if there is one.
    """

    def __init__(self, growth: Growth) -> None:
        self._growth = growth
        self._field, self._starts = growth.field, [growth.task.start]
        self.search: Search | None = None

    def round(self, number: int) -> Steps[Round]:
        """Play a round, which is counted from 1."""
        growth, field = self._growth, self._field
        weights = yield from _equilibrium(growth, field)
        members = [(field[i], float(weights[i])) for i in np.flatnonzero(weights)]
        task = replace(
            growth.task,
            opponents=(player_of(members),),
            seed=(growth.task.seed + number) % SEEDS,
        )
        finalists: list[Point] = []
        for start in self._starts:
            self.search = Search(replace(task, start=start))
            yield from self.search.generations()
            finalists += self.search.finalists
        self.search = None
        point, won = yield from chosen(task, finalists, task.opponents)
        response = task.space.at(point, f"response-{number}")
        self._field, self._starts = (*field, response), [growth.task.start, point]
        return Round(field, weights, response, point, won.gain)


def player_of(members: Sequence[tuple[Entrant, float]]) -> Entrant:
    """Return an entrant that plays a mixture: its one member, or one drawn for each game."""
    return members[0][0] if len(members) == 1 else mixture_of(in_words(members), members)


def in_words(members: Sequence[tuple[Entrant, float]]) -> str:
    """Return the members of a mixture and their shares in words."""
    return shares_in_words({entrant.name: weight for entrant, weight in members})


def shares_in_words(shares: Mapping[str, float]) -> str:
    """Return shares by name in words; a tiny one is "<1 %", never 0."""
    if len(shares) == 1:
        return next(iter(shares))
    return ", ".join(f"{_percent(share)} % {name}" for name, share in shares.items())


def _percent(share: float) -> str:
    text = f"{100 * share:.0f}"
    return {"0": "<1", "100": ">99"}.get(text, text)


def _equilibrium(growth: Growth, field: tuple[Entrant, ...]) -> Steps[Floats]:
    """Return the mixture that the replicator dynamics settle in from the most starts.

    Where they settle in none, it is the one that leaves a best response of the field least to gain.
    """
    if len(field) == 1:
        return np.ones(1)
    seed = growth.task.seed
    meta = MetaGame(
        field,
        Sweep((), 0),
        rulesets=[growth.ruleset],
        players=[growth.task.rules.players],
        seed=seed,
        deals=growth.deals,
    )
    game = meta.game((yield meta), meta.settings[0])
    settled = equilibria(game.mean, seed).mixtures
    found = settled[0] if len(settled) else least_exploitable_mixture(game.mean, seed)
    weights = cast("Floats", np.round(found, DECIMALS))
    weights[weights.argmax()] += 1.0 - weights.sum()
    return weights


# best_responses: The best response to each equilibrium, among all strategies that PSRO has found.
#
# The response trained in an equilibrium's own round is not always the best one: a response from
# another round may win more, above all against a mixture of few. So every response plays against
# every equilibrium.
#
# Held-out deals choose the best response to each equilibrium, and the equilibrium that is least
# exploitable. Its gain is measured on other deals, since the smallest of several gains is too low
# on the deals that chose it.


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The strategy that wins most among players of an equilibrium."""

    name: str
    gain: Gain
    """On deals that chose neither the response nor the equilibrium."""


class BestResponses:
    """The best response to the equilibrium of each round so far."""

    def __init__(self, field: Sequence[Entrant], task: Task) -> None:
        self._task = task
        self._known = list(field)
        self._equilibria: list[Entrant] = []
        self._rates: list[list[float]] = []
        self._proved: dict[tuple[int, int], Gain] = {}

    def add(self, played: Round) -> Steps[None]:
        """Play a round's response against all equilibria, and all responses against its own."""
        for rates, equilibrium in zip(self._rates, self._equilibria, strict=True):
            rates.extend((yield from self._win_rates([played.response], equilibrium)))
        self._known.append(played.response)
        self._equilibria.append(player_of(played.members))
        self._rates.append((yield from self._win_rates(self._known, self._equilibria[-1])))

    def best(self) -> Steps[list[BestResponse]]:
        """Return the best response to each equilibrium, in the order of the rounds."""
        best = []
        for equilibrium, rates in enumerate(self._rates):
            response = int(np.argmax(rates))
            entrant, pair = self._known[response], (equilibrium, response)
            if pair not in self._proved:
                opponent = self._equilibria[equilibrium]
                scores = yield from self._scores([entrant], opponent, PROVING)
                self._proved[pair] = scores.win_rate(0).gain
            best.append(BestResponse(entrant.name, self._proved[pair]))
        return best

    def least_exploitable(self) -> int:
        """Return the index of the round whose equilibrium leaves least to win.

        It is chosen on the deals that choose the best responses, not on those of their gains.
        """
        return int(np.argmin([max(rates) for rates in self._rates]))

    def _win_rates(self, responses: Sequence[Entrant], equilibrium: Entrant) -> Steps[list[float]]:
        scores = yield from self._scores(responses, equilibrium, HELD_OUT)
        return [float(rate) for rate in scores.win]

    def _scores(
        self, responses: Sequence[Entrant], equilibrium: Entrant, first_deal: int
    ) -> Steps[Scores]:
        task = self._task
        played = Evaluation(
            task.rules,
            responses,
            [equilibrium],
            seed=task.seed,
            first_deal=first_deal,
            deals=task.final_deals,
        )
        return played.scores((yield played))


GAIN_DECIMALS = 5
"""Of a gain in a file."""


COLUMNS: Mapping[str, Column] = {
    "round": Column(COUNT, "number of the round"),
    "equilibrium": Column(LABEL, "the mixture that the field comes to rest in"),
    "response": Column(LABEL, "the strategy that was trained against it"),
    **with_limits("gain", "its win rate beyond a fair share: a lower bound"),
    "joins": Column(TRUTH, "whether it is shown to gain, and joins the field"),
    "best_response": Column(LABEL, "the best response to the equilibrium of all rounds"),
    **with_limits("best_gain", "its win rate beyond a fair share: a lower bound"),
    "saved": Column(TRUTH, "whether the equilibrium leaves least to win, and is saved"),
    "strategy": Column(LABEL, "name of a strategy of the field"),
    "spec": Column(LABEL, "what it can be named by"),
    "weight": Column(SHARE, "how often the equilibrium plays it"),
}


class GrowingField(Staged):
    """Rounds of a growth, as many as gain.

    `best`: the best response of all rounds to the equilibrium of each. `least`: the index of the
    round whose equilibrium leaves least to win.
    """

    libraries = LIBRARIES
    columns = COLUMNS

    def __init__(self, spec: PsroSpec) -> None:
        self.spec, self.growth = spec, spec.growth
        self.rounds: list[Round] = []
        self.best: list[BestResponse] = []
        self.least = 0
        self._oracle = Oracle(self.growth)
        super().__init__(self._steps())

    def _steps(self) -> Steps[None]:
        responses = BestResponses(self.growth.field, self.growth.task)
        for number in range(1, self.growth.rounds + 1):
            played = yield from self._oracle.round(number)
            yield from responses.add(played)
            best = yield from responses.best()
            self.rounds.append(played)
            self.best, self.least = best, responses.least_exploitable()
            if not played.gain.is_shown:
                return

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables ``rounds`` and ``weights``."""
        gains = ["gain", "gain_low", "gain_high"]
        best_gains = [f"best_{name}" for name in gains]
        return {
            "rounds": table_of(
                [
                    *("round", "equilibrium", "response", *gains, "joins"),
                    *("best_response", *best_gains, "saved"),
                ],
                [
                    {
                        "round": number,
                        "equilibrium": in_words(each.members),
                        "response": each.response.name,
                        **each.gain.columns("gain"),
                        "joins": each.gain.is_shown,
                        "best_response": best.name,
                        **best.gain.columns("best_gain"),
                        "saved": number == 1 + self.least,
                    }
                    for number, (each, best) in enumerate(
                        zip(self.rounds, self.best, strict=True), start=1
                    )
                ],
            ),
            "weights": table_of(
                ["round", "strategy", "weight", "spec"],
                [
                    {
                        "round": number,
                        "strategy": entrant.name,
                        "weight": weight,
                        "spec": entrant.spec,
                    }
                    for number, each in enumerate(self.rounds, start=1)
                    for entrant, weight in each.members
                ],
            ),
        }

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether a round is done."""
        return bool(self.rounds)

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return the seed, from which those of the rounds follow."""
        return {"seed": self.spec.seed}

    def mixture_file(self) -> MixtureFile:
        """Return the file of the equilibrium that leaves least to win.

        It contains the parameters of the responses, so it needs no other file.
        """
        members = self.rounds[self.least].members
        made = self._made | {"rounds": len(self.rounds), "source": self.spec.train.source}
        return MixtureFile(
            tuple(entrant.spec for entrant, _ in members),
            tuple(round(weight, DECIMALS) for _, weight in members),
            made | _rounded(self.best[self.least].gain),
        )

    def response_files(self) -> dict[str, TunedFile]:
        """Return the files of the responses that gained, by name."""
        space, rules = self.spec.train, self.growth.task.rules
        return {
            each.response.name: TunedFile(
                space.base,
                space.source,
                rules.ruleset,
                rules.players,
                space.values(each.point),
                self._made | _rounded(each.gain),
            )
            for each in self.rounds
            if each.gain.is_shown
        }

    @property
    def _made(self) -> dict[str, Any]:
        spec, chosen = self.spec, self.spec.ruleset
        return {
            "seed": spec.seed,
            "strategies": [entrant.name for entrant in spec.strategies],
            "ruleset": chosen.text or chosen.ruleset.name,
            "players": spec.players,
            "train": str(spec.train),
            "meta_deals": spec.meta_deals,
            "deals": spec.deals,
            "generations": spec.generations,
            "population": spec.population,
            "final_deals": spec.final_deals,
        }

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who plays at first, and what is trained."""
        return [*self.spec.strategies, self.spec.train.entrant]

    @property
    def games(self) -> int:
        """How many games there are to play at most, as far as one can tell."""
        known, rounds = sum(part.games for part in self.parts), self.growth.rounds
        if self.finished:
            return known
        task = replace(self.growth.task, opponents=self.growth.field[:1])
        searches = 2 * rounds - 1  # from the second round on there are two
        return max(known, searches * task.games_of_search + rounds * task.games_of_choice)

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games there will be at most."""
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        """Return how the growth stands."""
        number, search = len(self.rounds) + 1, self._oracle.search
        last = self.rounds[-1].gain.mean if self.rounds else None
        so_far = "" if last is None else f", the last response gains {100 * last:+.1f} points"
        now = "" if search is None else f"; {search.text}"
        return f"round {number} of at most {self.growth.rounds}{so_far}{now}".replace(
            "-", "\N{MINUS SIGN}"
        )


def _rounded(gain: Gain) -> dict[str, float]:
    columns = gain.columns("gain").items()
    return {name: round(value, GAIN_DECIMALS) + 0.0 for name, value in columns}  # never -0.0
