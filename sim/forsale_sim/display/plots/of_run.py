"""The plots of a run's tables: which there are, and what each takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from forsale_sim.results.tables import Tables
    from forsale_sim.stats.estimators import Estimator

RunPlot: TypeAlias = Literal["seats", "strategies", "players", "opponents"]
"""What there is to plot of a run."""

RUN_PLOTS: tuple[RunPlot, ...] = get_args(RunPlot)

NEEDED: dict[str, tuple[str, ...]] = {
    "seats": ("by_seat", "seat_effect"),
    "strategies": ("by_strategy",),
    "players": ("by_players",),
    "opponents": ("head_to_head",),
}
"""The tables that each takes; the first has a row for every ruleset."""


def plot_run(kind: str, tables: Tables, ruleset: str, estimator: Estimator) -> Figure:
    """Return a plot of a run's tables, a panel for each player count.

    Parameters
    ----------
    kind
        Of what: one of `RUN_PLOTS`.
    tables
        Those that it takes.
    ruleset
        Which of their rulesets.
    estimator
        Whose intervals they have.
    """
    from forsale_sim.display.plots.meetings import plot_opponents
    from forsale_sim.display.plots.money import plot_players
    from forsale_sim.display.plots.win_rates import plot_seats, plot_strategies

    plots = {
        "seats": plot_seats,
        "strategies": plot_strategies,
        "players": plot_players,
        "opponents": plot_opponents,
    }
    return plots[kind](tables, ruleset, estimator)
