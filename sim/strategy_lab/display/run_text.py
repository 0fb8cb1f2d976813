"""A run for the terminal: win rates by strategy and by seat, then money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    NOTHING,
    Texts,
    bars,
    estimates,
    laid_out,
    note,
    number,
    print_parts,
    with_limits,
    without_spare,
)
from strategy_lab.errors import with_unit
from strategy_lab.results.appearances import Statistics
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import Measure, Measures, Share
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import GAP_INTERVAL, JACKKNIFE_INTERVAL
from strategy_lab.stats.confidence_sequences import FIXED_SAMPLE, AnytimeValid, Estimator
from strategy_lab.stats.differences import EQUIVALENCE_TEST, HOLM, JOINT_TEST, SIGNIFICANT
from strategy_lab.stats.intervals import RATE_TEST

SEAT_RULE = f"Grey: not shown to differ from a fair share ({RATE_TEST}, {HOLM}, 5 % level)."
"""The rule that `excess` follows."""


def seat_finding(effect: Columns, players: int) -> str:
    """Return a sentence on whether and by how much the seats of one player count differ.

    `effect` is its row of ``seat_effect``, or has no row.
    """
    if not len(effect["seat_gap"]) or np.isnan(effect["seat_gap_high"][0]):
        return f"{players} players: too few deals to say anything about seats"
    row = {name: column[0] for name, column in effect.items()}
    margin = with_unit(f"{100 * row['matters']:g}", "point")
    if row["shown_small"]:
        verb = "differ, but by less than" if row["differs"] else "shown to be within"
        return f"{players} players: seats {verb} {margin}"
    low, middle, high = (
        f"{100 * row[name]:.1f}" for name in ("seat_gap_low", "seat_gap", "seat_gap_high")
    )
    if row["differs"]:
        return (
            f"{players} players: seat {row['best_seat']} wins {middle} points more than seat "
            f"{row['worst_seat']} ({low} to {high})"
        )
    return f"{players} players: seats not shown to differ; they may differ by up to {high} points"


def seat_notes(effects: Columns, estimator: Estimator) -> list[str]:
    notes = [
        "Seats are compared among these players; among others, another seat may win most.",
        f"Test whether seats differ: {JOINT_TEST}, {HOLM}, 5 % level.",
        f"Difference between two seats: {GAP_INTERVAL}.",
    ]
    if effects["shown_small"].any():
        notes.append(
            f"Test whether seats are within a margin: {EQUIVALENCE_TEST}, {HOLM}, 5 % level."
        )
    if isinstance(estimator, AnytimeValid):
        notes.append("These are valid only if the number of deals was fixed in advance.")
    return notes


def excess(seats: Columns, effect: Columns) -> NDArray[np.float64]:
    """Return by how much seats' win rates differ from a fair share; 0 where it may be chance.

    Takes the rows of ``by_seat`` and ``seat_effect`` of one player count: unless the joint test
    shows that seats differ, none of them is said to.
    """
    significant = effect["differs"].any() & (seats["p_fair_adjusted"] <= SIGNIFICANT)
    return np.where(significant, seats["win_rate"] - 1 / seats["players"], 0.0)


def strategy_finding(strategies: Columns) -> str:
    players = strategies["players"][0]
    if not np.isfinite(strategies["win_rate"]).any():
        return f"{players} players: no games"
    best, *others = leaders(strategies)
    if len(strategies["strategy"]) == 1:
        return f"{players} players: only {best} plays"
    if not others:
        rate = 100 * float(np.nanmax(strategies["win_rate"]))
        return f"{players} players: {best} wins most, {rate:.1f} %"
    if len(others) == 1:
        return f"{players} players: {best} or {others[0]} wins most"
    return f"{players} players: {best} or one of {len(others)} others wins most"


def leaders(strategies: Columns) -> list[str]:
    """Return the strategy that wins most, then those whose intervals overlap its own.

    Without intervals these are all that played.
    """
    played = np.isfinite(strategies["win_rate"])
    order = [i for i in np.argsort(-strategies["win_rate"], kind="stable") if played[i]]
    low, high = strategies["win_rate_low"], strategies["win_rate_high"]
    return [str(strategies["strategy"][i]) for i in order if not high[i] < low[order[0]]]


def best_first(strategies: Columns) -> list[str]:
    relative = np.nan_to_num(strategies["win_rate"] * strategies["players"])
    names = values(strategies["strategy"])
    mean = {name: np.mean(relative[strategies["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])


BAR_WIDTH = 10

BAR = ""
"""The head of a column of bars."""

MIDDLE = "middle 80 %"
MIDDLE_NOTE = "Middle 80 %: from the 10 % to the 90 % quantile."

SOURCES = "where results come from, %"
SOURCES_NOTE = f"Of the differences between the games of a deal. ±: {JACKKNIFE_INTERVAL}."

IN_FULL_SPARE = (MIDDLE, BAR, "games", "first, %", "left", "paid", "last, %")
COUNTS_SPARE = (MIDDLE, "left", "paid", "cheques", "sd", "deals")
"""Columns to leave out where there is no room, the first to go first."""


class Section(NamedTuple):
    table: RenderableType
    notes: Sequence[str]
    findings: Sequence[str] = ()


class Words(NamedTuple):
    statistics: Statistics
    measures: Measures


def print_tables(
    tables: Tables, console: Console, words: Words, estimator: Estimator = FIXED_SAMPLE
) -> None:
    """Print the tables of a run, ruleset by ruleset.

    100 columns are wide enough. On narrower consoles some columns are left out, with a note, and
    tables that are still too wide are printed in parts.
    """
    print_parts(_parts(tables, console.width, words, estimator), console)


def _parts(
    tables: Tables, width: int, words: Words, estimator: Estimator
) -> Iterator[RenderableType]:
    for ruleset in values(tables["by_players"]["ruleset"]):
        yield Text(f"Ruleset {ruleset}", style="bold")
        of_ruleset = {name: where(table, ruleset=ruleset) for name, table in tables.items()}
        for section in sections(of_ruleset, width, words, estimator):
            yield from (Text(), section.table, *map(Text, section.findings))
            yield from map(note, section.notes)
        yield Text()


def sections(tables: Tables, width: int, words: Words, estimator: Estimator) -> Iterator[Section]:
    """Yield the tables of one ruleset, the most important first.

    With one player count there is room for more about each strategy; several stand side by side.
    """
    strategies, players = tables["by_strategy"], values(tables["by_players"]["players"])
    rates_note = f"Ties share the win. ±: {estimator.rates}."
    of_score = f"{words.statistics.score}_mean"
    score_note = f"{words.statistics.note} ±: {estimator.means}."
    seats = Section(
        laid_out(_seats(tables["by_seat"]), width),
        [rates_note, *seat_notes(tables["seat_effect"], estimator)],
        [seat_finding(where(tables["seat_effect"], players=n), n) for n in players],
    )
    if len(players) == 1:
        in_full = _in_full(strategies, words.statistics)
        yield _shortened(in_full, IN_FULL_SPARE, width, [rates_note, score_note])
        yield seats
    else:
        rates = _side_by_side("win rate, %", _fair_heads(players), strategies, "win_rate")
        yield Section(laid_out(rates, width), [rates_note])
        yield seats
        heads = [f"{n} players" for n in players]
        score = _side_by_side(words.statistics.score, heads, strategies, of_score)
        yield Section(laid_out(score, width), [score_note])
    counts = _player_counts(tables["by_players"], words.statistics)
    yield _shortened(counts, COUNTS_SPARE, width, [score_note])
    notes = [f"±: {estimator.rates}; of what is not in %: {estimator.means}."]
    games, come_from = _of_games(tables["measures"], tables["by_players"], words.measures)
    yield Section(laid_out(games, width), notes)
    for of, table in list(words.measures.named_groups.items())[:1]:
        for count in players:
            members = _of_members(where(tables[table], players=count), of, count, words.measures)
            yield Section(laid_out(members, width), notes)
    if come_from[SOURCES]:
        yield Section(laid_out(come_from, width), [SOURCES_NOTE])


def _shortened(columns: Texts, spare: Sequence[str], width: int, notes: Sequence[str]) -> Section:
    kept = without_spare(columns, spare, width)
    middle = [MIDDLE_NOTE] if MIDDLE in kept else []
    missing = [head for head in columns if head not in {*kept, BAR}]
    left_out = [f"Left out for lack of space: {'; '.join(missing)}."] if missing else []
    return Section(laid_out(kept, width, left=[BAR]), [*notes, *middle, *left_out])


def _in_full(strategies: Columns, shown: Statistics) -> Texts:
    fair = 100 / strategies["players"][0]
    columns: dict[str, Sequence[str]] = {
        "strategy": strategies["strategy"].tolist(),
        f"win rate, %\nfair {fair:.1f}": _estimates(strategies, "win_rate"),
        BAR: bars(strategies["win_rate"], BAR_WIDTH),
        shown.score: _estimates(strategies, f"{shown.score}_mean"),
        MIDDLE: _middle(strategies, shown.score),
        **{head: _numbers(strategies[name]) for head, name in shown.of_strategy.items()},
        "first, %": _numbers(100 * strategies["first_place"]),
        "last, %": _numbers(100 * strategies["last_place"]),
        "games": _numbers(strategies["games"], decimals=0),
    }
    return _ordered(columns, best_first(strategies))


def _side_by_side(title: str, heads: Sequence[str], strategies: Columns, measure: str) -> Texts:
    columns = _columns(title, heads, strategies, "strategy", measure)
    return _ordered(columns, best_first(strategies))


def _seats(seats: Columns) -> Texts:
    players = values(seats["players"])
    columns = _columns("win rate, %", _fair_heads(players), seats, "seat", "win_rate")
    columns["win rate, %"] = [f"seat {seat}" for seat in values(seats["seat"])]
    return columns


def _columns(
    title: str, heads: Sequence[str], table: Columns, key: str, measure: str
) -> dict[str, Sequence[str]]:
    names = values(table[key])
    columns: dict[str, Sequence[str]] = {title: names}
    for head, players in zip(heads, values(table["players"]), strict=True):
        block = where(table, players=players)
        cells = dict(zip(block[key].tolist(), _estimates(block, measure), strict=True))
        columns[head] = [cells.get(name, "") for name in names]
    return columns


def _ordered(columns: Texts, names: Sequence[str]) -> Texts:
    first = next(iter(columns.values()))
    order = [first.index(name) for name in names]
    return {head: [cells[row] for row in order] for head, cells in columns.items()}


def _fair_heads(players: Iterable[int]) -> list[str]:
    return [f"{count} players\nfair {100 / count:.1f}" for count in players]


def _player_counts(by_players: Columns, shown: Statistics) -> Texts:
    return {
        "all players": [f"{players} players" for players in by_players["players"]],
        "games": _numbers(by_players["games"], decimals=0),
        "deals": _numbers(by_players["deals"], decimals=0),
        shown.score: _estimates(by_players, f"{shown.score}_mean"),
        "sd": _numbers(by_players[f"{shown.score}_sd"]),
        MIDDLE: _middle(by_players, shown.score),
        **{head: _numbers(by_players[name]) for head, name in shown.of_all_players.items()},
    }


def _of_games(measures: Columns, by_players: Columns, known: Measures) -> tuple[Texts, Texts]:
    games, sources = list[str](), list[str]()
    for name in values(measures["measure"]):
        if isinstance(known[name].quantity, Share):
            sources.append(name)
        elif f"{name}_mean" not in by_players:
            games.append(name)
    return (
        _measured("whole games", [known[name].title for name in games], measures, games, known),
        _measured(SOURCES, [_source(known[name]) for name in sources], measures, sources, known),
    )


def _of_members(table: Columns, of: str, players: int, known: Measures) -> Texts:
    columns: dict[str, Sequence[str]] = {f"{of}, {players} players": values(table[of])}
    for name in values(table["measure"]):
        limits = with_limits(where(table, measure=name), "value", known[name].scale)
        columns[known[name].head] = [text.rstrip() for text in estimates(*limits)]
    return columns


def _source(measure: Measure) -> str:
    assert isinstance(measure.quantity, Share)
    return f"{measure.quantity.noun}: {measure.label}"


def _measured(
    title: str, heads: Sequence[str], measures: Columns, names: Sequence[str], known: Measures
) -> Texts:
    columns: dict[str, Sequence[str]] = {title: heads}
    for players in values(measures["players"]):
        found = [where(measures, measure=name, players=players) for name in names]
        columns[f"{players} players"] = [
            estimates(*with_limits(rows, "value", known[name].scale))[0].rstrip()
            if len(rows["value"])
            else ""
            for name, rows in zip(names, found, strict=True)
        ]
    return columns


def _estimates(table: Columns, measure: str) -> list[str]:
    """Return a measure with its interval; rates in per cent."""
    if measure.endswith("rate"):
        return estimates(*with_limits(table, measure, 100), most=100)
    return estimates(*with_limits(table, measure))


def _middle(table: Columns, score: str) -> list[str]:
    low, high = (_numbers(table[f"{score}_p{percent}"], decimals=0) for percent in (10, 90))
    return [
        f"{least} to {most}" if least != NOTHING else NOTHING
        for least, most in zip(low, high, strict=True)
    ]


def _numbers(column: NDArray[Any], decimals: int = 1) -> list[str]:
    return [number(value, decimals) for value in column]
