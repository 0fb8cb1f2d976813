from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.results.tables import digest

Cells = list[tuple[dict[str, object], dict[str, NDArray[Any]]]]


def cells() -> Cells:
    return [
        (
            {"ruleset": "iello-en", "players": players, "seed": 2**63, "deals": 10, "lineup": None},
            {"deals": np.array(10), "money": np.arange(6).reshape(2, 3) * players},
        )
        for players in (3, 4)
    ]


def test_the_digest_stays_the_same_from_version_to_version() -> None:
    assert digest(cells()) == "f3038455828ef9d85862b6f8fc223d67cb6aabca1b9e3ffe0c1afd63f975070d"


def test_the_order_of_cells_keys_and_arrays_makes_no_difference() -> None:
    turned = [
        (dict(reversed(played.items())), dict(reversed(arrays.items())))
        for played, arrays in reversed(cells())
    ]
    assert digest(turned) == digest(cells())


def test_nor_does_the_order_of_bytes_or_the_layout_in_memory() -> None:
    other = [
        (played, {name: np.array(array, ">i8", order="F") for name, array in arrays.items()})
        for played, arrays in cells()
    ]
    assert digest(other) == digest(cells())


@pytest.mark.parametrize("key", ["ruleset", "players", "seed", "deals", "lineup"])
def test_whatever_was_played_differently_changes_it(key: str) -> None:
    changed = cells()
    changed[1][0][key] = "other"
    assert digest(changed) != digest(cells())


def test_any_sum_changes_it() -> None:
    changed = cells()
    changed[0][1]["money"][1, 2] += 1
    assert digest(changed) != digest(cells())


def test_what_has_no_exact_form_is_refused() -> None:
    played, arrays = cells()[0]
    with pytest.raises(TypeError, match="'money' are not integers but float64"):
        digest([(played, arrays | {"money": np.array([0.5])})])
    with pytest.raises(TypeError):
        digest([(played | {"path": object()}, arrays)])
