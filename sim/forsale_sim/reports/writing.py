"""Writes a report into a folder: the page, its twin, figures, data, configuration, manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from forsale_sim.atomic_files import atomic_write_together, write_errors, write_text
from forsale_sim.display.plots.inline_svg import inline_svg, svg_file
from forsale_sim.reports.contents import contents
from forsale_sim.reports.figure_columns import COLUMNS
from forsale_sim.reports.page.rendering import Page, to_html, to_markdown
from forsale_sim.reports.results import Results
from forsale_sim.results.files.saving import MANIFEST, save_manifest, save_tables
from forsale_sim.version import __version__

PAGE, TWIN, CONFIG = "report.html", "report.md", "report.toml"
FIGURES, DATA = "figures", "data"

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
    """
    config, sections = results.experiment.config.relative_to(folder), contents(results)
    figures = [figure for section in sections for figure in section.figures]
    drawings = {
        panel.name: inline_svg(panel.drawing, panel.name, panel.alt)
        for figure in figures
        for panel in figure.panels
    }
    with atomic_write_together(folder, MANIFEST) as aside:
        for name in (FIGURES, DATA):
            with write_errors(folder):
                (aside / name).mkdir()
        for name, element in drawings.items():
            write_text(aside / FIGURES / f"{name}.svg", svg_file(element))
        data = {figure.name: figure.data for figure in figures}
        save_tables(data, aside / DATA, ["csv", "parquet"], COLUMNS)
        digests = {
            name: hashlib.sha256((aside / DATA / f"{name}.csv").read_bytes()).hexdigest()
            for name in data
        }
        manifest = {
            "version": __version__,
            "command": COMMAND,
            "games": results.experiment.games,
            **config.model_dump(mode="json"),
            "runs": results.digests,
            "data": digests,
        }
        facts = [
            ("version", __version__),
            ("games", f"{results.experiment.games:,}"),
            ("seed", str(config.seed)),
            ("data", hashlib.sha256("".join(digests.values()).encode()).hexdigest()),
        ]
        page = Page(config.title, sections, drawings, facts, COMMAND, config.to_toml())
        write_text(aside / PAGE, to_html(page))
        write_text(aside / TWIN, to_markdown(page))
        write_text(aside / CONFIG, config.to_toml())
        save_manifest(manifest, aside)
    return manifest
