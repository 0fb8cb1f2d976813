"""Selling: which house to sell against which cheques."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.reports.page.page_parts import Figure, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.shared.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.shared.curve_panels import curve_panel, grid
from forsale_sim.reports.shared.estimate_text import (
    by_players,
    estimate_text,
    estimate_texts,
    out_of,
    range_text,
    row_keys,
    table_rows,
)
from forsale_sim.reports.shared.thresholds import (
    SELDOM_TEXT,
    count_rises,
    first_above,
    first_and_last,
    frequent_rows,
    threshold_text,
)
from forsale_sim.results.columns import Columns
from forsale_sim.results.rounds.tables import BEST, SPREAD, WHO
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL

HALF = 0.5
"""The rank of the middle of a hand."""

NEVER = "at no difference"

LABELS = {SPREAD: "best cheque less the lowest", BEST: "best cheque on offer"}

OTHERS, WINNERS = WHO


def selling(results: Results) -> Section:
    """Return the section on selling."""
    return Section(
        name="selling",
        title="Selling: which house for which cheques",
        answer=[text for text in (_when_high(results), _who_holds_back(results)) if text],
        text=[
            "The rank of a house in a hand is 0 % for the lowest and 100 % for the highest; its "
            "rank among all unsold houses is measured alike. Only sales with a choice count: the "
            "player has two houses or more, and there is another seller. Where winners have better "
            "hands, a house of the same rank in the hand ranks higher among all."
        ],
        figures=[_by_spread(results), _by_best(results)],
        tables=[_turns(results), _every_spread(results)],
    )


def _sales(results: Results, case: Case, by: str, who: str) -> Columns:
    return frequent_rows(results.of("sales", **case.keys, by=by, who=who))


def _turn(results: Results, case: Case, who: str) -> int | None:
    """Return the spread of cheques from which on a house of the upper half of a hand is sold."""
    return first_above(_sales(results, case, SPREAD, who), "value", "hand_rank", HALF)


def _when_high(results: Results) -> str:
    """Return a sentence on the spread of cheques that is worth a good house."""
    base = results.subject
    players, turns, lows, highs = [], [], [], []
    for case in first_cases(results, base):
        turn, both = (
            _turn(results, case, WINNERS),
            first_and_last(_sales(results, case, SPREAD, WINNERS)),
        )
        if both is not None:
            players.append(case.players)
            turns.append(NEVER if turn is None else str(turn))
            lows.append(f"{estimate_text(both[0], 'hand_rank', 100)} %")
            highs.append(f"{estimate_text(both[1], 'hand_rank', 100)} %")
    if set(turns) <= {NEVER}:
        return ""
    return (
        "Sell good houses where the cheques are far apart: winners sell from the upper half of "
        "their hand once the best and the lowest cheque differ by this much, in thousands: "
        f"{by_players(players, turns)}. For the smallest differences the rank in the hand of the "
        f"house they sell is {by_players(players, lows)}, for the largest "
        f"{by_players(players, highs)}."
    )


def _count_spreads(results: Results, which: Sequence[Case]) -> tuple[int, int, int]:
    """Count the spreads at which winners sell lower houses, higher houses; and all spreads."""
    lower = higher = together = 0
    for case in which:
        others, winners = (_sales(results, case, SPREAD, who) for who in WHO)
        for value in np.intersect1d(others["value"], winners["value"]).tolist():
            a, b = (where(table, value=value) for table in (others, winners))
            lower += bool(b["hand_rank_high"][0] < a["hand_rank_low"][0])
            higher += bool(b["hand_rank_low"][0] > a["hand_rank_high"][0])
            together += 1
    return lower, higher, together


def _who_holds_back(results: Results) -> str:
    """Return a sentence on whether winners hold their good houses back."""
    lower, higher, together = _count_spreads(results, list(cases(results)))
    back, most, least = ("lower", lower, higher) if lower > higher else ("higher", higher, lower)
    if 2 * most <= together:
        return ""
    return (
        f"Where cheques are equally far apart, winners sell {back} houses of their hand than "
        f"others in {out_of(most, together, 'case')} (fields, rulesets, numbers of players, "
        f"differences), {'higher' if lower > higher else 'lower'} ones in {least}."
    )


def _by_spread(results: Results) -> Figure:
    turns = [
        turn
        for case in cases(results, results.fields[0])
        if (turn := _turn(results, case, WINNERS)) is not None
    ]
    finding = "Winners are not shown to sell good houses for cheques that are far apart"
    if turns:
        finding = (
            "Winners sell from the upper half of their hand where the cheques are "
            f"{range_text(np.array(turns, float), 0)} thousand apart or more, depending on the game"
        )
    return _figure(results, "sales", SPREAD, finding)


def _by_best(results: Results) -> Figure:
    extremes = [first_and_last(_sales(results, case, BEST, WINNERS)) for case in cases(results)]
    up = count_rises(extremes, "hand_rank")
    finding = (
        "Winners sell better houses of their hand where the best cheque is high than where it is "
        f"low in {out_of(up, len(extremes), 'case')}"
    )
    return _figure(results, "cheques", BEST, finding)


def _figure(results: Results, name: str, by: str, finding: str) -> Figure:
    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        groups = [(who, _sales(results, case, by, who)) for who in (WINNERS, OTHERS)]
        drawing = curve_panel(
            groups,
            "value",
            "hand_rank",
            xlabel=f"{LABELS[by]}, thousands",
            unit="rank in the hand, %",
            title=title,
            scale=100,
            level=100 * HALF,
        )
        description = "; ".join(
            f"{who} from "
            + " to ".join(f"{estimate_text(end, 'hand_rank', 100)} %" for end in both)
            for who, table in groups
            if (both := first_and_last(table)) is not None
        )
        return (
            drawing,
            f"Rank in the hand of the house sold by the {LABELS[by]}, {title}: {description}.",
        )

    return Figure(
        name,
        finding,
        f"Mean rank in the hand of the house that is sold (0 %: the lowest), by the {LABELS[by]}. "
        f"Dashed: the middle of the hand. {SELDOM_TEXT} Bands: {MEAN_INTERVAL}. {CASES} Field: "
        f"{results.fields[0]}.",
        grid(results, name, draw),
        without_field(results.of("sales", by=by)),
    )


def _turns(results: Results) -> Table:
    return Table(
        "Smallest difference of cheques at which good houses are sold, in every field",
        ["field", "ruleset", "players", *(WINNERS, OTHERS)],
        [
            [
                *map(str, case),
                *(threshold_text(_turn(results, case, who)) for who in (WINNERS, OTHERS)),
            ]
            for case in cases(results)
        ],
        "Thousands: best cheque less the lowest, from which on the average house sold is shown to "
        "be from the upper half of the hand.",
    )


def _every_spread(results: Results) -> Table:
    names = results.tables["sales"]
    table = {name: column[names["by"] == SPREAD] for name, column in names.items()}
    return Table(
        "Every difference of the cheques",
        ["field", "ruleset", "players", "difference", "who", "in hand, %", "of all, %"],
        table_rows(
            row_keys(table, "field", "ruleset", "players", "value", "who"),
            estimate_texts(table, "hand_rank", 100),
            estimate_texts(table, "unsold_rank", 100),
        ),
        f"Mean rank of the house sold, in the hand and among all unsold. ±: {MEAN_INTERVAL}.",
    )
