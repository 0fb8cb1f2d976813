"""The tables as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from strategy_lab.results.columns import Column, Tables

UNITS = "units"
"""The key of a frame's ``attrs`` that has the unit of each of its columns."""


def frames(tables: Tables, columns: Mapping[str, Column]) -> dict[str, pd.DataFrame]:
    """Return tables as DataFrames, by name, with the units of their columns in ``attrs``."""
    made = {}
    for name, table in tables.items():
        made[name] = pd.DataFrame(table)
        made[name].attrs[UNITS] = {each: columns[each].unit for each in table if each in columns}
    return made
