"""Player-count balance: how the game changes with the number of players."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import series
from forsale_sim.reports.page.page_parts import Figure, Panel, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.estimate_text import (
    estimate_text,
    estimate_texts,
    number_texts,
    row_keys,
    table_rows,
)
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import where
from forsale_sim.stats.pairwise import LARGEST_INTERVAL


def players(results: Results) -> Section:
    """Return the section on player counts."""
    base = results.subject
    effects = results.of("seat_effect", ruleset=base)
    money = results.of("by_players", ruleset=base)
    by_count = [
        f"{n} players: {estimate_text(where(money, players=n), 'money_mean')} thousand each"
        for n in results.players
    ]
    answer = []
    if len(results.players) > 1 and np.isfinite(effects["effect"]).all():
        most, least = np.argmax(effects["effect"]), np.argmin(effects["effect"])
        apart = _apart(effects, int(most), int(least))
        answer = [
            f"{'Seats' if apart else 'It is not shown, but seats seem to'} matter more with "
            f"{effects['players'][most]} players than with {effects['players'][least]} "
            f"({100 * effects['effect'][most]:.1f} and {100 * effects['effect'][least]:.1f} points "
            f"between the best and the worst seat, by {base})."
        ]
    table = results.tables["by_players"]
    return Section(
        name="players",
        title="Player-count balance",
        answer=answer,
        text=[
            "What a player ends with depends on how many share the cards and on the coins each "
            f"starts with. By {base}: {'; '.join(by_count)}."
        ],
        figures=[_figure(results)],
        tables=[
            Table(
                "Every number of players",
                ["field", "ruleset", "players", "money", "sd", "cheques", "paid", "coins left"],
                table_rows(
                    row_keys(table, "field", "ruleset", "players"),
                    estimate_texts(table, "money_mean"),
                    *(
                        number_texts(table[name])
                        for name in ("money_sd", "cheques_mean", "paid_mean", "coins_left_mean")
                    ),
                ),
                "Of a player, in thousands; sd: standard deviation from game to game. "
                "±: 95 % t interval, clustered by deal.",
            )
        ],
    )


def _apart(effects: Columns, most: int, least: int) -> bool:
    """Return whether the intervals of two rows do not overlap."""
    return bool(effects["effect_low"][most] > effects["effect_high"][least])


def _figure(results: Results) -> Figure:
    data = results.of("seat_effect")
    drawn = [series(name, where(data, ruleset=name), "effect", 100) for name in results.rulesets]
    drawing = point_chart(
        [f"{n} players" for n in results.players], drawn, unit="best less worst seat, points"
    )
    description = "; ".join(
        f"{ruleset} {n} players "
        + estimate_text(where(data, ruleset=ruleset, players=n), "effect", 100)
        for ruleset in results.rulesets
        for n in results.players
    )
    base = where(data, ruleset=results.subject)
    if len(results.players) == 1:
        finding = (
            f"The best seat wins {estimate_text(base, 'effect', 100)} points more than the worst"
        )
    else:
        most, least = np.argmax(np.nan_to_num(base["effect"])), np.argmin(base["effect"])
        apart = _apart(base, int(most), int(least))
        finding = (
            f"Seats matter more with {base['players'][most]} players than with "
            f"{base['players'][least]}"
            if apart
            else "How much seats matter is not shown to depend on the number of players"
        )
    names = ("ruleset", "players", "games", "best_seat", "worst_seat")
    limits = ("effect", "effect_low", "effect_high", "verdict", "deals")
    return Figure(
        "players",
        finding,
        f"Win rate of the best seat less that of the worst. Bars: {LARGEST_INTERVAL}. "
        f"Field: {results.fields[0]}.",
        [Panel("players", drawing, f"Points between the best and the worst seat. {description}.")],
        {name: data[name] for name in (*names, *limits)},
    )
