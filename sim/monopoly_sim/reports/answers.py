"""What the games of the report say, in sentences; every number of theirs is in its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from strategy_lab.display.compare.difference_text import Row, signed_text
from strategy_lab.display.number_text import number
from strategy_lab.display.page.page_parts import Statement
from strategy_lab.stats.corrections import SIGNIFICANT
from strategy_lab.stats.evidence import LIKELY, NO_EFFECT, SOLID, UNCLEAR
from strategy_lab.wording import listed

from monopoly_sim.measures import MEASURES
from monopoly_sim.reports.playing import (
    EXTRA,
    KINDS,
    LAST_RICHER,
    PLAYERS,
    QUESTIONS,
    Played,
    Question,
)

if TYPE_CHECKING:
    import pandas as pd

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
    """Return some groups, or which they are not, whichever is shorter."""
    others = [str(group) for group in first_groups(played.groups).index if str(group) not in groups]
    return listed(groups, "or") if len(groups) <= len(others) else f"any group but {listed(others)}"


def headline(played: Played) -> str:
    """Return the answer to the first question, in a few words."""
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
    """Return a share as a percentage, without decimals."""
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
