"""What `monopoly-sim` plays beside runs: each experiment at its smallest."""

from __future__ import annotations

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
