"""The games of a run as a DataFrame, wide and long."""

from __future__ import annotations

import forsale_sim
import pyarrow as pa
import pytest
from strategy_lab.errors import UsageError

from tests.strategy_lab.api.playing import FIELD, run
from tests.support.arithmetic import wrong_arithmetic


def integer_types(frame: object) -> set[str]:
    return {str(kind) for kind in frame.dtypes if "int" in str(kind).lower()}  # type: ignore[attr-defined]


def test_arithmetic_on_the_columns_of_games_is_right(result: forsale_sim.Result) -> None:
    games = result.games.head(100)
    assert integer_types(games) == {"Int64"}
    table = pa.Table.from_pandas(games, preserve_index=False)
    of_house_30 = [name for name in games if str(name).endswith("_30")]
    assert wrong_arithmetic(table, ["price_1", "money_1", "rank_2", "game"], of_house_30) == []
    assert games["price_1"].sub(games["price_30"]).mean() == pytest.approx(
        games["price_1"].astype(float).sub(games["price_30"].astype(float)).mean()
    )


def test_arithmetic_on_the_columns_of_all_tables_is_right(result: forsale_sim.Result) -> None:
    asked = {"players": 3, "seed": 1}
    for found in (
        result,
        forsale_sim.rank(60, strategies=FIELD, **asked),
        forsale_sim.compare("iello-en", "iello-fr", fields="spread,expert", games=60, **asked),
        forsale_sim.duel("spread", "miser", field=None, max_deals=4, **asked),
        forsale_sim.meta(FIELD, deals=4, **asked),
    ):
        for frame in found.tables.values():
            assert list(frame.attrs["units"]) == list(frame)
            assert integer_types(frame) <= {"int64"}
            if len(frame):
                few_rows = pa.Table.from_pandas(frame.head(9), preserve_index=False)
                assert wrong_arithmetic(few_rows) == []


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


def test_a_long_form_has_only_games_with_numbers() -> None:
    duel = forsale_sim.duel("spread", "miser", field=None, players=3, max_deals=4, seed=1)
    with pytest.raises(UsageError, match="games of duel cannot be listed"):
        duel.games_by_seat  # noqa: B018
