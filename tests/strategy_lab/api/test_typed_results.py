"""What type checkers know of results is what experiments return."""

from __future__ import annotations

import json
import pickle

import forsale_sim
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.api.functions import RunResult, result_class
from strategy_lab.api.result import Result
from strategy_lab.experiments.gauntlet.experiment import TABLES

from tests.support.documents import ROOT

PLAYED = sorted((ROOT / "tests/golden/experiments").glob("*.json"))


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_the_tables_of_each_experiment_are_declared(file: object) -> None:
    kept = json.loads((ROOT / str(file)).read_text())
    command = file.stem.partition("-")[0]  # type: ignore[attr-defined]
    declared = set(result_class(command, FOR_SALE).__annotations__) - {"fair_coins"}
    assert declared == set(kept["tables"])


def test_a_gauntlet_has_a_table_of_tables_besides() -> None:
    assert set(result_class("gauntlet", FOR_SALE).__annotations__) == set(TABLES) - {"tables"}


def test_each_experiment_has_a_class_of_its_own() -> None:
    for command in ("tune", "exploit", "psro"):
        assert result_class(command, FOR_SALE) is not Result
    assert result_class("another package's", FOR_SALE) is Result


def test_a_result_has_its_class(result: forsale_sim.Result) -> None:
    assert type(result) is RunResult
    assert type(pickle.loads(pickle.dumps(result))) is RunResult
