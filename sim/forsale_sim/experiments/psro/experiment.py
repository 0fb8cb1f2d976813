"""The experiment ``psro``: a field grows by best responses until none is shown to gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from forsale_sim.errors import UsageError
from forsale_sim.experiments.common_options import rulesets_option, seed_option
from forsale_sim.experiments.option_types import Whole
from forsale_sim.experiments.psro.best_responses import BestResponse, BestResponses
from forsale_sim.experiments.psro.growth import DECIMALS, Growth, Oracle, Round, in_words
from forsale_sim.experiments.search_defaults import (
    DEFAULT_GROWN_FROM,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_PSRO_GENERATIONS,
    DEFAULT_PSRO_META_DEALS,
    DEFAULT_ROUNDS,
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    DEFAULT_TRAINED,
)
from forsale_sim.experiments.search_tables import table_of, with_limits
from forsale_sim.for_sale import GAME, load_field, load_member
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.mixtures import MixtureFile
from forsale_sim.plugins.tuned import TunedFile
from forsale_sim.results.columns import COUNT, LABEL, SHARE, TRUTH, Column, Tables
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.options import option
from forsale_sim.simulation.spec import ChosenRuleset, Spec, chosen_rulesets
from forsale_sim.simulation.staged import Staged, Steps
from forsale_sim.training.cma_es import LIBRARIES
from forsale_sim.training.parameter_search import Task
from forsale_sim.training.parameter_space import Space
from forsale_sim.training.win_rates import Gain

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


@dataclass(frozen=True, kw_only=True)
class PsroSpec(Spec):
    """The request for a field that grows.

    Attributes
    ----------
    strategies
        The field at first.
    train, deals, generations, population, final_deals
        What is tuned to respond, and how thoroughly: see `Task`.
    rounds, meta_deals
        As `Growth` has them.
    """

    command: ClassVar[str] = "psro"

    strategies: tuple[Entrant, ...] = option("--strategy", usual=DEFAULT_GROWN_FROM, repeats=True)
    rulesets: tuple[ChosenRuleset, ...] = rulesets_option()
    players: int = option("--players", Whole())
    train: Space = option("--train", usual=(DEFAULT_TRAINED,))
    rounds: int = option("--rounds", Whole(), DEFAULT_ROUNDS, extends=True)
    meta_deals: int = option("--meta-deals", Whole(), DEFAULT_PSRO_META_DEALS)
    deals: int = option("--deals", Whole(), DEFAULT_SEARCH_DEALS)
    generations: int = option("--generations", Whole(), DEFAULT_PSRO_GENERATIONS)
    population: int = option("--population", Whole(), DEFAULT_SEARCH_POPULATION)
    final_deals: int = option("--final-deals", Whole(), DEFAULT_HELD_OUT_DEALS)
    seed: int = seed_option()

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        return cls(**{**values, "train": Space.held(values["train"])})

    def experiment(self) -> GrowingField:
        """Settle what is played."""
        return GrowingField(self)

    @property
    def growth(self) -> Growth:
        """The growth that is asked for."""
        (chosen,) = self.rulesets
        task = Task(
            space=self.train,
            start=self.train.start,
            rules=chosen.ruleset.rules(self.players),
            opponents=(),
            seed=self.seed,
            deals=self.deals,
            generations=self.generations,
            population=self.population,
            final_deals=self.final_deals,
        )
        return Growth(self.strategies, chosen.ruleset, task, self.meta_deals, self.rounds)


def new_psro_spec(
    strategies: Sequence[str], ruleset: str | Ruleset, *, train: str, **options: Any
) -> PsroSpec:
    """Return the spec of a growth, from what names its parts."""
    if not strategies:
        raise UsageError("no strategy is named that a field could grow from (--strategy)")
    space = Space.of(train)
    for spec in (*strategies, train):
        load_member(spec)
    request = PsroSpec(
        strategies=load_field(strategies),
        rulesets=chosen_rulesets([ruleset], GAME),
        train=space,
        **options,
    )
    request.experiment()
    return request


class GrowingField(Staged):
    """Rounds of a growth, as many as gain.

    Attributes
    ----------
    rounds
        Those that are done.
    best
        The best response of all rounds to the equilibrium of each.
    least
        The index of the round whose equilibrium leaves least to win.
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
        spec, (chosen,) = self.spec, self.spec.rulesets
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
