"""Parts add up to the run that they are of, and to nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.simulation.checkpoints import Asked, Checkpoint
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.describing import describe
from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.manifest import manifest, run_digest
from forsale_sim.simulation.merging import merged, missing_deals
from forsale_sim.simulation.plan import Plan
from forsale_sim.simulation.sharding import Shard

from tests.simulation.long_runs.kept import small_plan
from tests.simulation.playing import play, sums

PLAN = small_plan()


def part(shard: Shard, plan: Plan = PLAN, **asked: Any) -> Checkpoint:
    outcome = Outcome(plan, shard.deals(plan))
    run(outcome, Threads(plan, CompiledEngine(plan)))
    return Checkpoint(Asked(describe(plan), {}, shard=shard, **asked), outcome)


def parts(count: int, plan: Plan = PLAN) -> dict[Path, Checkpoint]:
    return {Path(f"part-{n}"): part(Shard(n, count), plan) for n in range(1, count + 1)}


@pytest.fixture(scope="module")
def three() -> Mapping[Path, Checkpoint]:
    return parts(3)


@pytest.mark.parametrize("count", [1, 2, 16])
def test_parts_add_up_to_the_run(count: int) -> None:
    whole = play(PLAN)
    both = merged(parts(count)).outcome
    assert both.complete
    assert sums(both) == sums(whole)
    assert run_digest(both) == run_digest(whole)
    assert both.played == whole.played
    assert missing_deals(both) == ""


def test_the_order_of_parts_makes_no_difference(three: Mapping[Path, Checkpoint]) -> None:
    backwards = dict(reversed(three.items()))
    assert run_digest(merged(backwards).outcome) == run_digest(merged(three).outcome)


def test_parts_are_left_as_they_were(three: Mapping[Path, Checkpoint]) -> None:
    before = [sums(part.outcome) for part in three.values()]
    merged(three)
    assert [sums(part.outcome) for part in three.values()] == before


def test_a_digest_tells_which_deals_were_played(three: Mapping[Path, Checkpoint]) -> None:
    digests = [run_digest(part.outcome) for part in three.values()]
    assert len({*digests, run_digest(merged(three).outcome)}) == 4
    second = three[Path("part-2")].outcome
    elsewhere = [Deals.up_to(len(deals)) for deals in second.played]
    assert run_digest(replace(second, played=elsewhere)) != run_digest(second)
    # The first part has played what a shorter run plays.
    first = three[Path("part-1")].outcome
    shorter = small_plan(games=sum(len(deals) for deals in first.played))
    cells = [
        replace(cell, deals=len(deals))
        for cell, deals in zip(shorter.cells, first.played, strict=True)
    ]
    assert run_digest(play(replace(shorter, cells=tuple(cells)))) == digests[0]


def test_the_manifest_of_a_part_says_so(three: Mapping[Path, Checkpoint]) -> None:
    second = three[Path("part-2")]
    said = manifest(
        second.outcome, command="", engine="compiled", threads=1, shard=second.asked.shard
    )
    assert said["shard"] == "2/3"
    assert said["complete"] is True
    assert said["games"] == second.outcome.games < said["games_requested"]
    for cell, deals in zip(said["cells"], second.outcome.played, strict=True):
        assert cell["stretches"] == [list(stretch) for stretch in deals.stretches]
        assert cell["deals"] == len(deals) < cell["deals_planned"]


def test_deals_in_two_parts_are_refused(three: Mapping[Path, Checkpoint]) -> None:
    overlapping = {**three, Path("half"): part(Shard(1, 2))}
    with pytest.raises(UsageError) as caught:
        merged(overlapping)
    assert str(caught.value) == (
        "half and part-1 have both played the same: deals 1 to 55 of iello-en for 3 players are in "
        "both. Leave one of them out"
    ) or str(caught.value).startswith("part-1 and half have both played the same: deals 1 to 55 of")


def test_a_gap_is_refused_unless_it_is_allowed(three: Mapping[Path, Checkpoint]) -> None:
    two = {folder: part for folder, part in three.items() if folder.name != "part-2"}
    with pytest.raises(UsageError) as caught:
        merged(two)
    assert str(caught.value) == (
        "deals 56 to 111 of iello-en for 3 players, deals 42 to 83 of iello-en for 4 players are "
        "missing (of 3 parts there is no 2). Name all parts, or merge what there is with "
        "--allow-gaps"
    )
    both = merged(two, allow_gaps=True)
    assert not both.outcome.complete
    assert both.outcome.games == sum(part.outcome.games for part in two.values())
    assert missing_deals(both.outcome).startswith("deals 56 to 111 of iello-en for 3 players, ")
    assert run_digest(both.outcome) != run_digest(play(PLAN))


def test_what_is_merged_with_gaps_can_be_gone_on_with(three: Mapping[Path, Checkpoint]) -> None:
    two = {folder: part for folder, part in three.items() if folder.name != "part-2"}
    outcome = merged(two, allow_gaps=True).outcome
    run(outcome, Threads(PLAN, CompiledEngine(PLAN)))
    assert outcome.complete
    assert run_digest(outcome) == run_digest(play(PLAN))


def test_a_part_that_is_not_complete_is_named(three: Mapping[Path, Checkpoint]) -> None:
    cut = Outcome(PLAN, three[Path("part-2")].outcome.wanted)
    unfinished = Checkpoint(three[Path("part-2")].asked, cut)
    with pytest.raises(UsageError, match=r"\(part-2: not complete; forsale-sim run --resume goes"):
        merged({**three, Path("part-2"): unfinished})


def test_one_deal_is_missing_in_the_singular() -> None:
    outcome = play(PLAN)
    outcome.played[1] -= Deals.of([(7, 7)])
    assert missing_deals(outcome) == "deal 7 of iello-en for 4 players is missing"


def rules_of(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    described = describe(small_plan())
    change(described)
    return described


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (describe(small_plan(seed=4)), "the seed: 4, not 9"),
        (describe(small_plan(games=2000)), "the number of games: 2000, not 1000"),
        (describe(small_plan(rotate=False)), "--rotate: False, not True"),
        (
            describe(small_plan(specs=("spread", "random"))),
            "the strategies: spread, random, not spread, coinflip, random",
        ),
        (
            describe(small_plan(players=[3])),
            "the tables: iello-en for 3, not iello-en for 3, iello-en for 4",
        ),
        (
            describe(small_plan(ruleset="iello-fr")),
            "the tables: iello-fr for 3, iello-fr for 4, not iello-en for 3, iello-en for 4",
        ),
        (
            rules_of(lambda d: d["cells"][1]["rules"].update(refund="up")),
            "the rule 'refund': up, not down, of iello-en for 4 players",
        ),
        (
            rules_of(lambda d: d["cells"][0].update(lineup=["spread"] * 3)),
            "the lineup: spread, spread, spread, not None, of iello-en for 3 players",
        ),
        (
            rules_of(lambda d: d["sources"].__setitem__(1, "0" * 64)),
            "the source of the strategy coinflip",
        ),
    ],
)
def test_parts_of_different_runs_are_refused(
    three: Mapping[Path, Checkpoint], other: dict[str, Any], told: str
) -> None:
    second = three[Path("part-2")]
    another = replace(second, asked=replace(second.asked, described=other))
    with pytest.raises(UsageError) as caught:
        merged({**three, Path("part-2"): another})
    assert str(caught.value) == f"part-2 is no part of the same run as part-1: {told}"


def test_where_strategies_are_found_makes_no_difference(three: Mapping[Path, Checkpoint]) -> None:
    second = three[Path("part-2")]
    described = {**second.asked.described, "specs": ["elsewhere"] * 3}
    moved = replace(second, asked=replace(second.asked, described=described))
    assert merged({**three, Path("part-2"): moved}).outcome.complete


def test_what_was_played_for_precision_is_no_part(three: Mapping[Path, Checkpoint]) -> None:
    first = three[Path("part-1")]
    precise = replace(
        first, outcome=replace(first.outcome, plan=replace(first.outcome.plan, precision=0.01))
    )
    with pytest.raises(UsageError, match=re.escape("part-1 was played until a precision was")):
        merged({**three, Path("part-1"): precise})
