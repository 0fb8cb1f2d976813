"""Parts of an experiment are its units, each in one part."""

from __future__ import annotations

import pytest
from strategy_lab.errors import UsageError
from strategy_lab.simulation.checkpoints import Shard
from strategy_lab.simulation.experiment import Spans

from tests.strategy_lab.simulation.kept import small_spec

RUN = small_spec(players=None).experiment()


@pytest.mark.parametrize("parts", [1, 2, 3, 16, 60])
def test_every_unit_is_in_one_part(parts: int) -> None:
    shards = [Shard(number, parts).units(RUN) for number in range(1, parts + 1)]
    for number, block in enumerate(RUN.blocks):
        together = Spans()
        for shard in shards:
            together += shard[number]
        assert together == Spans.up_to(block.units)
        sizes = {len(shard[number]) for shard in shards}
        assert max(sizes) - min(sizes) <= 1


def test_a_part_is_written_as_it_is_read() -> None:
    assert Shard.parse(" 3 / 16 ") == Shard(3, 16)
    assert str(Shard(3, 16)) == "3/16"


@pytest.mark.parametrize("text", ["", "3", "3/", "/16", "3-16", "1/2/3", "-1/2", "1.5/2", "a/b"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="a part is written as 3/16, not"):
        Shard.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0/4", "there is no 0"),
        ("5/4", "4 parts are numbered from 1 to 4: there is no 5"),
        ("0/0", "1 to 1000000 parts, not 0"),
        ("1/99999999", "1 to 1000000 parts, not 99999999"),
    ],
)
def test_a_part_that_there_is_not(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Shard.parse(text)


def test_a_part_without_deals_is_refused() -> None:
    with pytest.raises(UsageError, match="part 1/1000 has no deal to play: with only 42 deals"):
        Shard(1, 1000).units(RUN)


def test_what_is_played_until_enough_is_known_has_no_parts() -> None:
    adaptive = small_spec(games=None, precision=0.01).experiment()
    with pytest.raises(UsageError, match="--shard is for experiments of a fixed size"):
        Shard(1, 2).units(adaptive)
