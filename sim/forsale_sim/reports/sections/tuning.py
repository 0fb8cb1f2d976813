"""Tuning: what parameters tuned for one edition lose by the rules of another."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import Series
from forsale_sim.reports.matches.plan import BUILT_IN, COPIES
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.estimate_text import estimate_texts, out_of, row_keys, table_rows
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import records, values, where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL
from forsale_sim.stats.paired import PAIRED_INTERVAL

ENDS = ("change", "change_low", "change_high")


def tuning(results: Results) -> Section:
    """Return the section on tuned parameters."""
    table, games = results.tables["tuning"], results.experiment.config.games
    title = "Tuning: is it the rule, or who was made for it?"
    if not len(table["games"]):
        return Section("tuning", title, [], ["No two of these games have different tuned sets."])
    return Section(
        name="tuning",
        title=title,
        answer=[_answer(table)],
        text=[
            "blueprint has parameters tuned for every edition and number of players. Here one set "
            f"plays games that another was tuned for, {games:,} times or a few more, "
            "in the same seats of the same deals: among built-in strategies, compared "
            "with what the game's own set wins, and among copies of the own set, compared with a "
            "fair share. Where both editions share a set, nothing can be lost. A difference "
            "between editions in how a strategy does may, up to this size, show how well its "
            "parameters fit each of them, and not the balance of the game."
        ],
        figures=[_figure(results, table)],
        tables=[
            Table(
                "Sets in games that they were not tuned for",
                ["played", "players", "tuned for", "among", "win rate, %", "change, points"],
                table_rows(
                    row_keys(table, "ruleset", "players", "player", "opponents"),
                    estimate_texts(table, "win_rate", 100),
                    change_texts(table),
                ),
                f"±: {RATE_INTERVAL}; of changes {PAIRED_INTERVAL}, among copies {MEAN_INTERVAL}.",
            )
        ],
    )


def _answer(table: Columns) -> str:
    parts = []
    for opponents in (BUILT_IN, COPIES):
        rows_among = where(table, opponents=opponents)
        lost, won = rows_among["change_high"] < 0, rows_among["change_low"] > 0
        text = (
            f"among {opponents} they win less in {out_of(int(lost.sum()), len(lost), 'case')}, "
            f"more in {int(won.sum())}"
        )
        if lost.any():
            worst = int(np.argmin(rows_among["change"]))
            row = {name: column[[worst]] for name, column in rows_among.items()}
            text += (
                f" (at worst {change_texts(row)[0]} points: tuned for {row['player'][0]}, played "
                f"by {row['ruleset'][0]} with {row['players'][0]})"
            )
        parts.append(text)
    return (
        "Part of skill is fit to an edition. With blueprint's parameters tuned for one edition and "
        f"played by another, {'; '.join(parts)}."
    )


def change_texts(table: Columns) -> list[str]:
    """Return changes of win rates in points."""
    return estimate_texts(table, "change", 100)


def _figure(results: Results, table: Columns) -> Figure:
    pairs = list(
        dict.fromkeys(zip(table["ruleset"].tolist(), table["player"].tolist(), strict=True))
    )
    counts = values(table["players"])
    panels = []
    for number, opponents in enumerate((BUILT_IN, COPIES), start=1):
        rows_among = where(table, opponents=opponents)
        drawn = []
        for ruleset, player in pairs:
            of_pair = where(rows_among, ruleset=ruleset, player=player)
            at = [counts.index(n) for n in of_pair["players"].tolist()]
            columns = np.full((3, len(counts)), np.nan)
            for column, name in zip(columns, ENDS, strict=True):
                column[at] = 100 * of_pair[name]
            drawn.append(Series(f"{player} set by {ruleset}", *columns))
        drawing = point_chart(
            [f"{n} players" for n in counts],
            drawn,
            unit="change of the win rate, points",
            title=f"among {opponents}",
            level=0,
        )
        texts = change_texts(rows_among)
        description = "; ".join(
            f"tuned for {row['player']}, played by {row['ruleset']} with {row['players']}: {text}"
            for row, text in zip(records(rows_among), texts, strict=True)
        )
        alt = (
            f"Change of the win rate of a set not tuned for the game, points, among {opponents}: "
            f"{description}."
        )
        panels.append(Panel(f"tuning-{number}", drawing, alt))
    lost = int(np.sum(table["change_high"] < 0))
    return Figure(
        "tuning",
        f"Parameters tuned for another edition win less in "
        f"{out_of(lost, len(table['games']), 'case')}",
        f"Change of the win rate by playing a set that was tuned for another game. Bars: "
        f"{PAIRED_INTERVAL}; among copies {MEAN_INTERVAL}. Cases: games, sets and opponents.",
        panels,
        table,
    )
