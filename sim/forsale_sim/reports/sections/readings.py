"""Readings of unclear rules, and the effects of other readings."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.reports.page.page_parts import Group, Section
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.comparison_parts import seat_figure, whole_table
from forsale_sim.reports.shared.verdicts import KEY, compared, in_short
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.wording import listed


def readings(results: Results) -> Section:
    """Return the section on unclear rules."""
    groups = _understood(results.experiment.rulesets)
    text = [
        "Rulebooks leave some things open or contradict each other. They are read as follows."
        if groups
        else "None of these rulesets marks a rule as unclear."
    ]
    if results.readings is None or results.experiment.readings is None:
        text.append("No other readings were played.")
        return Section("readings", "Readings of unclear rules", [], text, groups=groups)
    base, *others = results.experiment.readings.rulesets
    text += [
        f"The other readings are what-ifs of {base.name}: "
        f"{listed([other.name for other in others])}. What-ifs cannot change what "
        "players see, or who opens.",
        KEY,
    ]
    leads = results.experiment.config.sections[0] == "readings"
    return Section(
        name="readings",
        title="Readings of unclear rules",
        answer=in_short(results.readings, base, others, results.players) if leads else [],
        text=text,
        groups=[
            *groups,
            *(compared(results.readings, base, other, results.players) for other in others),
        ],
        figures=[seat_figure(results, "readings", results.readings, [base, *others])],
        tables=[whole_table(results.readings, "What other readings change, in every field")],
    )


def _understood(rulesets: Sequence[Ruleset]) -> list[Group]:
    """Return the readings of unclear rules, grouped by the rulesets that share them."""
    read_by: dict[str, list[str]] = {}
    for ruleset in rulesets:
        for reading in ruleset.readings:
            read_by.setdefault(reading.text, []).append(ruleset.name)
    together: dict[str, list[str]] = {}
    for text, names in read_by.items():
        together.setdefault(listed(names), []).append(text)
    return [Group(f"In {names}", texts) for names, texts in together.items()]
