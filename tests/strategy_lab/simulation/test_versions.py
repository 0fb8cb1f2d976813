"""What has to be the same for two machines to play the same games."""

from __future__ import annotations

import sys

import numba
import numpy as np
import pytest
from strategy_lab.simulation.checkpoints import other_version, versions


def test_versions_are_those_of_what_plays() -> None:
    assert versions()["numba"] == numba.__version__
    assert versions()["NumPy"] == np.__version__


def test_versions_of_python_are_told_apart_as_far_as_results_go() -> None:
    assert versions()["Python"] == f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.mark.parametrize("name", versions())
def test_one_that_differs_is_told(name: str) -> None:
    assert other_version({**versions(), name: "0.0.9"}) == (name, "0.0.9", versions()[name])
    assert other_version({name: None}) == (name, None, versions()[name])


def test_what_is_the_same_or_not_known_does_not_differ() -> None:
    assert other_version(versions()) is None
    assert other_version({"NumPy": np.__version__, "pandas": "0.0.9"}) is None
