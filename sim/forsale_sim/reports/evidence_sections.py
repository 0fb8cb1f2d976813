"""What stands behind the answer: the findings at every table, and how fair the seats are."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.compare.difference_text import rows_of
from strategy_lab.display.compare.effect_text import effect_text
from strategy_lab.display.page.page_parts import Section
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import where

from forsale_sim.measures import MEASURES
from forsale_sim.reports.answer import topic_figure
from forsale_sim.reports.figures import MOST_RULESETS, forest_figure, seat_figure
from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.topics import Topic
from forsale_sim.reports.wording import names_of, seat_name, sentence

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
    seats = rows_of(where(results.conclusions, a=FAIR, play=UNCHANGED), MEASURES)
    shown = [row for row in seats if row["grade"] in SHOWN]
    drawn = {ruleset.name for ruleset in results.experiment.rulesets[:MOST_RULESETS]}
    title = (
        "Some seats are shown to be unfair"
        if any(row["b"] in drawn for row in shown)
        else "No seat is shown to be unfair at other tables"
    )
    names = names_of(results)
    return Section(
        "fairness",
        "Each seat, for each number of players",
        text=[
            f"{sentence(row['grade'])[:-1]}: under {names[row['b']]}, "
            f"{effect_text(row, seat_name(row['seat'], row['players']))} than a fair share at a "
            f"table of {row['players']}."
            for row in shown
        ],
        figures=[seat_figure(results, title)],
    )
