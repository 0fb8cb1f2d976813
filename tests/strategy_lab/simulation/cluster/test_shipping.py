"""A request is the same where it is unpacked, or is refused there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import GAME
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.experiments.run.spec import RunSpec
from strategy_lab.plugins.entrants import live_entrant
from strategy_lab.plugins.registry import find_installed
from strategy_lab.simulation.checkpoints import digest_of, versions
from strategy_lab.simulation.cluster import pack, unpack

from tests.rules.test_house_code import PRIZE, written
from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums

HERE = "the worker on node7"


def spec_of(*strategies: str, **options: Any) -> RunSpec:
    usual = {"seed": 2**64 - 1, "games": 100, "players": [3, 5], "strategies": strategies or None}
    return small_spec(rulesets=["iello-en", "iello-fr"], **{**usual, **options})


def changed(parcel: bytes, *keys: str | int, to: Any) -> bytes:
    packed = part = json.loads(parcel)
    for key in keys[:-1]:
        part = part[key]
    assert part[keys[-1]] != to
    part[keys[-1]] = to
    return json.dumps(packed).encode()


def test_an_experiment_is_the_same_where_it_is_unpacked(tmp_path: Path) -> None:
    crossed = f"bid={write(tmp_path)}:odd,sell=matcher"
    spec = spec_of("spread:share=0.3", write(tmp_path), crossed)
    unpacked = unpack(pack(spec, "python", keep_rows=True), HERE)
    assert (unpacked.engine, unpacked.keep_rows) == ("python", True)
    there, here = unpacked.experiment, spec.experiment()
    assert [block.identity for block in there.blocks] == [block.identity for block in here.blocks]
    assert all(str(tmp_path) not in entrant.spec for entrant in there.plans[0].field)
    assert sums(play(there)) == sums(play(here))
    assert digest_of(play(there)) == digest_of(play(here))


@pytest.mark.parametrize(
    "options",
    [{"lineup": ["spread", "coinflip", "spread"], "players": None}, {"rotate": False}],
)
def test_any_plan_can_travel(options: dict[str, Any]) -> None:
    spec = spec_of(*(() if "lineup" in options else ("spread", "coinflip")), **options)
    assert unpack(pack(spec, "compiled"), HERE).experiment.plans == spec.experiment().plans


def test_what_is_packed_is_the_same_every_time(tmp_path: Path) -> None:
    """Workers know by it what they have compiled."""
    spec = spec_of("spread", write(tmp_path))
    assert pack(spec, "compiled") == pack(spec, "compiled") != pack(spec, "python")


def test_paths_in_messages_are_those_of_the_user(tmp_path: Path) -> None:
    path = write(tmp_path)
    unpacked = unpack(pack(spec_of(path), "compiled"), HERE)
    (here,) = unpacked.places
    assert here != path
    message = f"it raised ValueError ({here}, line 3) ({here}, line 4)"
    there = str(Path(path).resolve())
    assert unpacked.as_there(message) == message.replace(here, there)


@pytest.mark.parametrize("name", versions())
def test_other_versions_are_refused_with_both_named(name: str) -> None:
    parcel = changed(pack(spec_of("spread"), "compiled"), "versions", name, to="0.0.9")
    with pytest.raises(LaboratoryError) as refused:
        unpack(parcel, HERE)
    message = str(refused.value)
    assert f"{HERE} has {name} {versions()[name]}, the run was started with {name} 0.0.9" in message
    assert "install one version" in message


def test_another_strategy_of_the_same_name_is_refused() -> None:
    parcel = changed(
        pack(spec_of("spread"), "compiled"), "spec", "strategies", 0, "source", to="0" * 64
    )
    with pytest.raises(LaboratoryError, match="'spread' is another one on the worker on node7"):
        unpack(parcel, HERE)


def test_a_strategy_that_depends_on_its_place_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, top="PLACE = __file__", bid="if len(PLACE) == 0: return 0")
    with pytest.raises(LaboratoryError, match=r"'mine\.py:odd' is another one .* keep paths"):
        unpack(pack(spec_of(path), "compiled"), HERE)


def test_a_strategy_of_a_session_cannot_be_sent() -> None:
    live = live_entrant(find_installed("spread", GAME))
    spec = replace(spec_of("miser"), strategies=(live,))
    with pytest.raises(UsageError, match=r"'spread' was defined in a Python session .* in a file"):
        pack(spec, "compiled")


def by_house_rules(folder: Path, code: str = PRIZE) -> RunSpec:
    written(folder, code)
    path = str(folder / "house.toml")
    return small_spec(rulesets=[path], strategies=["spread"], seed=3, games=40, players=[3])


def test_rules_travel_with_what_they_import(tmp_path: Path) -> None:
    (tmp_path / "prizes.py").write_text("PRIZE = 10\n")
    spec = by_house_rules(tmp_path, PRIZE.replace("PRIZE = 10", "from prizes import PRIZE"))
    here = digest_of(play(spec.experiment()))
    parcel = pack(spec, "python")
    for name in ("rules.py", "prizes.py", "house.toml"):
        (tmp_path / name).unlink()
    unpacked = unpack(parcel, HERE)
    (rules,) = {cell.cell.rules for plan in unpacked.experiment.plans for cell in plan.cells}
    assert rules.code is not None
    assert not rules.code.path.startswith(str(tmp_path))
    assert digest_of(play(unpacked.experiment)) == here
    (at,) = [there for there in unpacked.places.values() if there.endswith("rules.py")]
    assert at == str((tmp_path / "rules.py").resolve())


def test_rules_that_depend_on_their_place_are_refused(tmp_path: Path) -> None:
    spec = by_house_rules(tmp_path, PRIZE.replace("PRIZE = 10", "PRIZE = len(__file__)"))
    with pytest.raises(LaboratoryError, match=r"the rules of .*rules\.py have changed"):
        unpack(pack(spec, "python"), HERE)
