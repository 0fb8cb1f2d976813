"""What is concluded of one ruleset against another: verdicts by player count, and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.differences import POINTS, Row, span
from forsale_sim.display.compare.findings import brief, findings, headline
from forsale_sim.display.compare.labels import label, place
from forsale_sim.display.compare.rules import changed_rules, concerned
from forsale_sim.reports.page.parts import Group, Table
from forsale_sim.reports.results import MARGINS
from forsale_sim.reports.showing.texts import USUAL
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import Tables, records, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL
from forsale_sim.wording import listed

SHOWN = ("win_rate", "coins_lost", "margin", "level_games")
"""Measures that have verdicts, as amounts or as shares."""

KEY = (
    "In the tables of verdicts, more and less are shown in every field (of strategies: in every "
    f"field that has them), same is shown in every field to within {POINTS * MARGINS.rates:g} "
    f"points or {MARGINS.amounts:g} thousand. Depends: fields contradict each other, that is, what "
    "one shows to change is shown in another to stay the same, or to change the other way. Not "
    "shown: at least one field does not show it. Numbers reach from the lowest change in any field "
    "to the highest."
)
"""What the verdicts mean."""


def in_short(
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


def compared(tables: Tables, a: Ruleset, b: Ruleset, players: Sequence[int]) -> Group:
    """Return what one ruleset does differently from another.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions``.
    a, b
        The rulesets.
    players
        The numbers of players. Those by whose rules the two differ have a column of verdicts and
        a list of sentences; all have if none do.
    """
    differ = concerned(a, b, players)
    alike = [str(count) for count in players if count not in differ]
    counts = differ or players
    rules = [f"{rule} ({how})" for rule, how in changed_rules(a, b, players) if rule != "players"]
    text = [f"Other rules: {'; '.join(rules)}."] if rules else []
    if alike:
        text.append(f"The rules for {listed(alike)} players are the same.")
    if not where(tables["differences"], a=a.name, b=b.name)["paired"].all():
        text.append("The decks are of different sizes, so no deal is common to both.")
    return Group(
        f"{b.name} against {a.name}",
        text=text,
        table=_verdicts(tables, a, b, counts),
        parts=[Group(f"{count} players", findings(tables, a, b, count)) for count in counts],
    )


def _verdicts(tables: Tables, a: Ruleset, b: Ruleset, players: Sequence[int]) -> Table:
    """Return the conclusions, a row for whatever was compared and a column for a player count."""
    rows: dict[str, dict[int, Row]] = {}
    for row in records(where(tables["conclusions"], a=a.name, b=b.name)):
        if row["measure"].removesuffix("_share") in SHOWN:
            rows.setdefault(label(row), {})[row["players"]] = row
    ordered = sorted(rows.items(), key=lambda named: _place(next(iter(named[1].values()))))
    return Table(
        f"Verdicts on {b.name} against {a.name}",
        ["change of", *(f"{count} players" for count in players)],
        [
            [name, *(_verdict(found[count]) if count in found else "" for count in players)]
            for name, found in ordered
        ],
    )


def _place(row: Row) -> tuple[bool, tuple[int, int]]:
    """Return where in the table a row is: strategies come last."""
    return row["strategy"] is not None, place(row)


def _verdict(row: Row) -> str:
    word = {
        DIFFERS: "more" if row["more"] else "less",
        SMALL: "same",
        DEPENDS: "depends",
        NOT_SHOWN: "not shown",
    }[row["conclusion"]]
    return word if row["least"] == row["most"] == 0 else f"{word}: {span(row)}"
