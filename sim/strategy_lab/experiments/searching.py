"""The experiments ``tune``, ``exploit`` and ``psro``: searches for parameters that win.

``tune`` searches against opponents that are named, ``exploit`` against copies of one strategy, and
``psro`` against the equilibrium of a field, which grows by what is found.

With more than two players no strategy is safe against all others, so ``exploit`` does not measure
perfection. Its gains, and those of ``psro``, are *lower bounds* on how exploitable a strategy is: a
better response than the best one tried may exist. (Lanctot et al., "A unified game-theoretic
approach to multiagent reinforcement learning", NIPS 2017, call the trained ones approximate best
responses.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from strategy_lab.experiments.meta.experiment import MetaGame, Sweep, check_size
from strategy_lab.experiments.population import Table
from strategy_lab.game import ResolvedRules
from strategy_lab.plugins.entrants import (
    Decision,
    Entrant,
    MixtureFile,
    TunedFile,
    mixture_of,
    tuning_mismatches,
)
from strategy_lab.results import conclusions
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, TRUTH, Column, Columns, Tables
from strategy_lab.simulation.experiment import SEEDS, Outcome, Staged, Steps
from strategy_lab.stats.game_theory import Floats, equilibria
from strategy_lab.stats.game_theory import least_exploitable as least_exploitable_mixture
from strategy_lab.training.search import (
    HELD_OUT,
    LIBRARIES,
    PROVING,
    Point,
    Search,
    Space,
    Task,
    WinRate,
)
from strategy_lab.version import __version__

if TYPE_CHECKING:
    from strategy_lab.experiments.options import SearchSpec
    from strategy_lab.experiments.specs import ExploitSpec, PsroSpec, TuneSpec
    from strategy_lab.game import Ruleset
    from strategy_lab.program import Program


RATES = ("win_rate", "win_rate_low", "win_rate_high")
GAINS = ("gain", "gain_low", "gain_high")
BEST_GAINS = tuple(f"best_{name}" for name in GAINS)

DECIMALS = 5  # of win rates and gains in a file


def _with_limits(name: str, description: str) -> dict[str, Column]:
    return conclusions.with_limits(name, SHARE, description, "95 % interval, clustered by deal")


WON: dict[str, Column] = {
    "ruleset": Column(LABEL, "name of the rules"),
    "players": Column(COUNT, "how many play"),
    "fair_share": Column(SHARE, "what a copy of its opponents would win: 1 / players"),
    **_with_limits("win_rate", "its wins, ties shared, as a fraction of the games"),
}


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Columns:
    return {name: np.array([row[place] for row in rows]) for place, name in enumerate(names)}


def _rounded(names: Sequence[str], values: Sequence[float]) -> dict[str, float]:
    return {name: round(value, DECIMALS) + 0.0 for name, value in zip(names, values, strict=True)}


def _effort(spec: SearchSpec) -> dict[str, int]:
    return {
        name: getattr(spec, name) for name in ("deals", "generations", "population", "final_deals")
    }


class Tuning(Staged):
    """A search, its finalists on held-out deals, and the best of them on others."""

    libraries = LIBRARIES
    columns = WON | {
        "generation": Column(COUNT, "number of the generation"),
        "strategy": Column(LABEL, "the strategy with its parameters, as a spec"),
        "parameter": Column(LABEL, "name of a parameter"),
        "start": Column("of its own", "the value that the search began with"),
        "value": Column("of its own", "the best value; as long as it is searched for, the last"),
    }

    def __init__(self, spec: TuneSpec) -> None:
        rules = spec.ruleset.ruleset.rules(spec.players)
        self.spec = spec
        task = spec.task(rules, spec.against, self_play=spec.self_play)
        self.search = Search(replace(task, stall=spec.stall_limit))
        super().__init__(self._steps())

    def _steps(self) -> Steps[Any]:
        yield from self.search.generations()
        return (yield from self.search.finish())

    @property
    def tuned(self) -> Entrant:
        return self.spec.strategy.at(self._point)

    @property
    def _point(self) -> Point:
        point: Point = self.found[0] if self.finished else self.search.means[-1]
        return point

    def tables(self, outcome: Outcome) -> Tables:
        space, rules = self.spec.strategy, self.search.task.rules
        values = space.values(self._point)
        won = [self.found[1]] if self.finished else []
        return {
            "tuned": _table(
                ["strategy", "ruleset", "players", *RATES, "fair_share"],
                [
                    (self.tuned.spec, rules.ruleset, rules.players, *each.limits, 1 / rules.players)
                    for each in won
                ],
            ),
            "parameters": _table(
                ["parameter", "start", "value"],
                [(each.name, each.start, values[each.name]) for each in space.ranges],
            ),
            "generations": _table(
                ["generation", *RATES],
                [(number, *each.limits) for number, each in enumerate(self.search.won, start=1)],
            ),
        }

    def tuned_file(self) -> TunedFile | None:
        if not self.finished:
            return None
        point, won = self.found
        spec, space, rules = self.spec, self.spec.strategy, self.search.task.rules
        made = {
            "by": f"{spec.program.name} {__version__}",
            "seed": spec.seed,
            "ruleset": spec.ruleset.text or spec.ruleset.ruleset.name,
            "players": spec.players,
            "against": ",".join(entrant.spec for entrant in spec.against),
            "self_play": spec.self_play,
            **_effort(spec),
            "stall": spec.stall_limit,
            **_rounded(RATES, won.limits),
        }
        return TunedFile(
            space.base, space.source, rules.ruleset, rules.players, space.values(point), made
        )

    @property
    def entrants(self) -> Sequence[Entrant]:
        return [self.spec.strategy.entrant, *self.spec.against]

    @property
    def games(self) -> int:
        if self.finished:
            return sum(part.games for part in self.parts)
        return self.search.task.games_of_search + self.search.task.games_of_choice

    def progress_text(self, outcome: Outcome) -> str:
        return "choosing among the last means" if self.search.is_over else self.search.text


@dataclass(frozen=True, slots=True)
class Response:
    """A response to a frozen strategy, with its win rate on the deals that choose the best."""

    player: Entrant
    tried: WinRate
    make: Callable[[], Entrant] | None = None  # makes the player when it is to play

    @property
    def name(self) -> str:
        return self.player.name


class Exploitation(Staged):
    """For each number of players: responses are found and tried, and the best one is measured.

    `responses`: those that were tried, by number of players. `best`: the best one of each number of
    players that is done, with its win rate on fresh deals.
    """

    forecast = ""  # the last responses search: a game takes them a thousand times as long
    libraries = LIBRARIES
    columns = WON | {
        "response": Column(LABEL, "the player among copies of the strategy"),
        **_with_limits("gain", "its win rate beyond a fair share: a lower bound"),
        "chosen": Column(TRUTH, "whether it is the one that wins most"),
    }

    def __init__(self, spec: ExploitSpec) -> None:
        self.spec = spec
        self.responses: dict[int, list[Response]] = {}
        self.best: dict[int, tuple[str, WinRate]] = {}
        self._search: Search | None = None
        super().__init__(self._steps())

    def _steps(self) -> Steps[None]:
        for rules in self.spec.rules:
            yield from self._steps_of(rules)

    def _steps_of(self, rules: ResolvedRules) -> Steps[None]:
        """Find the best response for one number of players."""
        spec, frozen = self.spec, self.spec.strategy
        task, tried = spec.task(rules, (frozen,)), list[Response]()
        self.responses[rules.players] = tried

        def attempt(player: Entrant, make: Callable[[], Entrant] | None = None) -> Steps[None]:
            won = yield from task.scores([player], [frozen], HELD_OUT, make=make)
            tried.append(Response(player, won.win_rate(0), make))

        tuned = []
        if spec.generations:
            self._search = Search(task)
            yield from self._search.generations()
            point, _ = yield from self._search.finish()
            self._search = None
            tuned = [spec.train.at(point, f"tuned {spec.train.name}")]
        for entrant in (*spec.ready, *tuned):
            yield from attempt(entrant)
        made = frozen.game.responses(
            frozen, rules, budget=spec.budget, samples=spec.samples, seed=spec.seed
        )
        for response in made:
            nothing = dict.fromkeys(frozen.game.decisions, Decision(_not_made, {}))
            unmade = Entrant(response.name, f"<{response.name}>", nothing, frozen.game)
            yield from attempt(unmade, response.make)
        best = max(tried, key=lambda response: response.tried.rate)
        proof = yield from task.scores([best.player], [frozen], PROVING, make=best.make)
        self.best[rules.players] = best.name, proof.win_rate(0)

    def tables(self, outcome: Outcome) -> Tables:
        return {
            "gains": _table(
                ["players", "response", *RATES, "fair_share", *GAINS],
                [
                    (players, name, *won.limits, 1 / players, *won.gain)
                    for players, (name, won) in self.best.items()
                ],
            ),
            "responses": _table(
                ["players", "response", *RATES, "chosen"],
                [
                    (
                        players,
                        each.name,
                        *each.tried.limits,
                        each.name in self.best.get(players, ()),
                    )
                    for players, tried in self._found.items()
                    for each in sorted(tried, key=lambda response: -response.tried.rate)
                ],
            ),
        }

    @property
    def _found(self) -> dict[int, list[Response]]:
        """The responses, and of a search that goes on the mean that was tried last."""
        search, found = self._search, dict(self.responses)
        if search is not None and search.won:
            train, players = self.spec.train, list(found)[-1]
            player = train.at(search.means[-2], f"tuned {train.name}, so far")
            found[players] = [*found[players], Response(player, search.won[-1])]
        return found

    def has_results(self, outcome: Outcome) -> bool:
        return any(self._found.values())

    @property
    def entrants(self) -> Sequence[Entrant]:
        return [self.spec.strategy, *self.spec.ready, self.spec.train.entrant]

    @property
    def notes(self) -> list[str]:
        games = [(rules.ruleset, rules.players) for rules in self.spec.rules]
        return list(tuning_mismatches([self.spec.strategy.spec], games))

    @property
    def games(self) -> int:
        spec, games = self.spec, 0
        for rules in spec.rules:
            task = spec.task(rules, (spec.strategy,))
            games += (self._most + 1) * spec.final_deals * rules.players
            games += task.games_of_search + task.games_of_choice if spec.generations else 0
        return games

    def progress_text(self, outcome: Outcome) -> str:
        players, tried = list(self.responses.items())[-1]
        best = max((each.tried.rate - 1 / players for each in tried), default=None)
        so_far = "" if best is None else f", the best gains {100 * best:+.1f} points"
        tuning = "" if self._search is None else f"; {self._search.text}"
        return (
            f"{players} players: {len(tried)} of {self._most} responses tried{so_far}{tuning}"
        ).replace("-", "\N{MINUS SIGN}")

    @property
    def _most(self) -> int:
        spec = self.spec
        return len(spec.ready) + sum(map(bool, (spec.generations, spec.budget, spec.samples)))


def _not_made(view: object) -> int:
    raise NotImplementedError("this player has not been made")


# psro: Policy-space response oracles: a field grows by responses to its own equilibrium.
#
# docs/searches.md tells what a round is (after the double oracle of H. McMahan, G. Gordon and A.
# Blum, "Planning in the presence of cost functions controlled by an adversary", ICML 2003).
#
# Every response plays against every equilibrium: one from another round may win more, above all
# against a mixture of few.

WEIGHT_DECIMALS = 6
"""Decimals of an equilibrium's weights, so that files hold exactly what was played."""


@dataclass(frozen=True, slots=True)
class Round:
    """An equilibrium, and the response that was trained against it."""

    field: tuple[Entrant, ...]
    weights: Floats  # (strategies,): the equilibrium of the field
    response: Entrant
    point: Point  # the response's parameters
    won: WinRate  # what it wins among players of the equilibrium, on deals of no other use

    @property
    def members(self) -> list[tuple[Entrant, float]]:
        """The strategies in the equilibrium with their weights, the most frequent first."""
        order = np.argsort(-self.weights, kind="stable")
        return [(self.field[i], float(self.weights[i])) for i in order if self.weights[i] > 0]


def shares_in_words(shares: Mapping[str, float]) -> str:
    """Return shares by name in words; a tiny one is "<1 %", never 0."""
    if len(shares) == 1:
        return next(iter(shares))
    percents = {name: f"{100 * share:.0f}" for name, share in shares.items()}
    bounds = {"0": "<1", "100": ">99"}
    return ", ".join(f"{bounds.get(text, text)} % {name}" for name, text in percents.items())


def _in_words(members: Sequence[tuple[Entrant, float]]) -> str:
    return shares_in_words({entrant.name: weight for entrant, weight in members})


def _player_of(members: Sequence[tuple[Entrant, float]]) -> Entrant:
    return members[0][0] if len(members) == 1 else mixture_of(_in_words(members), members)


class GrowingField(Staged):
    """Rounds of a growth, as many as gain.

    `best`: the best response of all rounds to the equilibrium of each, with its win rate. `least`:
    the index of the round whose equilibrium leaves least to win to the best of all.
    """

    libraries = LIBRARIES
    columns: Mapping[str, Column] = {
        "round": Column(COUNT, "number of the round"),
        "equilibrium": Column(LABEL, "the mixture that the field comes to rest in"),
        "response": Column(LABEL, "the strategy that was trained against it"),
        **_with_limits("gain", "its win rate beyond a fair share: a lower bound"),
        "joins": Column(TRUTH, "whether it is shown to gain, and joins the field"),
        "best_response": Column(LABEL, "the best response to the equilibrium of all rounds"),
        **_with_limits("best_gain", "its win rate beyond a fair share: a lower bound"),
        "saved": Column(TRUTH, "whether the equilibrium leaves least to win, and is saved"),
        "strategy": Column(LABEL, "name of a strategy of the field"),
        "spec": Column(LABEL, "what it can be named by"),
        "weight": Column(SHARE, "how often the equilibrium plays it"),
    }

    def __init__(self, spec: PsroSpec) -> None:
        self.spec = spec
        self.rules = spec.ruleset.ruleset.rules(spec.players)
        self.task = spec.task(self.rules)
        most = len(spec.strategies) + spec.rounds - 1
        check_size([(most, spec.players)], spec.meta_deals, "rounds (--rounds)")
        self.rounds: list[Round] = []
        self.best: list[tuple[str, WinRate]] = []
        self.least = 0
        self._search: Search | None = None
        super().__init__(self._steps())

    def _steps(self) -> Steps[None]:
        spec, task = self.spec, self.task
        field, starts = spec.strategies, [task.start]
        known = list(field)
        equilibria: list[Entrant] = []
        rates: list[list[float]] = []  # by equilibrium: what each of the known wins
        proved: dict[tuple[int, int], WinRate] = {}

        for number in range(1, spec.rounds + 1):
            now = yield from self._round(number, field, starts)
            for those, equilibrium in zip(rates, equilibria, strict=True):
                win = yield from task.scores([now.response], [equilibrium], HELD_OUT)
                those.extend(win.win.tolist())
            known.append(now.response)
            equilibria.append(_player_of(now.members))
            scores = yield from task.scores(known, equilibria[-1:], HELD_OUT)
            rates.append(scores.win.tolist())
            best = []
            for place, those in enumerate(rates):
                first = int(np.argmax(those))
                if (place, first) not in proved:
                    proof = yield from task.scores([known[first]], [equilibria[place]], PROVING)
                    proved[place, first] = proof.win_rate(0)
                best.append((known[first].name, proved[place, first]))
            self.rounds.append(now)
            self.best, self.least = best, int(np.argmin([max(those) for those in rates]))
            if not now.won.is_gain:
                return
            field, starts = (*field, now.response), [task.start, now.point]

    def _round(
        self, number: int, field: tuple[Entrant, ...], starts: Sequence[Point]
    ) -> Steps[Round]:
        weights = yield from self._equilibrium(field)
        members = [(field[i], float(weights[i])) for i in np.flatnonzero(weights)]
        seed = (self.task.seed + number) % SEEDS
        task = replace(self.task, opponents=(_player_of(members),), seed=seed)
        finalists: list[Point] = []
        for start in starts:
            self._search = Search(replace(task, start=start))
            yield from self._search.generations()
            finalists += self._search.finalists
        self._search = None
        point, won = yield from task.chosen(finalists, task.opponents)
        return Round(field, weights, task.space.at(point, f"response-{number}"), point, won)

    def _equilibrium(self, field: tuple[Entrant, ...]) -> Steps[Floats]:
        """Return the mixture that the replicator dynamics settle in from the most starts.

        Where they settle in none, it is the one that leaves a best response of the field least to
        gain.
        """
        if len(field) == 1:
            return np.ones(1)
        spec, seed = self.spec, self.task.seed
        meta = MetaGame(
            field,
            Sweep((), 0),
            rulesets=[spec.ruleset.ruleset],
            players=[spec.players],
            seed=seed,
            deals=spec.meta_deals,
        )
        game = meta.game((yield meta), meta.settings[0])
        settled = equilibria(game.mean, seed).mixtures
        found = settled[0] if len(settled) else least_exploitable_mixture(game.mean, seed)
        weights = cast("Floats", np.round(found, WEIGHT_DECIMALS))
        weights[weights.argmax()] += 1.0 - weights.sum()
        return weights

    def tables(self, outcome: Outcome) -> Tables:
        return {
            "rounds": _table(
                [
                    *("round", "equilibrium", "response", *GAINS, "joins"),
                    *("best_response", *BEST_GAINS, "saved"),
                ],
                [
                    (
                        *(number, _in_words(each.members), each.response.name, *each.won.gain),
                        *(each.won.is_gain, best, *won.gain, number == 1 + self.least),
                    )
                    for number, (each, (best, won)) in enumerate(
                        zip(self.rounds, self.best, strict=True), start=1
                    )
                ],
            ),
            "weights": _table(
                ["round", "strategy", "weight", "spec"],
                [
                    (number, entrant.name, weight, entrant.spec)
                    for number, each in enumerate(self.rounds, start=1)
                    for entrant, weight in each.members
                ],
            ),
        }

    def has_results(self, outcome: Outcome) -> bool:
        return bool(self.rounds)

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        return {"seed": self.spec.seed}  # from which those of the rounds follow

    def mixture_file(self) -> MixtureFile:
        """Return the file of the equilibrium that leaves least to win.

        It contains the parameters of the responses, so it needs no other file.
        """
        members, (_, won) = self.rounds[self.least].members, self.best[self.least]
        made = self._made | {"rounds": len(self.rounds), "source": self.spec.train.source}
        return MixtureFile(
            tuple(entrant.spec for entrant, _ in members),
            tuple(round(weight, WEIGHT_DECIMALS) for _, weight in members),
            made | _rounded(GAINS, won.gain),
        )

    def response_files(self) -> dict[str, TunedFile]:
        space, rules = self.spec.train, self.rules
        return {
            each.response.name: TunedFile(
                space.base,
                space.source,
                rules.ruleset,
                rules.players,
                space.values(each.point),
                self._made | _rounded(GAINS, each.won.gain),
            )
            for each in self.rounds
            if each.won.is_gain
        }

    @property
    def _made(self) -> dict[str, Any]:
        spec, named = self.spec, self.spec.ruleset
        return {
            "seed": spec.seed,
            "strategies": [entrant.name for entrant in spec.strategies],
            "ruleset": named.text or named.ruleset.name,
            "players": spec.players,
            "train": str(spec.train),
            "meta_deals": spec.meta_deals,
            **_effort(spec),
        }

    @property
    def entrants(self) -> Sequence[Entrant]:
        return [*self.spec.strategies, self.spec.train.entrant]

    @property
    def games(self) -> int:
        known, rounds = sum(part.games for part in self.parts), self.spec.rounds
        if self.finished:
            return known
        task = replace(self.task, opponents=self.spec.strategies[:1])
        searches = 2 * rounds - 1  # from the second round on there are two
        return max(known, searches * task.games_of_search + rounds * task.games_of_choice)

    def progress_text(self, outcome: Outcome) -> str:
        last = self.rounds[-1].won.gain[0] if self.rounds else None
        so_far = "" if last is None else f", the last response gains {100 * last:+.1f} points"
        now = "" if self._search is None else f"; {self._search.text}"
        return (f"round {len(self.rounds) + 1} of at most {self.spec.rounds}{so_far}{now}").replace(
            "-", "\N{MINUS SIGN}"
        )


# training_anew: Players who are trained anew for each ruleset, before it is played: who has
# adapted to it.
#
# All begin with one neutral player, so that no ruleset is favoured by who learned another. Where a
# short search ends is an accident, too: several seeds show how much.

ANEW = "players trained anew"

GENERATIONS, CANDIDATES, DEALS = 30, 10, 60
"""Of one training: about half a second for four players of For Sale."""


class TrainingAnew(Staged):
    """`found` will have a table of equals for each number of players and seed."""

    libraries = LIBRARIES
    prepares = True
    adaptive = False

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        seeds: int,
        seed: int,
        first: int,
        program: Program,
    ) -> None:
        space, self._begun = Space.of(program.trained, program.game), 0
        self._tasks = [
            (
                count,
                number,
                ruleset,
                Task(
                    space=space,
                    start=space.start,
                    rules=ruleset.rules(count),
                    opponents=(),
                    self_play=True,
                    seed=(seeds * seed + number) % SEEDS,
                    deals=DEALS,
                    generations=GENERATIONS,
                    population=CANDIDATES,
                    final_deals=0,
                ),
            )
            for count in players
            for number in range(seeds)
            for ruleset in rulesets
        ]
        self._first = first
        super().__init__(self._steps())

    def _steps(self) -> Steps[tuple[Table, ...]]:
        trained: dict[tuple[int, int], list[tuple[str, Entrant]]] = {}
        for count, number, ruleset, task in self._tasks:
            self._begun += 1
            search = Search(task)
            yield from search.generations()
            trained.setdefault((count, number), []).append(
                (ruleset.name, task.space.at(search.means[-1]))
            )
        return tuple(
            Table(
                f"trained anew {1 + number}",
                count,
                ANEW,
                self._first + number,
                (players[0][1],) * count,
                tuple(players),
            )
            for (count, number), players in trained.items()
        )

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: the experiment that needs it has tables."""
        return {}

    @property
    def games(self) -> int:
        return sum(task.games_of_search for *_, task in self._tasks)

    def games_expected(self, outcome: Outcome) -> int:
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        return f"training players anew: {self._begun - 1} of {len(self._tasks)} done"
