"""Effects of a rule as text: who does what, by how much, and why it is not known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, isfinite

from strategy_lab.display.compare.difference_text import Row, scale, signed_text
from strategy_lab.display.number_text import number
from strategy_lab.experiments.named_field import TRAINED
from strategy_lab.results.paired.conclusions import LISTED
from strategy_lab.stats.evidence import DISAGREE, FEW_GAMES, FEW_TABLES, FEWEST_TABLES
from strategy_lab.wording import counted, listed

TRAINED_PLAYER = "the trained player"


WIDEST = 2
"""How many times the smallest size at a table the largest may be for one number to do."""

MOST_NAMED = 2
"""How many tables a sentence names."""


def effect(row: Row) -> float:
    """Return the size of an effect: the mean over tables."""
    mean: float | None = row["mean"]
    return float("nan") if mean is None else mean


def size_text(row: Row) -> str:
    """Return the size of an effect at the tables that it was seen at; nothing if signs differ.

    A number stands for all of them if they agree on it, or else a range.
    """
    if not row["least"] * row["most"] > 0:
        return ""
    small, large = sorted(scale(row) * abs(row[end]) for end in ("least", "most"))
    decimals = 0 if large >= 10 else 1
    if large <= WIDEST * small:
        return number(scale(row) * abs(effect(row)), decimals)
    texts = [number(size, decimals) for size in (small, large)]
    if not texts[0].strip("0."):
        return f"up to {texts[1]}"
    return " to ".join(texts)


def reason_text(row: Row, named: Callable[[str], str] = str) -> str:
    """Return why an effect is unclear, "too few games: 30 times as many would do"; else nothing.

    `named` returns what to call a table.
    """
    if row["reason"] == FEW_TABLES:
        share = "shares" if row["tables"] == 1 else "share"
        tables = counted(row["tables"], "table")
        return f"{tables} that {share} no player: {FEWEST_TABLES} is the least"
    if row["reason"] == FEW_GAMES:
        return f"too few games: {times_text(row['games_factor'])} as many would do"
    if row["reason"] != DISAGREE:
        return str(row["reason"])
    names = [named(name) for name in row["against"].split(LISTED) if name]
    if not names:
        return "tables disagree on how much"
    more = len(names) - MOST_NAMED
    told = [*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
    return f"tables disagree: {listed(told)} against the others"


def times_text(factor: float) -> str:
    """Return a factor of games, rounded up to one digit, "30 times"."""
    digit = 10 ** max(len(str(ceil(factor))) - 1, 0)
    times = max(ceil(factor / digit) * digit, 2)
    return f"{times:,} times"


def agreement_text(row: Row) -> str:
    """Return how many tables have the sign of the effect, "7 of 8 tables agree"."""
    tables = row["tables"]
    return f"{round(tables * row['agreeing'])} of {counted(tables, 'table')} agree"


def who(row: Row) -> str:
    """Return whom an effect is about."""
    if row["seat"] is not None:
        return f"seat {row['seat']}"
    return TRAINED_PLAYER if row["strategy"] == TRAINED else row["strategy"] or "a player"


def effect_text(row: Row, name: str | None = None) -> str:
    """Return what happens, "each player keeps 0.9 more coins"; with another name for whom.

    Where tables differ in sign, there is no size.
    """
    is_more, size = effect(row) > 0, size_text(row)
    names = {"who": name or who(row), "house": row.get("house")}
    text: str = row["entry"].change(is_more, size, **names)
    return text


def questions_text(rows: Sequence[Row]) -> str:
    """Return what effects are on, "how often seats 1 and 2 win, and how far winners lead"."""
    seats = sorted({row["seat"] for row in rows if row["seat"] is not None})
    of_games = [row["entry"] for row in rows if row["seat"] is None]
    questions = []
    if seats:
        several = len(seats) > 1
        questions.append(
            f"how often seat{'s' if several else ''} {listed(seats)} win{'' if several else 's'}"
        )
    questions += dict.fromkeys(measure.question for measure in of_games)
    *others, last = questions
    return f"{', '.join(others)}, and {last}" if others else last


def measure_label(row: Row) -> str:
    """Return the label of a difference, the same for every number of players."""
    label: str = row["entry"].label.format(who=who(row))
    return label


def range_text(row: Row, estimand: str = "") -> str:
    """Return the range of an effect over tables, of one estimand if it is named, "+1 to +2"."""
    ends = [row[f"{estimand}_{end}" if estimand else end] for end in ("least", "most")]
    if not all(_known(end) for end in ends):
        return ""
    ends = [scale(row) * end for end in ends]
    decimals = 0 if max(map(abs, ends)) >= 10 else 1
    texts = dict.fromkeys(signed_text(end, decimals) for end in ends)
    return " to ".join(texts)


def margin_text(row: Row) -> str:
    """Return how large an effect has to be to matter, "1 coin"."""
    size: str = row["entry"].in_words(f"{row['matters'] * scale(row):g}")
    return size


def _known(value: float | None) -> bool:
    return value is not None and isfinite(value)
