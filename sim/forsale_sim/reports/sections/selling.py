"""Selling: which house to sell against which cheques."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.reports.page.parts import Figure, Section, Table
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.showing.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.showing.limits import SELDOM_TEXT, ends, first_above, frequent, limit
from forsale_sim.reports.showing.panels import curve_panel, grid
from forsale_sim.reports.showing.texts import by_players, estimates, keys, one, out_of, rows, span
from forsale_sim.results.rounds.tables import BEST, SPREAD, WHO
from forsale_sim.results.tables import Columns, where
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
            "The rank of a house in a hand is 0 % for the lowest and 100 % for the highest; so it "
            "is among all unsold houses. Counted are sales in which a player had a choice: two "
            "houses or more, and another seller. Where hands of winners are better, a house of one "
            "rank in the hand is of a higher rank among all."
        ],
        figures=[_by_spread(results), _by_best(results)],
        tables=[_turns(results), _every_spread(results)],
    )


def _sales(results: Results, case: Case, by: str, who: str) -> Columns:
    return frequent(results.of("sales", **case.keys, by=by, who=who))


def _turn(results: Results, case: Case, who: str) -> int | None:
    """Return from which spread of the cheques on a house of the upper half of a hand is sold."""
    return first_above(_sales(results, case, SPREAD, who), "value", "hand_rank", HALF)


def _when_high(results: Results) -> str:
    """Return a sentence on which spread of cheques is worth a good house."""
    base = results.rulesets[0]
    players, turns, lows, highs = [], [], [], []
    for case in first_cases(results, base):
        turn, both = _turn(results, case, WINNERS), ends(_sales(results, case, SPREAD, WINNERS))
        if both is not None:
            players.append(case.players)
            turns.append(NEVER if turn is None else str(turn))
            lows.append(f"{one(both[0], 'hand_rank', 100)} %")
            highs.append(f"{one(both[1], 'hand_rank', 100)} %")
    if set(turns) <= {NEVER}:
        return ""
    return (
        "Sell good houses where the cheques are far apart: winners give one of the upper half of "
        "their hand from this difference between the best and the lowest cheque on, in thousands: "
        f"{by_players(players, turns)}. For the smallest differences the rank in the hand of what "
        f"they sell is {by_players(players, lows)}, for the largest {by_players(players, highs)}."
    )


def _compared(results: Results, which: Sequence[Case]) -> tuple[int, int, int]:
    """Return at how many spreads winners sell lower houses of a hand, higher ones, of how many."""
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
    lower, higher, together = _compared(results, list(cases(results)))
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
            f"{span(np.array(turns, float), 0)} thousand apart or more, depending on the game"
        )
    return _figure(results, "sales", SPREAD, finding)


def _by_best(results: Results) -> Figure:
    found = [ends(_sales(results, case, BEST, WINNERS)) for case in cases(results)]
    up = sum(
        bool(last["hand_rank_low"][0] > first["hand_rank_high"][0])
        for first, last in filter(None, found)
    )
    finding = (
        "Winners sell better houses of their hand for the highest cheque than where the best is "
        f"low in {out_of(up, len(found), 'case')}"
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
        said = "; ".join(
            f"{who} from {one(both[0], 'hand_rank', 100)} % to {one(both[1], 'hand_rank', 100)} %"
            for who, table in groups
            if (both := ends(table)) is not None
        )
        return drawing, f"Rank in the hand of the house sold by the {LABELS[by]}, {title}: {said}."

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
        "From which difference of the cheques on good houses are sold, in every field",
        ["field", "ruleset", "players", *(WINNERS, OTHERS)],
        [
            [*map(str, case), *(limit(_turn(results, case, who)) for who in (WINNERS, OTHERS))]
            for case in cases(results)
        ],
        "Thousands: best cheque less the lowest. Good: shown to be of the upper half of the hand, "
        "on average.",
    )


def _every_spread(results: Results) -> Table:
    names = results.tables["sales"]
    table = {name: column[names["by"] == SPREAD] for name, column in names.items()}
    return Table(
        "Every difference of the cheques",
        ["field", "ruleset", "players", "difference", "who", "in hand, %", "of all, %"],
        rows(
            keys(*(table[name] for name in ("field", "ruleset", "players", "value", "who"))),
            estimates(table, "hand_rank", 100),
            estimates(table, "unsold_rank", 100),
        ),
        f"Mean rank of the house sold, in the hand and among all unsold. ±: {MEAN_INTERVAL}.",
    )
