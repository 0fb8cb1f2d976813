"""What the games of the report say, in sentences; every number of theirs is in its tables."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
from strategy_lab.api.functions import function_of
from strategy_lab.cli.experiments import Command
from strategy_lab.cli.printing import note
from strategy_lab.display.comparison_text import Row, scale, signed_text
from strategy_lab.display.pages import PAGE, Figure, Page, Section, Statement, Table, write_page
from strategy_lab.display.plots.forest import forest_rows
from strategy_lab.display.plots.marks import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.display.text_tables import number, ranged
from strategy_lab.errors import UsageError, listed
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

PLAYERS = 4
FAIR = 1 / PLAYERS

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
WITH_LAST_RICHER = {
    "extends": BASE,
    "name": LAST_RICHER,
    "start_cash": [*[1500] * (PLAYERS - 1), 1500 + EXTRA, *[1500] * PLAYERS],
}


class Question(NamedTuple):
    """What a rule does: the games by two rulesets are compared."""

    name: str
    asked: str
    when: str  # how a sentence of the answer begins
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

DATA = ("effects", "grades", "measures", "groups", "seats", "picking")
"""The tables: differences and conclusions of `compare`; measures, groups and seats of `run`; and
groups from other deals: what is named was picked by these, and tested by those."""


class Played(NamedTuple):
    """All that was played: its tables by the names of `DATA`, with a column for who played."""

    tables: dict[str, pd.DataFrame]
    games: int
    seed: int
    digests: tuple[str, ...]

    def rows(self, table: str, **of: object) -> list[Row]:
        """Return the rows that have some values, with their measures; what is missing is None."""
        frame = self.tables[table].astype(object)
        for name, value in of.items():
            frame = frame[frame[name].isna() if value is None else frame[name] == value]
        records = frame.where(frame.notna(), None).to_dict("records")
        entries = [MEASURES[row["measure"]] if "measure" in row else None for row in records]
        return [
            {str(name): value for name, value in row.items()} | {"entry": entry}
            for row, entry in zip(records, entries, strict=True)
        ]


def played(games: int, seed: int) -> Played:
    """Play the report: so many games by each ruleset among each kind of players."""
    import pandas as pd

    comparing, running = function_of(PROGRAM, "compare"), function_of(PROGRAM, "run")
    rules = ([BASE, QUESTIONS[0].b, QUESTIONS[2].b, WITH_LAST_RICHER], [RICHER, QUESTIONS[1].b])
    compared = [
        comparing(
            *rulesets,
            games=games * len(rulesets) * len(KINDS),
            fields=[*KINDS],
            players=PLAYERS,
            seed=seed,
        )
        for rulesets in rules
    ]
    tested, picking = (
        {
            field: running(
                games, rulesets=BASE, strategies=field.split(","), players=PLAYERS, seed=each
            )
            for field in KINDS
        }
        for each in (seed, seed + 1)
    )

    def joined(tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
        return pd.concat(list(tables), ignore_index=True)

    def of_runs(name: str, runs: dict[str, Any] = tested) -> pd.DataFrame:
        return joined(result.tables[name].assign(field=field) for field, result in runs.items())

    tables = (
        joined(each.differences for each in compared),
        joined(each.conclusions for each in compared),
        *map(of_runs, ("measures", "groups", "by_seat")),
        of_runs("groups", picking),
    )
    manifests = [each.manifest for each in (*compared, *tested.values(), *picking.values())]
    return Played(
        dict(zip(DATA, tables, strict=True)),
        games=sum(manifest["games"] for manifest in manifests),
        seed=seed,
        digests=tuple(manifest["digest"] for manifest in manifests),
    )


ASKED = ("rounds", "unfinished", "shortages", "first_group", "trades")
"""The measures of a question, the most important first."""


def effects_of(played: Played, table: str, question: Question, measure: str) -> list[Row]:
    of_games = {"seat": None, "strategy": None, "measure": measure}
    return played.rows(table, a=question.a, b=question.b, **of_games)


def answer(played: Played, question: Question, measure: str = "rounds") -> Statement:
    """Return what a rule does to a measure: its range, and whether all kinds of players agree.

    `SOLID` is what `compare` calls so; `LIKELY` takes that the effect is shown among every kind of
    players, with one sign.
    """
    (row,) = effects_of(played, "grades", question, measure)
    rows = effects_of(played, "effects", question, measure)
    entry = row["entry"]
    effects = sorted(each["difference"] * entry.scale for each in rows)
    shown = [KINDS[each["field"]] for each in rows if each["p_adjusted"] <= SIGNIFICANT]
    agree = len(shown) == len(rows) and (effects[0] > 0 or effects[-1] < 0)
    if row["grade"] == SOLID or agree:
        sizes = " to ".join(number(size, 1) for size in sorted(map(abs, (effects[0], effects[-1]))))
        grade = SOLID if row["grade"] == SOLID else LIKELY
        return Statement(grade, f"{question.when} {entry.change(effects[0] > 0, sizes)}.")
    sizes = f"{signed_text(effects[0], 1)} to {signed_text(effects[-1], 1)} {entry.unit_of('2')}"
    if row["grade"] == NO_EFFECT:
        return Statement(NO_EFFECT, f"{question.when} {entry.noun} hardly changes: {sizes}.")
    what = "changes, but not the same way among all kinds of players"
    if len(shown) < len(rows):
        what = "is not shown to change"
        if shown:
            what = f"is shown to change only among those who {listed(shown)}"
    return Statement(UNCLEAR, f"{question.when} {entry.noun} {what}: {sizes}.")


def first_groups(played: Played, table: str = "groups") -> pd.DataFrame:
    """Return how often who first completes a group wins: a row a group, a column a kind."""
    groups = played.tables[table]
    wins = groups[groups["measure"] == "group_wins"]
    return wins.pivot_table(index="group", columns="field", values="value", sort=False)[[*KINDS]]


def good_groups(played: Played) -> list[str]:
    """Return the groups that win more than a fair share for who is first, whoever plays.

    Some deals pick them, and others confirm them.
    """
    worse = {
        row["group"]
        for table in ("picking", "groups")
        for row in played.rows(table, measure="group_wins")
        if not (row["value_low"] or 0.0) > FAIR
    }
    return [str(group) for group in first_groups(played).index if group not in worse]


def named(played: Played, groups: list[str]) -> str:
    others = [str(group) for group in first_groups(played).index if group not in groups]
    return listed(groups, "or") if len(groups) <= len(others) else f"any group but {listed(others)}"


def headline(played: Played) -> str:
    good = good_groups(played)
    if not good:
        return "No group is worth most to all kinds of players"
    return f"Complete {named(played, good)} first: that wins games, whoever plays"


def on_groups(played: Played) -> Statement:
    rates, good = first_groups(played), good_groups(played)
    if not good:
        return Statement(UNCLEAR, "No group is shown to win more than a fair share whoever plays.")
    picked = first_groups(played, "picking").idxmax()
    best = "; ".join(
        f"{picked[field]} ({percent(rates[field][picked[field]])} %) among those who {what}"
        for field, what in KINDS.items()
    )
    text = (
        f"A player who is the first to complete {named(played, good)} wins "
        f"{range_of(rates.loc[good])} of the games, where a fair share is 25 %. Best is {best}."
    )
    return Statement(SOLID, text)


def beginning(played: Played) -> Statement:
    """Return whether it is fair to begin: the win rates of the first seat and the last."""
    seats = played.tables["seats"]
    first, last = (seats[seats["seat"] == seat] for seat in (1, PLAYERS))
    shown = bool((first["win_rate_low"] > FAIR).all() and (last["win_rate_high"] < FAIR).all())
    verdict = "It is an advantage" if shown else "It is not shown to be an advantage whoever plays"
    text = (
        f"{verdict} to begin: the first player wins {range_of(first['win_rate'])} of the games "
        f"over the kinds of players, the last {range_of(last['win_rate'])}."
    )
    return Statement(SOLID if shown else UNCLEAR, text)


def percent(share: Any) -> str:
    return number(100 * float(share), 0)


def interval(row: Row, name: str, factor: int, decimals: int = 1) -> str:
    value, low, high = (factor * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return ranged(value, low, high, decimals)


def range_of(shares: Any) -> str:
    return f"{percent(np.nanmin(shares))} to {percent(np.nanmax(shares))} %"


def statements(played: Played) -> list[Statement]:
    """Return the findings of the first screen: an answer to each question."""
    answers = (answer(played, question) for question in QUESTIONS)
    return [on_groups(played), *answers, beginning(played)]


def unfinished_text(played: Played) -> str:
    """Return how many games do not end: what all else has to be read by."""
    parts = ", ".join(
        f"{number(100 * row['value'], 1)} % among those who {KINDS[row['field']]}"
        for row in played.rows("measures", measure="unfinished")
    )
    return f"Games that 500 rounds did not end: {parts}."


def make_page(played: Played, games: int) -> Page:
    """Return the page of the report."""
    return Page(
        question="Which groups win, and what do auctions, the speed die and a jackpot do?",
        headline=headline(played),
        deck=[unfinished_text(played)],
        lead=groups_figure(played),
        statements=statements(played),
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
        command=f"monopoly-sim report --games {games} --seed {played.seed} --out again",
        config="",
        data=[f"{name}.csv" for name in DATA],
    )


def groups_figure(played: Played) -> Figure:
    rates = 100 * first_groups(played)
    rows = []
    for group, values in zip(rates.index, rates.to_numpy(), strict=True):
        dots = [Mark(DOT, float(rate)) for rate in values if isfinite(rate)]
        rows.append(EffectRow(str(group), [*dots, Mark(FILLED, float(np.nanmedian(values)))]))
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


HOUSES = 3


def groups_section(played: Played) -> Section:
    """Return what is known of colour groups: wins, income, pay-back, and the exact chain."""
    wins, rent, pay_back = (
        {(row["group"], row["field"]): row for row in played.rows("groups", measure=measure)}
        for measure in ("group_wins", "rent", "pay_back")
    )
    rows = [
        [
            *(group, what),
            interval(wins[group, field], "value", 100, 0),
            number(rent[group, field]["value"], 0),
            number(pay_back[group, field]["value"], 1),
            number(turns, 0),
        ]
        for group, turns in exact_pay_back().items()
        for field, what in KINDS.items()
    ]
    header = ["group", "players who", "wins, % (95 % interval)", "rent", "rent for a coin", "turns"]
    text = [
        "Rent is of the whole group in a game, whoever has it; rent for a coin is what each coin "
        "brought that was spent on its deeds and buildings. The last column is exact: in how many "
        f"turns of one opponent the group's deeds and {HOUSES} houses on each earn what they "
        "cost, by the chain of squares, if the opponent leaves the jail at once."
    ]
    tables = [Table("Groups", header, rows)]
    return Section("groups", "Which groups win games?", text, tables=tables)


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
    rows = {name: effects_of(played, "effects", question, name) for name in ASKED}
    lines = [
        [
            *(row["entry"].noun, KINDS[row["field"]]),
            *(number(row[f"value_{side}"] * scale(row), 1) for side in "ab"),
            interval(row, "difference", scale(row)),
        ]
        for of_measure in rows.values()
        for row in of_measure
    ]
    table = Table(
        "What changes",
        ["measure", "players who", "without", "with the change", "difference (95 % interval)"],
        lines,
        "Shares are in per cent, their differences in percentage points.",
    )
    first, *others = (answer(played, question, measure) for measure in ASKED)
    text = [first.text, *(each.text for each in others if each.grade in (SOLID, LIKELY))]
    figures = forest(question, rows["rounds"])
    return Section(question.name, question.asked, text, figures=figures, tables=[table])


def forest(question: Question, rows: list[Row]) -> list[Figure]:
    shown = [{**row, "field": KINDS[row["field"]]} for row in rows if row["standard_error"]]
    if len(shown) < FEWEST_TABLES:
        return []
    effects = forest_rows(shown)
    drawing = effect_chart(effects, unit="rounds more", margin=float(rows[0]["matters"]))
    alt = "; ".join(f"{row.label}: {number(row.marks[0].value, 1)}" for row in effects)
    caption = (
        "Bars are 95 % intervals; filled: what to expect at a table not met. In the grey band a "
        "difference is too small to matter."
    )
    name = f"{question.name}-rounds"
    return [Figure(name, f"{question.when.rstrip(',')}: rounds of a game", caption, drawing, alt)]


def seats_section(played: Played) -> Section:
    """Return whether it is fair to begin, and the money that would make it so.

    That is in proportion to what `EXTRA` does; unknown where that is not seen to help.
    """
    richer = {"b": LAST_RICHER, "measure": "win_rate", "strategy": None}
    by_seat = {(row["field"], row["seat"]): row for row in played.rows("effects", **richer)}
    rows = []
    for field, what in KINDS.items():
        first, last = by_seat[field, 1], by_seat[field, PLAYERS]
        gap = first["value_a"] - last["value_a"]
        closed = last["difference"] - first["difference"]
        more = EXTRA * gap / closed if closed > 0 else inf
        of_field = sorted(played.rows("seats", field=field), key=lambda row: row["seat"])
        rates = [interval(row, "win_rate", 100) for row in of_field]
        rows.append([what, *rates, number(more, 0) if more < inf else "unknown"])
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
    """Write the report into a new folder. The same games give the same bytes."""
    page = make_page(played, games)
    with atomic_write_together(folder, PAGE) as aside:
        write_page(page, aside)
        for name, table in played.tables.items():
            write_text(aside / f"{name}.csv", table.to_csv(index=False, float_format="%.10g"))


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
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"--out {out}: it is there, and nothing is overwritten; name a new folder")
    out.mkdir(parents=True, exist_ok=True)
    write_report(played(games, seed), games, out)
    note(f"Saved the report: {out / PAGE}")
