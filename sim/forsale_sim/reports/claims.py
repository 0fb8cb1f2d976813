"""Claims: what a headline says, as expressions over the graded findings of a report.

``coins_left > 0.5``          at every table, for every number of players, likely or solid
``coins_left > 0.5, solid``   the same, solid
``win_rate seat 1 > 2, 4, 6`` for 4 and for 6 players; shares of games are in points
``margin = 0``                no effect worth naming
``coins_left < 0.5, re-tuned`` among players who were trained anew for each ruleset

A headline is only printed if all of its claims hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from strategy_lab.display.compare.difference_text import Row, scale
from strategy_lab.display.compare.effect_text import effect, effect_text
from strategy_lab.errors import UsageError
from strategy_lab.results.paired.schema import RETUNED
from strategy_lab.stats.evidence import LIKELY, NO_EFFECT, SOLID

from forsale_sim.measures import MEASURES

if TYPE_CHECKING:
    from forsale_sim.reports.results import Results

CLAIM = re.compile(
    r"(?P<measure>\w+)(?: seat (?P<seat>\d+|last))?\s*"
    r"(?P<sign>[<>=])\s*(?P<size>-?\d+(?:\.\d+)?)(?P<more>(?:\s*,\s*[\w-]+)*)"
)

FORM = "write it as in 'coins_left > 0.5', 'win_rate seat 1 > 2, 4, 6, solid' or 'margin = 0'"


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim."""

    text: str
    measure: str
    seat: str | None
    sign: str
    size: float
    players: tuple[int, ...]
    grade: str
    retuned: bool


def parse_claim(text: str) -> Claim:
    """Return the claim that a text makes."""
    match = CLAIM.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"the claim {text!r} cannot be read: {FORM}")
    MEASURES.named(match["measure"], f"the claim {text!r}", lambda measure: bool(measure.more))
    players, grade, retuned = [], LIKELY, False
    for word in (word.strip() for word in match["more"].split(",") if word.strip()):
        if word.isdigit():
            players.append(int(word))
        elif word in (LIKELY, SOLID):
            grade = word
        elif word == RETUNED:
            retuned = True
        else:
            raise UsageError(f"the claim {text!r}: {word!r} is not known: {FORM}")
    if match["sign"] == "=" and float(match["size"]) != 0:
        raise UsageError(
            f"the claim {text!r}: only '= 0' can be shown, an effect too small to name"
        )
    return Claim(
        text=text,
        measure=match["measure"],
        seat=match["seat"],
        sign=match["sign"],
        size=float(match["size"]),
        players=tuple(players),
        grade=grade,
        retuned=retuned,
    )


def check_claims(results: Results) -> None:
    """Refuse a headline that the results do not bear out, and say what they show instead."""
    for text in results.experiment.config.claims:
        claim = parse_claim(text)
        for players in claim.players or results.players:
            row = _row(results, claim, players)
            if row is None:
                raise UsageError(
                    f"the claim {text!r} is about something that was not played with {players} "
                    "players"
                )
            if not _holds(claim, row):
                raise UsageError(
                    f"the headline is not borne out: of {text!r} with {players} players the games "
                    f"show that {effect_text(row)} ({row['grade']}); change the headline or the "
                    "claim"
                )


def _row(results: Results, claim: Claim, players: int) -> Row | None:
    seat = players if claim.seat == "last" else None if claim.seat is None else int(claim.seat)
    for finding in results.findings(players):
        row = finding.retuned if claim.retuned else finding.row
        if row is not None and (row["measure"], row["seat"]) == (claim.measure, seat):
            return row
    return None


def _holds(claim: Claim, row: Row) -> bool:
    if claim.sign == "=":
        return bool(row["grade"] == NO_EFFECT)
    # A size is claimed of every table; a sign alone is that of the mean, as grades have it.
    least, most = (effect(row),) * 2 if claim.size == 0 else (row["least"], row["most"])
    if claim.sign == ">":
        beyond = bool(least * scale(row) > claim.size)
    else:
        beyond = bool(most * scale(row) < claim.size)
    return beyond and row["grade"] in ((SOLID,) if claim.grade == SOLID else (SOLID, LIKELY))
