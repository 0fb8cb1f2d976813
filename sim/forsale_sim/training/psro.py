"""A field that grows by best responses to its own equilibrium, until none is found that gains.

Policy-space response oracles (M. Lanctot et al., "A unified game-theoretic approach to multiagent
reinforcement learning", NIPS 2017), after the double oracle of H. McMahan, G. Gordon and A. Blum
("Planning in the presence of cost functions controlled by an adversary", ICML 2003). Each round
solves the meta-game of the strategies so far and trains a response to all others playing its
equilibrium. One that is shown to gain joins the field; one that is not ends the growth.

The oracle is a search for parameters, so what remains is a bound from below, as in `exploiting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from forsale_sim.errors import StoppedError
from forsale_sim.experiments.meta.payoffs import played_game
from forsale_sim.experiments.meta.plan import check_size, make_meta_game
from forsale_sim.experiments.meta.playing import play_meta_game
from forsale_sim.plugins.entrant import Entrant, mixture_of
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.plan import SEEDS
from forsale_sim.stats.games.least_exploitable import least_exploitable as least_exploitable_mixture
from forsale_sim.stats.games.replicator import equilibria
from forsale_sim.stats.games.symmetric import Floats
from forsale_sim.training.gains import Gain
from forsale_sim.training.searching import Search, Task, chosen
from forsale_sim.training.space import Point

DECIMALS = 6
"""Of an equilibrium's weights: what is written in files, then, is what was played."""

Told = list[list[list[float]]]
"""What each search was told so far: the objectives of its generations, search by search."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What grows, and how thoroughly.

    Attributes
    ----------
    field
        The strategies at first.
    ruleset
        By which they play.
    task
        How a response is searched for. Its opponents are not looked at. A search begins at its
        start; from the second round on, another at the last response.
    deals
        How many deals every lineup of the meta-game plays.
    rounds
        After which it ends in any case.

    Raises
    ------
    UsageError
        If so many rounds may grow more strategies than can play in all lineups.
    """

    field: tuple[Entrant, ...]
    ruleset: Ruleset
    task: Task
    deals: int
    rounds: int

    def __post_init__(self) -> None:
        """Check how large it may grow."""
        most = len(self.field) + self.rounds - 1
        check_size([(most, self.task.rules.players)], self.deals, "--rounds")


@dataclass(frozen=True, slots=True)
class Round:
    """An equilibrium, and the best response to it that was found.

    Attributes
    ----------
    field
        The strategies so far.
    weights
        (strategies,): the equilibrium.
    response, point
        What was trained, and its parameters.
    gain
        Of the response amid players of the equilibrium, on deals that had no part in training or
        choice.
    """

    field: tuple[Entrant, ...]
    weights: Floats
    response: Entrant
    point: Point
    gain: Gain

    @property
    def members(self) -> list[tuple[Entrant, float]]:
        """Who plays in the equilibrium, and how often; the most frequent first."""
        order = np.argsort(-self.weights, kind="stable")
        return [(self.field[i], float(self.weights[i])) for i in order if self.weights[i] > 0]


def grow(
    growth: Growth, told: Told, keep: Callable[[], None], show: Callable[[str], None]
) -> Iterator[Round]:
    """Play rounds until no response is shown to gain, or there have been enough.

    Parameters
    ----------
    growth
        What grows.
    told
        What searches were told before, if this goes on after an interruption; what they are told
        is added, in place.
    keep
        Called when something was added.
    show
        Told how it goes.

    Raises
    ------
    UsageError
        If a strategy cannot be compiled.
    StoppedError
        On Ctrl-C.
    """
    field, starts = growth.field, [growth.task.start]
    searches = 0
    for number in range(1, growth.rounds + 1):
        weights = _equilibrium(growth, field)
        members = [(field[i], float(weights[i])) for i in np.flatnonzero(weights)]
        opponent = player_of(members)
        show(f"round {number}: {in_words(members)}")
        task = replace(
            growth.task,
            opponents=(opponent,),
            self_play=False,
            seed=(growth.task.seed + number) % SEEDS,
        )
        finalists: list[Point] = []
        for start in starts:
            if len(told) == searches:
                told.append([])
            search = Search(replace(task, start=start), told[searches])
            told[searches] = search.told
            searches += 1
            for won in search.steps():
                keep()
                show(
                    f"  generation {len(search.told)} of {task.generations}: the current best "
                    f"wins {won.percent()} %"
                )
            finalists += search.finalists
        point, measured = chosen(task, finalists, task.opponents)
        response = task.space.entrant(f"response-{number}", task.space.values(point))
        found = Round(field, weights, response, point, Gain.of(measured, 1 / task.rules.players))
        yield found
        if not found.gain.is_shown:
            return
        field, starts = (*field, response), [growth.task.start, point]


def player_of(members: Sequence[tuple[Entrant, float]]) -> Entrant:
    """Return who plays a mixture: its one member, or who draws one of them for each game."""
    return members[0][0] if len(members) == 1 else mixture_of(in_words(members), members)


def in_words(members: Sequence[tuple[Entrant, float]]) -> str:
    """Return who plays a mixture, and how often."""
    return shares_in_words({entrant.name: weight for entrant, weight in members})


def shares_in_words(shares: Mapping[str, float]) -> str:
    """Return who plays a mixture, by name, and how often; who hardly ever does, as well."""
    if len(shares) == 1:
        return next(iter(shares))
    return ", ".join(f"{_percent(share)} % {name}" for name, share in shares.items())


def _percent(share: float) -> str:
    text = f"{100 * share:.0f}"
    return {"0": "<1", "100": ">99"}.get(text, text)


def _equilibrium(growth: Growth, field: tuple[Entrant, ...]) -> Floats:
    """Return the mixture that the replicator dynamics settle in from the most starts.

    Where they settle in none, it is the one that leaves a best response of the field least to gain.
    """
    if len(field) == 1:
        return np.ones(1)
    task = growth.task
    meta = make_meta_game(
        field,
        rulesets=[growth.ruleset],
        players=[task.rules.players],
        seed=task.seed,
        deals=growth.deals,
    )
    outcome = play_meta_game(meta, CompiledEngine(meta.plan), threads=task.threads)
    if not outcome.complete:
        raise StoppedError("interrupted")
    game = played_game(meta.settings[0], np.array(outcome.sums[0]), task.seed)
    settled = equilibria(game.mean, task.seed).mixtures
    found = settled[0] if len(settled) else least_exploitable_mixture(game.mean, task.seed)
    weights: Floats = np.round(found, DECIMALS)
    weights[weights.argmax()] += 1.0 - weights.sum()
    return weights
