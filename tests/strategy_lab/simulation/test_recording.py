"""Every game of a run goes to the file, under its number, and half a file is no file."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from pyarrow import parquet
from strategy_lab.errors import UsageError
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.simulation.execution import recording
from strategy_lab.simulation.experiment import Plan, make_plan
from strategy_lab.simulation.replaying import TracedGame

from tests.strategy_lab.simulation.playing import play


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(
        (load_ruleset("iello-en"), load_ruleset("ravensburger-1997")),
        field=load_field(["spread", "miser", "random"]),
        seed=4,
        games=200,
    )


@pytest.mark.parametrize(("piece_games", "threads"), [(1, 2), (10, 1), (10**6, 2)])
def test_a_row_is_the_game_that_has_its_number(
    plan: Plan, tmp_path: Path, piece_games: int, threads: int
) -> None:
    path = tmp_path / "games.parquet"
    experiment = Run(plan, plan.games)
    experiment.in_turn = False
    with recording(experiment, path) as record:
        play(
            experiment,
            threads=threads,
            piece_games=piece_games,
            keep_rows=True,
            watchers=[record],
        )
        assert not path.exists()
    rows = {row["game"]: row for row in parquet.read_table(path).to_pylist()}
    assert list(rows) == list(range(1, plan.games + 1))
    for number in range(1, plan.games + 1, 7):
        row, game = rows[number], plan.game(number)
        assert (row["deal"], row["seating"]) == (game.deal, game.seating)
        assert (row["ruleset"], row["players"]) == (game.cell.cell.ruleset, game.cell.cell.players)
        seated = TracedGame(plan, game)
        seated.play()
        for seat, name in enumerate(seated.names, start=1):
            assert row[f"strategy_{seat}"] == name
            assert row[f"coins_left_{seat}"] == seated.game.score.coins[seat - 1]
            assert row[f"money_{seat}"] == seated.game.score.money[seat - 1]
        for house, buyer in seated.game.buyers.items():
            assert row[f"buyer_{house}"] == buyer
            assert row[f"price_{house}"] == seated.game.prices[house]
            assert row[f"cheque_{house}"] == seated.game.sold_for[house]
            assert row[f"sold_{house}"] == seated.game.sales[house]


def test_a_file_is_not_overwritten(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("kept")
    refused = pytest.raises(UsageError, match=r"games\.parquet exists and is not overwritten: name")
    with refused, recording(Run(plan, plan.games), path):
        pytest.fail("nothing may be played")
    assert path.read_text() == "kept"
