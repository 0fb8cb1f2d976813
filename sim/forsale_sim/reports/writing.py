"""Writes a report into a folder: the page, its twin, figures, data, configuration, manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from forsale_sim.atomic_files import atomic_write_together, write_errors, write_text
from forsale_sim.display.plots.inline_svg import svg_file
from forsale_sim.reports.contents import make_page
from forsale_sim.reports.data import DATA_COLUMNS, tidy_data
from forsale_sim.reports.page.rendering import to_html, to_markdown
from forsale_sim.reports.repetition import REPETITION
from forsale_sim.reports.results import Results
from forsale_sim.results.files.saving import MANIFEST, save_manifest, save_tables
from forsale_sim.version import __version__

PAGE, TWIN, CONFIG = "report.html", "report.md", "report.toml"
FIGURES, DATA, ADVICE = "figures", "data", "advice"
LADDER = "skill_ladder"

COMMAND = f"forsale-sim report {CONFIG} --out again"


def write_report(results: Results, folder: Path) -> dict[str, Any]:
    """Write a report. The same results give the same bytes.

    Parameters
    ----------
    results
        What to report.
    folder
        It is there, and empty. All files appear in it together.

    Returns
    -------
    dict
        The manifest.

    Raises
    ------
    UsageError
        If the headline claims what the results do not bear out. Then nothing is written.
    """
    config = results.experiment.config.relative_to(folder)
    page = make_page(results, COMMAND, config.to_toml())
    with atomic_write_together(folder, MANIFEST) as aside:
        with write_errors(folder):
            (aside / FIGURES).mkdir()
        for name, element in page.drawings.items():
            write_text(aside / FIGURES / f"{name}.svg", svg_file(element))
        save_tables({DATA: tidy_data(results)}, aside, ["csv", "parquet"], DATA_COLUMNS)
        for name in (ADVICE, REPETITION, LADDER):
            if name in results.levels:
                save_tables({name: results.levels[name]}, aside, ["csv"])
        manifest = {
            "version": __version__,
            "command": COMMAND,
            "games": results.experiment.games,
            **config.model_dump(mode="json"),
            "digest": results.digest,
            "data": hashlib.sha256((aside / f"{DATA}.csv").read_bytes()).hexdigest(),
        }
        write_text(aside / PAGE, to_html(page))
        write_text(aside / TWIN, to_markdown(page))
        write_text(aside / CONFIG, config.to_toml())
        save_manifest(manifest, aside)
    return manifest
