"""Effects of a rule as text: who does what, by how much. A number is as exact as fields agree."""

from __future__ import annotations

from math import isfinite
from typing import Any, TypeAlias

from forsale_sim.display.compare.difference_text import POINTS, scale, signed_text
from forsale_sim.display.number_text import number
from forsale_sim.experiments.named_field import TRAINED
from forsale_sim.results.columns import SHARE
from forsale_sim.stats.evidence import UNCLEAR
from forsale_sim.wording import with_unit

Row: TypeAlias = dict[str, Any]
"""A row of ``conclusions``, from `results.tables.records`."""

TRAINED_PLAYER = "the trained player"

COINS, THOUSAND, POINT = "coin", "thousand", "point"

PHRASES = {
    "coins_left": ("players keep {} more", "players keep {} less", COINS),
    "coins_lost": ("auctions take {} more", "auctions take {} less", COINS),
    "coins_lost_to_passes": ("passing costs {} more", "passing costs {} less", COINS),
    "coins_lost_share": (
        "auctions take {} more of the coins",
        "auctions take {} less of the coins",
        POINT,
    ),
    "coins_lost_to_passes_share": (
        "passing costs {} more of the coins",
        "passing costs {} less of the coins",
        POINT,
    ),
    "win_rate": ("{who} wins {} more often", "{who} wins {} less often", POINT),
    "seat_gap": (
        "the best seat gains {} on the worst",
        "the worst seat gains {} on the best",
        POINT,
    ),
    "money": ("{who} ends with {} more", "{who} ends with {} less", THOUSAND),
    "money_share": (
        "{who} ends with {} more of the money",
        "{who} ends with {} less of the money",
        POINT,
    ),
    "margin": ("winners lead by {} more", "winners lead by {} less", THOUSAND),
    "margin_share": (
        "winners lead by {} more of the money",
        "winners lead by {} less of the money",
        POINT,
    ),
    "level_games": ("games end level {} more often", "games end level {} less often", POINT),
    "shared_wins": ("wins are shared {} more often", "wins are shared {} less often", POINT),
    "price": ("house {house} costs {} more", "house {house} costs {} less", COINS),
    "price_share": (
        "house {house} costs {} more of the coins",
        "house {house} costs {} less of the coins",
        POINT,
    ),
}
"""What happens more, what happens less, and the unit of its size."""


def effect(row: Row) -> float:
    """Return the size of an effect: in the reference field, or else the median."""
    reference: float = row["reference"]
    size: float = reference if _known(reference) else row["median"]
    return size if _known(size) else float("nan")


def size_text(row: Row, value: float | None = None) -> str:
    """Return the size of an effect with its unit, "4 coins", rounded as fields agree.

    Where fields lie half a unit apart or more, there are no decimals.
    """
    size = abs(effect(row) if value is None else value) * scale(row)
    spread = row["between_sd"]
    decimals = 0 if _known(spread) and spread * scale(row) >= 0.5 and size >= 0.5 else 1
    unit = POINT if row["unit"] == SHARE else PHRASES[row["measure"]][2]
    return _in_unit(number(size, decimals), unit)


def training_text(row: Row) -> str:
    """Return how far training seeds differ where that alone makes an effect unclear, or nothing."""
    spread = row["reference_sd"]
    if row["grade"] != UNCLEAR or not _known(spread) or spread < row["margin"]:
        return ""
    return f"training seeds differ by {size_text(row, spread)} (standard deviation)"


def who(row: Row) -> str:
    """Return whom an effect is about."""
    if row["seat"] is not None:
        return f"seat {row['seat']}"
    return TRAINED_PLAYER if row["strategy"] == TRAINED else row["strategy"] or "a player"


def effect_text(row: Row, name: str | None = None) -> str:
    """Return what happens, "players keep 4 coins more"; with another name for whom."""
    more, less, _ = PHRASES[row["measure"]]
    phrase = more if effect(row) > 0 else less
    return phrase.format(size_text(row), who=name or who(row), house=row["house"])


def range_text(row: Row) -> str:
    """Return the range of an effect over the fields that decide, "+1.8 to +2.4"."""
    ends = [scale(row) * row[end] for end in ("least", "most")]
    decimals = 0 if max(map(abs, ends)) >= 10 else 1
    texts = dict.fromkeys(signed_text(end, decimals) for end in ends)
    return " to ".join(texts)


def margin_text(row: Row) -> str:
    """Return how large an effect has to be to matter, "1 coin"."""
    value = row["margin"] * (POINTS if row["unit"] == SHARE else 1)
    unit = POINT if row["unit"] == SHARE else PHRASES[row["measure"]][2]
    return _in_unit(f"{value:g}", unit)


def _in_unit(text: str, unit: str) -> str:
    """Return a number with its unit; thousands have no plural."""
    return f"{text} {unit}" if unit == THOUSAND else with_unit(text, unit)


def _known(value: float | None) -> bool:
    return value is not None and isfinite(value)
