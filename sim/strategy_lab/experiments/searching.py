"""The experiment ``exploit``: how much a player wins from copies of one strategy.

With more than two players no strategy is safe against all others, so this does not measure
perfection. The result is a *lower bound* on how exploitable a strategy is: a better response than
the best one tried may exist. (Lanctot et al., "A unified game-theoretic approach to multiagent
reinforcement learning", NIPS 2017, call the trained ones approximate best responses.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from strategy_lab.game import GameDefinition, ResolvedRules
from strategy_lab.plugins.entrants import Decision, Entrant, TunedFile, tuning_mismatches
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, TRUTH, Column, Columns, Tables
from strategy_lab.simulation.experiment import Outcome, Staged, Steps
from strategy_lab.simulation.plan import Plan
from strategy_lab.training.search import HELD_OUT, LIBRARIES, PROVING, Evaluation, Search, WinRate
from strategy_lab.version import __version__

if TYPE_CHECKING:
    from strategy_lab.experiments.exploit.spec import ExploitSpec
    from strategy_lab.experiments.tune.spec import TuneSpec


INTERVAL = "95 % interval, clustered by deal"


def with_limits(name: str, description: str) -> dict[str, Column]:
    """Return the columns of an estimate and of the limits of its interval."""
    return {
        name: Column(SHARE, description),
        f"{name}_low": Column(SHARE, f"lower limit of {name}: {INTERVAL}"),
        f"{name}_high": Column(SHARE, f"upper limit of {name}"),
    }


COLUMNS: dict[str, Column] = {
    "ruleset": Column(LABEL, "name of the rules"),
    "players": Column(COUNT, "how many play"),
    "fair_share": Column(SHARE, "what a copy of its opponents would win: 1 / players"),
    **with_limits("win_rate", "its wins, ties shared, as a fraction of the games"),
}


def win_columns(won: WinRate) -> dict[str, float]:
    """Return a win rate and its limits by column."""
    return {"win_rate": won.rate, "win_rate_low": won.low, "win_rate_high": won.high}


def table_of(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Return rows as a table with these columns."""
    return {name: np.array([row[name] for row in rows]) for name in names}


Make: TypeAlias = Callable[[], Entrant]


@dataclass(frozen=True, slots=True)
class Response:
    """A response to a frozen strategy, with its win rate on the deals that choose the best."""

    name: str
    tried: WinRate


class Exploitation(Staged):
    """For each number of players: responses are found and tried, and the best one is measured.

    `responses`: those that were tried, by number of players. `best`: the best one of each number of
    players that is done, with its win rate on fresh deals.
    """

    libraries = LIBRARIES
    columns = COLUMNS | {
        "response": Column(LABEL, "the player among copies of the strategy"),
        **with_limits("gain", "its win rate beyond a fair share: a lower bound"),
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
        tried = self.responses[rules.players] = []
        candidates: dict[str, tuple[Entrant, Make | None]] = {}

        def win_rate(first_deal: int, name: str) -> Steps[WinRate]:
            played = Responding(rules, *candidates[name], spec, first_deal)
            return played.scores((yield played)).win_rate(0)

        def attempt(candidate: Entrant, make: Make | None = None) -> Steps[None]:
            name = candidate.name
            candidates[name] = candidate, make
            tried.append(Response(name, (yield from win_rate(HELD_OUT, name))))

        tuned = []
        if spec.generations:
            self._search = Search(spec.task(rules, (spec.strategy,)))
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
            yield from attempt(_unmade(response.name, frozen.game), response.make)
        best = max(tried, key=lambda response: response.tried.rate)
        self.best[rules.players] = best.name, (yield from win_rate(PROVING, best.name))

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables ``gains`` and ``responses``."""
        rates = ["win_rate", "win_rate_low", "win_rate_high"]
        gains = ["gain", "gain_low", "gain_high"]
        return {
            "gains": table_of(
                ["players", "response", *rates, "fair_share", *gains],
                [
                    {
                        "players": players,
                        "response": name,
                        **win_columns(won),
                        "fair_share": 1 / players,
                        **won.gain.columns("gain"),
                    }
                    for players, (name, won) in self.best.items()
                ],
            ),
            "responses": table_of(
                ["players", "response", *rates, "chosen"],
                [
                    {
                        "players": players,
                        "response": each.name,
                        **win_columns(each.tried),
                        "chosen": players in self.best and each.name == self.best[players][0],
                    }
                    for players, tried in self.responses.items()
                    for each in sorted(tried, key=lambda response: -response.tried.rate)
                ],
            ),
        }

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether a response has been tried."""
        return any(self.responses.values())

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who is exploited, and who needs no training for it."""
        return [self.spec.strategy, *self.spec.ready, self.spec.train.entrant]

    @property
    def notes(self) -> list[str]:
        """Whether it was tuned for another game."""
        games = [(rules.ruleset, rules.players) for rules in self.spec.rules]
        return list(tuning_mismatches([self.spec.strategy.spec], games))

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return sum(map(self._games_of, self.spec.rules))

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games will have been played in the end."""
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        """Return which responses have been tried so far."""
        players, tried = list(self.responses.items())[-1]
        best = max((each.tried.rate - 1 / players for each in tried), default=None)
        so_far = "" if best is None else f", the best gains {100 * best:+.1f} points"
        tuning = "" if self._search is None else f"; {self._search.text}"
        return (
            f"{players} players: {len(tried)} of {self._most} responses tried{so_far}{tuning}"
        ).replace("-", "\N{MINUS SIGN}")

    @property
    def _most(self) -> int:
        """How many responses are tried for one number of players."""
        spec = self.spec
        return len(spec.ready) + sum(map(bool, (spec.generations, spec.budget, spec.samples)))

    def _games_of(self, rules: ResolvedRules) -> int:
        task = self.spec.task(rules, (self.spec.strategy,))
        tuning = task.games_of_search + task.games_of_choice if self.spec.generations else 0
        return tuning + (self._most + 1) * self.spec.final_deals * rules.players


class Responding(Evaluation):
    """What a response does among copies of a frozen strategy; some are made when they play."""

    def __init__(
        self,
        rules: ResolvedRules,
        candidate: Entrant,
        make: Make | None,
        spec: ExploitSpec,
        first_deal: int,
    ) -> None:
        self._make = make
        frozen, seed = [spec.strategy], spec.seed
        super().__init__(
            rules, [candidate], frozen, seed=seed, first_deal=first_deal, deals=spec.final_deals
        )

    def playable(self, plan: int) -> Plan:
        """Return the plan with the response."""
        settled = self.plans[plan]
        if self._make is None:
            return settled
        return replace(settled, field=(self._make(), *self.opponents))


def _unmade(name: str, game: GameDefinition) -> Entrant:
    """Return what stands for a player that is made when it is to play."""

    def decide(view: object) -> int:
        raise NotImplementedError(f"{name} has not been made")

    return Entrant(name, f"<{name}>", dict.fromkeys(game.decisions, Decision(decide, {})), game)


DECIMALS = 5
"""Of a win rate in a file."""


class Tuning(Staged):
    """A search, its finalists on held-out deals, and the best of them on others."""

    libraries = LIBRARIES
    columns = COLUMNS | {
        "generation": Column(COUNT, "number of the generation"),
        "strategy": Column(LABEL, "the strategy with its parameters, as a spec"),
        "parameter": Column(LABEL, "name of a parameter"),
        "start": Column("of its own", "the value that the search began with"),
        "value": Column("of its own", "the best value; as long as it is searched for, the last"),
    }

    def __init__(self, spec: TuneSpec) -> None:
        rules = spec.ruleset.ruleset.rules(spec.players)
        self.spec = spec
        self.search = Search(spec.task(rules, spec.against, self_play=spec.self_play))
        super().__init__(self._steps())

    def _steps(self) -> Steps[Any]:
        yield from self.search.generations()
        return (yield from self.search.finish())

    @property
    def tuned(self) -> Entrant:
        """The strategy as it is tuned, or as far as it is."""
        return self.spec.strategy.at(self._point)

    @property
    def _point(self) -> Any:
        return self.found[0] if self.finished else self.search.means[-1]

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables ``tuned``, ``parameters`` and ``generations``."""
        space, rules = self.spec.strategy, self.search.task.rules
        values = space.values(self._point)
        won = [self.found[1]] if self.finished else []
        game = {"ruleset": rules.ruleset, "players": rules.players}
        rates = ["win_rate", "win_rate_low", "win_rate_high"]
        return {
            "tuned": table_of(
                ["strategy", "ruleset", "players", *rates, "fair_share"],
                [
                    {
                        "strategy": self.tuned.spec,
                        **game,
                        **win_columns(each),
                        "fair_share": 1 / rules.players,
                    }
                    for each in won
                ],
            ),
            "parameters": table_of(
                ["parameter", "start", "value"],
                [
                    {"parameter": each.name, "start": each.start, "value": values[each.name]}
                    for each in space.ranges
                ],
            ),
            "generations": table_of(
                ["generation", *rates],
                [
                    {"generation": number, **win_columns(each)}
                    for number, each in enumerate(self.search.won, start=1)
                ],
            ),
        }

    def tuned_file(self) -> TunedFile | None:
        """Return the file of the tuned parameters; None as long as they are searched for."""
        if not self.finished:
            return None
        point, won = self.found
        spec, rules = self.spec, self.search.task.rules
        rates = {key: round(value, DECIMALS) for key, value in win_columns(won).items()}
        made = {
            "by": f"{spec.program.name} {__version__}",
            "seed": spec.seed,
            "ruleset": spec.ruleset.text or spec.ruleset.ruleset.name,
            "players": spec.players,
            "against": ",".join(entrant.spec for entrant in spec.against),
            "self_play": spec.self_play,
            "deals": spec.deals,
            "generations": spec.generations,
            "population": spec.population,
            "final_deals": spec.final_deals,
            **rates,
        }
        space = spec.strategy
        return TunedFile(
            space.base, space.source, rules.ruleset, rules.players, space.values(point), made
        )

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who is tuned, and who plays against it."""
        return [self.spec.strategy.entrant, *self.spec.against]

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return self.search.task.games_of_search + self.search.task.games_of_choice

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games will have been played in the end."""
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        """Return how the search stands."""
        over = len(self.search.won) == self.spec.generations
        return "choosing among the last means" if over else self.search.text
