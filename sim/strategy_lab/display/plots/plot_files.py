"""Plots as files: the same figure always makes the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Literal

from matplotlib.figure import Figure

from strategy_lab.display.plots.figures import grown_to_fit
from strategy_lab.display.plots.plot_style import DOTS_PER_INCH, style
from strategy_lab.display.plots.win_rate_plots import plot_seats, plot_strategies
from strategy_lab.files.atomic_files import atomic_write, write_errors
from strategy_lab.results.columns import Tables
from strategy_lab.results.tables import values
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator

PlotFormat = Literal["png", "svg"]
MOST_BYTES = 150
"""Of the name of a plot, without its ending: file systems allow 255."""


def save_plots(
    tables: Tables, folder: Path, formats: Iterable[PlotFormat], estimator: Estimator = FIXED_SAMPLE
) -> list[Path]:
    """Write the plots of a run to files, as `save_by_ruleset` does."""
    plots = {
        "win_rate_by_seat": lambda ruleset: plot_seats(tables, ruleset, estimator),
        "win_rate_by_strategy": lambda ruleset: plot_strategies(tables, ruleset, estimator),
    }
    return save_by_ruleset(plots, values(tables["by_players"]["ruleset"]), folder, formats)


def save_by_ruleset(
    plots: Mapping[str, Callable[[str], Figure]],
    rulesets: Iterable[str],
    folder: Path,
    formats: Iterable[PlotFormat],
) -> list[Path]:
    """Write plots of every ruleset to files such as ``ratings_iello-en.png``; return the files.

    The folder has to exist.
    """
    formats = tuple(formats)
    saved = []
    for ruleset in rulesets:
        for kind, plot in plots.items():
            figure = plot(ruleset)
            for form in formats:
                saved.append(folder / f"{plot_name(kind, ruleset)}.{form}")
                save_figure(figure, saved[-1], form)
    return saved


def plot_name(kind: str, ruleset: str) -> str:
    """Return the name of a plot's file, without its ending; of a very long one the beginning."""
    name = f"{kind}_{ruleset}"
    content = name.encode()
    if len(content) <= MOST_BYTES:
        return name
    beginning = content[:MOST_BYTES].decode(errors="ignore")
    return f"{beginning}_{hashlib.sha256(content).hexdigest()[:8]}"


def save_figure(figure: Figure, path: Path, form: PlotFormat) -> None:
    """Write a figure to a file, whole or not at all, and with neither date nor version in it."""
    metadata = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}[form]

    def save() -> None:
        with style(), write_errors(path), atomic_write(path) as aside:
            figure.savefig(aside, format=form, dpi=DOTS_PER_INCH, metadata=metadata)

    grown_to_fit(figure, save)
