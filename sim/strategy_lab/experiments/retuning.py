"""Play that has to be tuned before the experiment that needs it, so that it knows the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from strategy_lab.experiments.fields import NamedField, Table
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import load_entrant
from strategy_lab.results.conclusions import Tables
from strategy_lab.simulation.experiment import Outcome, Staged, Steps
from strategy_lab.training.search import LIBRARIES, Search, Task

Fields: TypeAlias = tuple[NamedField, ...]


class TunedPlay(NamedTuple):
    """Who plays each of several rulesets: players who were searched for by it, one a task.

    Those of a task without final deals are taken where its search ends; another who does not win
    more than its opponents stays as the search began. `before`: who plays a first ruleset untuned.
    """

    players: int
    tasks: Sequence[tuple[Any, Sequence[Task]]]
    before: Table | None = None

    def steps(self, begin: Callable[[Any], None]) -> Steps[list[Table]]:
        """Tune for each ruleset; `begin` is told of each search."""
        tables = [] if self.before is None else [self.before]
        for ruleset, tasks in self.tasks:
            found = []
            for task in tasks:
                search = Search(task)
                begin(ruleset)
                yield from search.generations()
                if not task.final_deals:
                    found.append(task.space.at(search.means[-1]))
                    continue
                best, won = yield from search.finish()
                kept = task.space.at(best) if won.is_gain else task.space.entrant
                found.append(load_entrant(kept.spec, kept.game))
            tables.append(Table(ruleset.name, self.players, tuple(found)))
        return tables


class Tuned(NamedTuple):
    tables: Sequence[TunedPlay]
    fields: Callable[[list[list[Table]]], Fields]


class Tuner:
    def __init__(self, tuned: Sequence[Tuned]) -> None:
        self._tuned = tuned
        self._begun, self._ruleset = 0, ""
        self.tasks = [
            task
            for each in tuned
            for tables in each.tables
            for _, tasks in tables.tasks
            for task in tasks
        ]

    def steps(self) -> Steps[list[Fields]]:
        found = []
        for each in self._tuned:
            tables = []
            for of_players in each.tables:
                tables.append((yield from of_players.steps(self._begin)))
            found.append(each.fields(tables))
        return found

    def _begin(self, ruleset: Ruleset) -> None:
        self._begun, self._ruleset = self._begun + 1, ruleset.name

    @property
    def text(self) -> str:
        return (
            f"tuning play for {self._ruleset}: {self._begun - 1} of {len(self.tasks)} searches done"
        )

    @property
    def games(self) -> int:
        return sum(task.games_of_search + task.games_of_choice for task in self.tasks)


class Retuning(Staged):
    """Play is tuned before the experiment that needs it is played.

    `tuned`: all that is tuned: `found` will have the fields of each. `adaptive`: whether what
    follows is adaptive, and has no shards.
    """

    libraries = LIBRARIES
    prepares = True

    def __init__(self, *tuned: Tuned, adaptive: bool = False) -> None:
        self.adaptive, self._tuner = adaptive, Tuner(tuned)
        super().__init__(self._tuner.steps())

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: the experiment that needs it has tables."""
        return {}

    @property
    def games(self) -> int:
        return self._tuner.games

    def games_expected(self, outcome: Outcome) -> int:
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        return self._tuner.text


def tuned_fields(outcome: Outcome) -> list[Fields] | None:
    """Return the fields of all that was tuned; None if it is not over, or was something else."""
    tuning = outcome.experiment
    return tuning.found if isinstance(tuning, Retuning) and tuning.finished else None
