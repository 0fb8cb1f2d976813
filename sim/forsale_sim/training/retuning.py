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

from collections.abc import Sequence
from dataclasses import dataclass

from forsale_sim.display.progress import status
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_RULESET, STRONG
from forsale_sim.experiments.named_field import CREDIBLE, REFERENCE, NamedField, Table
from forsale_sim.experiments.trained_play import built_in_mixture, usual_mixture
from forsale_sim.plugins.entrant import Entrant, find_strategy, load_entrant, load_field
from forsale_sim.plugins.mixtures import read_mixture
from forsale_sim.plugins.settings import parse_settings
from forsale_sim.results.paired.schema import RETUNED, UNCHANGED
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.parameters import Rules
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.plan import SEEDS
from forsale_sim.simulation.threads import number_of_threads
from forsale_sim.training.evaluating import get_ready
from forsale_sim.training.parameter_search import Search, Task
from forsale_sim.training.parameter_space import Space

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


def retuned_play(
    rulesets: Sequence[Ruleset], players: int, seed: int, threads: int | None = None
) -> tuple[NamedField, ...]:
    """Return fields of play that was tuned quickly for each ruleset."""
    tables = _tuned_tables(rulesets, players, QUICK, seed=seed, time=0, threads=threads)
    return (
        *_fields("re-tuned", tables),
        NamedField("unchanged", tables[0].entrants, CREDIBLE, UNCHANGED),
    )


def confirming_play(
    rulesets: Sequence[Ruleset], players: int, seed: int, threads: int | None = None
) -> tuple[NamedField, ...]:
    """Return fields of play that was tuned fully for each ruleset: alone, and among others.

    The parameters are those of `retuned_play`.
    """
    tables = _tuned_tables(rulesets, players, FULL, seed=seed, time=1, threads=threads)
    return _fields("re-tuned fully", tables)


def adapted_play(
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seeds: int,
    seed: int,
    threads: int | None = None,
) -> tuple[NamedField, ...]:
    """Return fields of play that adapts to each ruleset, each tuned from a seed of its own."""
    names = {ruleset.name for ruleset in rulesets}
    tables: list[list[Table]] = [[] for _ in range(seeds)]
    for count in players:
        first = rulesets[0]
        if built_in_mixture(first.rules(count)) is None:
            first = load_ruleset(DEFAULT_RULESET)
        chosen = [first, *(ruleset for ruleset in rulesets if ruleset.name != first.name)]
        for number, of_seed in enumerate(tables):
            own = seeds * seed + number
            tuned = _tuned_tables(chosen, count, QUICK, seed=own, time=0, threads=threads)
            of_seed += [table for table in tuned if table.ruleset in names]
    return tuple(
        NamedField(
            name=f"tuned for each, seed {number}",
            entrants=of_seed[0].entrants,
            role=REFERENCE,
            play=RETUNED,
            tables=tuple(of_seed),
            by_strategy=False,
        )
        for number, of_seed in enumerate(tables, start=1)
    )


def _tuned_tables(
    rulesets: Sequence[Ruleset],
    players: int,
    effort: Effort,
    *,
    seed: int,
    time: int,
    threads: int | None,
) -> list[Table]:
    """Return who plays each ruleset: the first as before, the others as tuned for them."""
    first, *others = rulesets
    mixture, starts = _play_of(first, players)
    before = load_field(starts)
    get_ready([mixture, *before])
    tables = [Table(first.name, players, before)]
    searched = (TIMES * seed + time) * STRATEGIES
    for number, ruleset in enumerate(others, start=1):
        with status(f"Tuning play for {ruleset.name} ({number} of {len(others)} rulesets)"):
            tasks = enumerate(starts, start=searched)
            rules, share = ruleset.rules(players), number_of_threads(threads)
            entrants = [_tuned(rules, mixture, s, effort, number, share) for number, s in tasks]
            tables.append(Table(ruleset.name, players, tuple(entrants)))
    return tables


def _fields(name: str, tables: Sequence[Table]) -> tuple[NamedField, ...]:
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


def _tuned(
    rules: Rules, before: Entrant, start: str, effort: Effort, seed: int, threads: int
) -> Entrant:
    """Return play for a game that a search finds, or that of its start if this is no better."""
    base = find_strategy(start)
    space = Space(base.strategy, base.spec)
    task = Task(
        space=space,
        start=space.point(parse_settings(base.strategy, base.settings)),
        rules=rules,
        opponents=(before,),
        self_play=True,
        seed=seed % SEEDS,
        deals=effort.deals,
        generations=effort.generations,
        population=effort.population,
        final_deals=effort.final_deals,
        threads=threads,
    )
    search = Search(task)
    for _ in search.steps():
        pass
    best, won = search.finish()
    if won.low <= 1 / rules.players:
        return load_entrant(start)
    return load_entrant(space.entrant("", space.values(best)).spec)
