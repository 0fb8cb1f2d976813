"""Tables as DataFrames, for those who ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from strategy_lab.errors import nearest
from strategy_lab.results.conclusions import Column, Tables

UNITS = "units"
"""The key of a frame's ``attrs`` that has the unit of each of its columns."""


class Table(pd.DataFrame):
    @property
    def _constructor(self) -> type[Table]:
        return Table

    def __getitem__(self, key: Any) -> Any:
        try:
            return super().__getitem__(key)
        except KeyError:
            names = [key] if isinstance(key, str) else key if isinstance(key, list) else []
            for name in names:
                if name not in self.columns:
                    raise NoColumnError(
                        f"no column {name!r}{nearest(str(name), self.columns)}"
                    ) from None
            raise


class NoColumnError(KeyError):
    __str__ = Exception.__str__  # without the quotes of a key


def frames(tables: Tables, columns: Mapping[str, Column]) -> dict[str, pd.DataFrame]:
    made: dict[str, pd.DataFrame] = {}
    for name, table in tables.items():
        made[name] = Table(table)
        made[name].attrs[UNITS] = {each: columns[each].unit for each in table if each in columns}
    return made
