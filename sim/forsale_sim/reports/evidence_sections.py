"""What stands behind the answer: the findings at every table, and how fair the seats are."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.page.page_parts import Section
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import records, where

from forsale_sim.reports.answer import topic_figure
from forsale_sim.reports.figures import forest_figure, seat_figure
from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.topics import Topic

MOST_FORESTS = 4
"""How many findings are shown table by table, beside the first."""


def tables_section(results: Results, found: Sequence[Topic]) -> Section | None:
    """Return the findings that are shown table by table, but for the one of the first screen."""
    shown = [topic for topic in found if topic.grade in SHOWN]
    figures = [
        topic_figure(results, f"tables-{number}", topic)
        for number, topic in enumerate(shown[1 : 1 + MOST_FORESTS], start=1)
    ]
    if shown and shown[0].adapted is not None and shown[0].adapted["tables"] > 1:
        title = f"The same with {shown[0].players} players who were trained anew"
        adapted = forest_figure(results, "trained-anew", title, shown[0].adapted)
        figures.insert(0, adapted)
    if not figures:
        return None
    return Section("tables", "Would it hold at your table?", figures=figures)


def seats_section(results: Results) -> Section:
    """Return how fair the seats are."""
    return Section(
        "fairness",
        "Each seat, for each number of players",
        figures=[seat_figure(results, _best_seats(results))],
    )


def _best_seats(results: Results) -> str:
    """Return what is shown of seats, as a title."""
    seats = records(where(results.conclusions, a=FAIR, play=UNCHANGED))
    shown = sum(row["grade"] in SHOWN for row in seats)
    if not shown:
        return "No seat is shown to be unfair"
    return f"Of {len(seats)} seats, {shown} {'is' if shown == 1 else 'are'} shown not to be fair"
