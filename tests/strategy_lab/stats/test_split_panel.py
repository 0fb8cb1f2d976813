"""Findings that half of a panel makes, and the half that had no vote."""

from __future__ import annotations

import numpy as np
from strategy_lab.stats.evidence import Halved, split_panel

PANEL = np.array([False, False, True, True, True, True, True, True])
WAYS = 20
"""To choose three of six."""


def halved(*effects: list[float]) -> Halved:
    """What comes of effects, each with a value for each table."""
    value = np.array(effects).T
    one = np.zeros(len(effects), np.int64)
    return split_panel(value, np.full(value.shape, 0.01), np.full(len(effects), 0.5), one, 1, PANEL)


def test_what_all_tables_show_holds_in_every_half() -> None:
    assert halved([2.0, 2.1, 2.0, 2.2, 1.9, 2.0, 2.1, 2.0]) == Halved(WAYS, WAYS)


def test_what_no_table_shows_is_never_solid() -> None:
    assert halved([0.1, -0.1, 0.0, 0.1, 0.2, -0.2, 0.1, 0.0]) == Halved(0, 0)


def test_what_half_of_the_panel_does_not_show_does_not_hold() -> None:
    """Three tables show nothing: only the half of the three others makes it solid."""
    assert halved([2.0, 2.1, 2.0, 2.1, 1.9, 0.0, 0.1, -0.1]) == Halved(1, 0)


def test_a_table_without_the_effect_has_no_part() -> None:
    nothing = float("nan")
    assert halved([2.0, 2.1, 2.0, 2.1, 1.9, 2.0, nothing, nothing]) == Halved(WAYS, WAYS)


def test_a_panel_of_one_cannot_be_halved() -> None:
    value, one = np.full((4, 1), 2.0), np.zeros(1, np.int64)
    alone = np.arange(4) == 0
    assert split_panel(value, value / 9, np.full(1, 0.5), one, 1, alone) == Halved(0, 0)
