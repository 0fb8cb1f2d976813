"""Play tuned quickly for many rulesets, so that each is judged by players who know it.

What was trained for other rules may be far from good: without a refund, say, whoever has learned
that wins three games of four among three who play as before. So for every ruleset the parameters of
`appraiser` are searched anew, beginning with each of the few strategies that play the ruleset which
the search for rules begins with, against all of these as they were and against copies of the
search's own best. One who does not win more than them by this stays as it is.

Where such a short search ends is an accident, too, and a ruleset may look good because of it. So
several strategies play each ruleset; and all are tuned twice, from other seeds: those of the first
time take part in the race, those of the second confirm. `forsale-sim psro` trains longer, for the
few rulesets that are left.
"""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.progress import status
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_RULESET, STRONG
from forsale_sim.experiments.named_field import CREDIBLE, REFERENCE, NamedField, Table
from forsale_sim.experiments.trained_play import built_in_mixture
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

TIMES = 2
"""How often all are tuned."""

STRATEGIES = 3
"""How many play each ruleset."""

GENERATIONS, POPULATION, DEALS, FINAL_DEALS = 15, 10, 80, 1000
"""Of each search: about a second for four players."""


def retuned_play(
    rulesets: Sequence[Ruleset], players: int, seed: int, threads: int | None = None
) -> tuple[NamedField, ...]:
    """Return fields of play that was tuned for each ruleset.

    Parameters
    ----------
    rulesets
        The first is the one that the play of all others is tuned from.
    players
        How many play.
    seed
        Decides the searches.
    threads
        How many to search on; it changes nothing of the result.

    Returns
    -------
    tuple of NamedField
        The tuned play; the same, tuned once more from another seed; that among the built-in
        strategies that play well; and the play of the first ruleset under all.
    """
    play = _tuned_play(rulesets, players, TIMES, seed, threads)
    before = play[0][0]

    def field(name: str, time: int, company: Sequence[Entrant], role: str) -> NamedField:
        tables = tuple(
            Table(ruleset.name, players, (*entrants, *company))
            for ruleset, entrants in zip(rulesets, play[time], strict=True)
        )
        return NamedField(name, tables[0].entrants, role, RETUNED, tables)

    return (
        field("re-tuned", 0, (), REFERENCE),
        field("re-tuned again", 1, (), REFERENCE),
        field("re-tuned among others", 1, load_field(STRONG), CREDIBLE),
        NamedField("unchanged", before, CREDIBLE, UNCHANGED),
    )


def adapted_play(
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seeds: int,
    seed: int,
    threads: int | None = None,
) -> tuple[NamedField, ...]:
    """Return fields of play that adapts to each ruleset, each field tuned from a seed of its own.

    Parameters
    ----------
    rulesets
        The play of all others is tuned from that of the first, if it is an edition; else all are
        tuned from the play of the usual one.
    players
        The numbers of players.
    seeds
        How many fields.
    seed
        Decides the searches.
    threads
        How many to search on; it changes nothing of the result.
    """
    tables: list[list[Table]] = [[] for _ in range(seeds)]
    for count in players:
        first = rulesets[0]
        if built_in_mixture(first.rules(count)) is None:
            first = load_ruleset(DEFAULT_RULESET)
        chosen = [first, *(ruleset for ruleset in rulesets if ruleset.name != first.name)]
        play = _tuned_play(chosen, count, seeds, seed, threads)
        for of_seed, by_ruleset in zip(tables, play, strict=True):
            of_seed += [
                Table(ruleset.name, count, entrants)
                for ruleset, entrants in zip(chosen, by_ruleset, strict=True)
                if ruleset in rulesets
            ]
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


def _tuned_play(
    rulesets: Sequence[Ruleset], players: int, times: int, seed: int, threads: int | None
) -> list[list[tuple[Entrant, ...]]]:
    """Return who plays each ruleset, tuned so many times: by time, then by ruleset."""
    mixture, starts = _play_of(rulesets[0].rules(players))
    before = load_field(starts)
    get_ready([mixture, *before])
    share = number_of_threads(threads)
    play: list[list[tuple[Entrant, ...]]] = [[before] for _ in range(times)]
    for number, ruleset in enumerate(rulesets[1:], start=2):
        doing = (
            f"Tuning play of {players} for {ruleset.name} ({number} of {len(rulesets)} rulesets)"
        )
        with status(doing):
            rules = ruleset.rules(players)
            for time, by_ruleset in enumerate(play):
                seeds = [
                    times * STRATEGIES * seed + time * STRATEGIES + i for i in range(STRATEGIES)
                ]
                by_ruleset.append(
                    tuple(
                        _tuned(rules, mixture, start, own_seed, share)
                        for start, own_seed in zip(starts, seeds, strict=False)
                    )
                )
    return play


def _play_of(rules: Rules) -> tuple[Entrant, list[str]]:
    """Return the mixture that plays a game best, or the usual game, and its heaviest members."""
    path = built_in_mixture(rules)
    path = path or built_in_mixture(load_ruleset(DEFAULT_RULESET).rules(rules.players))
    if path is None:
        raise UsageError(
            f"nothing is trained for {rules.players} players that play could be tuned from: name "
            "who plays (--field)"
        )
    return load_entrant(str(path)), read_mixture(path).heaviest(STRATEGIES)


def _tuned(rules: Rules, before: Entrant, start: str, seed: int, threads: int) -> Entrant:
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
        deals=DEALS,
        generations=GENERATIONS,
        population=POPULATION,
        final_deals=FINAL_DEALS,
        threads=threads,
    )
    search = Search(task)
    for _ in search.steps():
        pass
    best, won = search.finish()
    if won.low <= 1 / rules.players:
        return load_entrant(start)
    return load_entrant(space.entrant("", space.values(best)).spec)
