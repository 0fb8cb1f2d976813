"""``forsale-sim tune``: find good values of a strategy's parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import forsale_sim
from forsale_sim.atomic_files import check_writable
from forsale_sim.cli.failing import explains_failures
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import threads_option
from forsale_sim.cli.printing import note
from forsale_sim.cli.searching import (
    DEALS,
    deals_option,
    get_ready,
    kept_seed_option,
    player_count_option,
    population_option,
    ruleset_option,
    saying_how_to_go_on,
)
from forsale_sim.errors import UsageError
from forsale_sim.experiments.playing import number_of_threads
from forsale_sim.simulation.spec import drawn_seed

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Found
    from forsale_sim.training.searching import Task

DEFAULT_AGAINST = "counter,expert,matcher,linear"

EXAMPLES = """\b
Examples:
  forsale-sim tune appraiser --players 4 --out mine.toml
  forsale-sim tune matcher --players 3 --against expert --generations 20 --out matcher.toml
  forsale-sim run --players 4 --lineup mine.toml,expert,expert,expert
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("strategy", metavar="STRATEGY")
@ruleset_option
@player_count_option
@click.option(
    "--against",
    default=DEFAULT_AGAINST,
    show_default=True,
    metavar="SPEC,SPEC",
    help="Opponents: a table has one candidate and copies of one of them. Empty with --self-play.",
)
@click.option("--self-play", is_flag=True, help="Tables with copies of the current best, too.")
@deals_option
@click.option("--generations", type=Number(least=2), default=60, show_default=True)
@population_option
@click.option(
    "--final-deals",
    type=DEALS,
    default=10_000,
    show_default=True,
    help="Held-out deals for the final choice, and as many others for its win rate.",
)
@kept_seed_option
@threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write; none is overwritten. While the search is under way a checkpoint lies "
    "beside it: the same command goes on.",
)
@explains_failures
def tune(strategy: str, out: Path, seed: int | None, threads: int | None, **asked: Any) -> None:
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins.
    """
    from forsale_sim.plugins.entrant import find_strategy, load_entrant
    from forsale_sim.plugins.tuned import TunedFile, source_of, write_tuned
    from forsale_sim.simulation.describing import sources_of
    from forsale_sim.training import checkpointing
    from forsale_sim.training.evolving import optimiser
    from forsale_sim.training.searching import Search

    if out.suffix != ".toml":
        raise UsageError(f"--out must be a .toml file, which can be played, not {str(out)!r}")
    check_writable(out)
    if out.exists() and not checkpointing.checkpoint_path(out).exists():
        raise UsageError(f"{out} exists already, and nothing is overwritten: name another --out")
    if seed is None:
        known = checkpointing.known_seed(out)
        seed = drawn_seed() if known is None else known
    found = find_strategy(strategy)
    task = _task(found, seed, number_of_threads(threads), asked)
    get_ready([*task.opponents, load_entrant(strategy)])
    identity = {
        "strategy": found.spec,
        "settings": found.settings,
        "source": source_of(found.strategy),
        "seed": seed,
        "version": forsale_sim.__version__,
        "optimiser": optimiser(),
        **asked,
        "rules": task.rules.settings(),
        "opponents": sources_of(task.opponents),
    }
    sources = {"source": [found.name], "opponents": [entrant.name for entrant in task.opponents]}
    told = checkpointing.load(out, identity, sources=sources)
    search = Search(task, told)
    note(
        f"tuning {found.name} for {asked['ruleset']}, {asked['players']} players, seed {seed}"
        + (f": going on after generation {len(told)}" if told else "")
    )
    kept = len(told)
    with saying_how_to_go_on(lambda: kept):
        for won in search.steps():
            checkpointing.save(out, identity, search.told)
            kept = len(search.told)
            note(
                f"generation {kept} of {task.generations}: the current best wins {won.percent()} %"
            )
        best, won = search.finish()
    values = task.space.values(best)
    made = {
        "by": f"forsale-sim {forsale_sim.__version__}",
        "seed": seed,
        **asked,
        "win_rate": round(won.rate, 5),
        "win_rate_low": round(won.low, 5),
        "win_rate_high": round(won.high, 5),
    }
    write_tuned(
        out,
        TunedFile(
            found.spec,
            source_of(found.strategy),
            task.rules.ruleset,
            task.rules.players,
            values,
            made,
        ),
    )
    checkpointing.checkpoint_path(out).unlink(missing_ok=True)
    click.echo(
        f"{out}: wins {won.percent(2)} % on held-out deals "
        f"(a fair share is {100 / task.rules.players:.1f} %)"
    )


def _task(found: Found, seed: int, threads: int, asked: dict[str, Any]) -> Task:
    from forsale_sim.plugins.entrant import load_field
    from forsale_sim.plugins.settings import parse_settings
    from forsale_sim.plugins.specs import split_specs
    from forsale_sim.rules.loading import load_ruleset
    from forsale_sim.training.searching import Task
    from forsale_sim.training.space import Space

    against = split_specs(asked["against"]) if asked["against"] else []
    if not against and not asked["self_play"]:
        raise UsageError("tuning takes opponents: name some with --against, or use --self-play")
    space = Space(found.strategy, found.spec)
    return Task(
        space=space,
        start=space.point(parse_settings(found.strategy, found.settings)),
        rules=load_ruleset(asked["ruleset"]).rules(asked["players"]),
        opponents=tuple(load_field(against)) if against else (),
        self_play=asked["self_play"],
        seed=seed,
        deals=asked["deals"],
        generations=asked["generations"],
        population=asked["population"],
        final_deals=asked["final_deals"],
        threads=threads,
    )
