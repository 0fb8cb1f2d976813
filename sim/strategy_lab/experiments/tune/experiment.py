"""The experiment ``tune``: good values of a strategy's parameters are searched for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from strategy_lab.experiments.search_tables import COLUMNS, table_of, win_columns
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.tuned import TunedFile
from strategy_lab.results.columns import COUNT, LABEL, Column, Tables
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.staged import Staged, Steps
from strategy_lab.training.cma_es import LIBRARIES
from strategy_lab.training.parameter_search import Search
from strategy_lab.version import __version__

if TYPE_CHECKING:
    from strategy_lab.experiments.tune.spec import TuneSpec

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
