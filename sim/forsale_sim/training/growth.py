"""The growth of a field, from the request to the folder that it is kept in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from forsale_sim.atomic_files import make_writable
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import drawn_seed
from forsale_sim.plugins.entrant import NamedStrategy, find_strategy, load_field, load_member
from forsale_sim.plugins.settings import parse_settings
from forsale_sim.plugins.tuned import source_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.sources import sources_of
from forsale_sim.simulation.threads import number_of_threads
from forsale_sim.training import search_checkpoint
from forsale_sim.training.best_responses import BestResponses
from forsale_sim.training.cma_es import optimiser
from forsale_sim.training.evaluating import get_ready
from forsale_sim.training.parameter_search import Task
from forsale_sim.training.parameter_space import Space
from forsale_sim.training.psro import Growth, Round, grow
from forsale_sim.training.psro_files import MIXTURE, save_equilibrium, save_response
from forsale_sim.training.rounds import Facts, facts_of, is_complete, kept_rounds
from forsale_sim.training.stopping import interruptible
from forsale_sim.version import __version__


@dataclass(frozen=True, kw_only=True)
class GrowthSettings:
    """What a field grows from, and how thoroughly.

    Attributes
    ----------
    strategies
        Specs of the field at first.
    train
        The spec of what is tuned to respond.
    meta_deals
        How many deals every lineup of the field plays.
    """

    strategies: tuple[str, ...]
    ruleset: str
    players: int
    train: str
    meta_deals: int
    deals: int
    generations: int
    population: int
    final_deals: int


@dataclass(frozen=True)
class GrowthResult:
    """A growth in its folder.

    Attributes
    ----------
    new
        Whether any round is new.
    """

    folder: Path
    seed: int
    rounds: list[Facts]
    new: bool

    @property
    def mixture(self) -> Path:
        """The file of the equilibrium that leaves least to win."""
        return self.folder / MIXTURE


def grow_in_folder(
    out: Path,
    settings: GrowthSettings,
    *,
    rounds: int,
    seed: int | None,
    threads: int | None,
    show: Callable[[str], None],
) -> GrowthResult:
    """Grow a field, or go on with it, and keep in a folder what comes of it."""
    base = out / "psro"
    if out.exists() and not search_checkpoint.checkpoint_path(base).exists():
        raise UsageError(
            f"{out} exists, and holds nothing to go on with: choose another folder (--out)"
        )
    if seed is None:
        known = search_checkpoint.known_seed(base)
        seed = drawn_seed() if known is None else known
    trained = find_strategy(settings.train)
    growth = _growth(trained, rounds, seed, number_of_threads(threads), settings)
    get_ready([load_member(spec) for spec in (*settings.strategies, settings.train)])
    names = [entrant.name for entrant in growth.field]
    made = {"seed": seed, **asdict(settings), "strategies": names}
    identity = {
        **made,
        "source": source_of(trained.strategy),
        "field": sources_of(growth.field),
        "rules": growth.task.rules.settings(),
        "version": __version__,
        "optimiser": optimiser(),
    }
    sources = {"source": [trained.name], "field": names}
    told = search_checkpoint.load(base, identity, sources=sources, several=True)
    facts = kept_rounds(search_checkpoint.known_rounds(base), out)
    if is_complete(facts, rounds):
        return GrowthResult(out, seed, facts, new=False)
    show(
        f"Growing from {', '.join(names)} by {settings.ruleset}, {settings.players} "
        f"players, seed {seed}" + (f": going on in search {len(told)}." if told else ".")
    )
    make_writable(out)

    def keep() -> None:
        search_checkpoint.save(base, identity, told, facts)

    keep()
    played: list[Round] = []
    responses = BestResponses(growth)
    with interruptible(lambda: sum(map(len, told))):
        for each in grow(growth, told, keep, show):
            played.append(each)
            responses.add(each)
            show(f"  {each.response.name} gains {each.gain.in_points} points")
            if len(played) <= len(facts):
                continue  # its files are there, and perhaps those of rounds after it
            if each.gain.is_shown:
                save_response(out, each, growth, trained, made)
            least = responses.least_exploitable()
            best = responses.best()
            chosen = made | {"rounds": len(played)}
            save_equilibrium(out, played[least], best[least].gain, growth, trained, chosen)
            facts[:] = facts_of(played, best, least)
            keep()
    return GrowthResult(out, seed, facts, new=True)


def _growth(
    trained: NamedStrategy, rounds: int, seed: int, threads: int, settings: GrowthSettings
) -> Growth:
    ruleset, space = load_ruleset(settings.ruleset), Space(trained.strategy, trained.spec)
    task = Task(
        space=space,
        start=space.point(parse_settings(trained.strategy, trained.settings)),
        rules=ruleset.rules(settings.players),
        opponents=(),
        self_play=False,
        seed=seed,
        deals=settings.deals,
        generations=settings.generations,
        population=settings.population,
        final_deals=settings.final_deals,
        threads=threads,
    )
    return Growth(load_field(settings.strategies), ruleset, task, settings.meta_deals, rounds)
