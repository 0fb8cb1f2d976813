"""What editions do differently, and what other readings of unclear rules would change."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.balance.comparisons import seat_figure, whole_table
from forsale_sim.balance.parts import Group, Section
from forsale_sim.balance.results import Results
from forsale_sim.balance.texts import counted
from forsale_sim.balance.verdicts import KEY, compared
from forsale_sim.report.comparing.findings import brief, headline
from forsale_sim.report.comparing.rules import concerned
from forsale_sim.report.numbers import listed
from forsale_sim.results.tables import Tables
from forsale_sim.rules.ruleset import Ruleset

USUAL = 4
"""How many play in the answer, if they do and it matters to them."""


def editions(results: Results) -> Section:
    """Return the section on what the other rulesets do differently from the first one."""
    base, *others = results.settled.rulesets
    if results.editions is None:
        return Section("editions", "Edition differences", [], ["Only one ruleset was played."])
    return Section(
        name="editions",
        title="Edition differences",
        answer=_answer(results.editions, base, others, results.players),
        text=[
            f"Against {base.name}, on common deals wherever the decks allow it, in "
            f"{counted(len(results.fields), 'field')} of strategies: a conclusion holds in all of "
            "them, or it is said that it does not.",
            KEY,
        ],
        groups=[compared(results.editions, base, other, results.players) for other in others],
        figures=[seat_figure(results, "editions", results.editions, results.settled.rulesets)],
        tables=[whole_table(results.editions, "What changes, in every field")],
    )


def readings(results: Results) -> Section:
    """Return the section on unclear rules: how they are read, and what others would change."""
    groups = _readings(results.settled.rulesets)
    text = [
        "Rulebooks leave some things open or contradict each other. This is how they are "
        "understood here."
        if groups
        else "None of these rulesets says of any rule that it is unclear."
    ]
    if results.readings is None or results.settled.readings is None:
        text.append("No other readings were played.")
        return Section("readings", "Readings of unclear rules", [], text, groups=groups)
    base, *others = results.settled.readings.rulesets
    text += [
        f"Readings that can be played otherwise are what-ifs of {base.name}: "
        f"{listed([other.name for other in others])}. Who may see what, and who opens, are not "
        "rules that a what-if can change here.",
        KEY,
    ]
    leads = results.settled.config.sections[0] == "readings"
    return Section(
        name="readings",
        title="Readings of unclear rules",
        answer=_answer(results.readings, base, others, results.players) if leads else [],
        text=text,
        groups=[
            *groups,
            *(compared(results.readings, base, other, results.players) for other in others),
        ],
        figures=[seat_figure(results, "readings", results.readings, [base, *others])],
        tables=[whole_table(results.readings, "What other readings change, in every field")],
    )


def _readings(rulesets: Sequence[Ruleset]) -> list[Group]:
    """Return how unclear rules are read, those together that the same rulesets share."""
    read_by: dict[str, list[str]] = {}
    for ruleset in rulesets:
        for reading in ruleset.readings:
            read_by.setdefault(" ".join(reading.split()), []).append(ruleset.name)
    together: dict[str, list[str]] = {}
    for reading, names in read_by.items():
        together.setdefault(listed(names), []).append(reading)
    return [Group(f"In {names}", texts) for names, texts in together.items()]


def _answer(
    tables: Tables, base: Ruleset, others: Sequence[Ruleset], players: Sequence[int]
) -> list[str]:
    """Return for each ruleset what it does to coins and seats; of several in fewer words."""
    said = []
    for other in others:
        counts = concerned(base, other, players) or [*players]
        count = USUAL if USUAL in counts else counts[0]
        sentences = (brief if len(others) > 1 else headline)(tables, base, other, count)
        said.append(f"{other.name} against {base.name}: {' '.join(sentences)}")
    return said
