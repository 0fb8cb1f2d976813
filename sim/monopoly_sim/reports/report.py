"""What the games of the report say, in sentences; every number of theirs is in its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from strategy_lab.api.functions import function_of
from strategy_lab.cli.experiments import Command
from strategy_lab.cli.printing import note
from strategy_lab.display.comparison_text import Row, scale, signed_text
from strategy_lab.display.pages import PAGE, Figure, Page, Section, Statement, Table, write_page
from strategy_lab.display.plots.marks import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.display.plots.meta_plot import forest_rows
from strategy_lab.display.text_tables import number
from strategy_lab.errors import listed
from strategy_lab.experiments.options import Whole
from strategy_lab.files.whole_files import atomic_write_together, write_text
from strategy_lab.stats.differences import SIGNIFICANT
from strategy_lab.stats.evidence import FEWEST_TABLES, LIKELY, NO_EFFECT, SOLID, UNCLEAR
from strategy_lab.version import __version__

from monopoly_sim.chain import chain_of
from monopoly_sim.measures import MEASURES
from monopoly_sim.program import PROGRAM
from monopoly_sim.rules.board import members
from monopoly_sim.rules.ruleset import load_ruleset

if TYPE_CHECKING:
    import pandas as pd


# playing: What the report plays: questions on rules, and the kinds of players who are to answer
# them.

PLAYERS = 4

KINDS = {
    "buyer,jailbird": "buy everything",
    "collector,auctioneer,cautious": "refuse",
    "trader,fixed-policy": "trade",
    "hoarder,builder": "hoard houses",
}
"""Fields that share no player, and what those do. Lineups of four are drawn from each."""

BASE = "football-de"
RICHER = "football-de[start_cash=2500]"
EXTRA = 200
"""What the last seat gets more, to see what money is worth to it."""
LAST_RICHER = "last-seat-richer"


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule does: the games by two rulesets are compared."""

    name: str
    asked: str
    when: str
    """How a sentence of the answer begins."""
    a: str
    b: str


QUESTIONS = (
    Question(
        "auctions",
        "Do auctions shorten the game?",
        "Without auctions",
        BASE,
        "football-de[auction=none]",
    ),
    Question(
        "speed-die",
        "What does the speed die do, apart from its 1,000?",
        "With the speed die, to players who have 2,500 either way,",
        RICHER,
        "football-de[speed_die=true]",
    ),
    Question(
        "jackpot",
        "What does a jackpot on free parking do?",
        "With a jackpot",
        BASE,
        "football-de[free_parking_jackpot=true]",
    ),
)


@dataclass(frozen=True, slots=True)
class Played:
    """The tables of all that was played, with a column ``field`` for who played."""

    differences: pd.DataFrame
    conclusions: pd.DataFrame
    measures: pd.DataFrame
    groups: pd.DataFrame
    seats: pd.DataFrame
    picking: pd.DataFrame
    """As `groups`, from other deals: what is named was picked by these, and tested by those."""
    games: int
    seed: int
    digests: tuple[str, ...]


def last_seat_richer() -> dict[str, object]:
    cash = [1500] * (PLAYERS - 1) + [1500 + EXTRA] + [1500] * PLAYERS
    return {"extends": BASE, "name": LAST_RICHER, "start_cash": cash}


def played(games: int, seed: int) -> Played:
    """Play the report: so many games by each ruleset among each kind of players."""
    import pandas as pd

    comparing, running = function_of(PROGRAM, "compare"), function_of(PROGRAM, "run")
    results = []
    for rulesets in (
        [BASE, QUESTIONS[0].b, QUESTIONS[2].b, last_seat_richer()],
        [RICHER, QUESTIONS[1].b],
    ):
        number = games * len(rulesets) * len(KINDS)
        results.append(
            comparing(*rulesets, games=number, fields=[*KINDS], players=PLAYERS, seed=seed)
        )
    tested, picking = (
        {
            field: running(
                games, rulesets=BASE, strategies=field.split(","), players=PLAYERS, seed=each
            )
            for field in KINDS
        }
        for each in (seed, seed + 1)
    )
    everything = (*results, *tested.values(), *picking.values())

    def of_runs(name: str, runs: Mapping[str, Any] = tested) -> pd.DataFrame:
        tables = [result.tables[name].assign(field=field) for field, result in runs.items()]
        whole: pd.DataFrame = pd.concat(tables, ignore_index=True)
        return whole

    return Played(
        differences=pd.concat([each.differences for each in results], ignore_index=True),
        conclusions=pd.concat([each.conclusions for each in results], ignore_index=True),
        measures=of_runs("measures"),
        groups=of_runs("groups"),
        seats=of_runs("by_seat"),
        picking=of_runs("groups", picking),
        games=sum(each.manifest["games"] for each in everything),
        seed=seed,
        digests=tuple(each.manifest["digest"] for each in everything),
    )


SHOWN = (SOLID, LIKELY)
ASKED = ("rounds", "unfinished", "shortages", "first_group", "trades")
"""The measures of a question, the most important first."""
FAIR = 1 / PLAYERS


def records_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table by column; what is missing is None."""
    cleaned = table.astype(object).where(table.notna(), None)
    return [{str(name): row[name] for name in row} for row in cleaned.to_dict("records")]


def rows_of(table: pd.DataFrame) -> list[Row]:
    """Return the rows of a table as `effect_text` takes them, with their measures."""
    return [{**row, "entry": MEASURES[row["measure"]]} for row in records_of(table)]


def effects_of(question: Question, table: pd.DataFrame, *measures: str) -> list[Row]:
    """Return the rows on what a rule does to some measures of the games as a whole."""
    chosen = (table["a"] == question.a) & (table["b"] == question.b)
    whole = table["seat"].isna() & table["strategy"].isna()
    return rows_of(table[chosen & whole & table["measure"].isin(measures)])


def answer(played: Played, question: Question, measure: str = "rounds") -> Statement:
    """Return what a rule does to a measure: its range, and whether all kinds of players agree.

    `SOLID` is what `compare` calls so; `LIKELY` takes that the effect is shown among every kind of
    players, with one sign.
    """
    (row,) = effects_of(question, played.conclusions, measure)
    rows = effects_of(question, played.differences, measure)
    entry, factor = row["entry"], row["entry"].scale
    effects = sorted(each["difference"] * factor for each in rows)
    is_one_sign = effects[0] > 0 or effects[-1] < 0
    shown = [KINDS[each["field"]] for each in rows if each["p_adjusted"] <= SIGNIFICANT]
    agree = is_one_sign and len(shown) == len(rows)
    least, most = sorted(map(abs, (effects[0], effects[-1])))
    if row["grade"] == SOLID or agree:
        sizes = f"{number(least, 1)} to {number(most, 1)}"
        grade = SOLID if row["grade"] == SOLID else LIKELY
        return Statement(grade, f"{question.when} {entry.change(effects[0] > 0, sizes)}.")
    unit = entry.unit_of("2")
    sizes = f"{signed_text(effects[0], 1)} to {signed_text(effects[-1], 1)} {unit}"
    if row["grade"] == NO_EFFECT:
        return Statement(NO_EFFECT, f"{question.when} {entry.noun} hardly changes: {sizes}.")
    what = "changes, but not the same way among all kinds of players"
    if len(shown) < len(rows):
        what = "is not shown to change"
        if shown:
            what = f"is shown to change only among those who {listed(shown)}"
    return Statement(UNCLEAR, f"{question.when} {entry.noun} {what}: {sizes}.")


def first_groups(table: pd.DataFrame) -> pd.DataFrame:
    """Return how often who first completes a group wins: a row a group, a column a kind."""
    wins = table[table["measure"] == "group_wins"]
    return wins.pivot_table(index="group", columns="field", values="value", sort=False)[[*KINDS]]


def good_groups(played: Played) -> list[str]:
    """Return the groups that win more than a fair share for who is first, whoever plays.

    Some deals pick them, and others confirm them.
    """
    good: list[set[str]] = []
    for table in (played.picking, played.groups):
        wins = table[table["measure"] == "group_wins"]
        beats = (wins["value_low"] > FAIR).groupby(wins["group"]).all()
        good.append({str(group) for group in beats.index[beats]})
    return [str(group) for group in first_groups(played.groups).index if group in good[0] & good[1]]


def named(played: Played, groups: list[str]) -> str:
    others = [str(group) for group in first_groups(played.groups).index if str(group) not in groups]
    return listed(groups, "or") if len(groups) <= len(others) else f"any group but {listed(others)}"


def headline(played: Played) -> str:
    good = good_groups(played)
    if not good:
        return "No group is worth most to all kinds of players"
    return f"Complete {named(played, good)} first: that wins games, whoever plays"


def on_groups(played: Played) -> Statement:
    """Return which groups win, as far as it holds whoever plays, and which wins most to whom."""
    rates, good = first_groups(played.groups), good_groups(played)
    if not good:
        return Statement(UNCLEAR, "No group is shown to win more than a fair share whoever plays.")
    least, most = rates.loc[good].min().min(), rates.loc[good].max().max()
    picked = first_groups(played.picking).idxmax()
    best = "; ".join(
        f"{picked[field]} ({percent(rates[field][picked[field]])} %) among those who {what}"
        for field, what in KINDS.items()
    )
    text = (
        f"A player who is the first to complete {named(played, good)} wins {percent(least)} to "
        f"{percent(most)} % of the games, where a fair share is 25 %. Best is {best}."
    )
    return Statement(SOLID, text)


def beginning(played: Played) -> Statement:
    """Return whether it is fair to begin: the win rates of the first seat and the last."""
    first, last = (played.seats[played.seats["seat"] == seat] for seat in (1, PLAYERS))
    shown = bool((first["win_rate_low"] > FAIR).all() and (last["win_rate_high"] < FAIR).all())
    verdict = "It is an advantage" if shown else "It is not shown to be an advantage whoever plays"
    text = (
        f"{verdict} to begin: the first player wins {percent(first['win_rate'].min())} to "
        f"{percent(first['win_rate'].max())} % of the games over the kinds of players, the last "
        f"{percent(last['win_rate'].min())} to {percent(last['win_rate'].max())} %."
    )
    return Statement(SOLID if shown else UNCLEAR, text)


def evening(played: Played) -> list[tuple[str, float]]:
    """Return by kind what the last seat would have to get more to win as often as the first.

    In proportion to what `EXTRA` does; infinite where that is not seen to help.
    """
    table = played.differences
    chosen = (table["b"] == LAST_RICHER) & (table["measure"] == "win_rate")
    by_seat = {
        (row["field"], row["seat"]): row
        for row in records_of(table[chosen & table["strategy"].isna()])
    }
    found = []
    for field in KINDS:
        first, last = by_seat[field, 1], by_seat[field, PLAYERS]
        gap = first["value_a"] - last["value_a"]
        closed = last["difference"] - first["difference"]
        found.append((field, EXTRA * gap / closed if closed > 0 else float("inf")))
    return found


def percent(share: Any) -> str:
    return number(100 * float(share), 0)


def statements(played: Played) -> list[Statement]:
    """Return the findings of the first screen: an answer to each question."""
    return [
        on_groups(played),
        *(answer(played, question) for question in QUESTIONS),
        beginning(played),
    ]


def more_answers(played: Played, question: Question) -> list[str]:
    """Return what a rule does to everything else, where all kinds of players agree."""
    return [
        answer(played, question, measure).text
        for measure in ASKED[1:]
        if answer(played, question, measure).grade in SHOWN
    ]


def unfinished_text(played: Played) -> str:
    """Return how many games do not end: what all else has to be read by."""
    table = played.measures[played.measures["measure"] == "unfinished"]
    parts = ", ".join(
        f"{number(100 * row['value'], 1)} % among those who {KINDS[row['field']]}"
        for row in records_of(table)
    )
    return f"Games that 500 rounds did not end: {parts}."


DATA = ("effects", "grades", "measures", "groups", "seats", "picking")
HOUSES = 3
COMMAND = "monopoly-sim report --games {games} --seed {seed} --out again"


def make_page(played: Played, games: int) -> Page:
    found = statements(played)
    return Page(
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


def groups_figure(played: Played) -> Figure:
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


def write_report(played: Played, games: int, folder: Path) -> None:
    page = make_page(played, games)
    with atomic_write_together(folder, PAGE) as aside:
        write_page(page, aside)
        for name, table in tables(played).items():
            write_text(aside / f"{name}.csv", table.to_csv(index=False, float_format="%.10g"))


def tables(played: Played) -> dict[str, pd.DataFrame]:
    found = (
        played.differences,
        played.conclusions,
        played.measures,
        played.groups,
        played.seats,
        played.picking,
    )
    return dict(zip(DATA, found, strict=True))


GAMES = 20_000


@click.command(cls=Command)
@click.option(
    "--games",
    type=Whole(1),
    default=GAMES,
    show_default=True,
    metavar="NUMBER",
    help="How many each ruleset plays among each kind of players.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="What all chance depends on.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="A new folder for the page, its figures and its data.",
)
def report(games: int, seed: int, out: Path) -> None:
    """Write a page: which groups win, what rules do, and whether it is fair to begin.

    Players who buy everything, refuse, trade and hoard houses play it, for what holds among one
    kind of players need not hold among others.
    """
    from strategy_lab.display.pages import PAGE
    from strategy_lab.errors import UsageError

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"--out {out}: it is there, and nothing is overwritten; name a new folder")
    out.mkdir(parents=True, exist_ok=True)
    write_report(played(games, seed), games, out)
    note(f"Saved the report: {out / PAGE}")
