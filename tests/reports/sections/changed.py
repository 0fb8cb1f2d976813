"""Results of which a table was changed, and what a section then finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from forsale_sim.reports.page.page_parts import Section
from forsale_sim.reports.results import Results


def with_table(results: Results, name: str, **columns: object) -> Results:
    """The results, but a table has other columns: of one value, or all."""
    table = results.tables[name]
    changed = {key: np.broadcast_to(value, table[key].shape) for key, value in columns.items()}
    return replace(results, tables={**results.tables, name: {**table, **changed}})


def titles(section: Section) -> dict[str, str]:
    return {figure.name: figure.finding for figure in section.figures}
