"""Policy-space response oracles: a field grows by responses to its own equilibrium.

M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning", NIPS
2017, after the double oracle of H. McMahan, G. Gordon and A. Blum ("Planning in the presence of
cost functions controlled by an adversary", ICML 2003). Each round solves the meta-game of the
strategies so far and trains a response to all others playing its equilibrium. A response that is
shown to gain joins the field; the first that is not ends the growth.

The oracle is a search for parameters, so the gains are lower bounds, as in `exploit`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from strategy_lab.experiments.meta.analysis import Sweep
from strategy_lab.experiments.meta.experiment import MetaGame
from strategy_lab.experiments.meta.settings import check_size
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant, mixture_of
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.simulation.staged import Steps
from strategy_lab.stats.games.least_exploitable import (
    least_exploitable as least_exploitable_mixture,
)
from strategy_lab.stats.games.replicator import equilibria
from strategy_lab.stats.games.symmetric import Floats
from strategy_lab.training.parameter_search import Search, Task, chosen
from strategy_lab.training.parameter_space import Point
from strategy_lab.training.win_rates import Gain

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
