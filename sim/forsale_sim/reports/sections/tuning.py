"""Tuning: what parameters that were tuned for one edition lose by the rules of another."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.matches.plan import BUILT_IN, COPIES
from forsale_sim.reports.page.drawing import Series, points
from forsale_sim.reports.page.parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.texts import estimates, keys, out_of, rows
from forsale_sim.results.tables import Columns, records, values, where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL
from forsale_sim.stats.paired import PAIRED_INTERVAL

ENDS = ("change", "change_low", "change_high")


def tuning(results: Results) -> Section:
    """Return the section on tuned parameters."""
    table = results.tables["tuning"]
    title = "Tuning: is it the rule, or who was made for it?"
    if not len(table["games"]):
        return Section("tuning", title, [], ["No two of these games have tuned sets of their own."])
    return Section(
        name="tuning",
        title=title,
        answer=[_answer(table)],
        text=[
            "blueprint has parameters tuned for every edition and number of players. Here a set "
            f"plays a game that another was tuned for, {results.settled.config.games:,} times or a "
            "few more, in the same seats of the same deals: amid built-in strategies, where the "
            "change is from what the game's own set wins, and amid copies of the own set, where it "
            "is from a fair share. Where both editions share a set, nothing can be lost. So what a "
            "comparison of editions says of a strategy may be its fit to one of them, by as much "
            "as this, and not the balance of the game."
        ],
        figures=[_figure(results, table)],
        tables=[
            Table(
                "Sets in games that they were not tuned for",
                ["played", "players", "tuned for", "amid", "win rate, %", "change, points"],
                rows(
                    keys(*(table[name] for name in ("ruleset", "players", "player", "opponents"))),
                    estimates(table, "win_rate", 100),
                    change_texts(table),
                ),
                f"±: {RATE_INTERVAL}; of changes {PAIRED_INTERVAL}, amid copies {MEAN_INTERVAL}.",
            )
        ],
    )


def _answer(table: Columns) -> str:
    parts = []
    for opponents in (BUILT_IN, COPIES):
        found = where(table, opponents=opponents)
        lost, won = found["change_high"] < 0, found["change_low"] > 0
        text = (
            f"amid {opponents} they win less in {out_of(int(lost.sum()), len(lost), 'case')}, "
            f"more in {int(won.sum())}"
        )
        if lost.any():
            worst = int(np.argmin(found["change"]))
            row = {name: column[[worst]] for name, column in found.items()}
            text += (
                f" (at worst {change_texts(row)[0]} points: tuned for {row['player'][0]}, played "
                f"by {row['ruleset'][0]} with {row['players'][0]})"
            )
        parts.append(text)
    return (
        "Skill is fit to an edition, too. blueprint's parameters tuned for one edition, played by "
        f"another: {'; '.join(parts)}."
    )


def change_texts(table: Columns) -> list[str]:
    """Return changes of win rates in points."""
    return estimates(table, "change", 100)


def _figure(results: Results, table: Columns) -> Figure:
    pairs = list(
        dict.fromkeys(zip(table["ruleset"].tolist(), table["player"].tolist(), strict=True))
    )
    counts = values(table["players"])
    panels = []
    for number, opponents in enumerate((BUILT_IN, COPIES), start=1):
        found = where(table, opponents=opponents)
        drawn = []
        for ruleset, player in pairs:
            of_pair = where(found, ruleset=ruleset, player=player)
            at = [counts.index(n) for n in of_pair["players"].tolist()]
            columns = np.full((3, len(counts)), np.nan)
            for column, name in zip(columns, ENDS, strict=True):
                column[at] = 100 * of_pair[name]
            drawn.append(Series(f"{player} set by {ruleset}", *columns))
        drawing = points(
            [f"{n} players" for n in counts],
            drawn,
            unit="change of the win rate, points",
            title=f"amid {opponents}",
            level=0,
        )
        texts = change_texts(found)
        said = "; ".join(
            f"tuned for {row['player']}, played by {row['ruleset']} with {row['players']}: {text}"
            for row, text in zip(records(found), texts, strict=True)
        )
        alt = f"Points that a set not tuned for the game wins more, amid {opponents}: {said}."
        panels.append(Panel(f"tuning-{number}", drawing, alt))
    lost = int(np.sum(table["change_high"] < 0))
    return Figure(
        "tuning",
        f"Parameters tuned for another edition win less in "
        f"{out_of(lost, len(table['games']), 'case')}",
        f"Change of the win rate by playing a set that was tuned for another game. Bars: "
        f"{PAIRED_INTERVAL}; amid copies {MEAN_INTERVAL}. Cases: games, sets and who else plays.",
        panels,
        table,
    )
