"""Tables, and what their columns hold: units and descriptions."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from numpy.typing import NDArray


class Column(NamedTuple):
    """What a column holds."""

    unit: str
    description: str


MONEY, SHARE, COUNT, LABEL = "thousands", "fraction", "count", "label"
ORDER, P_VALUE, TRUTH = "turn order", "probability", "true or false"
IN_UNIT = "as unit says"

Columns: TypeAlias = dict[str, NDArray[Any]]
"""A table: its columns by name, in order, all of one length. NaN where nothing can be said."""

Tables: TypeAlias = dict[str, Columns]
"""The tables of a run by name: those of `schema.TABLES`."""
