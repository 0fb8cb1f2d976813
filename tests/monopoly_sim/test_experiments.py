"""What `monopoly-sim` plays beside runs: each experiment at its smallest."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq

from tests.monopoly_sim.test_cli import printed

FIELD = ("--field", "buyer,builder,random")


def test_house_rules_are_compared_on_common_deals(tmp_path: Path) -> None:
    out = tmp_path / "compared"
    text = printed(
        *("compare", "football-de", "--vary", "salary=0", "--players", 3, *FIELD),
        *("--games", 600, "--seed", 1, "--out", out),
    )
    assert "football-de[salary=0] against football-de\n  salary  200 → 0\n" in text
    assert "rounds of a game" in text
    assert "paired by deal" in text
    found = pq.read_table(out / "differences.parquet").to_pandas()
    assert found["salary"].unique().tolist() == [0]
    assert "house" not in found
    assert found["paired"].all()
    (shorter,) = found[found["measure"] == "rounds"]["difference"]
    assert shorter < 0  # without a salary money runs out


RUN = ("run", "--players", 3, "--seed", 5, *("--strategy", "buyer", "--strategy", "random"))


def test_every_game_is_written_with_its_deeds_and_groups(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    printed(*RUN, "--games", 60, "--games-out", path)
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


def digest_of(folder: Path) -> str:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return str(manifest["digest"])


def test_four_parts_are_the_whole(tmp_path: Path) -> None:
    printed(*RUN, "--games", 48, "--out", tmp_path / "whole")
    parts = [tmp_path / f"part-{number}" for number in range(1, 5)]
    for number, part in enumerate(parts, start=1):
        printed(*RUN, "--games", 48, "--shard", f"{number}/4", "--out", part)
    printed("merge", *parts, "--out", tmp_path / "merged")
    assert digest_of(tmp_path / "merged") == digest_of(tmp_path / "whole")
    for name in ("groups", "deeds", "measures"):
        file = f"{name}.parquet"
        whole = pq.read_table(tmp_path / "whole" / file)
        assert pq.read_table(tmp_path / "merged" / file).equals(whole)
