"""The economy: what houses cost and return, and where money leaves the game."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.number_text import with_limits
from forsale_sim.display.plots.charts import curve_chart, stack_chart
from forsale_sim.display.plots.marks import Series, series
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.estimate_text import (
    estimate_text,
    estimate_texts,
    range_text,
    row_keys,
    table_rows,
)
from forsale_sim.reports.shared.rate_panels import figure_data
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL

COINS = {"lost_winning": "paid by winners", "lost_passing": "lost by passing", "coins_left": "left"}


def economy(results: Results) -> Section:
    """Return the section on the economy."""
    base = results.subject
    games = results.of("games", ruleset=base)
    coins = games["lost_winning"] + games["lost_passing"] + games["coins_left"]
    brought = np.where(coins > 0, coins, np.nan)
    lost = 100 * (games["lost_winning"] + games["lost_passing"]) / brought
    answer = (
        f"By {base}, {range_text(lost, 0)} % of all coins leave the game in auctions; "
        f"{range_text(100 * games['lost_passing'] / brought, 0)} % of all do so by passing."
        if not np.isnan(lost).any()
        else ""
    )
    table = results.tables["prices"]
    return Section(
        name="economy",
        title="The economy",
        answer=[answer] if answer else [],
        text=[
            "The winner of an auction loses the whole bid; a player who passes loses what the "
            "refund leaves of the bid. All other coins count at the end. A house brings the "
            "cheque that it is sold for."
        ],
        figures=[_prices(results), _returns(results), _coins(results)],
        tables=[
            Table(
                "Every house",
                ["field", "ruleset", "players", "house", "price", "cheque", "cheque per coin"],
                table_rows(
                    row_keys(table, "field", "ruleset", "players", "house"),
                    estimate_texts(table, "price"),
                    estimate_texts(table, "cheque"),
                    estimate_texts(table, "per_coin"),
                ),
                f"Thousands a game in which it is bought. ±: {MEAN_INTERVAL}.",
            ),
            _coin_table(results),
        ],
    )


def _prices(results: Results) -> Figure:
    base = results.subject
    data = results.of("prices", ruleset=base)
    panels, turns = [], []
    for players in results.players:
        table = where(data, players=players)
        drawing = curve_chart(
            table["house"],
            [series("price", table, "price"), series("cheque", table, "cheque")],
            xlabel="house",
            unit="thousands",
            title=f"{players} players",
        )
        top, low = int(table["house"][-1]), int(table["house"][0])
        costs = [estimate_text(where(table, house=house), "price") for house in (low, top)]
        brings = [estimate_text(where(table, house=house), "cheque") for house in (low, top)]
        turns.append(float(table["price"][-1]))
        alt = (
            f"Price and cheque by house, {players} players: house {low} costs {costs[0]} and "
            f"returns {brings[0]}; house {top} costs {costs[1]} and returns {brings[1]}."
        )
        panels.append(Panel(f"prices-{players}", drawing, alt))
    finding = (
        f"The best house costs {range_text(np.array(turns))} coins and returns more than it costs"
    )
    tops = where(data, house=int(data["house"].max()))
    if not np.all(tops["cheque_low"] > tops["price_high"]):
        finding = f"The best house costs {range_text(np.array(turns))} coins"
    return Figure(
        "prices",
        finding,
        f"Mean price paid for a house, and mean cheque it is sold for. Bands: {MEAN_INTERVAL}. "
        f"{base}, field: {results.fields[0]}.",
        panels,
        figure_data(data, ("ruleset", "players", "house"), ("price", "cheque")),
    )


def _returns(results: Results) -> Figure:
    base = results.subject
    data = results.of("prices", ruleset=base)
    panels = []
    for players in results.players:
        table = where(data, players=players)
        paid = table["price"] > 0.05  # a house that is nearly free has no meaningful return
        table = {name: column[paid] for name, column in table.items()}
        drawing = curve_chart(
            table["house"],
            [series("return", table, "per_coin")],
            xlabel="house",
            unit="cheque per coin paid",
            title=f"{players} players",
        )
        alt = f"Return on a coin by house, {players} players: no house is paid for."
        if len(table["house"]):
            least = int(np.argmin(table["per_coin"]))
            alt = (
                f"Return on a coin by house, {players} players: from "
                f"{range_text(table['per_coin'])} thousand a coin, least for house "
                f"{table['house'][least]}."
            )
        panels.append(Panel(f"returns-{players}", drawing, alt))
    dear = data["house"] > np.median(data["house"])
    low, high = (
        _return({name: column[chosen] for name, column in data.items()}) for chosen in (~dear, dear)
    )
    finding = "It is not shown whether a coin returns more on cheap houses or on dear ones"
    if low[0] > high[2] or high[0] > low[2]:
        finding = (
            f"A coin returns more on {'cheap' if low[0] > high[2] else 'dear'} houses: "
            f"{low[1]:.1f} on the lower half of them, {high[1]:.1f} on the upper"
        )
    return Figure(
        "returns",
        finding,
        "Cheques a house is sold for, divided by the coins paid for it; houses that cost less than "
        f"0.05 coins on average are left out. Bands: {MEAN_INTERVAL}. {base}, field: "
        f"{results.fields[0]}.",
        panels,
        figure_data(data, ("ruleset", "players", "house"), ["per_coin"]),
    )


def _return(houses: Columns) -> tuple[float, float, float]:
    """Return bounds and value of the return of a coin on houses together; NaN if they are free."""
    sums = {
        f"{name}{end}": float(np.nansum(houses[f"{name}{end}"]))
        for name in ("cheque", "price")
        for end in ("", "_low", "_high")
    }
    ends = (("cheque_low", "price_high"), ("cheque", "price"), ("cheque_high", "price_low"))
    low, value, high = (
        sums[top] / sums[bottom] if sums[bottom] > 0 else np.nan for top, bottom in ends
    )
    return low, value, high


def _coins(results: Results) -> Figure:
    data = results.of("games")
    panels: list[Panel] = []
    for ruleset in results.rulesets:
        table = where(data, ruleset=ruleset)
        each: list[Series] = [
            Series(label, *(column / table["players"] for column in with_limits(table, name)))
            for name, label in COINS.items()
        ]
        drawing = stack_chart(
            [f"{n} players" for n in table["players"].tolist()],
            each,
            unit="coins of a player",
            title=ruleset,
        )
        description = "; ".join(
            f"{n} players: " + ", ".join(f"{part.value[i]:.1f} {part.label}" for part in each)
            for i, n in enumerate(table["players"].tolist())
        )
        panels.append(
            Panel(
                f"coins-{len(panels) + 1}", drawing, f"Where coins go by {ruleset}. {description}."
            )
        )
    lost = data["lost_passing"] + data["lost_winning"]
    passing = 100 * data["lost_passing"] / np.where(lost > 0, lost, np.nan)
    finding = "No coins are lost"
    if lost.any():
        share = range_text(passing, 0)
        finding = f"Of the coins lost, {share} % are lost by passing, the rest by winning"
    return Figure(
        "coins",
        finding,
        f"What becomes of the coins that a player starts with. Bars: {MEAN_INTERVAL}, of each "
        f"part. Field: {results.fields[0]}.",
        panels,
        figure_data(data, ("ruleset", "players"), list(COINS)),
    )


def _coin_table(results: Results) -> Table:
    table = results.tables["games"]
    return Table(
        "Coins of all players in a game",
        ["field", "ruleset", "players", *COINS.values()],
        table_rows(
            row_keys(table, "field", "ruleset", "players"),
            *(estimate_texts(table, name) for name in COINS),
        ),
        f"Thousands. ±: {MEAN_INTERVAL}.",
    )
