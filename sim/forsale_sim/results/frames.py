"""The tables as pandas DataFrames."""

from __future__ import annotations

import pandas as pd

from forsale_sim.results.columns import Tables


def frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the tables of a run as DataFrames, by name.

    Their columns, with units and meanings, are those of `schema.COLUMNS`.
    """
    return {name: pd.DataFrame(columns) for name, columns in tables.items()}
