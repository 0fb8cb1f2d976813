"""The files of results: tables, plots and, last, the manifest that vouches for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategy_lab.errors import UsageError
from strategy_lab.files.atomic_files import atomic_write_together
from strategy_lab.results.files.saving import (
    MANIFEST,
    TABLES,
    checksums,
    save_manifest,
    save_tables,
)
from strategy_lab.simulation.saved import read_manifest

if TYPE_CHECKING:
    from strategy_lab.display.presentations import Presentation
    from strategy_lab.results.columns import Tables
    from strategy_lab.simulation.checkpoints import Execution


def save_results(
    folder: Path,
    tables: Tables,
    facts: dict[str, Any],
    presentation: Presentation,
    execution: Execution,
) -> None:
    """Write results into a folder that exists, all files or none.

    They replace those of the same experiment when it was not complete.
    """
    with atomic_write_together(folder, last=MANIFEST) as unfinished:
        columns = presentation.experiment.columns
        saved = save_tables(tables, unfinished, execution.table_formats, columns)
        presentation.save_plots(tables, unfinished, execution.plot_formats)
        said = {**facts, TABLES: checksums(saved)}
        presentation.save_texts(tables, said, unfinished, folder)
        save_manifest(said, unfinished)


def are_saved(folder: Path, facts: dict[str, Any]) -> bool:
    """Return whether a folder has the results that `facts` are of, and no table is damaged."""
    try:
        held = dict(read_manifest(folder))
        named = dict(held.pop(TABLES))
        return held == facts and named == checksums(map(folder.joinpath, named))
    except (UsageError, OSError, KeyError, TypeError, ValueError):
        return False
