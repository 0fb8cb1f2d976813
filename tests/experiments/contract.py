"""What the contract of experiments is tested with: small requests, and what comes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from forsale_sim.program import FOR_SALE
from forsale_sim.reports.experiment import load_config, new_report_spec
from strategy_lab.experiments.compare.spec import CompareSpec
from strategy_lab.experiments.design.spec import DesignSpec
from strategy_lab.experiments.duel.spec import DuelSpec
from strategy_lab.experiments.exploit.spec import ExploitSpec
from strategy_lab.experiments.meta.spec import MetaSpec
from strategy_lab.experiments.psro.spec import PsroSpec
from strategy_lab.experiments.rank.spec import RankSpec
from strategy_lab.experiments.run.spec import RunSpec
from strategy_lab.experiments.tune.spec import TuneSpec
from strategy_lab.results.saved_tables import to_json
from strategy_lab.simulation.checkpoints import Execution, digest_of
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.sessions import Session, begun, resumed
from strategy_lab.simulation.spec import Spec

FIELD = ("spread", "miser", "coinflip")

FIXED_SIZE = ("run", "run-lineup", "run-rulesets", "rank", "compare", "compare-unlike-decks")
ADAPTIVE = ("run-precision", "duel", "duel-no-field", "design")
SEARCHES = ("tune", "psro", "exploit")
PRINTED = (*FIXED_SIZE, "meta", *ADAPTIVE, *SEARCHES)
"""Those that print tables; a report writes a page instead."""
REQUESTS = (*PRINTED, "report")

REPORT = """\
rulesets = ["iello-en", "iello-fr"]
players = [3]
fields = ["spread,miser,coinflip"]
seed = 8
"""


def spec_of(request: str, folder: Path, *, size: int = 100, strategy: str = "spread") -> Spec:
    """Return the spec of a request.

    Parameters
    ----------
    request
        One of `REQUESTS`.
    folder
        Where the file of a report is written.
    size
        How much is played: some multiple of so many games; a few at 1.
    strategy
        The first one that plays.
    """
    field = (strategy, *FIELD[1:])
    if request in ("run", "run-lineup", "run-rulesets", "run-precision", "rank", *SEARCHES):
        return (_search_spec if request in SEARCHES else _run_spec)(request, size, field)
    if request in ("compare", "compare-unlike-decks"):
        return CompareSpec.in_program(FOR_SALE).of(
            rulesets=["iello-en", "iello-fr" if request == "compare" else "ravensburger-1997"],
            fields=[",".join(field), f"mirrors:{strategy}"],
            players=[3, 4],
            games=24 * size,
            seed=6,
        )
    if request in ("duel", "duel-no-field"):
        return DuelSpec.in_program(FOR_SALE).of(
            a=strategy,
            b="coinflip",
            field=None if request == "duel-no-field" else ["miser", "expert"],
            no_field=request == "duel-no-field",
            players=(3, 4),
            max_deals=4 * size,
            elo1=80.0,
            seed=7,
        )
    if request == "meta":
        return MetaSpec.in_program(FOR_SALE).of(
            strategies=field,
            deals=1 + size // 10,
            players=(3,),
            alphas=(0.1, 1.0),
            population=10,
            seed=8,
        )
    if request == "design":
        return DesignSpec.in_program(FOR_SALE).of(
            players=3,
            vary=["refund=up,none"],
            minimise=["seat_gap"],
            maximise=["win_by_strategy"],
            keep=["ties<=0.5*base"],
            field=",".join(field),
            games=1920 + 40 * size,
            seed=9,
        )
    path = folder / "report.toml"
    path.write_text(REPORT.replace("spread", strategy), encoding="utf-8")
    games = 12 * size
    return new_report_spec(load_config(path, games), path=path, games=games)


def _search_spec(request: str, size: int, field: tuple[str, ...]) -> Spec:
    deals = max(2, 1 + size // 10)
    final = {"final_deals": 2 + size // 4, "players": 3, "seed": 10}
    effort = {"deals": deals, "generations": 2, "population": 4, **final}
    if request == "tune":
        return TuneSpec.in_program(FOR_SALE).of(
            strategy="matcher", against=field[:2], **effort, self_play=True
        )
    if request == "psro":
        return PsroSpec.in_program(FOR_SALE).of(
            strategies=(field[0], "coinflip"), train="matcher", rounds=2, meta_deals=2, **effort
        )
    return ExploitSpec.in_program(FOR_SALE).of(
        strategy=field[0],
        train="matcher",
        budget=0,
        samples=0,
        **{**effort, "players": (3, 4), "generations": size // 50},
    )


def _run_spec(request: str, size: int, field: tuple[str, ...]) -> Spec:
    if request == "rank":
        return RankSpec.in_program(FOR_SALE).of(
            games=12 * size, players=[3, 4], strategies=field, seed=5
        )
    if request == "run-precision":
        return RunSpec.in_program(FOR_SALE).of(
            precision=0.04, max_games=60 * size, players=[3, 4], strategies=field, seed=5
        )
    if request == "run-lineup":
        lineup = (*field, "spread:share=0.3")
        return RunSpec.in_program(FOR_SALE).of(games=12 * size, lineup=lineup, rotate=False, seed=5)
    return RunSpec.in_program(FOR_SALE).of(
        games=12 * size,
        rulesets=["iello-en", "iello-fr"] if request == "run-rulesets" else ["iello-en"],
        players=[3, 4],
        strategies=field,
        seed=5,
    )


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
