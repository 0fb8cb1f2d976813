"""What the contract of experiments is tested with: small requests, and what comes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from forsale_sim.program import FOR_SALE
from strategy_lab.results.saved_tables import to_json
from strategy_lab.simulation.checkpoints import Execution, digest_of
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.spec import Spec, spec_class

FIELD = ("spread", "miser", "coinflip")

FIXED_SIZE = ("run", "run-lineup", "run-rulesets", "rank", "compare", "compare-unlike-decks")
ADAPTIVE = ("run-precision", "duel", "duel-no-field", "design")
VARIANTS = ("run-lineup", "run-rulesets", "compare-unlike-decks", "duel-no-field", "exploit")
SEARCHES = ("tune", "psro", "exploit")
REQUESTS = (*FIXED_SIZE, "report", "meta", *ADAPTIVE, *SEARCHES)


def spec_of(request: str, folder: Path, *, size: int = 100, strategy: str = "spread") -> Spec:
    """Return the spec of a request: `size` times a few games, of which `strategy` plays first."""
    field = (strategy, *FIELD[1:])
    both = {"rulesets": ["iello-en", "iello-fr"]}
    run = {"games": 12 * size, "players": [3, 4], "strategies": field, "seed": 5}
    compare = {
        **both,
        "players_from": ",".join(field),
        "drawn_tables": 3,
        "players": [3, 4],
        "games": 24 * size,
        "seed": 6,
    }
    duel = {"a": strategy, "b": "coinflip", "players": (3, 4), "elo1": 80.0, "seed": 7}
    duel["max_deals"] = 4 * size
    search = {"generations": 2, "population": 4, "players": 3, "seed": 10}
    search |= {"deals": max(2, 1 + size // 10), "final_deals": 2 + size // 4}
    asked: dict[str, dict[str, Any]] = {
        "run": {**run, "rulesets": ["iello-en"]},
        "run-rulesets": {**run, **both},
        "run-lineup": {
            **{"games": 12 * size, "lineup": (*field, "spread:share=0.3")},
            **{"rotate": False, "seed": 5},
        },
        "run-precision": {**run, "games": None, "precision": 0.04, "max_games": 60 * size},
        "rank": run,
        "compare": compare,
        "report": {**compare, "players": [3], "games": 12 * size},
        "compare-unlike-decks": {**compare, "rulesets": ["iello-en", "ravensburger-1997"]},
        "duel": {**duel, "field": ["miser", "expert"], "no_field": False},
        "duel-no-field": {**duel, "no_field": True},
        "meta": {
            **{"strategies": field, "deals": 1 + size // 10, "players": (3,)},
            **{"alphas": (0.1, 1.0), "population": 10, "seed": 8},
        },
        "design": {
            **{"players": 3, "vary": ["refund=up,none"], "minimise": ["seat_gap"]},
            **{"maximise": ["win_by_strategy"], "keep": ["ties<=0.5*base"]},
            **{"players_from": ",".join(field), "drawn_tables": 4, "games": 40 * size, "seed": 9},
        },
        "tune": {**search, "strategy": "matcher", "against": field[:2], "self_play": True},
        "psro": {
            **{**search, "strategies": (strategy, "coinflip"), "train": "matcher"},
            **{"rounds": 2, "meta_deals": 2},
        },
        "exploit": {
            **{**search, "strategy": strategy, "train": "matcher", "budget": 0, "samples": 0},
            **{"players": (3, 4), "generations": size // 50},
        },
    }
    return spec_class(request.partition("-")[0], FOR_SALE).of(**asked[request])


class Result(NamedTuple):
    """What must not depend on how an experiment is played."""

    digest: str
    tables: str
    sums: dict[str, list[Any]]


def result_of(outcome: Outcome) -> Result:
    """Return what must not depend on how an experiment is played."""
    tables = outcome.experiment.tables(outcome)
    sums = {
        f"{block}/{kind}/{name}": array.tolist()
        for kind, counted in (("tally", outcome.tallies), ("core", outcome.cores))
        for block, accumulator in sorted(counted.items())
        for name, array in accumulator.arrays().items()
    }
    return Result(digest_of(outcome), to_json({}, tables), sums)


def play(
    spec: Spec,
    folder: Path | None = None,
    *,
    threads: int = 1,
    engine: str = "compiled",
    piece_games: int | None = None,
) -> Outcome:
    """Play an experiment, in a folder or in memory alone."""
    with begun(spec, Execution(engine=engine), folder, every=0) as session:
        play_out(session, threads, piece_games)
    return session.outcome


def play_out(session: Session, threads: int = 1, piece_games: int | None = None) -> None:
    """Play what is left of an experiment, and of what it prepares for."""
    while True:
        with session.executor(threads, None) as executor:
            executor.piece_games = piece_games or executor.piece_games
            session.play(executor)
        if not session.goes_on():
            return


def play_on(folder: Path, command: str) -> Outcome:
    """Resume the experiment in a folder, and play it to its end."""
    with resumed(folder, command=command, every=0) as session:
        if not session.outcome.complete:
            play_out(session)
    return session.outcome
