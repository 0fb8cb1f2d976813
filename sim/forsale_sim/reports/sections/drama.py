"""Drama: whether the leader wins, how close games end, and how often ties decide."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.number_text import with_limits
from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import series
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.shared.estimate_text import (
    estimate_text,
    estimate_texts,
    range_text,
    row_keys,
    table_rows,
)
from forsale_sim.reports.shared.rate_panels import figure_data, rate_panel
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL


def drama(results: Results) -> Section:
    """Return the section on drama."""
    base = results.subject
    standings = results.of("standings", ruleset=base)
    leads = where(standings, standing=1)
    wins = _between(leads, "win_rate", 100, 0)
    answer = [f"The player who is ahead after buying wins {wins} % of the games by {base}."]
    table = results.tables["games"]
    return Section(
        name="drama",
        title="Drama",
        answer=answer,
        text=[
            "After buying, players are ranked by their coins left and their houses, the i-th "
            "lowest house counting for the i-th lowest cheque: what selling brings if nobody "
            "sells better than another.",
            f"How often the leader after buying wins, by {base}: {_each(leads)}.",
            _comebacks(results),
        ],
        figures=[_standings(results), _margins(results)],
        tables=[
            Table(
                "How games end",
                ["field", "ruleset", "players", "margin", "level, %", "shared, %"],
                table_rows(
                    row_keys(table, "field", "ruleset", "players"),
                    estimate_texts(table, "margin"),
                    estimate_texts(table, "level_share", 100),
                    estimate_texts(table, "shared_share", 100),
                ),
                "Margin: money of the best less that of the second, in thousands. Level: games in "
                "which both have the same money, so coins decide; shared: the same coins, too. "
                f"±: {MEAN_INTERVAL}; of rates {RATE_INTERVAL}.",
            )
        ],
    )


def _between(table: Columns, name: str, scale: float, decimals: int) -> str:
    """Return the range that the intervals of a column cover together."""
    ends = with_limits(table, name, scale)
    return range_text(np.concatenate(ends), decimals)


def _each(table: Columns) -> str:
    rates = estimate_texts(table, "win_rate", 100)
    return "; ".join(
        f"{n} players: {rate} %" for n, rate in zip(table["players"].tolist(), rates, strict=True)
    )


def _comebacks(results: Results) -> str:
    base = results.subject
    last = {
        n: where(results.of("standings", ruleset=base, players=n), standing=n)
        for n in results.players
    }
    rates = [f"{n} players: {estimate_text(table, 'win_rate', 100)} %" for n, table in last.items()]
    return f"Comebacks, wins of the player last after buying, by {base}: {'; '.join(rates)}."


def _standings(results: Results) -> Figure:
    data = results.of("standings")
    panels = []
    for players in results.players:
        tables = {name: where(data, ruleset=name, players=players) for name in results.rulesets}
        labels = [f"place {place}" for place in range(1, players + 1)]
        alt = f"Win rate by place after buying, {players} players"
        title = ", by place after buying"
        panels.append(rate_panel("standings", players, tables, labels, alt, title=title))
    leads = _between(where(data, standing=1), "win_rate", 100, 0)
    finding = f"The leader after buying wins {leads} % of the games"
    return Figure(
        "standings",
        finding,
        "Win rate by place after buying; players who are level share the better place. Dashed: a "
        f"fair share. Bars: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )


def _margins(results: Results) -> Figure:
    data = results.of("games")
    drawing = point_chart(
        [f"{n} players" for n in results.players],
        [series(name, where(data, ruleset=name), "margin") for name in results.rulesets],
        unit="margin of victory, thousands",
    )
    description = "; ".join(
        f"{name} {n} players {estimate_text(where(data, ruleset=name, players=n), 'margin')}"
        for name in results.rulesets
        for n in results.players
    )
    finding = (
        f"The winner is {_between(data, 'margin', 1, 1)} thousand ahead of the second; "
        f"{_between(data, 'level_share', 100, 1)} % of games end level on money"
    )
    return Figure(
        "margins",
        finding,
        f"Mean money of the best less that of the second. Bars: {MEAN_INTERVAL}. "
        f"Field: {results.fields[0]}.",
        [Panel("margins", drawing, f"Margin of victory, thousands. {description}.")],
        figure_data(data, ("ruleset", "players"), ("margin", "level_share", "shared_share")),
    )
