"""A game and an experiment of another package: played, resumed, split, merged and replayed."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from strategy_lab.errors import UsageError
from strategy_lab.game import GameDefinition, find_game
from strategy_lab.plugins.entrants import load_entrant, load_field
from strategy_lab.simulation.checkpoints import (
    Execution,
    Shard,
    digest_of,
    manifest,
)
from strategy_lab.simulation.execution import Threads
from strategy_lab.simulation.options import chosen_rulesets
from strategy_lab.simulation.replaying import Wanted, check_against_engine, find_games
from strategy_lab.simulation.sessions import begun
from strategy_lab.simulation.spec import Spec, spec_from

from tests.cli.calling import Said, call

ENTRY_POINTS = """\
[forsale_sim.games]
stones = stones:GAME

[forsale_sim.experiments]
contest = stones:ContestSpec

[stones.strategies]
stones = stones
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameDefinition]:
    """The toy game, of a package that has just been installed from a project of its own name."""
    installed = tmp_path / "stones"
    (installed / "stones-1.0.dist-info").mkdir(parents=True)
    copy(Path(__file__).with_name("stones.py"), installed)
    facts = installed / "stones-1.0.dist-info"
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.setenv("PYTHONPATH", str(installed))  # of processes of their own, such as check
    yield find_game("stones")
    sys.modules.pop("stones", None)


def contest(game: GameDefinition, games: int = 200) -> Spec:
    kind: Any = sys.modules["stones"].ContestSpec
    return kind(  # type: ignore[no-any-return]
        games=games,
        seed=7,
        rulesets=chosen_rulesets(["stones-5"], game),
        strategies=load_field(["careful", "anything"], game),
    )


def played(spec: Spec, folder: Path | None = None, shard: Shard | None = None) -> Any:
    with begun(spec, Execution(shard=shard), folder) as session:
        session.play(Threads(session.outcome.experiment, "python"))
        return session.outcome


def test_it_plays_and_counts(game: GameDefinition) -> None:
    outcome = played(contest(game))
    table = outcome.experiment.tables(outcome)["points"]
    assert table["strategy"].tolist() == ["careful", "anything"]
    assert 0 < table["points"][1] < table["points"][0]
    assert set(outcome.cores[0].arrays()) == {"appearances", "win", "places", "points"}
    assert digest_of(outcome) == digest_of(played(contest(game)))


def test_the_request_is_json_that_names_the_game(game: GameDefinition) -> None:
    spec = contest(game)
    held = spec.to_json()
    assert [each["game"] for each in (*held["rulesets"], *held["strategies"])] == ["stones"] * 3
    assert spec_from(held).to_json() == held
    assert manifest(spec, played(spec), Execution())["command"].startswith("stones contest")


def test_games_are_found_and_played_again(game: GameDefinition) -> None:
    plan = contest(game).experiment().plans[0]
    number = next(find_games(plan, Wanted(1, "won", ("show", 3))))
    seated = plan.definition.seat_game(plan, plan.game(number))
    seated.play()
    assert max(move for seat, move in seated.moves("show")) > 3
    assert len(seated.story().splitlines()) == 3
    assert check_against_engine(plan, plan.game(number), seated).startswith("Checked")


def test_strategies_are_those_of_the_game(game: GameDefinition) -> None:
    with pytest.raises(UsageError, match="unknown strategy 'spread'"):
        load_entrant("spread", game)
    with pytest.raises(UsageError, match="no installed package offers the game 'ludo'"):
        find_game("ludo")


def test_an_experiment_of_another_package_has_a_command(
    game: GameDefinition, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, folder = contest(game), tmp_path / "out"
    said = call(capsys, *shlex.split(spec.command_line("--out", str(folder)))[1:])
    assert said.status == 0, said.err
    assert f"digest  {digest_of(played(spec))}" in said.out
    assert "anything" in said.out
    assert "nothing left to do" in call(capsys, "contest", "--resume", str(folder)).err
    assert "Count points" in call(capsys, "contest", "--help").out
    assert "contest" in call(capsys, "--help").out
    assert "did you mean 'contest'" in call(capsys, "contst").err


def call_game(game: GameDefinition, capsys: pytest.CaptureFixture[str], *arguments: object) -> Said:
    return call(capsys, *arguments, program=game.program())


PLAYED = {
    "run": ("--games", "200"),
    "rank": ("--games", "200"),
    "duel": ("careful", "anything", "--no-field", "--players", "2"),
    "compare": ("stones-5", "stones-6", "--games", "400"),
    "meta": ("--players", "2", "--deals", "60"),
}
PLOTS = {
    "run": ("strategies", "seats", "opponents"),
    "rank": ("ratings", "opponents"),
    "meta": ("equilibria",),
}


@pytest.mark.parametrize("command", PLAYED)
def test_commands_and_plots_need_nothing_that_a_game_may_leave_out(
    command: str,
    game: GameDefinition,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = (*PLAYED[command], "--seed", "1", "--engine", "python", "--out", "saved")
    said = call_game(game, capsys, command, *asked)
    assert said.status == 0, said.err
    assert "careful" in said.out or "stones-6" in said.out
    if command in PLOTS:
        known = call_game(game, capsys, "plot", "saved").out
        assert [line.split()[0] for line in known.splitlines()] == [*PLOTS[command]]
        for kind in PLOTS[command]:
            said = call_game(game, capsys, "plot", "saved", "--kind", kind, "--out", f"{kind}.svg")
            assert said.status == 0, said.err
            assert (tmp_path / f"{kind}.svg").is_file()


def test_commands_on_strategies_and_games_need_nothing_more(
    game: GameDefinition,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = call_game(game, capsys, "strategies", "show", "careful").out
    assert "Shows the most but two." in shown
    assert "--strategy mine.py --strategy anything" in call_game(game, capsys, "new", "mine.py").out
    one = ("--games", "200", "--seed", "1", "--game", "1")
    assert " against " in call_game(game, capsys, "replay", *one).out
    checked = call_game(game, capsys, "check", "careful").out
    assert "✓ plays by the rules" in checked and "careful passes" in checked
    refused = call_game(game, capsys, "replay", *one[:-2], "--player", "careful", "--bid-over", "3")
    assert refused.status == 2
    assert "nobody bids in Stones" in refused.err


STRATEGY = """
from stones import GAME, make_strategy

class Mine:
    \"\"\"Shows one.\"\"\"

    def show(view):
        return 1

mine = make_strategy(GAME, "mine", Mine)
"""


def test_a_strategy_may_stand_beside_the_project_of_its_game(
    game: GameDefinition, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(STRATEGY)
    asked = ("--games", "20", "--engine", "python", "--seed", "1", "--strategy", "careful")
    said = call_game(game, capsys, "run", *asked, "--strategy", tmp_path / "mine.py")
    assert said.status == 0, said.err
    assert "mine" in said.out


FOR_SALE_ALONE = re.compile(r"forsale-sim|iello|\b(expert|spread|miser|coins|refund)\b")


def test_help_names_what_the_game_has(
    game: GameDefinition, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in game.program().commands:
        said = call_game(game, capsys, command, "--help").out
        assert not FOR_SALE_ALONE.search(said.partition("Examples:")[2]), command
    said = call_game(game, capsys, "run", "--help").out
    assert "as this game has no kernel" in " ".join(said.split())


def test_it_has_experiments_of_the_laboratory(
    game: GameDefinition, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*asked: object) -> str:
        told = call_game(game, capsys, *asked, "--seed", 1, "--engine", "python")
        assert told.status == 0, told.err
        return told.out

    told = said("gauntlet", "careful", "--deals", 40, "--mixed", 0)
    assert told.startswith("careful among 1 opponent\n80 games of 40 deals")
    goal = ("--vary", "stones=4..6", "--minimise", "seat_gap", "--players", 2, "--games", 8000)
    told = said("design", "--from", "stones-5", *goal)
    assert told.startswith("least seat_gap: 3 rulesets for 2 players")
    assert "3 rulesets raced" in told
    rules = ("--vary", "stones=4", "--players", 2, "--games", 400, "--tables", 2)
    said("report", *rules, "--out", tmp_path / "page")
    assert (tmp_path / "page" / "report.html").is_file()
    assert "--part" not in call_game(game, capsys, "gauntlet", "--help").out
    assert "--fair-seats" not in call_game(game, capsys, "design", "--help").out
