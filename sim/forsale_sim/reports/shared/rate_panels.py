"""Panels of win rates by ruleset, and the data behind figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import series
from forsale_sim.display.plots.strategy_labels import shortened
from forsale_sim.reports.page.page_parts import Panel
from forsale_sim.reports.shared.estimate_text import estimate_texts
from forsale_sim.results.columns import Columns


def rate_panel(
    name: str,
    players: int,
    tables: Mapping[str, Columns],
    labels: Sequence[str],
    alt: str,
    *,
    title: str = "",
    across: bool = False,
) -> Panel:
    """Return a panel of the win rates of one player count about a fair share.

    Parameters
    ----------
    tables
        By ruleset, each with a row for each label.
    alt
        Begins the alt text, which goes on with all rates.
    title
        Follows the player count.
    """
    drawing = point_chart(
        list(shortened(labels).values()),
        [series(ruleset, table, "win_rate", 100) for ruleset, table in tables.items()],
        unit="win rate, %",
        title=f"{players} players{title}",
        level=100 / players,
        across=across,
    )
    rates = []
    for ruleset, table in tables.items():
        pairs = zip(labels, estimate_texts(table, "win_rate", 100), strict=True)
        rates.append(f"{ruleset}: " + ", ".join(f"{label} {rate} %" for label, rate in pairs))
    return Panel(f"{name}-{players}", drawing, f"{alt}. {'; '.join(rates)}.")


def figure_data(data: Columns, keys: Sequence[str], measures: Sequence[str]) -> Columns:
    """Return the columns behind a figure: keys, and measures with limits and sample sizes."""
    limits = [f"{measure}{end}" for measure in measures for end in ("", "_low", "_high")]
    return {name: data[name] for name in (*keys, "games", *limits, "deals")}
