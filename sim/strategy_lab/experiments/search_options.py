"""What requests for searches have in common: tune, exploit and psro.

Each function returns a new field, as a field belongs to one class. Nothing slow to import, for
help's sake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.experiments.defaults import (
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    LEAST_POPULATION,
    MOST_GENERATIONS,
    MOST_SEARCH_DEALS,
)
from strategy_lab.experiments.option_types import StoredStrategy, Whole
from strategy_lab.simulation.options import option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.game import ResolvedRules
    from strategy_lab.plugins.entrant import Entrant
    from strategy_lab.training.parameter_search import Task
    from strategy_lab.training.parameter_space import Space


def deals_option(
    flags: str = "--deals", default: int = DEFAULT_SEARCH_DEALS, text: str = "Each generation's."
) -> Any:
    """Return how many deals are played: by each generation, or for some other end."""
    return option(flags, Whole(least=2, most=MOST_SEARCH_DEALS), default, help=text)


def generations_option(default: int, least: int, text: str = "") -> Any:
    """Return how many generations there are."""
    return option("--generations", Whole(least, MOST_GENERATIONS), default, help=text)


def population_option() -> Any:
    """Return how many candidates a generation has."""
    return option(
        "--population",
        Whole(least=LEAST_POPULATION),
        DEFAULT_SEARCH_POPULATION,
        help="Candidates a generation.",
    )


def train_option(text: str) -> Any:
    """Return what is tuned to respond."""
    return option(
        "--train",
        StoredStrategy(),
        by_game=lambda program: {"usual": program.trained},
        metavar="SPEC",
        help=text,
    )


class SearchSpec(Spec):
    """What is asked for of a search that tunes the parameters of a strategy."""

    played_here: ClassVar[bool] = True

    tuned: ClassVar[str] = "train"
    """The field that holds the parameters."""

    deals: int
    generations: int
    population: int
    final_deals: int
    seed: int

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        from strategy_lab.training.parameter_space import Space

        return cls(**{**values, cls.tuned: Space.held(values[cls.tuned])})

    def task(
        self, rules: ResolvedRules, opponents: tuple[Entrant, ...] = (), *, self_play: bool = False
    ) -> Task:
        """Return the search for parameters that win against opponents."""
        from strategy_lab.training.parameter_search import Task

        space: Space = getattr(self, self.tuned)
        return Task(
            space=space,
            start=space.start,
            rules=rules,
            opponents=opponents,
            self_play=self_play,
            seed=self.seed,
            deals=self.deals,
            generations=self.generations,
            population=self.population,
            final_deals=self.final_deals,
        )
