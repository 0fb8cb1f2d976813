"""How many coins to keep after each auction, and for the last one."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.page_parts import Figure, Panel
from forsale_sim.reports.results import Results, without_field
from forsale_sim.reports.sections.buying.fights import COINS
from forsale_sim.reports.shared.cases import CASES, Case, cases, first_cases
from forsale_sim.reports.shared.curve_panels import curve_panel, win_rate_panel
from forsale_sim.reports.shared.estimate_text import by_players, estimate_text, range_text
from forsale_sim.reports.shared.thresholds import (
    SELDOM_TEXT,
    around_best,
    count_rises,
    first_and_last,
    frequent_rows,
)
from forsale_sim.results.columns import Columns
from forsale_sim.results.rounds.tables import WHO
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL


def before_last(results: Results, case: Case, who: str) -> Columns:
    """Return the row on coins before the last auction; none if there is only one auction."""
    data = results.of("kept", **case.keys, who=who)
    return where(data, round=int(data["round"].max(initial=0)) - 1)


def enough(results: Results, case: Case) -> tuple[int, int] | None:
    """Return the range of coins before the last auction that wins more than a fair share."""
    table = frequent_rows(results.of("reserves", **case.keys))
    return around_best(table, "held", "win_rate", case.fair)


def what_to_keep(results: Results, base: str) -> str:
    """Return a sentence on coins before the last auction."""
    of_base = first_cases(results, base)
    others, winners = (
        by_players(
            results.players,
            [estimate_text(before_last(results, case, who), "coins") for case in of_base],
            COINS,
        )
        for who in WHO
    )
    kept = f"Before the last auction winners still have {winners}, the others {others}"
    needed = {case.players: coins for case in of_base if (coins := enough(results, case))}
    if not needed:
        return f"{kept}."
    texts = [range_text(np.array(coins, float), 0) for coins in needed.values()]
    held = by_players([*needed], texts, COINS)
    return f"{kept}. A player who has {held} then wins more than a fair share."


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
        description = "; ".join(
            f"{label} from {estimate_text(both[0], 'coins')} to {estimate_text(both[1], 'coins')}"
            for label, group in groups
            if (both := first_and_last(group)) is not None
        )
        alt = f"Coins left after each auction, {players} players: {description}."
        panels.append(Panel(f"kept-{players}", drawing, alt))
    others, winners = ([before_last(results, case, who) for case in cases(results)] for who in WHO)
    pairs = list(zip(others, winners, strict=True))
    more = count_rises(pairs, "coins")
    return Figure(
        "kept",
        f"Before the last auction winners have kept more coins than others in {more} of "
        f"{len(pairs)} cases",
        "Mean coins left after each auction, of the winners of the game and of the others. "
        f"Bands: {MEAN_INTERVAL}. {CASES} Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )


def reserves(results: Results) -> Figure:
    """Return the figure on win rates by coins before the last auction."""
    data = results.of("reserves")
    panels = []
    for players in results.players:
        groups = [
            (ruleset, frequent_rows(where(data, ruleset=ruleset, players=players)))
            for ruleset in results.rulesets
        ]
        drawing = win_rate_panel(
            groups,
            "held",
            players,
            xlabel="coins before the last auction",
            title=f"{players} players",
        )
        description = "; ".join(
            f"{label} {estimate_text(both[0], 'win_rate', 100)} % with {both[0]['held'][0]}, "
            f"{estimate_text(both[1], 'win_rate', 100)} % with {both[1]['held'][0]}"
            for label, table in groups
            if (both := first_and_last(table)) is not None
        )
        alt = f"Win rate by coins before the last auction, {players} players: {description}."
        panels.append(Panel(f"reserves-{players}", drawing, alt))
    known = [
        coins[0] for case in cases(results, results.fields[0]) if (coins := enough(results, case))
    ]
    finding = "No number of coins before the last auction is shown to win more than a fair share"
    if known:
        finding = (
            f"It takes {range_text(np.array(known, float), 0)} coins before the last auction, "
            "depending on the game, to win more than a fair share"
        )
    return Figure(
        "reserves",
        finding,
        "Win rate by coins before the last auction. Dashed: a fair share. The title counts "
        f"whole intervals above it, around the highest rate. {SELDOM_TEXT} Bands: "
        f"{RATE_INTERVAL}. Field: {results.fields[0]}.",
        panels,
        without_field(data),
    )
