"""The report as a page: the answers first, then the tables behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from strategy_lab.display.compare.difference_text import scale
from strategy_lab.display.number_text import number
from strategy_lab.display.page.page_parts import Figure, Page, Section, Table
from strategy_lab.display.plots.effect_chart import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.display.plots.forest_plot import forest_rows
from strategy_lab.display.plots.inline_svg import inline_svg
from strategy_lab.stats.evidence import FEWEST_TABLES
from strategy_lab.version import __version__

from monopoly_sim.chain import chain_of
from monopoly_sim.reports.answers import (
    ASKED,
    FAIR,
    answer,
    effects_of,
    evening,
    first_groups,
    headline,
    more_answers,
    percent,
    records_of,
    statements,
    unfinished_text,
)
from monopoly_sim.reports.playing import BASE, EXTRA, KINDS, PLAYERS, QUESTIONS, Played, Question
from monopoly_sim.rules.loading import load_ruleset
from monopoly_sim.rules.square_sets import members

if TYPE_CHECKING:
    from strategy_lab.display.compare.difference_text import Row

DATA = ("effects", "grades", "measures", "groups", "seats", "picking")
HOUSES = 3
COMMAND = "monopoly-sim report --games {games} --seed {seed} --out again"


def make_page(played: Played, games: int) -> Page:
    """Return the page of the report."""
    found = statements(played)
    page = Page(
        question="Which groups win, and what do auctions, the speed die and a jackpot do?",
        headline=headline(played),
        deck=[unfinished_text(played)],
        lead=groups_figure(played),
        statements=found,
        advice_title="Before you believe it",
        advice=[
            "A finding is named only if it holds among players who buy everything, who refuse, who "
            "trade and who hoard houses. Where they differ, the range over them is what is known."
        ],
        sections=[
            groups_section(played),
            *(question_section(played, question) for question in QUESTIONS),
            seats_section(played),
            method_section(games),
        ],
        facts=[
            ("version", __version__),
            ("games", f"{played.games:,}"),
            ("seed", str(played.seed)),
            *(("digest", digest) for digest in played.digests),
        ],
        command=COMMAND.format(games=games, seed=played.seed),
        config="",
        data=[f"{name}.csv" for name in DATA],
    )
    for figure in page.figures:
        page.drawings[figure.name] = inline_svg(figure.drawing, figure.name, figure.alt)
    return page


def groups_figure(played: Played) -> Figure:
    """Return the figure of how often who first completes a group wins."""
    rates = 100 * first_groups(played.groups)
    rows = [
        EffectRow(
            str(group),
            [
                *(Mark(DOT, float(rate)) for rate in values if np.isfinite(rate)),
                Mark(FILLED, float(np.nanmedian(values))),
            ],
        )
        for group, values in zip(rates.index, rates.to_numpy(), strict=True)
    ]
    drawing = effect_chart(
        rows,
        unit="wins of who first completes it, %",
        key=[(FILLED, "median"), (DOT, "each kind of players")],
        level=100 * FAIR,
    )
    alt = "; ".join(f"{row.label}: {number(row.marks[-1].value, 0)} %" for row in rows)
    caption = (
        "How often a player wins who completes a colour group before any other is complete. The "
        "line is a fair share. A player who completes one may be ahead already, so not all of it "
        "is what the group does."
    )
    return Figure("groups", "What the first group is worth", caption, drawing, alt)


def groups_section(played: Played) -> Section:
    """Return what is known of colour groups: wins, income, pay-back, and the exact chain."""
    exact = exact_pay_back()
    measures = {
        name: {
            (row["field"], row["group"]): row
            for row in records_of(played.groups[played.groups["measure"] == name])
        }
        for name in ("group_wins", "rent", "pay_back")
    }
    rows = []
    for group in exact:
        for field, what in KINDS.items():
            wins, rent, pay_back = (table[field, group] for table in measures.values())
            rows.append(
                [
                    group,
                    what,
                    f"{percent(wins['value'])} ({percent(wins['value_low'])} to "
                    f"{percent(wins['value_high'])})",
                    number(rent["value"], 0),
                    number(pay_back["value"], 1),
                    number(exact[group], 0),
                ]
            )
    header = ["group", "players who", "wins, % (95 % interval)", "rent", "rent for a coin", "turns"]
    table = Table("Groups", header, rows)
    text = [
        "Rent is of the whole group in a game, whoever has it; rent for a coin is what each coin "
        "brought that was spent on its deeds and buildings. The last column is exact: in how many "
        f"turns of one opponent the group's deeds and {HOUSES} houses on each earn what they "
        "cost, by the chain of squares, if the opponent leaves the jail at once."
    ]
    return Section("groups", "Which groups win games?", text, tables=[table])


def exact_pay_back() -> dict[str, float]:
    """Return for each group the opponent's turns in which it earns what it costs."""
    rules = load_ruleset(BASE).rules(PLAYERS)
    board, chain = rules.board, chain_of(rules, "leave")
    turns = {}
    for name, group in zip(board.group_names, board.groups, strict=True):
        streets = members(group)
        cost = sum(board.prices[each] + HOUSES * board.house_prices[each] for each in streets)
        rent = sum(board.rents[each][HOUSES] * chain.shares[each] for each in streets)
        turns[name] = cost / float(rent * chain.rolls_per_turn)
    return turns


def question_section(played: Played, question: Question) -> Section:
    """Return what a rule does at each table."""
    rows = effects_of(question, played.differences, *ASKED)
    lines = [
        [
            KINDS[row["field"]],
            *(number(row[f"value_{side}"] * scale(row), 1) for side in "ab"),
            f"{number(row['difference'] * scale(row), 1)} "
            f"({number(row['difference_low'] * scale(row), 1)} to "
            f"{number(row['difference_high'] * scale(row), 1)})",
        ]
        for measure in ASKED
        for row in rows
        if row["measure"] == measure
    ]
    names = [row["entry"].noun for measure in ASKED for row in rows if row["measure"] == measure]
    table_of_all = Table(
        "What changes",
        ["measure", "players who", "without", "with the change", "difference (95 % interval)"],
        [[name, *line] for name, line in zip(names, lines, strict=True)],
        "Shares are in per cent, their differences in percentage points.",
    )
    text = [answer(played, question).text, *more_answers(played, question)]
    figures = forest(question, [row for row in rows if row["measure"] == "rounds"])
    return Section(question.name, question.asked, text, figures=figures, tables=[table_of_all])


def forest(question: Question, rows: list[Row]) -> list[Figure]:
    """Return the forest plot of the rounds of a game, if enough tables tell them apart."""
    shown = [row for row in rows if row["standard_error"]]
    if len(shown) < FEWEST_TABLES:
        return []
    drawn = [{**row, "field": KINDS[row["field"]]} for row in shown]
    effects = forest_rows(drawn)
    drawing = effect_chart(effects, unit="rounds more", margin=float(rows[0]["matters"]))
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 1)}" for row in effects)
    caption = (
        "Bars are 95 % intervals; filled: what to expect at a table not met. In the grey band a "
        "difference is too small to matter."
    )
    name = f"{question.name}-rounds"
    return [Figure(name, f"{question.when.rstrip(',')}: rounds of a game", caption, drawing, alt)]


def seats_section(played: Played) -> Section:
    """Return whether it is fair to begin, and the money that would make it so."""
    seats = played.seats
    rows = []
    for field, more in evening(played):
        of_field = seats[seats["field"] == field].sort_values("seat")
        rates = [
            f"{number(100 * row['win_rate'], 1)} ({number(100 * row['win_rate_low'], 1)} to "
            f"{number(100 * row['win_rate_high'], 1)})"
            for row in records_of(of_field)
        ]
        money = number(more, 0) if np.isfinite(more) else "unknown"
        rows.append([KINDS[field], *rates, money])
    table = Table(
        "Wins by seat, % (95 % interval)",
        ["players who", *(f"seat {seat}" for seat in range(1, PLAYERS + 1)), "evens it"],
        rows,
        "Evens it: what the last seat would have to start with in addition, if money works in "
        f"proportion; {EXTRA} were tried. It is as uncertain as the difference of the seats.",
    )
    return Section("seats", "Is it fair to begin?", tables=[table])


def method_section(games: int) -> Section:
    """Return how it was played."""
    kinds = "; ".join(f"{what}: {field.replace(',', ', ')}" for field, what in KINDS.items())
    text = [
        f"Four players, {games:,} games by each ruleset among each kind of players, every deal "
        "with every rotation of its lineup. Rulesets meet on the same dice and cards. Intervals "
        "are clustered by deal. An effect of a rule is solid if compare calls it so "
        "(docs/compare.md), likely if it is shown among every kind of players, with one sign, "
        "and else unclear. What is said of groups and seats is solid if the interval among every "
        "kind of players is on one side of a fair share. Groups are picked by the games of another "
        "seed (picking.csv), and then tested by those that the page shows.",
        f"Kinds of players, which share nobody: {kinds}.",
    ]
    return Section("method", "How it was played", text)
