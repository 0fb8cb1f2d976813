"""The files of results: tables, plots and, last, the manifest that vouches for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from forsale_sim.atomic_files import atomic_write_together
from forsale_sim.results.files.saving import MANIFEST, save_manifest, save_tables

if TYPE_CHECKING:
    from forsale_sim.display.presentations import Presentation
    from forsale_sim.results.columns import Tables
    from forsale_sim.simulation.checkpoints import Execution


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
        save_tables(tables, unfinished, execution.table_formats, presentation.experiment.columns)
        presentation.save_plots(tables, unfinished, execution.plot_formats)
        save_manifest(facts, unfinished)
