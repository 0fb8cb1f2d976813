"""Luck and skill: where wins come from, who stays ahead, and what a ruleset's games are like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from strategy_lab.display.compare.difference_text import Row
from strategy_lab.display.number_text import NOTHING, number
from strategy_lab.display.page.page_parts import Section, Table
from strategy_lab.results.sources import FROM
from strategy_lab.results.tables import records, where
from strategy_lab.wording import listed

from forsale_sim.measures import MEASURES
from forsale_sim.reports.player_levels import BEGINNER_WINS, LEVELS, MEASURED, OPENER_WINS
from forsale_sim.reports.results import Results
from forsale_sim.reports.skill_ladder import FACTOR
from forsale_sim.reports.wording import (
    first_count,
    names_of,
    of_rules,
    table_name,
)


def luck_section(results: Results) -> Section:
    """Return where wins come from, and how often the leader wins."""
    base = results.experiment.rulesets[0].name
    players = first_count(results)
    label = names_of(results)[base]
    standings = where(results.levels["standings"], ruleset=base, players=players)
    told = where(results.levels["measures"], ruleset=base, players=players, measure="lead_changes")
    leads, last = (
        _percentages(where(standings, standing=place)["win_rate"]) for place in (1, players)
    )
    changes = _range([number(value, 1) for value in sorted(told["value"].tolist())])
    return Section(
        "skill",
        "Luck and skill",
        text=[
            f"At a table of {players}, a player who is ahead when the last house is bought wins "
            f"{leads} of the games under {label}, by who plays. A player who is last then wins "
            f"{last}. A house counts for this as the cheque of the same rank. The lead changes "
            f"{changes} times a game.",
            *_ladder_text(results),
        ],
        tables=[
            *(
                of_rules(results, table)
                for table in (_games_table(results), *_sources_tables(results))
            ),
            *_ladder_tables(results),
            *_level_tables(results),
        ],
    )


def _games_table(results: Results) -> Table:
    """Return what games are like by each ruleset: for a new table, by number of players."""
    found, names = results.levels["games"], names_of(results)
    rows = []
    for ruleset in results.experiment.rulesets:
        for measure in dict.fromkeys(found["measure"].tolist()):
            by_players = {
                row["players"]: _predicted(row, MEASURES[measure].scale)
                for row in records(where(found, ruleset=ruleset.name, measure=measure))
            }
            cells = [by_players.get(players, NOTHING) for players in results.players]
            rows.append([names[ruleset.name], MEASURES[measure].title, *cells])
    return Table(
        "What games are like",
        ["rules", "measure", *(f"{players} players" for players in results.players)],
        rows,
        "The mean over tables that share no player, and where a table that nobody here has met is "
        "predicted to lie, with 90 %.",
    )


def _predicted(row: Row, factor: int) -> str:
    mean, low, high = (row[name] for name in ("mean", "low", "high"))
    if low is None:
        return number(factor * mean, 1)
    low, high = (number(factor * max(end, 0.0), 1) for end in (low, high))
    return f"{number(factor * mean, 1)} ({low} to {high})"


def _level_tables(results: Results) -> list[Table]:
    """Return what a beginner wins among players of each level, and how equals play."""
    found = records(results.levels.get("player_levels", {}))
    cells = {(row["level"], row["measure"]): row for row in found}
    heads = {BEGINNER_WINS: "a beginner among them wins, %", OPENER_WINS: "the opener wins, %"}
    heads |= {name: MEASURES[name].title for name in MEASURED}
    rows = [
        [level, *(_level_cell(cells.get((level, name)), name) for name in heads)]
        for level in dict.fromkeys(row["level"] for row in found)
    ]
    note = "All of one level, but for the beginner of the first column; with 95 % intervals."
    order = {level: place for place, level in enumerate(LEVELS)}
    rows.sort(key=lambda row: order[row[0]])
    return [Table("Players of each level", ["all are", *heads.values()], rows, note)] * bool(rows)


def _level_cell(row: Row | None, name: str) -> str:
    if row is None:
        return NOTHING
    factor = MEASURES[name].scale if name in MEASURED else 100
    value, low, high = (
        number(factor * row[end], 1) for end in ("value", "value_low", "value_high")
    )
    return f"{value} ({low} to {high})"


def _percentages(shares: np.ndarray) -> str:
    return f"{_range([number(100 * share, 0) for share in sorted(shares.tolist())])} %"


def _range(texts: Sequence[str]) -> str:
    """Return the first and the last of some numbers in order; one, if they are alike."""
    return " to ".join(dict.fromkeys((texts[0], texts[-1])))


def _sources_tables(results: Results) -> list[Table]:
    """Return where wins come from, for each ruleset, at each table of several players."""
    players, names = first_count(results), names_of(results)
    rows = []
    measures = where(results.levels["measures"], players=players)
    for ruleset in results.experiment.rulesets:
        for field in dict.fromkeys(measures["field"].tolist()):
            found = [
                records(
                    where(measures, ruleset=ruleset.name, field=field, measure=f"win_by_{source}")
                )
                for source in FROM
            ]
            if all(found):
                shares = [_share(rows_of_one[0]) for rows_of_one in found]
                rows.append([names[ruleset.name], table_name(results, field), *shares])
    if not rows:
        return []
    return [
        Table(
            "Where wins come from",
            ["rules", "table", *(f"{what}, %" for what in FROM.values())],
            rows,
            f"Shares of the variance of wins at a table of {players}, with 95 % intervals: each "
            "deal is played in every rotation of the seats, so they add up to all of it.",
        )
    ]


def _share(row: Row) -> str:
    value, low, high = (row[name] for name in ("value", "value_low", "value_high"))
    if low is None or high is None:
        return NOTHING if value is None else number(100 * value, 0)
    value, low, high = (number(100 * max(share, 0.0), 0) for share in (value, low, high))
    return f"{value} ({low} to {high})"


def _ladder_text(results: Results) -> Iterator[str]:
    if "skill_ladder" not in results.levels:
        return
    *_, last = rungs = records(results.levels["skill_ladder"])
    rates = [f"{number(100 * rung['win_rate'], 0)} %" for rung in rungs]
    yield (
        f"A player who thinks {FACTOR} times as long as everybody else wins {listed(rates)} of the "
        "games on the rungs of the ladder below. A fair share is "
        f"{number(100 / last['players'], 0)} %. Thinking is measured in games "
        "that a player tries in its head for each decision."
    )


def _ladder_tables(results: Results) -> list[Table]:
    rungs = records(results.levels.get("skill_ladder", {}))
    rows = [
        [
            *(str(rung["others"]), str(rung["budget"])),
            number(100 * rung["win_rate"], 0),
            # A single deal has no interval.
            NOTHING
            if rung["low"] is None
            else f"{number(100 * rung['low'], 0)} to {number(100 * rung['high'], 0)}",
        ]
        for rung in rungs
    ]
    header = ["all others try", "one player tries", "and wins, %", "95 % interval"]
    return [Table("The skill ladder", header, rows)] if rows else []
