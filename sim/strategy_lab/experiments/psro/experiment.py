"""The experiment ``psro``: a field grows by best responses until none is shown to gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from strategy_lab.experiments.psro.best_responses import BestResponse, BestResponses
from strategy_lab.experiments.psro.growth import DECIMALS, Oracle, Round, in_words
from strategy_lab.experiments.search_tables import table_of, with_limits
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.mixtures import MixtureFile
from strategy_lab.plugins.tuned import TunedFile
from strategy_lab.results.columns import COUNT, LABEL, SHARE, TRUTH, Column, Tables
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.staged import Staged, Steps
from strategy_lab.training.cma_es import LIBRARIES
from strategy_lab.training.win_rates import Gain

if TYPE_CHECKING:
    from strategy_lab.experiments.psro.spec import PsroSpec

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
