"""Writes the report into a folder: the page, its twin, figures, and every number as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from strategy_lab.display.page.page_files import PAGE, write_page
from strategy_lab.files.atomic_files import atomic_write_together, write_text

from monopoly_sim.reports.page import DATA, make_page
from monopoly_sim.reports.playing import Played

if TYPE_CHECKING:
    import pandas as pd


def write_report(played: Played, games: int, folder: Path) -> None:
    """Write the report into a new folder. The same games give the same bytes."""
    page = make_page(played, games)
    with atomic_write_together(folder, PAGE) as aside:
        write_page(page, aside)
        for name, table in tables(played).items():
            write_text(aside / f"{name}.csv", table.to_csv(index=False, float_format="%.10g"))


def tables(played: Played) -> dict[str, pd.DataFrame]:
    """Return the tables that the page is made of, by their files' names."""
    found = (
        played.differences,
        played.conclusions,
        played.measures,
        played.groups,
        played.seats,
        played.picking,
    )
    return dict(zip(DATA, found, strict=True))
