"""The first screen of a report: headline, its size, findings with grades, what to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, SOLID, UNCLEAR
from strategy_lab.wording import listed, with_unit

from forsale_sim.display.compare.comparison_findings import Finding
from forsale_sim.display.compare.difference_text import Row
from forsale_sim.display.compare.effect_text import effect, effect_text, training_text
from forsale_sim.display.number_text import number
from forsale_sim.display.page.page_parts import Figure, Statement
from forsale_sim.measures import MEASURES
from forsale_sim.reports.figures import effect_figure, reference_rates, seat_figure
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.wording import first_count, names_of, seat_name, sentence
from forsale_sim.rules.change_words import change_text

STATEMENTS = 5
SHOWN = (SOLID, LIKELY)

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
    def text(self) -> str:
        """What happens, its size, and for whom else it holds."""
        others = [str(count) for count in self.by_players if count != self.players]
        also = ""
        if others and len(self.by_players) == self.counts:
            also = ", and so at every other size"
        elif others:
            where = f"tables of {listed(others)}" if len(others) > 1 else f"a table of {others[0]}"
            also = f", and so at {where}"
        return sentence(f"at a table of {self.players}, {self.sized}{also}")

    @property
    def sized(self) -> str:
        """What happens, and its size."""
        return effect_text(self.finding.row, self.who)

    @property
    def adapted(self) -> Row | None:
        """The same once play is trained for each ruleset, if there is such play."""
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
            if row["strategy"] is None:
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
        return f"{subject}: {listed([topic.brief for topic in best])}"
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return f"{subject}: nothing changes that players would notice"
    return f"{subject}: what it does depends on who plays"


def _subject(results: Results) -> str:
    a, b = results.pair
    report = results.experiment
    named = {ruleset.name: ruleset for ruleset in [*report.rulesets, *report.what_ifs]}
    if a == FAIR:
        return names_of(results)[b]
    text = change_text(named[a], named[b], first_count(results))
    text = text.replace(f"playing {b}", f"with {names_of(results)[b]}")
    return text[0].upper() + text[1:]


def deck(results: Results, found: Sequence[Topic]) -> list[str]:
    """Return the size of the answer in two sentences: as players play now, and once they adapt."""
    shown = [topic for topic in found if topic.grade in SHOWN]
    if not shown:
        return ["No effect is large enough, and seen at enough tables, to be named."]
    first = shown[0]
    if results.pair[0] == FAIR:
        return [sentence(f"at a table of {first.players} strong players, {first.sized} than fair")]
    return [
        sentence(f"at a table of {first.players} that plays on as before, {first.sized}"),
        *([] if first.adapted is None else [_adapted(first, first.adapted)]),
    ]


def _adapted(topic: Topic, row: Row) -> str:
    """Return what is left of an effect when players have learned the rule."""
    if row["grade"] in SHOWN:
        return sentence(f"once players have learned the rule, {effect_text(row, topic.who)}")
    if row["grade"] == NO_EFFECT:
        return "Once players have learned the rule, they see no change."
    reason = training_text(row)
    return f"Once players have learned the rule, that is no longer clear{reason and f': {reason}'}."


def lead_figure(results: Results, found: Sequence[Topic]) -> Figure:
    """Return the figure of the first screen: of the best finding, for all numbers of players."""
    if results.pair[0] == FAIR or not found:
        return seat_figure(results, _seats_title(results))
    first = found[0]
    shown = []
    for players in results.players:
        for finding in results.findings(players):
            row = finding.row
            seat = "last" if row["seat"] == players else row["seat"]
            about = (row["measure"], seat, row["strategy"])
            if about == (first.about.measure, first.about.seat, None):
                shown.append((f"{players} players", row, finding.retuned))
    return effect_figure(results, "lead", _title(first.brief), shown)


def statements(results: Results, found: Sequence[Topic]) -> list[tuple[Statement, Row]]:
    """Return the findings of the first screen: effects, what lasts of one, what stays the same.

    Each comes with the row of ``conclusions`` that it is about.
    """
    shown = [topic for topic in found if topic.grade in SHOWN]
    others = [topic for topic in found if topic.grade == NO_EFFECT]
    unclear = [topic for topic in found if topic.grade == UNCLEAR]
    retuned = [
        (
            Statement(
                topic.adapted["grade"], sentence(f"what lasts: {_lasting(topic, topic.adapted)}")
            ),
            topic.adapted,
        )
        for topic in shown[1:2]
        if topic.adapted is not None
    ]
    room = STATEMENTS - len(retuned) - bool(others)
    chosen = shown[:room]
    said = [(Statement(topic.grade, topic.text), topic.finding.row) for topic in chosen] + retuned
    said += [
        (Statement(NO_EFFECT, _unchanged(results, topic)), topic.finding.row)
        for topic in others[:1]
    ]
    for topic in unclear[: max(0, min(2, STATEMENTS - len(said)))]:
        text = sentence(f"whether {_undecided(topic)} depends on who plays")
        said.append((Statement(UNCLEAR, text), topic.finding.row))
    return said


def _lasting(topic: Topic, row: Row) -> str:
    """Return what becomes of an effect when players have learned the rule."""
    if row["grade"] in SHOWN:
        return (
            f"at a table of {topic.players} that has learned the rule, "
            f"{effect_text(row, topic.who)}"
        )
    if row["grade"] == NO_EFFECT:
        return f"nothing of it that {topic.brief}"
    return f"it is open whether {topic.brief} when players have learned the rule"


def _unchanged(results: Results, topic: Topic) -> str:
    share = "a fair share" if results.pair[0] == FAIR else "as often as before"
    names = {
        "margin": "winners win by as much as before",
        "margin_share": "winners win by as much as before",
        "ties": "as many games end level",
        "shared_wins": "as many wins are shared",
        "win_rate": f"at a table of {topic.players}, {topic.who} wins {share}",
        "coins_left": "players keep as many coins",
    }
    return sentence(names.get(topic.about.measure, f"nobody sees that {topic.brief}"))


def _undecided(topic: Topic) -> str:
    return f"{topic.brief} at a table of {topic.players}"


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
    """Return which ruleset to print, in two sentences."""
    config = results.experiment.config
    if config.print_advice is not None:
        return [config.print_advice]
    players = first_count(results)
    names = names_of(results)
    a, b = results.pair
    gaps = {
        name: 100 * (max(rates) - min(rates))
        for name in (a, b)
        for rates in [reference_rates(results, name, players)]
        if rates
    }
    texts = {name: number(gap, 0) for name, gap in gaps.items()}
    if a == FAIR or len(set(texts.values())) < 2:
        gap = next(iter(texts.values()), "0")
        points = with_unit(gap, "point")
        fairness = f"The best seat of {players} wins {points} more often than the worst."
        return [fairness] if a == FAIR else [_choice(results, found, names), fairness]
    fairer, other = sorted(gaps, key=gaps.__getitem__)
    least = with_unit(texts[fairer], "point")
    gap = f"of {players}, the best wins {least} more often than the worst"
    is_shown = any(
        topic.about.measure == "seat_gap"
        and topic.grade in SHOWN
        and players in topic.by_players
        and topic.about.more == (fairer == a)
        for topic in found
    )
    fairness = (
        f"Seats are fairer by {names[fairer]}: {gap}, not {texts[other]}."
        if is_shown
        else f"Neither is shown to have the fairer seats: {gap} by {names[fairer]}, "
        f"{texts[other]} by {names[other]}."
    )
    return [_choice(results, found, names), fairness]


def _choice(results: Results, found: Sequence[Topic], names: dict[str, str]) -> str:
    a, b = results.pair
    shown = [topic for topic in found if topic.grade in SHOWN]
    wishes: dict[str, list[str]] = {a: [], b: []}
    for measures, is_kind, wish, other_wish in WISHES:
        topic = next((each for each in shown if each.about.measure in measures), None)
        if topic is not None and wish not in wishes[a] + wishes[b]:
            wishes[b if topic.about.more == is_kind else a].append(wish)
            if other_wish:
                wishes[a if topic.about.more == is_kind else b].append(other_wish)
    told = [
        f"print {names[name]} for {listed(wanted)}" for name, wanted in wishes.items() if wanted
    ]
    if told:
        return sentence("; ".join(told))
    if shown:
        return f"Print whichever you like better: neither {names[a]} nor {names[b]} is kinder."
    return f"Print whichever you like: {names[a]} and {names[b]} are not shown to play differently."


def _seats_title(results: Results) -> str:
    shown = [topic for topic in topics(results) if topic.grade in SHOWN]
    return _title(shown[0].brief) if shown else "No seat is shown to be better than another"


def _title(brief: str) -> str:
    return brief[0].upper() + brief[1:]
