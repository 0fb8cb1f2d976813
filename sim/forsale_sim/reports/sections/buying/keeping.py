"""Coins: how many to keep after each auction, and for the last one."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.parts import Figure, Panel
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.sections.buying.fights import COINS
from forsale_sim.reports.showing.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.showing.limits import SELDOM_TEXT, around_best, ends, frequent
from forsale_sim.reports.showing.panels import curve_panel
from forsale_sim.reports.showing.texts import by_players, one, span
from forsale_sim.results.rounds.tables import WHO
from forsale_sim.results.tables import Columns, where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL


def before_last(results: Results, case: Case, who: str) -> Columns:
    """Return the row of the coins that players have before the last auction; none if it is one."""
    data = results.of("kept", **case.keys, who=who)
    return where(data, round=int(data["round"].max(initial=0)) - 1)


def enough(results: Results, case: Case) -> tuple[int, int] | None:
    """Return from how many coins before the last auction to how many win more than a fair share."""
    table = frequent(results.of("reserves", **case.keys))
    return around_best(table, "held", "win_rate", case.fair)


def what_to_keep(results: Results, base: str) -> str:
    """Return a sentence on coins before the last auction."""
    found = first_cases(results, base)
    others, winners = (
        by_players(
            results.players,
            [one(before_last(results, case, who), "coins") for case in found],
            COINS,
        )
        for who in WHO
    )
    said = f"Before the last auction winners still have {winners}, the others {others}"
    needed = {case.players: coins for case in found if (coins := enough(results, case))}
    if not needed:
        return f"{said}."
    texts = [span(np.array(coins, float), 0) for coins in needed.values()]
    held = by_players([*needed], texts, COINS)
    return f"{said}. Who has {held} then wins more than a fair share."


def coins_kept(results: Results) -> Figure:
    """Return the figure on coins left after each auction."""
    data = results.of("kept")
    panels = []
    for players in results.players:
        groups = [
            (f"{who}, {ruleset}", where(data, ruleset=ruleset, players=players, who=who))
            for ruleset in results.rulesets
            for who in reversed(WHO)
        ]
        drawing = curve_panel(
            groups,
            "round",
            "coins",
            xlabel="auctions held",
            unit="coins left",
            title=f"{players} players",
        )
        said = "; ".join(
            f"{label} from {one(both[0], 'coins')} to {one(both[1], 'coins')}"
            for label, group in groups
            if (both := ends(group)) is not None
        )
        alt = f"Coins left after each auction, {players} players: {said}."
        panels.append(Panel(f"kept-{players}", drawing, alt))
    pairs = [[before_last(results, case, who) for who in WHO] for case in cases(results)]
    more = sum(
        bool(len(a["games"]) and len(b["games"]) and b["coins_low"][0] > a["coins_high"][0])
        for a, b in pairs
    )
    return Figure(
        "kept",
        f"Before the last auction winners have kept more coins than others in {more} of "
        f"{len(pairs)} cases",
        "Mean coins left after each auction, of those who are first in the end and of the others. "
        f"Bands: {MEAN_INTERVAL}. {CASES} Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )


def reserves(results: Results) -> Figure:
    """Return the figure on who wins with how many coins before the last auction."""
    data = results.of("reserves")
    panels = []
    for players in results.players:
        groups = [
            (ruleset, frequent(where(data, ruleset=ruleset, players=players)))
            for ruleset in results.rulesets
        ]
        drawing = curve_panel(
            groups,
            "held",
            "win_rate",
            xlabel="coins before the last auction",
            unit="win rate, %",
            title=f"{players} players",
            scale=100,
            level=100 / players,
        )
        said = "; ".join(
            f"{label} {one(both[0], 'win_rate', 100)} % with {both[0]['held'][0]}, "
            f"{one(both[1], 'win_rate', 100)} % with {both[1]['held'][0]}"
            for label, table in groups
            if (both := ends(table)) is not None
        )
        alt = f"Win rate by coins before the last auction, {players} players: {said}."
        panels.append(Panel(f"reserves-{players}", drawing, alt))
    known = [
        coins[0] for case in cases(results, results.fields[0]) if (coins := enough(results, case))
    ]
    finding = "No number of coins before the last auction is shown to win more than a fair share"
    if known:
        finding = (
            f"It takes {span(np.array(known, float), 0)} coins before the last auction, depending "
            "on the game, to win more than a fair share"
        )
    return Figure(
        "reserves",
        finding,
        "Win rate by coins before the last auction. Dashed: a fair share. The title is about "
        f"whole intervals above it, next to the highest rate. {SELDOM_TEXT} Bands: "
        f"{RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )
