"""Play tuned for many rulesets, so that each is judged by players who know it.

What was trained for other rules may be far from good: without a refund, say, whoever has learned
that wins three games of four among three who play as before. So for every ruleset the parameters of
`appraiser` are searched anew, beginning with each of the few strategies that play the ruleset which
the search for rules begins with, against all of these as they were and against copies of the
search's own best. One who does not win more than them by this stays as it is.

Where a short search ends is an accident, too, and a ruleset may look good because of it. So several
strategies play each ruleset; and those who confirm the few rulesets that are left are tuned anew,
for longer and from other seeds than those of the race.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.experiments.named_field import CREDIBLE, REFERENCE, NamedField, Table
from strategy_lab.experiments.retuning import Fields, Tuned
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.mixtures import read_mixture
from strategy_lab.results.paired.schema import RETUNED, UNCHANGED
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.simulation.staged import Steps
from strategy_lab.training.parameter_search import Search, Task
from strategy_lab.training.parameter_space import Space

from forsale_sim.experiments.trained_play import built_in_mixture, usual_mixture
from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.program import STRONG
from forsale_sim.rules.ruleset import Ruleset

STRATEGIES = 3
"""How many play each ruleset."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long a search is: see `Task`."""

    generations: int
    population: int
    deals: int
    final_deals: int


QUICK = Effort(generations=15, population=10, deals=80, final_deals=1000)
"""For the race: about a second for four players."""

FULL = Effort(generations=40, population=12, deals=120, final_deals=4000)
"""For those who confirm: five times as long."""

TIMES = 2
"""How often a ruleset may be tuned for, each time from seeds of its own."""


class TunedTables:
    """Who plays each of several rulesets: the first as before, the others as tuned for them."""

    def __init__(
        self, rulesets: Sequence[Ruleset], players: int, effort: Effort, *, seed: int, time: int = 0
    ) -> None:
        first, *others = rulesets
        mixture, starts = _play_of(first, players)
        self.before = Table(first.name, players, load_field(starts))
        searched = (TIMES * seed + time) * STRATEGIES
        self.tasks = [
            (
                ruleset,
                [
                    _task(ruleset, players, (mixture,), start, effort, number)
                    for number, start in enumerate(starts, start=searched)
                ],
            )
            for ruleset in others
        ]

    def steps(self, begin: Callable[[Ruleset], None]) -> Steps[list[Table]]:
        """Tune for each ruleset; `begin` is told of each search."""
        tables = [self.before]
        for ruleset, tasks in self.tasks:
            entrants = []
            for task in tasks:
                search = Search(task)
                begin(ruleset)
                yield from search.generations()
                best, won = yield from search.finish()
                is_better = won.low > 1 / task.rules.players
                spec = task.space.at(best).spec if is_better else task.space.entrant.spec
                entrants.append(load_entrant(spec))
            tables.append(Table(ruleset.name, self.before.players, tuple(entrants)))
        return tables


def retuned_play(rulesets: Sequence[Ruleset], players: int, seed: int) -> Tuned:
    """Return play that is tuned quickly for each ruleset."""

    def fields(tables: list[list[Table]]) -> Fields:
        unchanged = tables[0][0].entrants
        return (
            *_fields("re-tuned", tables[0]),
            NamedField("unchanged", unchanged, CREDIBLE, UNCHANGED),
        )

    return Tuned([TunedTables(rulesets, players, QUICK, seed=seed)], fields)


def confirming_play(rulesets: Sequence[Ruleset], players: int, seed: int) -> Tuned:
    """Return play that is tuned fully for each ruleset: alone, and among others.

    The parameters are those of `retuned_play`.
    """
    return Tuned(
        [TunedTables(rulesets, players, FULL, seed=seed, time=1)],
        lambda tables: _fields("re-tuned fully", tables[0]),
    )


NEUTRAL = "appraiser"
"""Where play that is trained anew begins: the weights that its author wrote down, for no rules."""

ANEW = Effort(generations=30, population=10, deals=60, final_deals=0)
"""Of one training, which plays only against itself and is taken where it ends: about half a second
for four players."""

FEWEST_TRAININGS = 5
"""Of which each is a value of the procedure: from fewer, little can be said of another one."""


class TrainedAnew:
    """Play that is trained for each of several rulesets, from one neutral start."""

    def __init__(self, rulesets: Sequence[Ruleset], players: int, *, seed: int) -> None:
        self.players = players
        self.tasks = [
            (ruleset, [_task(ruleset, players, (), NEUTRAL, ANEW, seed)]) for ruleset in rulesets
        ]

    def steps(self, begin: Callable[[Ruleset], None]) -> Steps[list[Table]]:
        """Train for each ruleset; `begin` is told of each search."""
        tables = []
        for ruleset, (task,) in self.tasks:
            search = Search(task)
            begin(ruleset)
            yield from search.generations()
            trained = task.space.at(search.means[-1])
            tables.append(Table(ruleset.name, self.players, (trained,)))
        return tables


def adapted_play(
    rulesets: Sequence[Ruleset], players: Sequence[int], seeds: int, seed: int
) -> Tuned:
    """Return play that adapts to each ruleset, each trained from a seed of its own.

    All begin with the same neutral player, so that no ruleset is favoured by who learned another.
    """
    tables = [
        TrainedAnew(rulesets, count, seed=seeds * seed + number)
        for count in players
        for number in range(seeds)
    ]

    def fields(found: list[list[Table]]) -> Fields:
        by_seed = [
            tuple(table for of_count in found[number::seeds] for table in of_count)
            for number in range(seeds)
        ]
        return tuple(
            NamedField(
                name=f"trained anew {number}",
                entrants=of_seed[0].entrants,
                role=REFERENCE,
                play=RETUNED,
                tables=of_seed,
                by_strategy=False,
            )
            for number, of_seed in enumerate(by_seed, start=1)
        )

    return Tuned(tables, fields)


def _fields(name: str, tables: Sequence[Table]) -> Fields:
    """Return the fields of tuned play: alone, and among the built-in strategies that play well."""
    strong = load_field(STRONG)
    joined = tuple(table._replace(entrants=(*table.entrants, *strong)) for table in tables)
    return (
        NamedField(name, tables[0].entrants, REFERENCE, RETUNED, tuple(tables)),
        NamedField(f"{name} among others", joined[0].entrants, CREDIBLE, RETUNED, joined),
    )


def _play_of(ruleset: Ruleset, players: int) -> tuple[Entrant, list[str]]:
    """Return the mixture that plays a game best, or the usual game, and its heaviest members."""
    path = built_in_mixture(ruleset.rules(players)) if players in ruleset.players else None
    path = path or usual_mixture(players)
    if path is None:
        raise UsageError(
            f"nothing is trained for {players} players that play could be tuned from: name "
            "who plays (--field)"
        )
    return load_entrant(str(path)), read_mixture(path).heaviest(STRATEGIES)


def _task(
    ruleset: Ruleset,
    players: int,
    opponents: tuple[Entrant, ...],
    start: str,
    effort: Effort,
    seed: int,
) -> Task:
    """Return the search for play that is better than opponents, and than itself."""
    space = Space.of(start, GAME)
    return Task(
        space=space,
        start=space.start,
        rules=ruleset.rules(players),
        opponents=opponents,
        self_play=True,
        seed=seed % SEEDS,
        deals=effort.deals,
        generations=effort.generations,
        population=effort.population,
        final_deals=effort.final_deals,
    )
