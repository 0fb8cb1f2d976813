"""Strength: what a strong human player's rule loses to tuned and searching strategies."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import Series
from forsale_sim.reports.matches.plan import HUMAN, STRONGER
from forsale_sim.reports.page.page_parts import Figure, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.cases import Case, cases
from forsale_sim.reports.shared.curve_panels import grid
from forsale_sim.reports.shared.estimate_text import (
    by_players,
    estimate_text,
    estimate_texts,
    out_of,
    row_keys,
    table_rows,
)
from forsale_sim.results.columns import Columns
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import RATE_INTERVAL
from forsale_sim.wording import counted, listed

BEST = STRONGER[-1]


def strength(results: Results) -> Section:
    """Return the section on strength."""
    table = results.tables["strength"]
    games = results.experiment.config.match_games
    return Section(
        name="strength",
        title=f"Strength: what {HUMAN} loses to stronger play",
        answer=[_answer(results)],
        text=[
            f"{HUMAN} is a strong rule that a person can follow. Each of {listed(STRONGER)} plays "
            f"{counted(games, 'game')} or a few more as the only one among copies of {HUMAN}, in "
            f"every seat in turn, and {HUMAN} plays as many among copies of it. A strategy of "
            "equal strength would win a fair share."
        ],
        figures=[_figure(results)],
        tables=[
            Table(
                f"Each among copies of {HUMAN}, and {HUMAN} among copies of each",
                ["ruleset", "players", "player", "among", "win rate, %", "fair, %"],
                table_rows(
                    row_keys(table, "ruleset", "players", "player", "opponents"),
                    estimate_texts(table, "win_rate", 100),
                    [f"{100 / n:.1f}" for n in table["players"].tolist()],
                ),
                f"±: {RATE_INTERVAL}.",
            )
        ],
    )


def _match(results: Results, ruleset: str, players: int, player: str, other: str) -> Columns:
    """Return the row of a match."""
    return where(
        results.tables["strength"],
        ruleset=ruleset,
        players=players,
        player=player,
        opponents=f"copies of {other}",
    )


def _answer(results: Results) -> str:
    base = results.subject
    losing, winning = (
        [
            f"{estimate_text(_match(results, base, n, *pair), 'win_rate', 100)} %"
            for n in results.players
        ]
        for pair in ((HUMAN, BEST), (BEST, HUMAN))
    )
    fair = [f"{100 / n:.1f} %" for n in results.players]
    lost, equal, won = (by_players(results.players, rates) for rates in (losing, fair, winning))
    return (
        f"{HUMAN}, the rule of a strong human player, wins {lost} among copies of {BEST} by "
        f"{base}, where a fair share is {equal}; {BEST} among copies of {HUMAN} wins {won}."
    )


def _figure(results: Results) -> Figure:
    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawn = []
        for label, pairs in (
            (f"among copies of {HUMAN}", [(name, HUMAN) for name in STRONGER]),
            (f"{HUMAN} among copies of it", [(HUMAN, name) for name in STRONGER]),
        ):
            matches = [_match(results, case.ruleset, case.players, *pair) for pair in pairs]
            columns = (
                np.array([100 * row[f"win_rate{end}"][0] for row in matches])
                for end in ("", "_low", "_high")
            )
            drawn.append(Series(label, *columns))
        drawing = point_chart(
            STRONGER, drawn, unit="win rate, %", title=title, level=100 * case.fair
        )
        description = "; ".join(
            f"{name} {drawn[0].value[i]:.1f} % {drawn[0].label}, {drawn[1].value[i]:.1f} % for "
            f"{HUMAN} among copies of {name}"
            for i, name in enumerate(STRONGER)
        )
        return drawing, f"Win rates, {title}: {description}."

    of_first = list(cases(results, results.fields[0]))
    above = sum(
        bool(_match(results, c.ruleset, c.players, BEST, HUMAN)["win_rate_low"][0] > c.fair)
        for c in of_first
    )
    below = sum(
        bool(_match(results, c.ruleset, c.players, HUMAN, BEST)["win_rate_high"][0] < c.fair)
        for c in of_first
    )
    return Figure(
        "strength",
        f"{BEST} wins more than a fair share among copies of {HUMAN} in "
        f"{out_of(above, len(of_first), 'case')}, {HUMAN} less among copies of {BEST} in {below}",
        f"Dashed: a fair share. Bars: {RATE_INTERVAL}. Cases: rulesets and numbers of players.",
        grid(results, "strength", draw),
        results.tables["strength"],
    )
