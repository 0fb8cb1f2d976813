"""The manifest leads back to the run, and its digest tells runs apart by what they played."""

from __future__ import annotations

import json
from typing import Any

import pytest
from forsale_sim.for_sale import load_field
from strategy_lab.simulation.checkpoints import Execution, Shard, digest_of, manifest
from strategy_lab.simulation.replaying import sources_of
from strategy_lab.simulation.spec import spec_from

from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play

RULESETS = ["iello-en", "ravensburger-1997"]
SPECS = ["coinflip", "spread:share=0.3", "bid=random,sell=matcher"]


PLAIN = Execution()


def written(execution: Execution = PLAIN, **options: Any) -> dict[str, Any]:
    """Return the manifest of a run as it is read back from a file."""
    spec = small_spec(**options)
    made = manifest(spec, play(spec.experiment()), execution)
    read: dict[str, Any] = json.loads(json.dumps(made))
    assert read == made
    return read


def digest(engine: str = "compiled", threads: int = 1, **options: Any) -> str:
    return digest_of(play(small_spec(**options).experiment(), engine, threads))


def test_what_a_manifest_says() -> None:
    facts = written(
        Execution("compiled", 2),
        rulesets=RULESETS,
        strategies=SPECS,
        players=None,
        games=100,
    )
    assert facts["games"] == sum(cell["deals"] * cell["seatings"] for cell in facts["cells"])
    assert facts["games"] >= facts["games_requested"] == 100
    assert facts["deals"] == sum(cell["deals"] for cell in facts["cells"])
    assert facts["rulesets"] == RULESETS
    assert facts["players"] == [3, 4, 5, 6]
    assert facts["strategies"] == facts["specs"] == SPECS
    assert facts["sources"] == sources_of(load_field(SPECS))
    assert facts["seating"] == "drawn lineups, all rotations"
    assert (facts["engine"], facts["threads"]) == ("compiled", 2)
    assert facts["complete"] is True
    assert facts["shard"] is None
    assert len(facts["digest"]) == 64


@pytest.mark.parametrize(
    "options", [{}, {"lineup": ["spread", "random", "miser"], "players": None}, {"rotate": False}]
)
def test_a_manifest_leads_back_to_the_run(options: dict[str, Any]) -> None:
    facts = written(**options)
    assert digest_of(play(spec_from(facts["spec"]).experiment())) == facts["digest"]


def test_the_command_of_a_part_asks_for_the_part() -> None:
    facts = written(Execution("python", shard=Shard(2, 3)))
    assert facts["command"].endswith(" --shard 2/3 --engine python")
    assert facts["shard"] == "2/3"


def test_the_digest_is_that_of_the_work_not_of_how_it_was_done() -> None:
    expected = digest(rulesets=RULESETS, games=100)
    assert digest("python", rulesets=RULESETS, games=100) == expected
    assert digest(threads=3, rulesets=RULESETS[::-1], games=100) == expected


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
