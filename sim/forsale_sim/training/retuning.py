"""Play tuned quickly for many rulesets, so that each is judged by players who know it.

What was trained for other rules may be far from good: without a refund, say, whoever has learned
that wins three games of four among three who play as before. So for every ruleset the parameters of
`appraiser` are searched anew, from the best play that there is for the ruleset the search begins
with, against that play and against copies of the search's own best. A player who does not win more
than it by this stays as it is. A ruleset that comes with trained play keeps that. The search is
short: `forsale-sim psro` trains longer and for mixtures, for the few rulesets that are left.
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
from forsale_sim.simulation.threads import number_of_threads
from forsale_sim.training.evaluating import get_ready
from forsale_sim.training.parameter_search import Search, Task
from forsale_sim.training.parameter_space import Space

GENERATIONS, POPULATION, DEALS, FINAL_DEALS = 25, 12, 100, 2000
"""Of each search: about a second for four players."""


def retuned_play(
    rulesets: Sequence[Ruleset], players: int, seed: int, threads: int | None = None
) -> tuple[NamedField, ...]:
    """Return fields of play that was tuned for each ruleset.

    Parameters
    ----------
    rulesets
        The first is the one that the play of all is tuned from.
    players
        How many play.
    seed
        Decides the searches.
    threads
        How many to search on; it changes nothing of the result.

    Returns
    -------
    tuple of NamedField
        The tuned play alone; the same among the built-in strategies that play well; and, alone,
        that of the first ruleset under all.
    """
    start = built_in_mixture(rulesets[0].rules(players))
    start = start or built_in_mixture(load_ruleset(DEFAULT_RULESET).rules(players))
    if start is None:
        raise UsageError(
            f"nothing is trained for {players} players that play could be tuned from: name who "
            "plays (--field)"
        )
    mixture, heaviest = load_entrant(str(start)), read_mixture(start).heaviest
    get_ready([mixture, load_entrant(heaviest)])
    tuned: list[Entrant] = []
    for number, ruleset in enumerate(rulesets, start=1):
        with status(f"Tuning play for {ruleset.name} ({number} of {len(rulesets)} rulesets)"):
            tuned.append(
                _tuned(ruleset.rules(players), mixture, heaviest, seed, number_of_threads(threads))
            )
        mixture = tuned[0]
    others = load_field(STRONG)

    def field(name: str, company: Sequence[Entrant], role: str) -> NamedField:
        tables = tuple(
            Table(ruleset.name, players, (entrant, *company))
            for ruleset, entrant in zip(rulesets, tuned, strict=True)
        )
        return NamedField(name, tables[0].entrants, role, RETUNED, tables)

    return (
        field("re-tuned", (), REFERENCE),
        field(f"re-tuned,{','.join(STRONG)}", others, CREDIBLE),
        NamedField("unchanged", (tuned[0],), REFERENCE, UNCHANGED),
    )


def _tuned(rules: Rules, before: Entrant, start: str, seed: int, threads: int) -> Entrant:
    """Return play for a game: what comes with it, what a search finds, or that of before."""
    trained = built_in_mixture(rules)
    if trained is not None:
        return load_entrant(str(trained))
    base = find_strategy(start)
    space = Space(base.strategy, base.spec)
    task = Task(
        space=space,
        start=space.point(parse_settings(base.strategy, base.settings)),
        rules=rules,
        opponents=(before,),
        self_play=True,
        seed=seed,
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
        return before
    return load_entrant(space.entrant("", space.values(best)).spec)
