"""TOML files that stand for strategies: what is written comes back, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins.entrants import read_strategy_file, write_strategy_file


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    first = {"strategy": 'a "b" \\ c', "players": 3}
    made = {"rate": 0.1, "self_play": True, "counts": [1, 2]}
    write_strategy_file(path, [("", first), ("[made]", made)])
    assert read_strategy_file(path) == {"format": 1, **first, "made": made}
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.toml"
    write_strategy_file(path, [("", {"players": 3})])

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(LaboratoryError, match=r"cannot write .*mine\.toml: No space left"):
        write_strategy_file(path, [("", {"players": 4})])
    assert read_strategy_file(path)["players"] == 3
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players =", "is not valid TOML"),
        ("players = 3", "it has no 'format'"),
        ("format = 9", "has format 9, and this version reads 1"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        read_strategy_file(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        read_strategy_file(tmp_path / "mine.toml")
