"""Writes a report into a folder: the page, its twin, figures, data, configuration, manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from strategy_lab.display.page.page_files import write_page
from strategy_lab.files.atomic_files import atomic_write_together, write_text
from strategy_lab.results.files.saving import MANIFEST, save_manifest, save_tables
from strategy_lab.version import __version__

from forsale_sim.reports.contents import make_page
from forsale_sim.reports.data import DATA_COLUMNS, tidy_data
from forsale_sim.reports.repetition import REPETITION
from forsale_sim.reports.results import Results

CONFIG = "report.toml"
DATA = "data"
MORE = ("advice", "trials", "skill_ladder", "player_levels", "games", REPETITION)
"""Tables that only some reports have."""

COMMAND = f"forsale-sim report {CONFIG} --out again"


def write_report(results: Results, folder: Path) -> dict[str, Any]:
    """Write a report. The same results give the same bytes."""
    config = results.experiment.config.relative_to(folder)
    more = [name for name in MORE if name in results.levels]
    files = [f"{name}.csv" for name in (DATA, *more)]
    page = make_page(results, COMMAND, config.to_toml(), files)
    with atomic_write_together(folder, MANIFEST) as aside:
        write_page(page, aside)
        save_tables({DATA: tidy_data(results)}, aside, ["csv", "parquet"], DATA_COLUMNS)
        save_tables({name: results.levels[name] for name in more}, aside, ["csv"], {})
        manifest = {
            "version": __version__,
            "command": COMMAND,
            "games": results.experiment.games,
            **config.model_dump(mode="json"),
            "split_panel": results.halved._asdict(),
            "digest": results.digest,
            "data": hashlib.sha256((aside / f"{DATA}.csv").read_bytes()).hexdigest(),
        }
        write_text(aside / CONFIG, config.to_toml())
        save_manifest(manifest, aside)
    return manifest
