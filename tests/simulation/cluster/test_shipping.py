"""A plan is the same where it is unpacked, or is refused there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.plugins.entrant import live_entrant, load_field
from forsale_sim.plugins.registry import find_installed
from forsale_sim.results.digest import canonical
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.cluster.shipping import pack, unpack
from forsale_sim.simulation.describing import describe
from forsale_sim.simulation.manifest import run_digest
from forsale_sim.simulation.plan import Plan, make_plan
from forsale_sim.simulation.versions import versions

from tests.check.trying import write
from tests.simulation.playing import play, sums

HERE = "the worker on node7"


def plan(*specs: str, **options: Any) -> Plan:
    defaults = {"seed": 2**64 - 1, "games": 100, "players": (3, 5)}
    return make_plan(
        [load_ruleset("iello-en"), load_ruleset("iello-fr")],
        field=load_field(specs),
        **{**defaults, **options},
    )


def changed(parcel: bytes, *keys: str | int, to: Any) -> bytes:
    packed = part = json.loads(parcel)
    for key in keys[:-1]:
        part = part[key]
    assert part[keys[-1]] != to
    part[keys[-1]] = to
    return json.dumps(packed).encode()


def test_a_plan_is_the_same_where_it_is_unpacked(tmp_path: Path) -> None:
    bid = f"bid={write(tmp_path)}:odd,sell=matcher"
    made = plan("spread:share=0.3", write(tmp_path), bid)
    unpacked = unpack(pack(made, "python"), HERE)
    assert unpacked.engine == "python"
    assert unpacked.plan.cells == made.cells
    there, here = describe(made), describe(unpacked.plan)
    assert [there.pop("specs") == here.pop("specs"), there == here] == [False, True]
    assert str(tmp_path) not in canonical([entrant.spec for entrant in unpacked.plan.field])
    assert sums(play(unpacked.plan)) == sums(play(made))
    assert run_digest(play(unpacked.plan)) == run_digest(play(made))


@pytest.mark.parametrize("options", [{"lineup": (0, 1, 0), "players": ()}, {"rotate": False}])
def test_any_plan_can_travel(options: dict[str, Any]) -> None:
    made = plan("spread", "coinflip", **options)
    assert unpack(pack(made, "auto"), HERE).plan == made


def test_what_is_packed_is_the_same_every_time(tmp_path: Path) -> None:
    """Workers know by it what they have compiled."""
    made = plan("spread", write(tmp_path))
    assert pack(made, "compiled") == pack(made, "compiled") != pack(made, "python")


def test_paths_in_messages_are_those_of_the_user(tmp_path: Path) -> None:
    spec = write(tmp_path)
    unpacked = unpack(pack(plan(spec), "compiled"), HERE)
    (here,) = unpacked.places
    assert here != spec
    message = f"it raised ValueError ({here}, line 3) ({here}, line 4)"
    there = str(Path(spec).resolve())
    assert unpacked.as_there(message) == message.replace(here, there)


@pytest.mark.parametrize("name", versions())
def test_other_versions_are_refused_with_both_named(name: str) -> None:
    parcel = changed(pack(plan("spread"), "compiled"), "versions", name, to="0.0.9")
    with pytest.raises(ForSaleError) as refused:
        unpack(parcel, HERE)
    said = str(refused.value)
    assert f"{HERE} has {name} {versions()[name]}, the run was started with {name} 0.0.9" in said
    assert "install one version" in said


def test_another_strategy_of_the_same_name_is_refused() -> None:
    parcel = changed(pack(plan("spread"), "compiled"), "plan", "sources", 0, to="0" * 64)
    with pytest.raises(ForSaleError, match="'spread' is another one on the worker on node7"):
        unpack(parcel, HERE)


def test_a_strategy_that_depends_on_its_place_is_refused(tmp_path: Path) -> None:
    spec = write(tmp_path, top="LONG = len(__file__)", bid="if LONG == 0: return 0")
    with pytest.raises(ForSaleError, match=r"'mine\.py:odd' is another one .* keep paths"):
        unpack(pack(plan(spec), "compiled"), HERE)


def test_a_strategy_of_a_session_cannot_be_sent() -> None:
    field = [live_entrant(find_installed("spread"))]
    made = make_plan([load_ruleset("iello-en")], field=field, seed=1, games=10)
    with pytest.raises(UsageError, match=r"'spread' was defined in a Python session .* in a file"):
        pack(made, "compiled")
