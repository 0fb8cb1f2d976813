"""Edition differences: the effects of the other rulesets, against the first."""

from __future__ import annotations

from forsale_sim.reports.page.page_parts import Section
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.comparison_parts import seat_figure, whole_table
from forsale_sim.reports.shared.verdicts import KEY, compared, in_short
from forsale_sim.wording import counted


def editions(results: Results) -> Section:
    """Return the section on the effects of the other rulesets."""
    base, *others = results.experiment.rulesets
    if results.editions is None:
        return Section("editions", "Edition differences", [], ["Only one ruleset was played."])
    return Section(
        name="editions",
        title="Edition differences",
        answer=in_short(results.editions, base, others, results.players),
        text=[
            f"Against {base.name}, on common deals wherever the decks allow it, in "
            f"{counted(len(results.fields), 'field')} of strategies: a conclusion holds in all of "
            "them unless the text says otherwise.",
            KEY,
        ],
        groups=[compared(results.editions, base, other, results.players) for other in others],
        figures=[seat_figure(results, "editions", results.editions, results.experiment.rulesets)],
        tables=[whole_table(results.editions, "What changes, in every field")],
    )
