"""Arithmetic on columns of a file of games, each kind with every one, as with whole numbers."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet, types

from tests.attacks.calling import attack
from tests.support.arithmetic import wrong_arithmetic

pytestmark = pytest.mark.slow

PLAYERS = (3, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_no_columns_of_games_wrap(players: int, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    asked = ["--players", str(players), "--seed", str(players), "--lineups", "with-replacement"]
    said = attack(["run", "--games", "24", *asked, "--games-out", str(path)])
    assert said.status == 0, said
    games = parquet.read_table(path).slice(0, 8)
    whole = [field.name for field in games.schema if types.is_integer(field.type)]
    assert {games.schema.field(name).type for name in whole} == {pa.int64()}
    kinds = {name.rstrip("0123456789"): name for name in whole}  # the last of each kind
    assert wrong_arithmetic(games, [*kinds.values()]) == []
