from __future__ import annotations

import numpy as np
from strategy_lab.display.plots.marks import LONGEST, relabelled, shortened

from tests.strategy_lab.display.plots.readable import LONG


def test_names_that_are_short_enough_are_kept() -> None:
    assert shortened(["counter", "spread:share=0.3"]) == {
        "counter": "counter",
        "spread:share=0.3": "spread:share=0.3",
    }


def test_a_long_name_keeps_its_start_and_its_end() -> None:
    name = "bid=careful.py:moody,sell=matcher"
    assert shortened([name])[name] == "bid=careful…sell=matcher"


def test_labels_differ_where_names_do_and_are_never_too_long() -> None:
    labels = shortened(LONG)
    assert list(labels) == list(LONG)
    assert len(set(labels.values())) == len(LONG)
    assert max(map(len, labels.values())) == LONGEST
    assert ["…thrift=0.0" in labels[name] for name in LONG] == [False] * 3 + [True] * 2


def test_many_names_that_differ_in_several_places_are_told_apart() -> None:
    names = [
        f"appraiser:bend=0.{bend},least=0.85,thrift=0.{thrift},rivalry=0.12,near=0.6,top=0.{top}"
        for bend in (1, 2)
        for thrift in (5, 6)
        for top in range(1, 4)
    ]
    assert len(set(shortened(names).values())) == len(names)
    alike = ["a" * 40 + "b" * count + "c" * 40 for count in range(30)]
    assert len(set(shortened(alike).values())) == len(alike)


def test_a_table_has_labels_for_strategies_and_opponents() -> None:
    table = {
        "strategy": np.array(["a", "b"]),
        "opponent": np.array(["b", "a"]),
        "players": np.array([3, 3]),
    }
    named = relabelled(table, {"a": "A", "b": "B"})
    assert {name: column.tolist() for name, column in named.items()} == {
        "strategy": ["A", "B"],
        "opponent": ["B", "A"],
        "players": [3, 3],
    }
