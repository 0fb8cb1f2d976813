"""Parts add up to the experiment that they are of, and to nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.experiments.specs import RunSpec
from strategy_lab.simulation.checkpoints import (
    Checkpoint,
    Execution,
    Shard,
    digest_of,
    merged,
)
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, Spans

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play

SPEC = small_spec()


def part(shard: Shard, spec: RunSpec = SPEC) -> Checkpoint:
    experiment = spec.experiment()
    outcome = Outcome(experiment, shard.units(experiment))
    simulate(outcome, Threads(experiment, "compiled"))
    return Checkpoint(spec, Execution("compiled", "compiled", shard=shard), outcome)


def parts(count: int) -> dict[Path, Checkpoint]:
    return {Path(f"part-{n}"): part(Shard(n, count)) for n in range(1, count + 1)}


@pytest.fixture(scope="module")
def three() -> Mapping[Path, Checkpoint]:
    return parts(3)


def test_a_digest_depends_on_which_units_were_played(three: Mapping[Path, Checkpoint]) -> None:
    digests = [digest_of(part.outcome) for part in three.values()]
    assert len({*digests, digest_of(merged(three).outcome)}) == 4
    second = three[Path("part-2")].outcome
    elsewhere = [Spans.up_to(len(units)) for units in second.played]
    assert digest_of(replace(second, played=elsewhere)) != digest_of(second)


def test_units_in_two_parts_are_refused(three: Mapping[Path, Checkpoint]) -> None:
    with pytest.raises(UsageError) as caught:
        merged({**three, Path("half"): part(Shard(1, 2))})
    assert re.fullmatch(
        r"(half and part-1|part-1 and half) have both played the same: deals 1 to 55 of iello-en "
        r"for 3 players are in both\. Leave one of them out",
        str(caught.value),
    )


def test_a_part_that_is_not_complete_is_named(three: Mapping[Path, Checkpoint]) -> None:
    second = three[Path("part-2")]
    begun = Outcome(second.outcome.experiment, second.outcome.wanted)
    with pytest.raises(
        UsageError, match=r"\(part-2: not complete; go on with forsale-sim run --resume part-2\)"
    ):
        merged({**three, Path("part-2"): replace(second, outcome=begun)})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 4}, "seed: 4, not 9"),
        ({"games": 2000}, "games: 2000, not 1000"),
        ({"rotate": False}, "rotate: False, not True"),
        ({"players": [3]}, "players: 3, not 3, 4"),
        ({"rulesets": ["iello-fr"]}, "rulesets: iello-fr, not iello-en"),
        ({"strategies": ["spread", "coinflip", "miser"]}, "strategies: spread (source "),
    ],
)
def test_parts_of_different_experiments_are_refused(
    three: Mapping[Path, Checkpoint], options: dict[str, Any], message: str
) -> None:
    other = part(Shard(2, 3), small_spec(**options))
    with pytest.raises(UsageError) as caught:
        merged({**three, Path("part-2"): other})
    expected = f"part-2 is no part of the same experiment as part-1: {message}"
    assert str(caught.value).startswith(expected)


def test_rules_that_differ_under_one_name_are_refused(three: Mapping[Path, Checkpoint]) -> None:
    changed = load_ruleset("iello-en").with_changes("iello-en", refund="up")
    with pytest.raises(UsageError, match="as part-1: refund of iello-en: up, not down"):
        merged({**three, Path("part-2"): part(Shard(2, 3), small_spec(rulesets=[changed]))})


def test_where_strategies_are_makes_no_difference(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("here", "there")]
    specs = []
    for folder in folders:
        folder.mkdir()
        specs.append(small_spec(strategies=[write(folder), "spread"]))
    pair = {
        folder: part(Shard(number, 2), spec)
        for number, (folder, spec) in enumerate(zip(folders, specs, strict=True), start=1)
    }
    assert merged(pair).outcome.complete
    write(folders[1], bid="if view.round == 2: return 0")
    pair[folders[1]] = part(
        Shard(2, 2), small_spec(strategies=[str(folders[1] / "mine.py"), "spread"])
    )
    with pytest.raises(UsageError, match=r"strategies: (odd|mine\.py)"):
        merged(pair)


def test_what_was_played_until_enough_was_known_is_no_part() -> None:
    spec = small_spec(games=None, precision=0.4)
    precise = Checkpoint(spec, Execution(), play(spec.experiment()))
    with pytest.raises(UsageError, match="part-1 was played until enough was known"):
        merged({Path("part-1"): precise})


def digest(engine: str = "compiled", threads: int = 1, **options: Any) -> str:
    return digest_of(play(small_spec(**options).experiment(), engine, threads))


@pytest.mark.parametrize(
    "options",
    [
        {"seed": 5},
        {"games": 200},
        {"players": [3]},
        {"rotate": False},
        {"lineup": ["spread", "coinflip", "random"], "players": None},
        {"strategies": ["coinflip", "spread", "random"]},
        {"rulesets": ["iello-fr"]},
    ],
)
def test_other_work_has_another_digest(options: dict[str, Any]) -> None:
    assert digest(**options) != digest()
