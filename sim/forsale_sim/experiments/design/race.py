"""The race of a design, and then the tuning of those who confirm its finalists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from strategy_lab.experiments.retuning import Fields, Tuned, Tuner
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.columns import Tables
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.staged import Staged, Steps
from strategy_lab.training.cma_es import LIBRARIES

from forsale_sim.experiments.design.candidates import End
from forsale_sim.experiments.design.search import Design
from forsale_sim.rules.ruleset import Ruleset


class Race(Staged):
    """A design up to its confirmation, by players who are found only then.

    Parameters
    ----------
    design
        The race, which does not confirm.
    confirming_play
        What is tuned for the finalists; `found` will have its fields.

    `beyond`: the numbers that won as the last of those that were tried; then nothing is tuned.
    """

    libraries = LIBRARIES
    prepares = True

    def __init__(
        self, design: Design, confirming_play: Callable[[Sequence[Ruleset]], Tuned]
    ) -> None:
        self._design, self._confirming_play = design, confirming_play
        self._tuner: Tuner | None = None
        self.beyond: list[End] = []
        super().__init__(self._steps())

    def _steps(self) -> Steps[Fields]:
        outcome = yield self._design
        finalists = self._design.finalists(outcome)
        assert finalists is not None  # the race is over
        self.beyond = self._design.beyond(outcome)
        if self.beyond:
            return ()
        self._tuner = Tuner([self._confirming_play(finalists)])
        (fields,) = yield from self._tuner.steps()
        return fields

    @property
    def shown(self) -> Experiment:
        """The race."""
        return self._design

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether there was a look at the race."""
        return self._design.has_results(self.outcome_of(outcome, 0))

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of the race."""
        return self._design.tables(self.outcome_of(outcome, 0))

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what was searched, and how."""
        return self._design.facts(self.outcome_of(outcome, 0))

    def deals(self, outcome: Outcome) -> int:
        """Return how many different deals the race has played."""
        return self._design.deals(self.outcome_of(outcome, 0))

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who races."""
        return self._design.entrants

    @property
    def games(self) -> int:
        """How many games there are to play at most, without those of tuning."""
        return self._design.games

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games there will be at most."""
        return self._design.most_games + (0 if self._tuner is None else self._tuner.games)

    def progress_text(self, outcome: Outcome) -> str:
        """Return how it stands."""
        if self._tuner is not None:
            return self._tuner.text
        return self._design.progress_text(self.outcome_of(outcome, 0))
