from __future__ import annotations

import numpy as np
from forsale_sim.statistics import STATISTICS
from strategy_lab.results.frames import frames
from strategy_lab.results.tables import tables

from tests.strategy_lab.results.made import COLUMNS, made_cell, made_tally


def test_frames_hold_the_tables() -> None:
    made = tables({made_cell(4): made_tally(made_cell(4), 20)}, STATISTICS)
    found = frames(made, COLUMNS)
    assert list(found) == list(made)
    for name, frame in found.items():
        assert list(frame) == list(made[name])
        for column in frame:
            np.testing.assert_array_equal(frame[column].to_numpy(), made[name][str(column)])
            assert frame.attrs["units"][column] == COLUMNS[str(column)].unit
