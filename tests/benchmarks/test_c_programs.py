from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import c_programs

PROGRAMS = ("yardstick", "limit")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    try:
        c_programs.find_compiler()
    except c_programs.CProgramError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("programs")
    return {
        name: c_programs.compile_program(c_programs.SOURCES / f"{name}.c", folder)
        for name in PROGRAMS
    }


@pytest.fixture(params=PROGRAMS)
def program(programs: dict[str, Path], request: pytest.FixtureRequest) -> Path:
    return programs[request.param]


@pytest.mark.parametrize(
    ("players", "lineup"), [(3, "csc"), (4, "cscs"), (5, "sssss"), (6, "cccccc")]
)
def test_one_win_a_game_is_shared_out(program: Path, players: int, lineup: str) -> None:
    report = c_programs.play(program, 2000, players, lineup)
    assert (report["games"], report["players"]) == (2000, players)
    assert len(report["win_rate"]) == players
    assert sum(report["win_rate"]) == pytest.approx(1, abs=1e-4)
    assert 0 < report["us_per_game"] < 1000


@pytest.mark.parametrize("lineup", ["csc", "cscs", "sssss", "cscscs"])
def test_both_play_the_same_game(programs: dict[str, Path], lineup: str) -> None:
    games = 40_000
    reports = [c_programs.play(programs[name], games, len(lineup), lineup) for name in PROGRAMS]
    # Six standard errors of a difference of two win rates; money varies by less than 16 a game.
    for key, error in (("win_rate", 6 * 0.5 * (2 / games) ** 0.5), ("money_mean", 0.7)):
        for one, other in zip(*(report[key] for report in reports), strict=True):
            assert one == pytest.approx(other, abs=error)


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    with pytest.raises(c_programs.CProgramError, match="CC=no-such-compiler"):
        c_programs.find_compiler()


def test_a_failed_compilation_shows_the_reason(tmp_path: Path, programs: dict[str, Path]) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) { return undeclared; }\n")
    with pytest.raises(c_programs.CProgramError, match="undeclared"):
        c_programs.compile_program(broken, tmp_path)
