"""How far to trust a report: who has a vote, and what came of its findings when tried again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strategy_lab.display.number_text import number
from strategy_lab.display.page.page_parts import Section
from strategy_lab.experiments.fields import untrained_note, weakness_note
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, STRANGERS, STRESS
from strategy_lab.results.tables import where
from strategy_lab.wording import counted, listed

from forsale_sim.experiments.retuning import FEWEST_TRAININGS
from forsale_sim.program import FOR_SALE
from forsale_sim.reports.repetition import Repeated, repetition_table, repetition_text
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.wording import (
    first_count,
    table_name,
    untrained_names,
)

WHAT_GRADES_MEAN = (
    "A grade answers one question: would it hold at a table that nobody here has met? Solid: such "
    "a table is predicted to show an effect that is large enough to matter. Likely: the mean over "
    "tables is shown to be large enough, and four of five tables have its sign. No effect worth "
    "naming: such a table is predicted to show none that matters. Unclear: anything else, and the "
    "reason is said."
)

TRAINING_SEEDS = "An option of a report"


def trust_section(results: Results, repeated: Sequence[Repeated]) -> Section:
    """Return how far to trust the findings, some of which were tried again."""
    report = results.experiment
    tables = _tables(results)
    of = {
        estimand: [table_name(results, name) for name, its in tables.items() if its == estimand]
        for estimand in (BEFORE, STRANGERS, ADAPTED)
    }
    points = []
    if of[BEFORE]:
        points.append(f"Tables of players who know the rules: {listed(of[BEFORE])}.")
    if of[STRANGERS]:
        points.append(
            f"Tables of strangers, who were not made or tuned here: {listed(of[STRANGERS])}."
        )
    points.append("No two of these tables share a player; each has one vote.")
    points += _without_a_vote(results)
    if of[ADAPTED]:
        few = len(of[ADAPTED]) < FEWEST_TRAININGS
        points.append(
            f"Players were trained anew {counted(len(of[ADAPTED]), 'time')} for each ruleset, from "
            "one start that favours none. They are told of apart from all others"
            + (f": {FEWEST_TRAININGS} trainings are the least that say much." if few else ".")
        )
    if results.pair[0] != FAIR and not _pair_table(results)["paired"].all():
        points.append(
            "The decks are of different sizes: each ruleset has deals of its own, and only shares "
            "are compared."
        )
    rulesets = [*report.rulesets, *report.what_ifs]
    points += filter(
        None,
        (
            untrained_note(untrained_names(results), TRAINING_SEEDS),
            weakness_note(report.fields, rulesets, report.players, TRAINING_SEEDS, FOR_SALE),
        ),
    )
    points += _split_panel_text(results)
    if repeated:
        points.append(repetition_text(repeated))
    points.append(
        "Chance is the smaller error, who plays the larger one: a size is a range over tables, or "
        "one number where the largest is at most twice the smallest."
    )
    return Section(
        "trust",
        "How far to trust it",
        text=[WHAT_GRADES_MEAN],
        points=[*points, *report.config.notes],
        tables=[repetition_table(repeated)] if repeated else [],
    )


def _split_panel_text(results: Results) -> list[str]:
    """Return how many findings hold among strangers who had no vote, if there were any."""
    solid, held = results.halved
    if not solid:
        return []
    return [
        "Tried without half of the strangers: with the votes of the other half, in all ways to "
        f"halve them, {solid} findings on all measures are solid; {held} of these "
        f"({number(100 * held / solid, 0)} %) keep their sign and half their size among the "
        "strangers who had no vote."
    ]


def _pair_table(results: Results) -> Columns:
    a, b = results.pair
    return where(results.differences, a=a, b=b)


def _tables(results: Results) -> dict[str, str]:
    """Return the estimand of each field that speaks for itself, for the usual number of players."""
    rows = where(_pair_table(results), players=first_count(results))
    return {
        field: estimand
        for field, table, estimand in zip(
            *(rows[name].tolist() for name in ("field", "table", "estimand")), strict=True
        )
        if field == table and estimand != STRESS
    }


def _without_a_vote(results: Results) -> Iterator[str]:
    """Yield which fields say nothing of their own."""
    rows = where(_pair_table(results), players=first_count(results))
    spoken_for = dict(zip(rows["field"].tolist(), rows["table"].tolist(), strict=True))
    for name, other in spoken_for.items():
        if name != other:
            one, another = (table_name(results, each) for each in (name, other))
            yield (
                f"The table {one} shares a player with {another}, or plays like it, and has no "
                "vote of its own."
            )
    watched = sum(field.estimand == STRESS for field in results.experiment.fields)
    if watched:
        yield f"{counted(watched, 'more table')} are in the data but have no vote."
