"""Games are counted by accumulators of one's own: all of them, once, as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import forsale_sim
import numpy as np
import pytest
from forsale_sim.records import GameRows
from strategy_lab.errors import UsageError

from tests.strategy_lab.api.playing import run
from tests.support.interrupting import interrupt_after


class Wins(forsale_sim.Accumulator):
    """Counts games and adds up wins by seat, and prices of all houses."""

    def __init__(self, cell: Any) -> None:
        self.games, self.wins = np.zeros(1, np.int64), np.zeros(cell.players, np.int64)
        self.prices = np.zeros(60, np.int64)

    def arrays(self) -> dict[str, Any]:
        return {"games": self.games, "wins": self.wins, "prices": self.prices}

    def count(self, rows: Sequence[Any]) -> None:
        for games in rows:
            assert isinstance(games, GameRows)
            self.games += len(games.data)
            self.wins += games.win.sum(axis=0, dtype=np.int64)
            self.prices += games.price.sum(axis=0, dtype=np.int64)


def test_what_is_counted_is_what_the_tables_say(result: forsale_sim.Result) -> None:
    counted = result.count(Wins)
    assert list(counted) == [("iello-en", 3)]
    wins = counted["iello-en", 3]
    assert wins.games == result.manifest["games"]
    rates = wins.wins / (60 * wins.games)
    assert rates.tolist() == pytest.approx(result.tables["by_seat"]["win_rate"].tolist())
    games = result.games
    prices = [games[f"price_{house}"].sum() for house in range(1, 31)]
    assert wins.prices[:30].tolist() == prices


def test_each_cell_is_counted_apart() -> None:
    played = run(240, rulesets=["iello-en", "iello-fr"], players=[3, 4])
    counted = played.count(Wins)
    assert set(counted) == {(name, n) for name in ("iello-en", "iello-fr") for n in (3, 4)}
    assert sum(each.games.item() for each in counted.values()) == played.manifest["games"]


def test_a_run_that_was_interrupted_and_resumed_is_counted_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    with monkeypatch.context() as patched:
        interrupt_after(patched, chunks=1)
        with pytest.raises(forsale_sim.Interrupted) as caught:
            run(50_000, out=folder)
    part = caught.value.result.count(Wins)["iello-en", 3]
    assert part.games == caught.value.result.manifest["games"]
    whole = forsale_sim.resume(folder, progress=False)
    counted = forsale_sim.load(folder).count(Wins)["iello-en", 3]
    assert part.games < counted.games == whole.manifest["games"]


def test_what_counts_nothing_is_refused(result: forsale_sim.Result) -> None:
    with pytest.raises(UsageError, match="counted by an Accumulator, not by a list"):
        result.count(lambda cell: [])  # type: ignore[arg-type,return-value]

    class Broken(Wins):
        def arrays(self) -> dict[str, Any]:
            return {"games": self.games / 2}

    with pytest.raises(UsageError, match="'games' of Broken are no array of int64"):
        result.count(Broken)
