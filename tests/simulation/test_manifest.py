"""The manifest leads back to the run, and its digest tells runs apart by what they played."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.engines import PlainEngine
from forsale_sim.simulation.manifest import manifest, planned_from, run_digest
from forsale_sim.simulation.plan import Plan, make_plan

from tests.simulation.playing import play

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
SPECS = ["coinflip", "spread:share=0.3", "bid=random,sell=matcher"]


def plan(**options: Any) -> Plan:
    rulesets = options.pop("rulesets", RULESETS)
    defaults = {"field": load_field(SPECS), "seed": 2**64 - 1, "games": 100}
    return make_plan(rulesets, **{**defaults, **options})


def written(outcome: Outcome) -> dict[str, Any]:
    """The manifest as it is read back from a file."""
    made = manifest(outcome, command="forsale-sim run", engine="compiled", threads=1)
    read: dict[str, Any] = json.loads(json.dumps(made))
    assert read == made
    return read


@pytest.mark.parametrize(
    "options", [{}, {"lineup": (0, 1, 2, 1)}, {"rotate": False}, {"field": load_field(SPECS[:1])}]
)
def test_a_manifest_leads_back_to_the_plan(options: dict[str, Any]) -> None:
    made = plan(**options)
    again = planned_from(written(play(made)))
    assert again == made
    assert run_digest(play(again)) == run_digest(play(made))


def test_a_strategy_that_is_another_now_is_refused() -> None:
    said = written(play(plan()))
    said["sources"][1] = "0" * 64
    with pytest.raises(UsageError, match=r"the strategy spread:share=0\.3 has changed since games"):
        planned_from(said)
    del said["sources"]  # as in earlier manifests
    assert planned_from(said) == plan()


def test_another_version_s_manifest_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    said = written(play(plan()))
    monkeypatch.setattr("forsale_sim.__version__", "9.9")
    with pytest.raises(UsageError) as caught:
        planned_from(said)
    assert str(caught.value) == (
        f"it was written with forsale-sim {said['version']}, which may play differently: use that "
        "version, not 9.9"
    )


def test_sources_of_when_the_run_was_started_are_kept() -> None:
    sources = ["0" * 64] * len(SPECS)
    made = manifest(play(plan()), command="", engine="compiled", threads=1, sources=tuple(sources))
    assert made["sources"] == sources


def test_what_a_manifest_says() -> None:
    outcome = play(plan())
    said = written(outcome)
    assert said["games"] == sum(cell["deals"] * cell["seatings"] for cell in said["cells"])
    assert said["games"] == outcome.games >= said["games_requested"] == 100
    assert said["deals"] == sum(cell["deals"] for cell in said["cells"])
    assert said["rulesets"] == ["iello-en", "ravensburger-1997"]
    assert said["players"] == [3, 4, 5, 6]
    assert said["strategies"] == said["specs"] == SPECS
    assert said["seating"] == "drawn lineups, all rotations"
    assert said["complete"] is True
    assert len(said["digest"]) == 64


def test_the_digest_is_that_of_the_work_not_of_how_it_was_done() -> None:
    made = plan()
    expected = run_digest(play(made))
    assert run_digest(play(made, threads=3)) == expected
    assert run_digest(play(made, PlainEngine(made))) == expected
    assert run_digest(play(plan(rulesets=RULESETS[::-1]))) == expected


@pytest.mark.parametrize(
    "options",
    [
        {"seed": 5},
        {"games": 200},
        {"players": [3, 4, 5]},
        {"rotate": False},
        {"lineup": (0, 1, 2)},
        {"field": load_field(SPECS[::-1])},
        {"rulesets": RULESETS[:1]},
    ],
)
def test_other_work_has_another_digest(options: dict[str, Any]) -> None:
    assert run_digest(play(plan(**options))) != run_digest(play(plan()))


def test_a_part_of_a_run_leads_back_to_the_whole() -> None:
    made = plan(games=400)
    whole, less = play(made), play(plan(games=100))
    part = Outcome(made, made.all_deals, less.played, less.tallies)
    assert part.games < whole.games
    said = written(part)
    assert said["complete"] is False
    assert said["games"] == part.games
    assert planned_from(said) == made
    assert said["digest"] != run_digest(whole)


@pytest.mark.parametrize("content", [{}, {"schema": 99, "cells": []}, [], None])
def test_what_is_no_manifest_is_refused(content: Any) -> None:
    with pytest.raises(UsageError, match="not the manifest of a run that this version can read"):
        planned_from(content)


MISSING = object()


@pytest.mark.parametrize(
    ("place", "key", "value", "told"),
    [
        ((), "specs", MISSING, "'specs' is missing"),
        ((), "strategies", MISSING, "'strategies' is missing"),
        ((), "seed", MISSING, "'seed' is missing"),
        ((), "cells", MISSING, "'cells' is missing"),
        ((), "cells", [], "'cells' is empty"),
        ((), "specs", "coinflip", "'specs' must be a list of texts, not 'coinflip'"),
        ((), "strategies", ["a", "b"], "'specs' and 'strategies' are not the same"),
        ((), "sources", [], "'specs' and 'sources' are not the same"),
        ((), "sources", None, "'sources' must be a list of texts, not None"),
        ((), "seed", -1, "'seed' must be a whole number from 0 to 18446744073709551615, not -1"),
        ((), "games_requested", True, "'games_requested' must be a whole number"),
        (("cells", 1), "lineup", MISSING, "'lineup' is missing"),
        (("cells", 1), "lineup", ["nobody"] * 4, "'lineup' cannot be nobody, nobody"),
        (("cells", 1), "deals_planned", 0, "'deals_planned' must be a whole number from 1"),
        (("cells", 1), "seatings", 9, "'seatings' must be a whole number from 1 to 4, not 9"),
        (("cells", 1), "players", 7, "'players' must be a whole number from 3 to 6, not 7"),
        (("cells", 1), "rules", MISSING, "'rules' is missing"),
        (("cells", 1, "rules"), "houses", MISSING, "houses: "),
        (("cells", 1, "rules"), "coins", MISSING, "'coins' is missing"),
        (("cells", 1, "rules"), "removed", 100, "removed"),
        (("cells", 1, "rules"), "refund", "half", "refund: "),
    ],
)
def test_a_damaged_manifest_says_where(
    place: tuple[Any, ...], key: str, value: Any, told: str
) -> None:
    said = written(play(plan(rulesets=RULESETS[:1])))
    part = said
    for step in place:
        part = part[step]
    part[key] = value
    if value is MISSING:
        del part[key]
    with pytest.raises(UsageError, match=re.escape(told)) as caught:
        planned_from(said)
    assert str(caught.value).startswith("a damaged manifest: ")


def test_a_strategy_that_is_gone_is_named() -> None:
    said = written(play(plan()))
    with pytest.raises(UsageError, match="unknown strategy 'spraed'"):
        planned_from({**said, "specs": ["spraed", *said["specs"][1:]]})
