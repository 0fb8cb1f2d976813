"""Tuning, from the request to the file that is written; a checkpoint lies beside it meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from forsale_sim.atomic_files import check_writable
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import drawn_seed
from forsale_sim.plugins.entrant import NamedStrategy, find_strategy, load_entrant, load_field
from forsale_sim.plugins.settings import parse_settings
from forsale_sim.plugins.specs import split_specs
from forsale_sim.plugins.tuned import TunedFile, source_of, write_tuned
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.sources import sources_of
from forsale_sim.simulation.threads import number_of_threads
from forsale_sim.training import search_checkpoint
from forsale_sim.training.cma_es import optimiser
from forsale_sim.training.evaluating import get_ready
from forsale_sim.training.parameter_search import Search, Task
from forsale_sim.training.parameter_space import Space
from forsale_sim.training.stopping import interruptible
from forsale_sim.training.win_rates import WinRate
from forsale_sim.version import __version__


@dataclass(frozen=True, kw_only=True)
class TuningSettings:
    """What a strategy is tuned for, and how thoroughly.

    Attributes
    ----------
    against
        Specs of the opponents, joined by commas.
    self_play
        Whether there are tables with copies of the current best, too.
    """

    ruleset: str
    players: int
    against: str
    self_play: bool
    deals: int
    generations: int
    population: int
    final_deals: int


@dataclass(frozen=True)
class TuningResult:
    """A file of tuned parameters that was written.

    Attributes
    ----------
    path
        The file, which can be named wherever a strategy can.
    parameters
        By name.
    won
        The win rate on deals that had no part in the search or the choice.
    players
        How many it was tuned for.
    made
        How it was made, as the file says.
    """

    path: Path
    parameters: Mapping[str, int | float]
    won: WinRate
    players: int
    made: Mapping[str, Any]


def tune(
    strategy: str,
    out: Path,
    settings: TuningSettings,
    *,
    seed: int | None,
    threads: int | None,
    show: Callable[[str], None],
) -> TuningResult:
    """Tune the parameters of a strategy, or go on with it, and write the file."""
    if out.suffix != ".toml":
        raise UsageError(
            f"the file to write (--out) must be a .toml file, which can be played, not {str(out)!r}"
        )
    check_writable(out)
    if os.path.lexists(out) and not search_checkpoint.checkpoint_path(out).exists():
        raise UsageError(
            f"{out} exists already, and nothing is overwritten: name another file (--out)"
        )
    if seed is None:
        known = search_checkpoint.known_seed(out)
        seed = drawn_seed() if known is None else known
    base = find_strategy(strategy)
    task = _task(base, seed, number_of_threads(threads), settings)
    get_ready([*task.opponents, load_entrant(strategy)])
    identity = {
        "strategy": base.spec,
        "settings": base.settings,
        "source": source_of(base.strategy),
        "seed": seed,
        "version": __version__,
        "optimiser": optimiser(),
        **asdict(settings),
        "rules": task.rules.settings(),
        "opponents": sources_of(task.opponents),
    }
    sources = {"source": [base.name], "opponents": [entrant.name for entrant in task.opponents]}
    told = search_checkpoint.load(out, identity, sources=sources)
    search, kept = Search(task, told), len(told)
    show(
        f"tuning {base.name} for {settings.ruleset}, {settings.players} players, seed {seed}"
        + (f": going on after generation {kept}" if kept else "")
    )
    with interruptible(lambda: kept):
        for won in search.steps():
            search_checkpoint.save(out, identity, search.objectives)
            kept = len(search.objectives)
            show(
                f"generation {kept} of {task.generations}: the current best wins {won.percent()} %"
            )
        best, won = search.finish()
    made = {
        "by": f"forsale-sim {__version__}",
        "seed": seed,
        **asdict(settings),
        "win_rate": round(won.rate, 5),
        "win_rate_low": round(won.low, 5),
        "win_rate_high": round(won.high, 5),
    }
    rules, parameters = task.rules, task.space.values(best)
    source = source_of(base.strategy)
    write_tuned(out, TunedFile(base.spec, source, rules.ruleset, rules.players, parameters, made))
    search_checkpoint.checkpoint_path(out).unlink(missing_ok=True)
    return TuningResult(out, parameters, won, rules.players, made)


def _task(base: NamedStrategy, seed: int, threads: int, settings: TuningSettings) -> Task:
    against = split_specs(settings.against) if settings.against else []
    if not against and not settings.self_play:
        raise UsageError(
            "tuning takes opponents: name some (--against), or let copies of the current best play "
            "(--self-play)"
        )
    space = Space(base.strategy, base.spec)
    return Task(
        space=space,
        start=space.point(parse_settings(base.strategy, base.settings)),
        rules=load_ruleset(settings.ruleset).rules(settings.players),
        opponents=tuple(load_field(against)) if against else (),
        self_play=settings.self_play,
        seed=seed,
        deals=settings.deals,
        generations=settings.generations,
        population=settings.population,
        final_deals=settings.final_deals,
        threads=threads,
    )
