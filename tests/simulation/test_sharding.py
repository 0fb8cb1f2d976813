"""Parts of a run are its deals, each in one part."""

from __future__ import annotations

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.plan import make_plan
from forsale_sim.simulation.sharding import Shard

PLAN = make_plan(
    [load_ruleset("iello-en")], field=load_field(["spread", "random"]), seed=1, games=1000
)


@pytest.mark.parametrize("parts", [1, 2, 3, 16, 60])
def test_every_deal_is_in_one_part(parts: int) -> None:
    shards = [Shard(number, parts).deals(PLAN) for number in range(1, parts + 1)]
    for cell, deals in enumerate(PLAN.all_deals):
        together = Deals()
        for shard in shards:
            together += shard[cell]
        assert together == deals
        sizes = {len(shard[cell]) for shard in shards}
        assert max(sizes) - min(sizes) <= 1


def test_a_part_is_written_as_it_is_read() -> None:
    assert Shard.parse(" 3 / 16 ") == Shard(3, 16)
    assert str(Shard(3, 16)) == "3/16"


@pytest.mark.parametrize("text", ["", "3", "3/", "/16", "3-16", "1/2/3", "-1/2", "1.5/2", "a/b"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="a part of a run is written as 3/16, not"):
        Shard.parse(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0/4", "there is no 0"),
        ("5/4", "4 parts are numbered from 1 to 4: there is no 5"),
        ("0/0", "1 to 1000000 parts, not 0"),
        ("1/99999999", "1 to 1000000 parts, not 99999999"),
    ],
)
def test_a_part_that_there_is_not(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Shard.parse(text)


def test_a_part_without_deals_is_refused() -> None:
    with pytest.raises(UsageError, match="part 1/1000 has no deal to play: with only 42 deals"):
        Shard(1, 1000).deals(PLAN)
