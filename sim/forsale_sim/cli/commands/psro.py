"""``forsale-sim psro``: grow a field by best responses until none gains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import forsale_sim
from forsale_sim.atomic_files import make_writable
from forsale_sim.cli.failing import explains_failures
from forsale_sim.cli.growth import facts_of, is_complete, kept_rounds, print_growth
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import one_each
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import threads_option
from forsale_sim.cli.printing import format_option, note
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
    from forsale_sim.training.psro import Growth, Round

EXAMPLES = """\b
Examples:
  forsale-sim psro --players 4 --out grown
  forsale-sim psro --players 3 --strategy expert --strategy counter --rounds 4 --out grown
  forsale-sim run --players 4 --lineup grown/mixture.toml,quick,quick,quick
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=one_each,
    default=("blueprint",),
    show_default=True,
    metavar="SPEC",
    help="Who is in the field at first; may be repeated.",
)
@ruleset_option
@player_count_option
@click.option(
    "--train",
    default="appraiser",
    show_default=True,
    metavar="SPEC",
    help="What is tuned to respond; searches begin at the parameters it sets, and at the last "
    "response.",
)
@click.option("--rounds", type=Number(least=1), default=10, show_default=True, help="At most.")
@click.option(
    "--meta-deals",
    type=DEALS,
    default=240,
    show_default=True,
    help="Deals that every lineup of the field plays, to find the equilibrium.",
)
@deals_option
@click.option("--generations", type=Number(least=1), default=40, show_default=True)
@population_option
@click.option(
    "--final-deals",
    type=DEALS,
    default=10_000,
    show_default=True,
    help="Held-out deals that choose a response, and as many others that measure its gain.",
)
@kept_seed_option
@threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A new folder for the responses and the mixture. One with a checkpoint goes on.",
)
@format_option
@explains_failures
def psro(
    out: Path, seed: int | None, threads: int | None, output: str, rounds: int, **asked: Any
) -> None:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game.
    """
    from forsale_sim.plugins.entrant import find_strategy, load_member
    from forsale_sim.plugins.tuned import source_of
    from forsale_sim.simulation.describing import sources_of
    from forsale_sim.training import checkpointing
    from forsale_sim.training.best_responses import BestResponses
    from forsale_sim.training.evolving import optimiser
    from forsale_sim.training.grown import save_equilibrium, save_response
    from forsale_sim.training.psro import grow

    base = out / "psro"
    if out.exists() and not checkpointing.checkpoint_path(base).exists():
        raise UsageError(f"{out} exists, and holds nothing to go on with: choose another --out")
    if seed is None:
        known = checkpointing.known_seed(base)
        seed = drawn_seed() if known is None else known
    trained = find_strategy(asked["train"])
    growth = _growth(trained, rounds, seed, number_of_threads(threads), asked)
    get_ready([load_member(spec) for spec in (*asked["strategies"], asked["train"])])
    made = {"seed": seed, **asked, "strategies": [entrant.name for entrant in growth.field]}
    identity = {
        **made,
        "source": source_of(trained.strategy),
        "field": sources_of(growth.field),
        "rules": growth.task.rules.settings(),
        "version": forsale_sim.__version__,
        "optimiser": optimiser(),
    }
    sources = {"source": [trained.name], "field": made["strategies"]}
    told = checkpointing.load(base, identity, sources=sources, several=True)
    facts = kept_rounds(checkpointing.known_rounds(base), out)
    asked_for = {"seed": seed, "ruleset": asked["ruleset"]}
    if is_complete(facts, rounds):
        print_growth(output, facts, asked_for, out)
        note(f"The growth in {out} is complete: there was nothing left to do.")
        return
    note(
        f"Growing from {', '.join(made['strategies'])} by {asked['ruleset']}, {asked['players']} "
        f"players, seed {seed}" + (f": going on in search {len(told)}." if told else ".")
    )
    make_writable(out)

    def keep() -> None:
        checkpointing.save(base, identity, told, facts)

    keep()
    found: list[Round] = []
    responses = BestResponses(growth)
    with saying_how_to_go_on(lambda: sum(map(len, told))):
        for each in grow(growth, told, keep, note):
            found.append(each)
            responses.add(each)
            note(f"  {each.response.name} gains {each.gain.in_points} points")
            if len(found) <= len(facts):
                continue  # its files are there, and perhaps those of rounds after it
            if each.gain.is_shown:
                save_response(out, each, growth, trained, made)
            least = responses.least_exploitable()
            best = responses.best()
            chosen = made | {"rounds": len(found)}
            save_equilibrium(out, found[least], best[least].gain, growth, trained, chosen)
            facts[:] = facts_of(found, best, least)
            keep()
    print_growth(output, facts, asked_for, out)


def _growth(trained: Found, rounds: int, seed: int, threads: int, asked: dict[str, Any]) -> Growth:
    from forsale_sim.plugins.entrant import load_field
    from forsale_sim.plugins.settings import parse_settings
    from forsale_sim.rules.loading import load_ruleset
    from forsale_sim.training.psro import Growth
    from forsale_sim.training.searching import Task
    from forsale_sim.training.space import Space

    ruleset, space = load_ruleset(asked["ruleset"]), Space(trained.strategy, trained.spec)
    task = Task(
        space=space,
        start=space.point(parse_settings(trained.strategy, trained.settings)),
        rules=ruleset.rules(asked["players"]),
        opponents=(),
        self_play=False,
        seed=seed,
        deals=asked["deals"],
        generations=asked["generations"],
        population=asked["population"],
        final_deals=asked["final_deals"],
        threads=threads,
    )
    return Growth(load_field(asked["strategies"]), ruleset, task, asked["meta_deals"], rounds)
