"""Effects of a rule as text: who does what, by how much. A number is as exact as fields agree."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from strategy_lab.stats.evidence import UNCLEAR
from strategy_lab.wording import listed

from forsale_sim.display.compare.difference_text import Row, scale, signed_text
from forsale_sim.display.number_text import number
from forsale_sim.experiments.named_field import TRAINED

TRAINED_PLAYER = "the trained player"


def effect(row: Row) -> float:
    """Return the size of an effect: in the reference field, or else the median."""
    reference: float = row["reference"]
    size: float = reference if _known(reference) else row["median"]
    return size if _known(size) else float("nan")


def size_text(row: Row, value: float | None = None) -> str:
    """Return the size of an effect, rounded as fields agree.

    Where fields lie half a unit apart or more, there are no decimals.
    """
    size = abs(effect(row) if value is None else value) * scale(row)
    spread = row["between_sd"]
    decimals = 0 if _known(spread) and spread * scale(row) >= 0.5 and size >= 0.5 else 1
    return number(size, decimals)


def training_text(row: Row) -> str:
    """Return how far training seeds differ where that alone makes an effect unclear, or nothing."""
    spread = row["reference_sd"]
    if row["grade"] != UNCLEAR or not _known(spread) or spread < row["matters"]:
        return ""
    size = row["entry"].in_words(size_text(row, spread))
    return f"training seeds differ by {size} (standard deviation)"


def who(row: Row) -> str:
    """Return whom an effect is about."""
    if row["seat"] is not None:
        return f"seat {row['seat']}"
    return TRAINED_PLAYER if row["strategy"] == TRAINED else row["strategy"] or "a player"


def effect_text(row: Row, name: str | None = None) -> str:
    """Return what happens, "each player keeps 0.9 more coins"; with another name for whom."""
    is_more, size = effect(row) > 0, size_text(row)
    names = {"who": name or who(row), "house": row.get("house")}
    text: str = row["entry"].change(is_more, size, **names)
    return text


def questions_text(rows: Sequence[Row]) -> str:
    """Return what effects are on, "how often seats 1 and 2 win, and how far winners lead"."""
    seats = sorted({row["seat"] for row in rows if row["seat"] is not None})
    strategies = [who(row) for row in rows if row["strategy"] is not None]
    of_games = [row["entry"] for row in rows if row["seat"] is None and row["strategy"] is None]
    questions = []
    if seats:
        several = len(seats) > 1
        questions.append(
            f"how often seat{'s' if several else ''} {listed(seats)} win{'' if several else 's'}"
        )
    if strategies:
        names = list(dict.fromkeys(strategies))
        questions.append(f"how often {listed(names)} win{'' if len(names) > 1 else 's'}")
    questions += dict.fromkeys(measure.question for measure in of_games)
    *others, last = questions
    return f"{', '.join(others)}, and {last}" if others else last


def measure_label(row: Row) -> str:
    """Return the label of a difference, the same for every number of players."""
    label: str = row["entry"].label.format(who=who(row))
    return label


def range_text(row: Row) -> str:
    """Return the range of an effect over the fields that decide, "+1.8 to +2.4"."""
    ends = [scale(row) * row[end] for end in ("least", "most")]
    decimals = 0 if max(map(abs, ends)) >= 10 else 1
    texts = dict.fromkeys(signed_text(end, decimals) for end in ends)
    return " to ".join(texts)


def margin_text(row: Row) -> str:
    """Return how large an effect has to be to matter, "1 coin"."""
    size: str = row["entry"].in_words(f"{row['matters'] * scale(row):g}")
    return size


def _known(value: float | None) -> bool:
    return value is not None and isfinite(value)
