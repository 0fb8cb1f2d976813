"""What the games of the report say, in sentences; every number of theirs is in its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forsale_sim.display.compare.difference_text import Row
from forsale_sim.display.compare.effect_text import effect_text, range_text
from forsale_sim.display.number_text import number
from forsale_sim.display.page.page_parts import Statement
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


def conclusion(played: Played, question: Question, measure: str) -> Row:
    """Return what is known of a rule's effect on the games as a whole."""
    table = played.conclusions
    chosen = (table["a"] == question.a) & (table["b"] == question.b) & table["seat"].isna()
    (row,) = rows_of(table[chosen & table["strategy"].isna() & (table["measure"] == measure)])
    return row


def answer(played: Played, question: Question, measure: str = "rounds") -> Statement:
    """Return what a rule does to a measure: its size, if all kinds of players agree on it."""
    row = conclusion(played, question, measure)
    of_all = f"{range_text(row)} over the kinds of players"
    if row["grade"] in SHOWN:
        text = f"{question.when} {effect_text(row)} ({of_all})."
    elif row["grade"] == NO_EFFECT:
        text = f"{question.when} {row['entry'].noun} hardly changes ({of_all})."
    else:
        unit = row["entry"].unit_of("2")
        sizes = f"{range_text(row)} {unit} over the kinds of players"
        text = f"{question.when} it is unclear what becomes of {row['entry'].noun}: {sizes}."
    return Statement(row["grade"], text)


def first_groups(played: Played) -> pd.DataFrame:
    """Return how often who first completes a group wins: a row a group, a column a kind."""
    table = played.groups[played.groups["measure"] == "group_wins"]
    return table.pivot_table(index="group", columns="field", values="value", sort=False)[[*KINDS]]


def of_groups(played: Played, measure: str) -> pd.DataFrame:
    """Return the rows on a measure of groups, in the order of the board, then of the kinds."""
    table: pd.DataFrame = played.groups[played.groups["measure"] == measure]
    return table


def good_groups(played: Played) -> list[str]:
    """Return the groups that win more than a fair share for who is first, whoever plays."""
    table = of_groups(played, "group_wins")
    groups = table.groupby("group", sort=False)
    return [str(group) for group, rows in groups if bool((rows["value_low"] > FAIR).all())]


def best_group(played: Played) -> str | None:
    """Return the group that wins most often for who is first, if it is the same whoever plays."""
    best = set(first_groups(played).idxmax())
    return str(best.pop()) if len(best) == 1 else None


def headline(played: Played) -> str:
    """Return the answer to the first question, in a few words."""
    best, good = best_group(played), good_groups(played)
    if best is not None:
        return f"Complete {best} first: it wins most, whoever plays"
    if good:
        return f"Complete {listed(good)} first: that wins more than a fair share, whoever plays"
    return "No group is worth most to all kinds of players"


def on_groups(played: Played) -> Statement:
    """Return which groups win, as far as it holds whoever plays."""
    rates, good = first_groups(played), good_groups(played)
    if not good:
        return Statement(UNCLEAR, "No group is shown to win more than a fair share whoever plays.")
    least, most = rates.loc[good].min().min(), rates.loc[good].max().max()
    text = (
        f"Who completes {listed(good)} before any other group is complete wins more than a fair "
        f"share whoever plays: {percent(least)} to {percent(most)} % of the games."
    )
    return Statement(SOLID, text)


def beginning(played: Played) -> Statement:
    """Return whether it is fair to begin: the win rates of the first seat and the last."""
    first, last = (played.seats[played.seats["seat"] == seat] for seat in (1, PLAYERS))
    shown = bool((first["win_rate_low"] > FAIR).all() and (last["win_rate_high"] < FAIR).all())
    text = (
        f"The first player wins {percent(first['win_rate'].min())} to "
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
        if conclusion(played, question, measure)["grade"] in SHOWN
    ]


def unfinished_text(played: Played) -> str:
    """Return how many games do not end: what all else has to be read by."""
    table = played.measures[played.measures["measure"] == "unfinished"]
    parts = ", ".join(
        f"{number(100 * row['value'], 1)} % among those who {KINDS[row['field']]}"
        for row in records_of(table)
    )
    return f"Games that 500 rounds did not end: {parts}."
