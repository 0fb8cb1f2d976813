"""Drama: whether the lead holds, how close games end, and how often ties decide."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.drawing import points
from forsale_sim.reports.page.parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.showing.panels import series
from forsale_sim.reports.showing.texts import estimates, keys, one, rows, span
from forsale_sim.results.tables import Columns, where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL


def drama(results: Results) -> Section:
    """Return the section on drama."""
    base = results.rulesets[0]
    standings = results.of("standings", ruleset=base)
    leads = where(standings, standing=1)
    wins = _between(leads, "win_rate", 100, 0)
    answer = [f"Who is ahead after buying wins {wins} % of the games by {base}."]
    table = results.tables["games"]
    return Section(
        name="drama",
        title="Drama",
        answer=answer,
        text=[
            "After buying, players are ranked by their coins left and their houses, the i-th "
            "lowest house counting for the i-th lowest cheque: what selling brings if nobody "
            "sells better than another. A comeback is a win of who was last by that.",
            f"How often who is ahead after buying wins, by {base}: {_each(leads)}.",
            _comebacks(results),
        ],
        figures=[_standings(results), _margins(results)],
        tables=[
            Table(
                "How games end",
                ["field", "ruleset", "players", "margin", "level, %", "shared, %"],
                rows(
                    keys(*(table[name] for name in ("field", "ruleset", "players"))),
                    estimates(table, "margin"),
                    estimates(table, "level_share", 100),
                    estimates(table, "shared_share", 100),
                ),
                "Margin: money of the best less that of the second, in thousands. Level: games in "
                "which these are the same, so that coins decide; shared: in which coins are, too. "
                f"±: {MEAN_INTERVAL}; of rates {RATE_INTERVAL}.",
            )
        ],
    )


def _between(table: Columns, name: str, scale: float, decimals: int) -> str:
    """Return the range that a column's intervals reach over; that of its values without any."""
    ends = [scale * table[f"{name}{end}"] for end in ("", "_low", "_high")]
    return span(np.concatenate(ends), decimals)


def _each(table: Columns) -> str:
    rates = estimates(table, "win_rate", 100)
    return "; ".join(
        f"{n} players: {rate} %" for n, rate in zip(table["players"].tolist(), rates, strict=True)
    )


def _comebacks(results: Results) -> str:
    base = results.rulesets[0]
    last = {
        n: where(results.of("standings", ruleset=base, players=n), standing=n)
        for n in results.players
    }
    said = [f"{n} players: {one(table, 'win_rate', 100)} %" for n, table in last.items()]
    return f"How often who is last after buying wins, by {base}: {'; '.join(said)}."


def _standings(results: Results) -> Figure:
    data = results.of("standings")
    panels = []
    for players in results.players:
        tables = [where(data, ruleset=name, players=players) for name in results.rulesets]
        drawing = points(
            [str(place) for place in range(1, players + 1)],
            [series(n, t, "win_rate", 100) for n, t in zip(results.rulesets, tables, strict=True)],
            unit="win rate, %",
            title=f"{players} players, by place after buying",
            level=100 / players,
        )
        said = "; ".join(
            f"{name}: "
            + ", ".join(
                f"place {place} {rate} %"
                for place, rate in enumerate(estimates(table, "win_rate", 100), start=1)
            )
            for name, table in zip(results.rulesets, tables, strict=True)
        )
        alt = f"Win rate by place after buying, {players} players. {said}."
        panels.append(Panel(f"standings-{players}", drawing, alt))
    leads = _between(where(data, standing=1), "win_rate", 100, 0)
    finding = f"The leader after buying wins {leads} % of the games"
    return Figure(
        "standings",
        finding,
        "Win rate by place after buying; who is level shares the better place. Dashed: a fair "
        f"share. Bars: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )


def _margins(results: Results) -> Figure:
    data = results.of("games")
    drawing = points(
        [f"{n} players" for n in results.players],
        [series(name, where(data, ruleset=name), "margin") for name in results.rulesets],
        unit="margin of victory, thousands",
    )
    said = "; ".join(
        f"{name} {n} players {one(where(data, ruleset=name, players=n), 'margin')}"
        for name in results.rulesets
        for n in results.players
    )
    finding = (
        f"The winner is {_between(data, 'margin', 1, 1)} thousand ahead of the second; "
        f"{_between(data, 'level_share', 100, 1)} % of games end level on money"
    )
    names = ("ruleset", "players", "games")
    measures = [
        f"{measure}{end}"
        for measure in ("margin", "level_share", "shared_share")
        for end in ("", "_low", "_high")
    ]
    return Figure(
        "margins",
        finding,
        f"Mean money of the best less that of the second. Bars: {MEAN_INTERVAL}. "
        f"Field: {results.fields[0]}.",
        [Panel("margins", drawing, f"Margin of victory, thousands. {said}.")],
        {name: data[name] for name in (*names, *measures, "deals")},
    )
