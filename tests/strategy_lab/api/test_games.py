"""The games of a result: as rows, counted by one's own, and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import forsale_sim
import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.records import GameRows
from strategy_lab.errors import UsageError

from tests.cli.calling import call
from tests.strategy_lab.api.playing import FIELD, run
from tests.support.interrupting import interrupt_after


def integer_types(frame: object) -> set[str]:
    return {str(kind) for kind in frame.dtypes if "int" in str(kind).lower()}  # type: ignore[attr-defined]


def test_no_column_of_whole_numbers_is_too_narrow_for_arithmetic(
    result: forsale_sim.Result,
) -> None:
    asked = {"players": 3, "seed": 1}
    assert integer_types(result.games) == {"Int64"}
    for found in (
        result,
        forsale_sim.rank(60, strategies=FIELD, **asked),
        forsale_sim.compare(
            "iello-en", "iello-fr", players_from="spread,expert", games=60, **asked
        ),
        forsale_sim.duel("spread", "miser", field=None, max_deals=4, **asked),
        forsale_sim.meta(FIELD, deals=4, **asked),
    ):
        for frame in found.tables.values():
            assert list(frame.attrs["units"]) == list(frame)
            assert integer_types(frame) <= {"int64"}


def test_win_shares_add_up_to_one_for_as_many_as_can_play() -> None:
    rules = "iello-en[coins=12 12 12 12 12 12 12,removed=2]"
    games = forsale_sim.run(14, lineup=["spread", *6 * ["miser"]], rulesets=rules, seed=1).games
    assert games.filter(like="win_share").sum(axis=1).round(9).eq(1).all()


def test_each_seat_of_a_game_has_a_row_in_the_long_form() -> None:
    result = run(players=[3, 4])
    games, by_seat = result.games, result.games_by_seat
    assert len(by_seat) == games["players"].sum()
    assert by_seat.groupby("game")["win_share"].sum().round(9).eq(1).all()
    assert by_seat[["game", "seat"]].apply(tuple, axis=1).is_monotonic_increasing
    for seat in (1, 4):
        wide = games.set_index("game")[[f"strategy_{seat}", f"money_{seat}", f"rank_{seat}"]]
        long = by_seat[by_seat["seat"] == seat].set_index("game")[["strategy", "money", "rank"]]
        assert wide.dropna().to_numpy().tolist() == long.to_numpy().tolist()
    assert by_seat.attrs["units"]["money"] == games.attrs["units"]["money_1"] == "thousands"
    assert integer_types(by_seat) == {"Int64"}


class Wins(forsale_sim.Accumulator):
    """Counts games and adds up wins by seat, and prices of all houses."""

    def __init__(self, cell: Any) -> None:
        self.games, self.wins = np.zeros(1, np.int64), np.zeros(cell.players, np.int64)
        self.prices, self.gained = np.zeros(60, np.int64), np.zeros(1, np.int64)

    def arrays(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "wins": self.wins,
            "prices": self.prices,
            "gained": self.gained,
        }

    def count(self, rows: Sequence[Any]) -> None:
        for games in rows:
            assert isinstance(games, GameRows)
            self.games += len(games.data)
            self.wins += games.win.sum(axis=0)
            self.prices += games.price.sum(axis=0)
            self.gained += (games.cheque - games.price).sum()


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
    cheques = sum(games[f"cheque_{house}"].sum() for house in range(1, 31))
    assert wins.gained == cheques - sum(prices)


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

    class Halves(Wins):
        def count(self, rows: Sequence[Any]) -> None:
            self.games = self.games + 0.5

    with pytest.raises(UsageError, match="'games' of Halves are no array of int64 but float64"):
        result.count(Halves)


LINEUP = "expert,counter,spread"


@pytest.fixture(scope="module")
def lined_up() -> forsale_sim.Result:
    return forsale_sim.run(24, lineup=LINEUP, seed=3)


def test_a_game_is_the_one_that_the_command_shows(
    lined_up: forsale_sim.Result, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--seed", 3, "--games", 24, "--lineup", LINEUP, "--game", 2)
    replayed = lined_up.replay(2)
    assert call(capsys, "replay", *options).out.startswith(f"{replayed.story}\n\nChecked")
    lines = call(capsys, "replay", *options, "--format", "json").out.splitlines()
    assert replayed.trace == [json.loads(line) for line in lines]
    assert repr(replayed) == replayed.story


def test_every_decision_of_a_game_can_be_tried_again(lined_up: forsale_sim.Result) -> None:
    decisions = lined_up.replay(2).decisions
    entrants = {name: load_entrant(name) for name in LINEUP.split(",")}
    for made in decisions:
        player = entrants[made.strategy]
        move = player.decide("sell" if made.view.cheques_on_offer else "bid", made.view)
        assert (move, made.view.seat) == (made.move, made.seat)
        assert made.game.to_act == made.seat
        assert made.move in made.game.legal_moves()
    bids = [
        (each["seat"], each["amount"]) for each in lined_up.replay(2).trace if each["t"] == "bid"
    ]
    made_bids = [(d.seat, d.move) for d in decisions if d.game.auction and d.move]
    assert made_bids == bids
