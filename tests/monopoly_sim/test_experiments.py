"""What `monopoly-sim` plays beside runs: each experiment at its smallest."""

from __future__ import annotations

from pathlib import Path

import monopoly_sim
import pyarrow.parquet as pq
import pytest

from tests.monopoly_sim.test_cli import printed

FIELD = ("--players-from", "buyer,builder,random", "--tables", 3)


@pytest.mark.thorough  # many decisions of strategies are compiled
def test_house_rules_are_compared_on_common_deals(tmp_path: Path) -> None:
    out = tmp_path / "compared"
    text = printed(
        *("compare", "football-de", "--vary", "salary=0", "--players", 3, *FIELD),
        *("--games", 600, "--seed", 1, "--out", out),
    )
    assert "football-de[salary=0] against football-de\n  salary  200 → 0\n" in text
    assert "rounds of a game" in text
    found = pq.read_table(out / "conclusions.parquet").to_pandas()
    assert found[found["a"] == "football-de"]["salary"].unique().tolist() == [0]
    assert "house" not in found
    (built,) = found[found["measure"] == "shortages"]["middle"]
    assert built < 0  # without a salary there is less money for houses


RUN = ("run", "--players", 3, "--seed", 5, *("--strategy", "buyer", "--strategy", "random"))


@pytest.mark.thorough
def test_every_game_is_written_with_its_deeds_and_groups_and_all_is_plotted(tmp_path: Path) -> None:
    path, saved = tmp_path / "games.parquet", tmp_path / "saved"
    printed(*RUN, "--games", 60, "--engine", "python", "--games-out", path, "--out", saved)
    kinds = [line.split()[0] for line in printed("plot", saved).splitlines()]
    assert kinds == ["strategies", "seats", "players", "measures", "opponents"]
    for kind in kinds:
        printed("plot", saved, "--kind", kind, "--out", tmp_path / f"{kind}.svg")
    drawn = (tmp_path / "players.svg").read_text(encoding="utf-8")
    assert "Worth by player count, football-de" in drawn
    games = pq.read_table(path).to_pandas()
    assert games["game"].tolist() == list(range(1, 61))
    assert set(games["ending"]) <= {"bankruptcy", "rounds", "stalemate"}
    over = games[games["ending"] == "bankruptcy"]
    worth = over[["worth_1", "worth_2", "worth_3"]]
    assert ((worth > 0).sum(axis=1) == 1).all()
    sold = games[games["buyer_39"].notna()]
    dear = sold[sold["auctioned_39"] == 0]
    assert len(dear)
    assert (dear["price_39"] == 400).all()
    assert games["group_seat_8"].dropna().between(1, 3).all()
    assert "price_2" not in games  # no deed


@pytest.mark.thorough
def test_a_game_is_replayed_from_python() -> None:
    result = monopoly_sim.run(4, lineup=["buyer", "random"], seed=3, progress=False)
    game = result.replay(2)
    assert game.story.startswith("Game 2 of seed 3: football-de, 2 players\n")
    assert game.trace[0]
    assert set(result.games["ending"]) <= {"bankruptcy", "rounds", "stalemate"}
    assert result.games_by_seat["worth"].min() >= 0
