"""Fights for the best house of an offer: what they cost, and who of those that win them wins."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.reports.page.parts import Figure
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.showing.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.showing.limits import (
    SELDOM_TEXT,
    around_best,
    ends,
    frequent,
    last_above,
    limit,
)
from forsale_sim.reports.showing.panels import curve_panel, grid
from forsale_sim.reports.showing.texts import by_players, one, span
from forsale_sim.results.rounds.tables import GAP, KINDS, SPREAD
from forsale_sim.results.tables import Columns
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

COINS = "coins"

SIZES = "Gap: the best house less the second; spread: less the lowest."


def still_pays(results: Results, case: Case, gap: str) -> int | None:
    """Return the highest bid at which who takes the best house wins more than a fair share."""
    table = frequent(results.of("takers", **case.keys, gap=gap))
    return last_above(table, "paid", "win_rate", case.fair)


def what_to_pay(results: Results, ruleset: str) -> str:
    """Return a sentence on which bids for the best house still pay."""
    found = first_cases(results, ruleset)
    narrow, *_, wide = ([still_pays(results, case, gap) for case in found] for gap in KINDS)
    both = [(a, b) for a, b in zip(narrow, wide, strict=True) if a is not None and b is not None]
    if not both:
        return ""
    clear, close = (
        by_players(results.players, [*map(limit, found)], COINS) for found in (wide, narrow)
    )
    said = (
        f"Bid for the best house of an offer no more than {clear} where it is {KINDS[-1]} better "
        f"than the second, {close} where it is {KINDS[0]} better: these are the highest bids at "
        f"which who takes it is shown to win more than a fair share by {ruleset}"
    )
    more = np.array([high - low for low, high in both], float)
    if more.min() <= 0:
        return f"{said}."
    return f"{said}. A clear best house is worth {span(more, 0)} coins more."


def when_to_fight(results: Results, ruleset: str) -> str:
    """Return a sentence on how much better the best house has to be for its taker to win."""
    least = []
    for case in first_cases(results, ruleset):
        found = around_best(_sizes(results, case, GAP), "size", "win_rate", case.fair)
        least.append("at no gap" if found is None else str(found[0]))
    if set(least) == {"at no gap"}:
        return ""
    return (
        "Whatever was bid, who takes the best house wins more than a fair share from this gap to "
        f"the second on: {by_players(results.players, least)}."
    )


def bids_by_gap(results: Results) -> Figure:
    """Return the figure on winning bids by how much better the best house is."""
    found = [ends(_sizes(results, case, GAP)) for case in cases(results)]
    up = sum(bool(last["bid_low"][0] > first["bid_high"][0]) for first, last in filter(None, found))

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawing = curve_panel(
            [(by, _sizes(results, case, by)) for by in (GAP, SPREAD)],
            "size",
            "bid",
            xlabel="gap or spread of the houses",
            unit="winning bid, coins",
            title=title,
        )
        said = _from_to(_sizes(results, case, GAP), "bid", "coins", 1)
        return drawing, f"Winning bid by gap and spread of the offer, {title}: {said}."

    return Figure(
        "fights",
        "Winning bids are higher for the widest gap between the two best houses than for the "
        f"narrowest in {up} of {len(found)} cases",
        f"Mean winning bid. {SIZES} {SELDOM_TEXT} Bands: {MEAN_INTERVAL}. {CASES} Field: "
        f"{results.fields[0]}.",
        grid(results, "fights", draw),
        _with_only(results, "bid"),
    )


def wins_by_gap(results: Results) -> Figure:
    """Return the figure on how often who takes the best house wins, by how much better it is."""
    found = [(case, ends(_sizes(results, case, GAP))) for case in cases(results)]
    least, most = (
        sum(bool(both[at]["win_rate_low"][0] > case.fair) for case, both in found if both)
        for at in (0, 1)
    )

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawing = curve_panel(
            [(by, _sizes(results, case, by)) for by in (GAP, SPREAD)],
            "size",
            "win_rate",
            xlabel="gap or spread of the houses",
            unit="win rate, %",
            title=title,
            scale=100,
            level=100 * case.fair,
        )
        said = _from_to(_sizes(results, case, GAP), "win_rate", "%", 100)
        return drawing, f"Win rate of who takes the best house, {title}: {said}."

    return Figure(
        "firsts",
        f"Who takes the best house wins more than a fair share for the widest gap in {most} of "
        f"{len(found)} cases, for the narrowest in {least}",
        f"Win rate of who takes the best house, whatever it cost. {SIZES} Dashed: a fair share. "
        f"{SELDOM_TEXT} Bands: {RATE_INTERVAL}. {CASES} Field: {results.fields[0]}.",
        grid(results, "firsts", draw),
        _with_only(results, "win_rate"),
    )


def takers_by_bid(results: Results) -> Figure:
    """Return the figure on how often who takes the best house wins, by what it cost."""

    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        groups = [
            (f"gap {gap}", frequent(results.of("takers", **case.keys, gap=gap))) for gap in KINDS
        ]
        drawing = curve_panel(
            groups,
            "paid",
            "win_rate",
            xlabel="winning bid, coins",
            unit="win rate, %",
            title=title,
            scale=100,
            level=100 * case.fair,
        )
        said = ", ".join(
            f"{limit(still_pays(results, case, gap))} for a gap of {gap}" for gap in KINDS
        )
        alt = f"Win rate by winning bid, {title}. Highest bid that still pays: {said}."
        return drawing, alt

    of_first = list(cases(results, results.fields[0]))
    said = []
    for gap in KINDS:
        found = [most for case in of_first if (most := still_pays(results, case, gap)) is not None]
        if found:
            said.append(f"{span(np.array(found, float), 0)} coins for a gap of {gap}")
    finding = "No bid for the best house is shown to win more than a fair share"
    if said:
        finding = f"The highest bids for the best house that still pay: {', '.join(said)}"
    return Figure(
        "takers",
        finding,
        "Win rate of who takes the best house by what was bid for it, where it is that much better "
        "than the second. Dashed: a fair share; a bid still pays if the whole interval is above "
        f"it. {SELDOM_TEXT} Bands: {RATE_INTERVAL}. Field: {results.fields[0]}.",
        grid(results, "takers", draw),
        without_field(results.of("takers")),
    )


def _sizes(results: Results, case: Case, by: str) -> Columns:
    return frequent(results.of("fights", **case.keys, by=by))


def _from_to(table: Columns, name: str, unit: str, scale: float) -> str:
    both = ends(table)
    if both is None:
        return "none was seen"
    return ", ".join(
        f"{one(end, name, scale)} {unit} for a gap of {end['size'][0]}" for end in both
    )


def _with_only(results: Results, name: str) -> Columns:
    data = results.of("fights")
    kept = ("ruleset", "players", "by", "size", "games", name, f"{name}_low", f"{name}_high")
    return {column: data[column] for column in (*kept, "deals")}
