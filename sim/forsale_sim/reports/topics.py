"""What findings say, grouped by what they are about, in the order that players care for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategy_lab.display.compare.comparison_findings import Finding
from strategy_lab.display.compare.difference_text import Row
from strategy_lab.display.compare.effect_text import effect, effect_text
from strategy_lab.stats.evidence import FEWEST_TABLES, GRADES, UNCLEAR

from forsale_sim.measures import MEASURES
from forsale_sim.reports.results import Results
from forsale_sim.reports.wording import first_count, number_word, seat_name

FIRST = (
    *("coins_left", "paid", "win_rate", "seat_gap", "margin", "paid_by_passing"),
    *("ties", "shared_wins", "money"),
)
"""What players care for, first to last."""


class About(NamedTuple):
    """What findings for several numbers of players have in common."""

    measure: str
    seat: int | str | None
    """The last seat is the same for all of them."""
    more: bool


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that findings say for one number of players or more.

    Attributes
    ----------
    about
        What they say.
    by_players
        The findings with the grade of the first, in the same direction.
    players
        The number of players that is spoken of.
    counts
        How many numbers of players there are.
    """

    about: About
    by_players: dict[int, Finding]
    players: int
    counts: int

    @property
    def finding(self) -> Finding:
        """What is said for that number of players."""
        return self.by_players[self.players]

    @property
    def grade(self) -> str:
        """How well it is supported."""
        return self.finding.grade

    @property
    def brief(self) -> str:
        """What happens, without its size."""
        return MEASURES[self.about.measure].change(self.about.more, who=self.who)

    @property
    def noun(self) -> str:
        """What changes: "the win rate of the opener"."""
        seat = "" if self.finding.row["seat"] is None else f" of {self.who}"
        return f"{MEASURES[self.about.measure].noun}{seat}"

    @property
    def who(self) -> str:
        """Whom it is about."""
        seat = self.finding.row["seat"]
        return "a player" if seat is None else seat_name(seat, self.players)

    @property
    def where(self) -> str:
        """The table that is spoken of."""
        return f"at a table of {self.players}"

    @property
    def heading(self) -> str:
        """What happens and where, as short as the title of a figure has to be; or the question."""
        what = self.brief
        if self.grade == UNCLEAR:
            what = MEASURES[self.about.measure].question.format(who=self.who)
        return f"{what} with {self.players} players"

    @property
    def is_everywhere(self) -> bool:
        """Whether it is so for every number of players."""
        return len(self.by_players) == self.counts

    @property
    def is_one_way(self) -> bool:
        """Whether all tables agree on the sign, though not on whether the size matters."""
        row = self.finding.row
        return bool(row["tables"] >= FEWEST_TABLES and row["agreeing"] == 1)

    @property
    def tables(self) -> str:
        """How many tables there are, in words."""
        return f"all {number_word(self.finding.row['tables'])} tables"

    @property
    def sized(self) -> str:
        """What happens, and its size."""
        return effect_text(self.finding.row, self.who)

    @property
    def adapted(self) -> Row | None:
        """The same among players who were trained anew for each ruleset, if there are such."""
        return self.finding.retuned


def topics(results: Results, pair: tuple[str, str] | None = None) -> list[Topic]:
    """Return what the findings on two rulesets say, the best supported first.

    They are those that the report is about, unless others are named.
    """
    usual = first_count(results)
    grouped: dict[tuple[About, str], dict[int, Finding]] = {}
    for players in (usual, *(count for count in results.players if count != usual)):
        for finding in results.findings(players, pair):
            row = finding.row
            seat = "last" if row["seat"] == players else row["seat"]
            about = About(row["measure"], seat, effect(row) > 0)
            grouped.setdefault((about, finding.grade), {})[players] = finding
    found = [
        Topic(about, dict(sorted(by_players.items())), next(iter(by_players)), len(results.players))
        for (about, _), by_players in grouped.items()
    ]
    return _in_order(found)


def _in_order(found: Sequence[Topic]) -> list[Topic]:
    """Return topics, the best supported first; of each grade, other measures before more of one."""
    best = sorted(
        found,
        key=lambda topic: (
            GRADES.index(topic.grade),
            FIRST.index(topic.about.measure.removesuffix("_share")),
            -len(topic.by_players),
            -topic.finding.weight,
        ),
    )
    told: dict[tuple[str, str], int] = {}
    turn = {}
    for topic in best:
        key = (topic.grade, topic.about.measure.removesuffix("_share"))
        turn[id(topic)] = told[key] = told.get(key, -1) + 1
    return sorted(best, key=lambda topic: (GRADES.index(topic.grade), turn[id(topic)]))
