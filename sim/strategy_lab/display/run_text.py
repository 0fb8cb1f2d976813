"""A run for the terminal: win rates by strategy and by seat, then money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType
from rich.text import Text

from strategy_lab.display import text_tables
from strategy_lab.display.text_tables import NOTHING, Facts, Presentation, Texts
from strategy_lab.errors import games_of_deals, points
from strategy_lab.experiments.compare.spec import SECONDS_A_DECISION
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import DECISIONS, Measures, Question, Share
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import GAP_INTERVAL, JACKKNIFE_INTERVAL
from strategy_lab.stats.differences import EQUIVALENCE_TEST, HOLM, JOINT_TEST, SIGNIFICANT
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL, RATE_TEST

if TYPE_CHECKING:
    from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.replaying import loaded_words
from strategy_lab.simulation.spec import Spec

SEAT_RULE = f"Grey: not shown to differ from a fair share ({RATE_TEST}, {HOLM}, 5 % level)."
"""The rule that `excess` follows."""


def seat_finding(effect: Columns, players: int) -> str:
    """Return a sentence on whether and by how much the seats of one player count differ.

    `effect` is its row of ``seat_effect``, or has no row.
    """
    if not len(effect["seat_gap"]) or np.isnan(effect["seat_gap_high"][0]):
        return f"{players} players: too few deals to say anything about seats"
    row = {name: column[0] for name, column in effect.items()}
    margin = points(f"{100 * row['matters']:g}")
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


def seat_notes(effects: Columns) -> list[str]:
    notes = [
        "Seats are compared among these players; among others, another seat may win most.",
        f"Test whether seats differ: {JOINT_TEST}, {HOLM}, 5 % level.",
        f"Difference between two seats: {GAP_INTERVAL}.",
    ]
    if effects["shown_small"].any():
        notes.append(
            f"Test whether seats are within a margin: {EQUIVALENCE_TEST}, {HOLM}, 5 % level."
        )
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


BAR_WIDTH = 10

BAR = ""
"""The head of a column of bars."""

MIDDLE = "middle 80 %"
MIDDLE_NOTE = "Middle 80 %: from the 10 % to the 90 % quantile."

WHOLE_GAMES, BESIDES = "whole games", "Besides"
SOURCES = "where results come from, %"
SOURCES_NOTE = f"Of the differences between the games of a deal. ±: {JACKKNIFE_INTERVAL}."

IN_FULL_SPARE = (MIDDLE, BAR, "games", "first, %", "left", "paid", "last, %")
COUNTS_SPARE = (MIDDLE, "left", "paid", "cheques", "sd", "deals")
"""Columns to leave out where there is no room, the first to go first."""


class Line(NamedTuple):
    head: str
    name: str = ""  # of a measure; empty for a title
    scale: float = 1

    @property
    def empty(self) -> str:
        return "" if self.name else " "  # rows of nothing at all are left out


class Section(NamedTuple):
    table: RenderableType
    notes: Sequence[str]
    findings: Sequence[str] = ()


class RunPresentation(Presentation):
    plots: ClassVar = {"win_rate_by_seat": "seats", "win_rate_by_strategy": "strategies"}

    def headline(self, facts: Facts) -> str:
        known = ""
        if facts["precision"] is not None:
            reached = "known" if facts["precision_reached"] else "NOT all known"
            known = f", win rates {reached} to ±{100 * facts['precision']:g} points"
        speed = facts["games"] / max(facts["seconds"], 1e-3)
        return (
            f"{games_of_deals(facts['games'], facts['deals'])}{text_tables.part_of(facts)}{known}, "
            f"seed {facts['seed']}, {facts['seating']}\n"
            f"{facts['seconds']:.2f} s playing, {speed:,.0f} games/s"
        )

    def parts(self, tables: Tables, facts: Facts, width: int) -> Iterator[RenderableType]:
        """Yield the tables of a run, ruleset by ruleset.

        100 columns are wide enough. On narrower consoles some columns are left out, with a note,
        and tables that are still too wide are printed in parts.
        """
        measures = self.experiment.measures
        for ruleset, here in text_tables.by_ruleset(tables, "by_players"):
            yield Text(f"Ruleset {ruleset}", style="bold")
            for section in sections(here, width, measures):
                yield from (Text(), section.table, *map(Text, section.findings))
                yield from map(text_tables.note, section.notes)
            yield Text()

    def epilogue(self, spec: Spec, outcome: Outcome) -> list[str]:
        first = str(self.experiment.first_game(outcome))
        loaded = loaded_words(self.experiment.entrants)
        return [f"replay  {spec.command_line('--game', first, *loaded, command='replay')}"]


def sections(tables: Tables, width: int, measures: Measures) -> Iterator[Section]:
    """Yield the tables of one ruleset, the most important first.

    With one player count there is room for more about each strategy; several stand side by side.
    """
    strategies, players = tables["by_strategy"], values(tables["by_players"]["players"])
    rates_note = f"Ties share the win. ±: {RATE_INTERVAL}."
    score_notes = [f"{measures.score_note} ±: {MEAN_INTERVAL}."] if measures.score else []
    rates: Any = ("players", lambda n: f"{n} players\nfair {100 / n:.1f}", "win_rate", 100)
    by_seat, seats = tables["by_seat"], values(tables["by_seat"]["seat"])
    rates_of_seats = text_tables.pivoted("win rate, %", seats, by_seat, *rates, most=100, of="seat")
    rates_of_seats["win rate, %"] = [f"seat {seat}" for seat in seats]
    about_seats = Section(
        text_tables.laid_out(rates_of_seats, width),
        [rates_note, *seat_notes(tables["seat_effect"])],
        [seat_finding(where(tables["seat_effect"], players=n), n) for n in players],
    )
    if len(players) == 1:
        notes = [rates_note, *score_notes]
        yield _shortened(_in_full(strategies, measures), IN_FULL_SPARE, width, notes)
        yield about_seats
    else:
        names = text_tables.best_first(strategies, strategies["win_rate"] * strategies["players"])
        side_by_side = text_tables.pivoted("win rate, %", names, strategies, *rates, most=100)
        yield Section(text_tables.laid_out(side_by_side, width), [rates_note])
        yield about_seats
        if measures.score:
            of_score = ("players", "{} players".format, f"{measures.score}_mean")
            scores = text_tables.pivoted(measures.score, names, strategies, *of_score)
            yield Section(text_tables.laid_out(scores, width), score_notes)
    counts = _player_counts(tables["by_players"], measures)
    yield _shortened(counts, COUNTS_SPARE, width, score_notes)
    notes = [f"±: {RATE_INTERVAL}; of what is not in %: {MEAN_INTERVAL}."]
    games, come_from = _of_games(tables["measures"], tables["by_players"], measures)
    if games[WHOLE_GAMES]:
        yield Section(
            text_tables.laid_out(games, width), [*notes, *_part_noted(tables["measures"])]
        )
    for of, table in list(measures.named_groups.items())[:1]:
        for count in players:
            members = _of_members(where(tables[table], players=count), of, count, measures)
            yield Section(text_tables.laid_out(members, width), notes)
    if come_from[SOURCES]:
        yield Section(text_tables.laid_out(come_from, width), [SOURCES_NOTE])


def _shortened(columns: Texts, spare: Sequence[str], width: int, notes: Sequence[str]) -> Section:
    kept = text_tables.without_spare(columns, spare, width)
    middle = [MIDDLE_NOTE] if MIDDLE in kept else []
    missing = [head for head in columns if head not in {*kept, BAR}]
    left_out = [f"Left out for lack of space: {'; '.join(missing)}."] if missing else []
    return Section(text_tables.laid_out(kept, width, left=[BAR]), [*notes, *middle, *left_out])


def _in_full(strategies: Columns, shown: Measures) -> Texts:
    fair = 100 / strategies["players"][0]
    columns: dict[str, Sequence[str]] = {
        "strategy": strategies["strategy"].tolist(),
        f"win rate, %\nfair {fair:.1f}": text_tables.estimated(
            strategies, "win_rate", 100, most=100
        ),
        BAR: text_tables.bars(strategies["win_rate"], BAR_WIDTH),
        **_scores(strategies, shown.score),
        **{head: _numbers(strategies[name]) for head, name in shown.of_strategy.items()},
        "first, %": _numbers(100 * strategies["first_place"]),
        "last, %": _numbers(100 * strategies["last_place"]),
        "games": _numbers(strategies["games"], decimals=0),
    }
    order = np.argsort(-np.nan_to_num(strategies["win_rate"]), kind="stable")
    return {head: [cells[row] for row in order] for head, cells in columns.items()}


def _scores(table: Columns, score: str, *, sd: bool = False) -> Texts:
    if not score:
        return {}
    spread = {"sd": _numbers(table[f"{score}_sd"])} if sd else {}
    low, high = (_numbers(table[f"{score}_p{percent}"], decimals=0) for percent in (10, 90))
    middle = [
        f"{least} to {most}" if least != NOTHING else NOTHING
        for least, most in zip(low, high, strict=True)
    ]
    return {score: text_tables.estimated(table, f"{score}_mean"), **spread, MIDDLE: middle}


def _player_counts(by_players: Columns, shown: Measures) -> Texts:
    return {
        "all players": [f"{players} players" for players in by_players["players"]],
        "games": _numbers(by_players["games"], decimals=0),
        "deals": _numbers(by_players["deals"], decimals=0),
        **_scores(by_players, shown.score, sd=True),
        **{head: _numbers(by_players[name]) for head, name in shown.of_all_players.items()},
    }


def _of_games(measures: Columns, by_players: Columns, known: Measures) -> tuple[Texts, Texts]:
    """Return what games are like, under the questions that it answers, and what wins come from."""
    games, sources = list[str](), list[Line]()
    for name in values(measures["measure"]):
        quantity = known[name].quantity
        if isinstance(quantity, Share):
            sources.append(Line(f"{quantity.noun}: {known[name].label}", name, known[name].scale))
        elif f"{name}_mean" not in by_players:
            games.append(name)
    asked = {name for each in known.questions for name in each.measures}
    besides = Question("", BESIDES, tuple(name for name in games if name not in asked))
    lines = list[Line]()
    for question in (*known.questions, besides):
        names = [name for name in question.measures if name in games]
        lines += [Line(question.title)] if names else []
        for name in names:
            head = known[name].title.removeprefix("number of ").removeprefix("share of ")
            lines.append(Line(f"  {head}", name, known[name].scale))
            if name == DECISIONS:
                head = f"  minutes, at {SECONDS_A_DECISION} seconds a decision"
                lines.append(Line(head, name, SECONDS_A_DECISION / 60))
    return _measured(WHOLE_GAMES, lines, measures), _measured(SOURCES, sources, measures)


def _part_noted(measures: Columns) -> list[str]:
    """Return of how many games some measures are, if it is not of all of them."""
    of_each = [where(measures, players=n)["games"] for n in values(measures["players"])]
    fewer = [int(games.min()) for games in of_each if np.ptp(games)]
    if not fewer:
        return []
    return [f"What takes all moves of a game is of the first {max(fewer):,} games or so."]


def _of_members(table: Columns, of: str, players: int, known: Measures) -> Texts:
    columns: dict[str, Sequence[str]] = {f"{of}, {players} players": values(table[of])}
    for name in values(table["measure"]):
        texts = text_tables.estimated(where(table, measure=name), "value", known[name].scale)
        columns[known[name].head] = [text.rstrip() for text in texts]
    return columns


def _measured(title: str, lines: Sequence[Line], measures: Columns) -> Texts:
    columns: dict[str, Sequence[str]] = {title: [line.head for line in lines]}
    for players in values(measures["players"]):
        found = [where(measures, measure=line.name, players=players) for line in lines]
        columns[f"{players} players"] = [
            text_tables.estimated(rows, "value", line.scale)[0].rstrip()
            if len(rows["value"])
            else line.empty
            for line, rows in zip(lines, found, strict=True)
        ]
    return columns


def _numbers(column: NDArray[Any], decimals: int = 1) -> list[str]:
    return [text_tables.number(value, decimals) for value in column]
