"""Fights for the best house of an offer: what it costs, and how often its buyer wins."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.reports.page.page_parts import Figure
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.shared.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.shared.curve_panels import curve_panel, grid, win_rate_panel
from forsale_sim.reports.shared.estimate_text import by_players, estimate_text, range_text
from forsale_sim.reports.shared.rate_panels import figure_data
from forsale_sim.reports.shared.thresholds import (
    SELDOM_TEXT,
    around_best,
    count_rises,
    first_and_last,
    frequent_rows,
    last_above,
    threshold_text,
)
from forsale_sim.results.columns import Columns
from forsale_sim.results.rounds.tables import GAP, KINDS, SPREAD
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

COINS = "coins"

SIZES = "Gap: the best house less the second; spread: less the lowest."


def still_pays(results: Results, case: Case, gap: str) -> int | None:
    """Return the highest bid at which the buyer of the best house wins more than a fair share."""
    table = frequent_rows(results.of("takers", **case.keys, gap=gap))
    return last_above(table, "paid", "win_rate", case.fair)


def what_to_pay(results: Results, ruleset: str) -> str:
    """Return a sentence on the bids for the best house that still pay."""
    of_ruleset = first_cases(results, ruleset)
    narrow, *_, wide = ([still_pays(results, case, gap) for case in of_ruleset] for gap in KINDS)
    both = [(a, b) for a, b in zip(narrow, wide, strict=True) if a is not None and b is not None]
    if not both:
        return ""
    clear, close = (
        by_players(results.players, [*map(threshold_text, bids)], COINS) for bids in (wide, narrow)
    )
    advice = (
        f"Bid for the best house of an offer no more than {clear} where it is {KINDS[-1]} better "
        f"than the second, {close} where it is {KINDS[0]} better: these are the highest bids at "
        f"which its buyer is shown to win more than a fair share by {ruleset}"
    )
    more = np.array([high - low for low, high in both], float)
    if more.min() <= 0:
        return f"{advice}."
    return f"{advice}. A clear best house is worth {range_text(more, 0)} coins more."


def when_to_fight(results: Results, ruleset: str) -> str:
    """Return a sentence on how much better the best house must be for its buyer to win more."""
    least = []
    for case in first_cases(results, ruleset):
        gaps = around_best(_sizes(results, case, GAP), "size", "win_rate", case.fair)
        least.append("at no gap" if gaps is None else str(gaps[0]))
    if set(least) == {"at no gap"}:
        return ""
    return (
        "Whatever was bid, the buyer of the best house wins more than a fair share from this gap "
        f"to the second on: {by_players(results.players, least)}."
    )


def bids_by_gap(results: Results) -> Figure:
    """Return the figure on winning bids by how much better the best house is."""
    extremes = [first_and_last(_sizes(results, case, GAP)) for case in cases(results)]
    up = count_rises(extremes, "bid")

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawing = curve_panel(
            [(by, _sizes(results, case, by)) for by in (GAP, SPREAD)],
            "size",
            "bid",
            xlabel="gap or spread of the houses",
            unit="winning bid, coins",
            title=title,
        )
        bids = _from_to(_sizes(results, case, GAP), "bid", "coins", 1)
        return drawing, f"Winning bid by gap and spread of the offer, {title}: {bids}."

    return Figure(
        "fights",
        "Winning bids are higher for the widest gap between the two best houses than for the "
        f"narrowest in {up} of {len(extremes)} cases",
        f"Mean winning bid. {SIZES} {SELDOM_TEXT} Bands: {MEAN_INTERVAL}. {CASES} Field: "
        f"{results.fields[0]}.",
        grid(results, "fights", draw),
        figure_data(results.of("fights"), ("ruleset", "players", "by", "size"), ["bid"]),
    )


def wins_by_gap(results: Results) -> Figure:
    """Return the figure on win rates of buyers of the best house, by its gap to the second."""
    extremes = [(case, first_and_last(_sizes(results, case, GAP))) for case in cases(results)]
    least, most = (
        sum(bool(both[at]["win_rate_low"][0] > case.fair) for case, both in extremes if both)
        for at in (0, 1)
    )

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawing = win_rate_panel(
            [(by, _sizes(results, case, by)) for by in (GAP, SPREAD)],
            "size",
            case.players,
            xlabel="gap or spread of the houses",
            title=title,
        )
        rates = _from_to(_sizes(results, case, GAP), "win_rate", "%", 100)
        return drawing, f"Win rate of the buyer of the best house, {title}: {rates}."

    return Figure(
        "firsts",
        f"The buyer of the best house wins more than a fair share for the widest gap in {most} of "
        f"{len(extremes)} cases, for the narrowest in {least}",
        f"Win rate of the buyer of the best house, whatever it cost. {SIZES} Dashed: a fair share. "
        f"{SELDOM_TEXT} Bands: {RATE_INTERVAL}. {CASES} Field: {results.fields[0]}.",
        grid(results, "firsts", draw),
        figure_data(results.of("fights"), ("ruleset", "players", "by", "size"), ["win_rate"]),
    )


def takers_by_bid(results: Results) -> Figure:
    """Return the figure on win rates of buyers of the best house, by the winning bid."""

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        groups = [
            (f"gap {gap}", frequent_rows(results.of("takers", **case.keys, gap=gap)))
            for gap in KINDS
        ]
        drawing = win_rate_panel(
            groups, "paid", case.players, xlabel="winning bid, coins", title=title
        )
        description = ", ".join(
            f"{threshold_text(still_pays(results, case, gap))} for a gap of {gap}" for gap in KINDS
        )
        alt = f"Win rate by winning bid, {title}. Highest bid that still pays: {description}."
        return drawing, alt

    of_first = list(cases(results, results.fields[0]))
    highest = []
    for gap in KINDS:
        bids = [most for case in of_first if (most := still_pays(results, case, gap)) is not None]
        if bids:
            highest.append(f"{range_text(np.array(bids, float), 0)} coins for a gap of {gap}")
    finding = "No bid for the best house is shown to win more than a fair share"
    if highest:
        finding = f"The highest bids for the best house that still pay: {', '.join(highest)}"
    return Figure(
        "takers",
        finding,
        "Win rate of the buyer of the best house by the winning bid, where it is that much better "
        "than the second. Dashed: a fair share; a bid still pays if the whole interval is above "
        f"it. {SELDOM_TEXT} Bands: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        grid(results, "takers", draw),
        without_field(results.of("takers")),
    )


def _sizes(results: Results, case: Case, by: str) -> Columns:
    return frequent_rows(results.of("fights", **case.keys, by=by))


def _from_to(table: Columns, name: str, unit: str, scale: float) -> str:
    both = first_and_last(table)
    if both is None:
        return "no such auction"
    return ", ".join(
        f"{estimate_text(end, name, scale)} {unit} for a gap of {end['size'][0]}" for end in both
    )
