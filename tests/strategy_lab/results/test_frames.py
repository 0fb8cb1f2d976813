from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.frames import frames
from strategy_lab.results.tables import tables

from tests.strategy_lab.results.made import COLUMNS, made_cell, made_tally


def test_frames_hold_the_tables() -> None:
    made = tables({made_cell(4): made_tally(made_cell(4), 20)})
    found = frames(made, COLUMNS)
    assert list(found) == list(made)
    for name, frame in found.items():
        assert list(frame) == list(made[name])
        for column in frame:
            np.testing.assert_array_equal(frame[column].to_numpy(), made[name][str(column)])
            assert frame.attrs["units"][column] == COLUMNS[str(column)].unit


def test_a_missing_column_is_told_with_those_like_it() -> None:
    table = frames({"by_seat": {"seat": np.arange(3), "win_rate": np.ones(3)}}, {})["by_seat"]
    assert table["seat"].tolist() == [0, 1, 2]
    for made in (table, table.head(1), table.copy(), table.query("seat > 1")):
        for key in ("win_rat", ["seat", "win_rat"]):
            with pytest.raises(KeyError, match=r"^no column 'win_rat': did you mean 'win_rate'\?"):
                made[key]
    with pytest.raises(KeyError, match="7"):
        table.loc[7]
