"""Plots to files."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import matplotlib as mpl
from matplotlib.figure import Figure

from forsale_sim.atomic_files import atomic_write, write_errors
from forsale_sim.display.plots.drawing import DOTS_PER_INCH, STYLE
from forsale_sim.display.plots.win_rates import plot_seats, plot_strategies
from forsale_sim.results.tables import Tables, values
from forsale_sim.stats.estimators import FIXED_SAMPLE, Estimator

PlotFormat = Literal["png", "svg"]
TOO_SMALL = "constrained_layout not applied"
"""The start of a warning."""

GROWN, MOST_GROWN = 1.3, 4
"""By what a figure grows that is too small, and how often it may."""

PLOTS = {"win_rate_by_seat": plot_seats, "win_rate_by_strategy": plot_strategies}


def save_plots(
    tables: Tables,
    folder: Path,
    formats: Iterable[PlotFormat],
    estimator: Estimator = FIXED_SAMPLE,
) -> list[Path]:
    """Write every plot of every ruleset to files such as ``win_rate_by_seat_iello-en.png``.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    folder
        A folder that exists.
    formats
        The same tables always make the same files.
    estimator
        Whose intervals the tables have.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    ForSaleError
        If a file cannot be written. Those that are there are whole.
    """
    rulesets = values(tables["by_players"]["ruleset"])
    figures = (
        (plot_name(name, ruleset), plot(tables, ruleset, estimator))
        for ruleset in rulesets
        for name, plot in PLOTS.items()
    )
    return save_figures(figures, folder, formats)


def plot_name(kind: str, ruleset: str) -> str:
    """Return the name of a plot's file, without its ending."""
    return f"{kind}_{ruleset}"


def save_figures(
    figures: Iterable[tuple[str, Figure]], folder: Path, formats: Iterable[PlotFormat]
) -> list[Path]:
    """Write named figures, each in every format, to a folder that exists; return the files.

    Raises
    ------
    ForSaleError
        If a file cannot be written. Those that are there are whole.
    """
    formats = tuple(formats)
    saved = []
    for name, figure in figures:
        for form in formats:
            path = folder / f"{name}.{form}"
            save_figure(figure, path, form)
            saved.append(path)
    return saved


def save_figure(figure: Figure, path: Path, form: PlotFormat) -> None:
    """Write a figure to a file, whole or not at all, and with neither date nor version in it."""
    metadata = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}[form]

    def save() -> None:
        with mpl.rc_context(STYLE), write_errors(path), atomic_write(path) as aside:
            figure.savefig(aside, format=form, dpi=DOTS_PER_INCH, metadata=metadata)

    grown_to_fit(figure, save)


def grown_to_fit(figure: Figure, save: Callable[[], None]) -> None:
    """Save a figure; one that is too small for all that is written in it grows until it fits."""
    for attempt in range(MOST_GROWN + 1):
        with warnings.catch_warnings():
            is_last = attempt == MOST_GROWN
            warnings.filterwarnings("ignore" if is_last else "error", message=TOO_SMALL)
            try:
                save()
            except UserWarning:
                width, height = figure.get_size_inches()
                figure.set_size_inches(GROWN * width, GROWN * height)
            else:
                return
