"""Strength: what a strong human player's rule loses to strategies that are tuned or search."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure as Drawing

from forsale_sim.reports.matches.plan import HUMAN, STRONGER
from forsale_sim.reports.page.drawing import Series, points
from forsale_sim.reports.page.parts import Figure, Section, Table
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.cases import Case, cases
from forsale_sim.reports.showing.panels import grid
from forsale_sim.reports.showing.texts import by_players, estimates, keys, one, out_of, rows
from forsale_sim.results.tables import Columns, where
from forsale_sim.stats.intervals import RATE_INTERVAL
from forsale_sim.wording import counted, listed

BEST = STRONGER[-1]


def strength(results: Results) -> Section:
    """Return the section on strength."""
    table = results.tables["strength"]
    games = results.settled.config.match_games
    return Section(
        name="strength",
        title=f"Strength: what {HUMAN} loses to stronger play",
        answer=[_answer(results)],
        text=[
            f"{HUMAN} is a rule that a person can follow, and a strong one. Each of "
            f"{listed(STRONGER)} plays {counted(games, 'game')} or a few more as the only one amid "
            f"copies of {HUMAN}, in every seat in turn, and {HUMAN} as many amid copies of it. "
            "Equals would win a fair share."
        ],
        figures=[_figure(results)],
        tables=[
            Table(
                f"Each amid copies of {HUMAN}, and {HUMAN} amid copies of each",
                ["ruleset", "players", "player", "amid", "win rate, %", "fair, %"],
                rows(
                    keys(*(table[name] for name in ("ruleset", "players", "player", "opponents"))),
                    estimates(table, "win_rate", 100),
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
    base = results.rulesets[0]
    losing, winning = (
        [f"{one(_match(results, base, n, *pair), 'win_rate', 100)} %" for n in results.players]
        for pair in ((HUMAN, BEST), (BEST, HUMAN))
    )
    fair = [f"{100 / n:.1f} %" for n in results.players]
    lost, equal, won = (by_players(results.players, rates) for rates in (losing, fair, winning))
    return (
        f"{HUMAN}, the rule of a strong human player, wins {lost} amid copies of {BEST} by {base}, "
        f"where a fair share is {equal}; {BEST} amid copies of {HUMAN} wins {won}."
    )


def _figure(results: Results) -> Figure:
    def draw(case: Case, title: str) -> tuple[Drawing, str]:
        drawn = []
        for label, pairs in (
            (f"amid copies of {HUMAN}", [(name, HUMAN) for name in STRONGER]),
            (f"{HUMAN} amid copies of it", [(HUMAN, name) for name in STRONGER]),
        ):
            matches = [_match(results, case.ruleset, case.players, *pair) for pair in pairs]
            columns = (
                np.array([100 * row[f"win_rate{end}"][0] for row in matches])
                for end in ("", "_low", "_high")
            )
            drawn.append(Series(label, *columns))
        drawing = points(STRONGER, drawn, unit="win rate, %", title=title, level=100 * case.fair)
        said = "; ".join(
            f"{name} {drawn[0].value[i]:.1f} % {drawn[0].label}, {drawn[1].value[i]:.1f} % for "
            f"{HUMAN} amid copies of {name}"
            for i, name in enumerate(STRONGER)
        )
        return drawing, f"Win rates, {title}: {said}."

    found = list(cases(results, results.fields[0]))
    above = sum(
        bool(_match(results, c.ruleset, c.players, BEST, HUMAN)["win_rate_low"][0] > c.fair)
        for c in found
    )
    below = sum(
        bool(_match(results, c.ruleset, c.players, HUMAN, BEST)["win_rate_high"][0] < c.fair)
        for c in found
    )
    return Figure(
        "strength",
        f"{BEST} wins more than a fair share amid copies of {HUMAN} in "
        f"{out_of(above, len(found), 'case')}, {HUMAN} less amid copies of {BEST} in {below}",
        f"Dashed: a fair share. Bars: {RATE_INTERVAL}. Cases: rulesets and numbers of players.",
        grid(results, "strength", draw),
        results.tables["strength"],
    )
