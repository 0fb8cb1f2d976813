"""The economy: what houses cost and return, and where money leaves the game."""

from __future__ import annotations

import numpy as np

from forsale_sim.reports.page.drawing import Series, curves, stacks
from forsale_sim.reports.page.parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.panels import series
from forsale_sim.reports.showing.texts import estimates, keys, one, rows, span
from forsale_sim.results.tables import Columns, where
from forsale_sim.stats.intervals import MEAN_INTERVAL

COINS = {"lost_winning": "paid by winners", "lost_passing": "lost by passing", "coins_left": "left"}


def economy(results: Results) -> Section:
    """Return the section on the economy."""
    base = results.rulesets[0]
    games = results.of("games", ruleset=base)
    coins = games["lost_winning"] + games["lost_passing"] + games["coins_left"]
    brought = np.where(coins > 0, coins, np.nan)
    lost = 100 * (games["lost_winning"] + games["lost_passing"]) / brought
    answer = (
        f"By {base}, {span(lost, 0)} % of all coins leave the game in auctions; "
        f"{span(100 * games['lost_passing'] / brought, 0)} % of all do so by passing."
        if not np.isnan(lost).any()
        else ""
    )
    table = results.tables["prices"]
    return Section(
        name="economy",
        title="The economy",
        answer=[answer] if answer else [],
        text=[
            "Coins are lost by whoever wins an auction, the whole bid, and by who passes with a "
            "bid, what the refund leaves; the rest counts at the end. A house comes back as the "
            "cheque that it is sold for.",
        ],
        figures=[_prices(results), _returns(results), _coins(results)],
        tables=[
            Table(
                "Every house",
                ["field", "ruleset", "players", "house", "price", "cheque", "cheque per coin"],
                rows(
                    keys(*(table[name] for name in ("field", "ruleset", "players", "house"))),
                    estimates(table, "price"),
                    estimates(table, "cheque"),
                    estimates(table, "per_coin"),
                ),
                f"Thousands a game in which it is bought. ±: {MEAN_INTERVAL}.",
            ),
            _coin_table(results),
        ],
    )


def _kept(data: Columns, *names: str) -> Columns:
    columns = [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
    return {
        key: data[key]
        for key in ("ruleset", "players", "house", "games", *columns, "deals")
        if key in data
    }


def _prices(results: Results) -> Figure:
    base = results.rulesets[0]
    data = results.of("prices", ruleset=base)
    panels, turns = [], []
    for players in results.players:
        table = where(data, players=players)
        drawing = curves(
            table["house"],
            [series("price", table, "price"), series("cheque", table, "cheque")],
            xlabel="house",
            unit="thousands",
            title=f"{players} players",
        )
        top, low = int(table["house"][-1]), int(table["house"][0])
        costs = [one(where(table, house=house), "price") for house in (low, top)]
        brings = [one(where(table, house=house), "cheque") for house in (low, top)]
        turns.append(float(table["price"][-1]))
        alt = (
            f"Price and cheque by house, {players} players: house {low} costs {costs[0]} and "
            f"returns {brings[0]}; house {top} costs {costs[1]} and returns {brings[1]}."
        )
        panels.append(Panel(f"prices-{players}", drawing, alt))
    finding = f"The best house costs {span(np.array(turns))} coins and returns more than it costs"
    tops = where(data, house=int(data["house"].max()))
    if not np.all(tops["cheque_low"] > tops["price_high"]):
        finding = f"The best house costs {span(np.array(turns))} coins"
    return Figure(
        "prices",
        finding,
        f"Mean price paid for a house, and mean cheque it is sold for. Bands: {MEAN_INTERVAL}. "
        f"{base}, field: {results.fields[0]}.",
        panels,
        _kept(data, "price", "cheque"),
    )


def _returns(results: Results) -> Figure:
    base = results.rulesets[0]
    data = results.of("prices", ruleset=base)
    panels = []
    for players in results.players:
        table = where(data, players=players)
        paid = table["price"] > 0.05  # what is nearly free has no meaningful return on a coin
        table = {name: column[paid] for name, column in table.items()}
        drawing = curves(
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
                f"{span(table['per_coin'])} thousand a coin, least for house "
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
        _kept(data, "per_coin"),
    )


def _return(houses: Columns) -> tuple[float, float, float]:
    """Return what a coin brings on houses together, between bounds from all their intervals.

    NaN where they cost nothing.
    """
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
            Series(
                label, *(table[f"{name}{end}"] / table["players"] for end in ("", "_low", "_high"))
            )
            for name, label in COINS.items()
        ]
        drawing = stacks(
            [f"{n} players" for n in table["players"].tolist()],
            each,
            unit="coins of a player",
            title=ruleset,
        )
        said = "; ".join(
            f"{n} players: " + ", ".join(f"{part.value[i]:.1f} {part.label}" for part in each)
            for i, n in enumerate(table["players"].tolist())
        )
        panels.append(
            Panel(f"coins-{len(panels) + 1}", drawing, f"Where coins go by {ruleset}. {said}.")
        )
    lost = data["lost_passing"] + data["lost_winning"]
    passing = 100 * data["lost_passing"] / np.where(lost > 0, lost, np.nan)
    finding = "No coins are lost"
    if lost.any():
        finding = (
            f"Of the coins lost, {span(passing, 0)} % are lost by passing, the rest by winning"
        )
    kept = [f"{name}{end}" for name in COINS for end in ("", "_low", "_high")]
    return Figure(
        "coins",
        finding,
        f"What becomes of the coins that a player starts with. Bars: {MEAN_INTERVAL}, of each "
        f"part. Field: {results.fields[0]}.",
        panels,
        {name: data[name] for name in ("ruleset", "players", "games", *kept, "deals")},
    )


def _coin_table(results: Results) -> Table:
    table = results.tables["games"]
    return Table(
        "Coins of all players of a game",
        ["field", "ruleset", "players", *COINS.values()],
        rows(
            keys(*(table[name] for name in ("field", "ruleset", "players"))),
            *(estimates(table, name) for name in COINS),
        ),
        f"Thousands. ±: {MEAN_INTERVAL}.",
    )
