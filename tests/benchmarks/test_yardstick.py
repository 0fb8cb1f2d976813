from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks import yardstick

SUM_OF_CHEQUES = 2 * sum(range(2, 16))
COINS = {3: 28, 5: 16, 6: 14}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        yardstick.find_compiler()
    except yardstick.YardstickError as error:
        pytest.skip(str(error))
    return yardstick.compile_yardstick(tmp_path_factory.mktemp("yardstick"))


@pytest.mark.parametrize(
    ("players", "lineup"), [(3, "csc"), (4, "cscs"), (5, "sssss"), (6, "cccccc")]
)
def test_one_win_a_game_is_shared_out(program: Path, players: int, lineup: str) -> None:
    report = yardstick.play_yardstick(program, 2000, players, lineup)
    assert (report["games"], report["players"]) == (2000, players)
    assert len(report["win_rate"]) == players
    assert sum(report["win_rate"]) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("players", "lineup"), [(3, "csc"), (5, "sssss"), (6, "cccccc")])
def test_all_cheques_are_sold_and_some_coins_are_left(
    program: Path, players: int, lineup: str
) -> None:
    money = sum(yardstick.play_yardstick(program, 2000, players, lineup)["money_mean"])
    assert SUM_OF_CHEQUES < money < SUM_OF_CHEQUES + players * COINS[players]


def test_spread_beats_coinflip(program: Path) -> None:
    win_rate = yardstick.play_yardstick(program, 2000, 4, "cscs")["win_rate"]
    assert min(win_rate[1], win_rate[3]) > 3 * max(win_rate[0], win_rate[2])


def test_the_time_per_game_is_that_of_the_report(program: Path) -> None:
    assert 0 < yardstick.run_yardstick(program, 2000, 4, "cscs") < 1000


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["0", "3", "ccc"],
        ["1e3", "3", "ccc"],
        ["9", "7", "ccccccc"],
        ["9", "3", "cc"],
        ["9", "3", "ccx"],
    ],
)
def test_bad_arguments_get_the_usage(program: Path, arguments: list[str]) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: yardstick GAMES PLAYERS LINEUP" in done.stderr
    assert done.stdout == ""


def test_a_refusal_is_passed_on(program: Path) -> None:
    with pytest.raises(yardstick.YardstickError, match="3, 4, 5 or 6"):
        yardstick.run_yardstick(program, 1, 2, "cc")


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(yardstick.YardstickError, match="CC=no-such-compiler"):
        yardstick.find_compiler()


def test_a_failed_compilation_shows_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Path
) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) { return undeclared; }\n")
    monkeypatch.setattr(yardstick, "SOURCE", broken)
    with pytest.raises(yardstick.YardstickError, match="undeclared"):
        yardstick.compile_yardstick(tmp_path)
