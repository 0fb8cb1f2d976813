"""The first screen of a report: headline, its size, findings with grades, what to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategy_lab.display.compare.comparison_findings import Finding
from strategy_lab.display.compare.difference_text import Row, scale
from strategy_lab.display.compare.effect_text import (
    agreement_text,
    effect,
    effect_text,
    range_text,
    reason_text,
)
from strategy_lab.display.number_text import number
from strategy_lab.display.page.page_parts import Figure, Statement
from strategy_lab.display.plots.forest_plot import tables_with_a_say
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, STRANGERS
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEWEST_TABLES,
    GRADES,
    NO_EFFECT,
    SOLID,
    UNCLEAR,
)
from strategy_lab.wording import listed

from forsale_sim.measures import MEASURES
from forsale_sim.reports.figures import forest_figure, seat_figure
from forsale_sim.reports.repetition import SHOWN, Repeated
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.wording import (
    first_count,
    names_of,
    seat_name,
    sentence,
    table_name,
    unit_of,
)
from forsale_sim.rules.change_words import change_text

STATEMENTS = 5

TRAINED_ANEW = "players who were trained anew"

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
        """What happens and where, as short as the title of a figure has to be."""
        return f"{self.brief} with {self.players} players"

    @property
    def is_everywhere(self) -> bool:
        """Whether it is so for every number of players."""
        return len(self.by_players) == self.counts

    @property
    def sized(self) -> str:
        """What happens, and its size."""
        return effect_text(self.finding.row, self.who)

    @property
    def adapted(self) -> Row | None:
        """The same among players who were trained anew for each ruleset, if there are such."""
        return self.finding.retuned


WISHES = (
    (("coins_left",), True, "a kinder auction", "bids that hurt"),
    (("paid_share",), False, "a kinder auction", "bids that hurt"),
    (("margin", "margin_share"), False, "a closer finish", ""),
)
"""Measures, whether more of them grants a wish, that wish, and the one that less of them grants."""


def topics(results: Results) -> list[Topic]:
    """Return what the findings say, the best supported first."""
    usual = first_count(results)
    grouped: dict[tuple[About, str], dict[int, Finding]] = {}
    for players in (usual, *(count for count in results.players if count != usual)):
        for finding in results.findings(players):
            row = finding.row
            seat = "last" if row["seat"] == players else row["seat"]
            about = About(row["measure"], seat, effect(row) > 0)
            grouped.setdefault((about, finding.grade), {})[players] = finding
    found = [
        Topic(about, dict(sorted(by_players.items())), next(iter(by_players)), len(results.players))
        for (about, _), by_players in grouped.items()
    ]
    return _in_order(found)


def headline(results: Results, found: Sequence[Topic]) -> str:
    """Return what the report's writer claims, or what the findings say."""
    config = results.experiment.config
    if config.headline is not None:
        return config.headline
    best = [topic for topic in found if topic.grade in SHOWN][:2]
    subject = _subject(results)
    if best:
        return f"{subject} {_briefly(best)}"
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return f"{subject} nothing changes that players would notice"
    reasons = {topic.finding.row["reason"] for topic in found if topic.grade == UNCLEAR}
    if reasons == {FEW_GAMES}:
        return f"{subject} too few games to tell"
    what = "which seat wins most" if results.pair[0] == FAIR else "what it does"
    return f"{subject} {what} depends on who plays"


def _briefly(best: Sequence[Topic]) -> str:
    """Return what happens, and where if that is not everywhere: at one table."""
    places = {topic.where for topic in best if not topic.is_everywhere}
    told = best if len(places) < 2 else best[:1]
    where = next((f" {topic.where}" for topic in told if not topic.is_everywhere), "")
    return f"{listed([topic.brief for topic in told])}{where}"


def _subject(results: Results) -> str:
    a, b = results.pair
    report = results.experiment
    named = {ruleset.name: ruleset for ruleset in [*report.rulesets, *report.what_ifs]}
    if a == FAIR:
        return f"Under {names_of(results)[b]},"
    text = change_text(named[a], named[b], first_count(results))
    text = text.replace(f"playing {b}", f"with {names_of(results)[b]}")
    return f"{text[0].upper()}{text[1:]}:"


def deck(results: Results, found: Sequence[Topic]) -> list[str]:
    """Return the size of the answer among players of each kind, which are never mixed."""
    shown = [topic for topic in found if topic.grade in SHOWN]
    if not shown:
        return ["No effect is shown that a table which nobody here has met would notice."]
    first = shown[0]
    row = first.finding.row
    known = names_of(results)[results.pair[0 if results.pair[0] != FAIR else 1]]
    told = [
        f"{text} among {who}"
        for estimand, who in ((BEFORE, f"players who know {known}"), (STRANGERS, "strangers"))
        for text in [range_text(row, estimand)]
        if text
    ]
    adapted = first.adapted
    if adapted is not None:
        told.append(f"{range_text(adapted, ADAPTED)} among {TRAINED_ANEW}")
    than = "beside a fair share" if results.pair[0] == FAIR else "change"
    return [
        sentence(f"{first.sized} {first.where}"),
        f"In {unit_of(row)}, the {than} is {listed(told)}."
        if than == "change"
        else f"In {unit_of(row)} {than}, it is {listed(told)}.",
    ]


def lead_figure(results: Results, found: Sequence[Topic]) -> Figure:
    """Return the figure of the first screen: the best finding at every table."""
    if not found:
        return seat_figure(results, "Seats beside a fair share")
    return topic_figure(results, "lead", found[0])


def topic_figure(results: Results, name: str, topic: Topic) -> Figure:
    """Return the forest plot of a topic."""
    return forest_figure(results, name, _title(topic.heading), topic.finding.row)


def statements(results: Results, found: Sequence[Topic]) -> list[tuple[Statement, Row]]:
    """Return the findings of the first screen: effects, what lasts of one, what stays the same.

    Each comes with the row of ``conclusions`` that it is about.
    """
    shown = [topic for topic in found if topic.grade in SHOWN]
    others = [topic for topic in found if topic.grade == NO_EFFECT]
    unclear = [topic for topic in found if topic.grade == UNCLEAR]
    lasting = [
        (Statement(topic.adapted["grade"], _lasting(results, topic, topic.adapted)), topic.adapted)
        for topic in shown[:1]
        if topic.adapted is not None
    ]
    room = STATEMENTS - len(lasting) - bool(others) - bool(unclear)
    said = [
        (Statement(topic.grade, _shown(results, topic)), topic.finding.row)
        for topic in shown[:room]
    ] + lasting
    said += [
        (Statement(NO_EFFECT, _unchanged(results, topic)), topic.finding.row)
        for topic in others[:1]
    ]
    for topic in unclear[: max(0, min(2, STATEMENTS - len(said)))]:
        said.append((Statement(UNCLEAR, _unknown(results, topic)), topic.finding.row))
    return said


def repeated_findings(results: Results, found: Sequence[Topic]) -> list[Repeated]:
    """Return the findings of the first screen that were tried again."""
    return [
        Repeated(statement, row, again)
        for statement, row in statements(results, found)
        for again in [results.repeated(row)]
        if again is not None
    ]


def _shown(results: Results, topic: Topic) -> str:
    row = topic.finding.row
    fair = " than a fair share" if results.pair[0] == FAIR else ""
    doubt = f"; {row['reason']}" if row["reason"] else ""
    return sentence(f"{topic.sized}{fair} {topic.where}; {agreement_text(row)}{doubt}")


def _lasting(results: Results, topic: Topic, row: Row) -> str:
    """Return what becomes of an effect among players who were trained anew."""
    if row["grade"] in SHOWN:
        return sentence(f"among {TRAINED_ANEW}, {effect_text(row, topic.who)} {topic.where}")
    if row["grade"] == NO_EFFECT:
        return sentence(f"among {TRAINED_ANEW}, nothing of that is left {topic.where}")
    reason = reason_text(row, lambda name: table_name(results, name))
    reason = reason.replace("tables disagree", "trainings disagree")
    return sentence(
        f"whether {topic.brief} {topic.where} is unclear among {TRAINED_ANEW}; {reason}"
    )


def _unchanged(results: Results, topic: Topic) -> str:
    """Return what a new table is predicted not to notice."""
    if results.pair[0] == FAIR:
        return sentence(f"{topic.who} wins a fair share {topic.where}")
    names = {
        "margin": "winners win by as much as before",
        "margin_share": "winners win by as much as before",
        "ties": "as many games end level as before",
        "shared_wins": "as many wins are shared as before",
        "win_rate": f"{topic.who} wins as often as before",
        "coins_left": "each player keeps as many coins as before",
    }
    usual = f"nobody sees that {topic.brief}"
    return sentence(f"{names.get(topic.about.measure, usual)} {topic.where}")


def _unknown(results: Results, topic: Topic) -> str:
    reason = reason_text(topic.finding.row, lambda name: table_name(results, name))
    if topic.finding.row["seat"] is not None:
        what = f"how often {topic.who} wins"
    else:
        what = f"whether {MEASURES[topic.about.measure].noun} changes"
    return sentence(f"{what} is unclear {topic.where}; {reason}")


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


def advice_title(results: Results) -> str:
    """Return the question that `advice` answers."""
    return "How fair is it?" if results.pair[0] == FAIR else "Which should you print?"


def advice(results: Results, found: Sequence[Topic]) -> list[str]:
    """Return which ruleset to print, as far as the evidence carries that, and how fair it is."""
    config = results.experiment.config
    if config.print_advice is not None:
        return [config.print_advice]
    if results.pair[0] == FAIR:
        return [_fairness(found)]
    return [_choice(results, found), *_gaps(results)]


def _fairness(found: Sequence[Topic]) -> str:
    """Return whether seats are fair."""
    unfair = [topic for topic in found if topic.grade in SHOWN]
    if unfair:
        told = [f"{topic.sized} {topic.where}" for topic in unfair[:2]]
        return sentence(f"no: {listed(told)}")
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return "Yes: every seat is predicted to win a fair share, within what players would notice."
    return (
        "That depends on who plays: no seat is shown to be better or worse at a table that nobody "
        "here has met."
    )


def _gaps(results: Results) -> list[str]:
    """Return by how much the best seat is ahead of the worst, as a range over tables."""
    players, (a, b) = first_count(results), results.pair
    row = next(
        (
            finding.row
            for finding in results.findings(players)
            if finding.row["measure"] == "seat_gap"
        ),
        None,
    )
    tables = [] if row is None else tables_with_a_say(results.differences, MEASURES, row)
    if not tables:
        return []
    names = names_of(results)
    told = []
    for name, side in ((a, "value_a"), (b, "value_b")):
        values = [scale(each) * each[side] for each in tables]
        ends = dict.fromkeys(number(end, 0) for end in (min(values), max(values)))
        told.append(f"{' to '.join(ends)} percentage points under {names[name]}")
    return [
        f"At a table of {players} the best seat wins more often than the worst by {told[0]}, and "
        f"by {told[1]}: it depends on who plays."
    ]


def _choice(results: Results, found: Sequence[Topic]) -> str:
    """Return which ruleset to print for which wish; without solid evidence, what is missing."""
    a, b = results.pair
    names = names_of(results)
    wishes: dict[str, list[str]] = {a: [], b: []}
    for measures, is_kind, wish, other_wish in WISHES:
        topic = next((each for each in found if _carries(each, measures)), None)
        if topic is not None and wish not in wishes[a] + wishes[b]:
            wishes[b if topic.about.more == is_kind else a].append(wish)
            if other_wish:
                wishes[a if topic.about.more == is_kind else b].append(other_wish)
    told = [
        f"print {names[name]} for {listed(wanted)}" for name, wanted in wishes.items() if wanted
    ]
    if told:
        return sentence("; ".join(told))
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return f"Print whichever you like: {names[a]} and {names[b]} play alike."
    return f"The evidence does not say which to print. {_missing(found)}"


def _carries(topic: Topic, measures: Sequence[str]) -> bool:
    """Return whether a topic bears advice: it is solid, and lasts where players learn the rule."""
    adapted = topic.adapted
    lasts = adapted is None or (
        adapted["grade"] in SHOWN and (effect(adapted) > 0) == topic.about.more
    )
    return topic.about.measure in measures and topic.grade == SOLID and lasts


def _missing(found: Sequence[Topic]) -> str:
    """Return what would be needed to know."""
    reasons = {topic.finding.row["reason"] for topic in found}
    if any(topic.adapted is not None and topic.grade == SOLID for topic in found):
        return (
            "It is not shown what is left once players have learned the rules: to know, it takes "
            "trainings that agree."
        )
    if DISAGREE in reasons:
        return "To know, it takes more tables of strangers, or to say who will play."
    if FEW_GAMES in reasons:
        return "To know, it takes more games."
    return f"To know, it takes {FEWEST_TABLES} tables at least that share no player."


def _title(brief: str) -> str:
    return brief[0].upper() + brief[1:]
