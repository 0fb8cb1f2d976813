"""A session plays what was asked for, keeps it, and says how to go on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from strategy_lab.errors import StoppedError, StrategyError, UsageError
from strategy_lab.simulation import sessions
from strategy_lab.simulation.checkpoints import Execution, Shard, digest_of
from strategy_lab.simulation.sessions import begun, resumed

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import go_on, play_on, played_games, small_spec, start
from tests.strategy_lab.simulation.playing import play
from tests.support.interrupting import interrupt_after

SPEC = small_spec()


def test_an_interrupted_session_is_resumed_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as interrupted:
        interrupt_after(interrupted, 5)
        part = start(tmp_path / "run", SPEC)
    assert not part.complete
    assert 0 < part.games < part.experiment.games
    outcome = go_on(tmp_path / "run")
    assert outcome.complete
    assert digest_of(outcome) == digest_of(play(SPEC.experiment()))
    assert go_on(tmp_path / "run").complete  # nothing is left to be played


def test_ctrl_c_before_the_first_piece_says_that_there_is_nothing_to_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(monkeypatch, 0)
    with (
        pytest.raises(StoppedError, match=r"^interrupted before there was anything to show$"),
        begun(SPEC, Execution("compiled")) as session,
    ):
        play_on(session)
    with pytest.raises(StoppedError, match=r"anything to show\. Go on with: .* --resume .*run'?$"):
        start(tmp_path / "run", SPEC)
    assert played_games(tmp_path / "run") == 0


def test_ctrl_c_while_strategies_are_compiled_leaves_what_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_for_long(*_: object, **more: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sessions, "Threads", compile_for_long)
        with pytest.raises(StoppedError, match=r"made ready\. Go on with: .* --resume .*run'?$"):
            start(tmp_path / "run", SPEC)
    assert digest_of(go_on(tmp_path / "run")) == digest_of(play(SPEC.experiment()))


def test_a_strategy_s_mistake_comes_with_the_command_that_shows_the_game(tmp_path: Path) -> None:
    path = write(tmp_path, bid="if view.round == 2: return 99")
    with (
        pytest.raises(StrategyError) as caught,
        begun(small_spec(strategies=[path, "spread"]), Execution("compiled")) as session,
    ):
        play_on(session)
    mistake, command = str(caught.value).splitlines()
    assert "99" in mistake
    assert re.fullmatch(
        r"See the game: forsale-sim replay --games \d+ --seed 9 .* --game \d+", command
    )


def test_a_shard_plays_its_part_alone(tmp_path: Path) -> None:
    outcome = start(tmp_path / "run", SPEC, shard=Shard(2, 3))
    assert outcome.complete
    assert outcome.played == outcome.wanted == Shard(2, 3).units(outcome.experiment)


def test_a_folder_is_resumed_by_the_command_that_began_it(tmp_path: Path) -> None:
    start(tmp_path / "run", SPEC)
    with (
        pytest.raises(UsageError, match=r"holds what forsale-sim run plays: .* run --resume"),
        resumed(tmp_path / "run", command="rank"),
    ):
        pass
