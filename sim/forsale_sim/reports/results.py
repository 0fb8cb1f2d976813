"""What was played, as the tables that a report is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import copysign
from typing import NamedTuple

import numpy as np
from strategy_lab.display.comparison_text import (
    Finding,
    Row,
    effect,
    effect_text,
    findings,
    range_text,
    rows_of,
)
from strategy_lab.display.pages import Statement, Table
from strategy_lab.errors import counted, listed
from strategy_lab.experiments.fields import untrained_rulesets
from strategy_lab.results.conclusions import (
    BEFORE,
    SHARE,
    STRANGERS,
    Columns,
    Tables,
    conclusions,
    halved,
    holm_by_family,
    tables_of,
)
from strategy_lab.results.conclusions import TABLES as COMPARED
from strategy_lab.results.measures import PLAYER
from strategy_lab.results.tables import WIN_RATE, records, standings_table, where
from strategy_lab.simulation.checkpoints import digest_of
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.differences import SIGNIFICANT, verdicts, within
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEWEST,
    FEWEST_TABLES,
    GRADES,
    LIKELY,
    NO_EFFECT,
    PREDICTION_ERROR,
    SOLID,
    UNCLEAR,
    Halved,
    new_table,
)
from strategy_lab.stats.intervals import LEVEL, t_quantile

from forsale_sim.display.measure_words import field_words, ruleset_words
from forsale_sim.measures import MEASURES
from forsale_sim.reports.experiment import BalanceReport, Level, trial_tables, usual_count
from forsale_sim.reports.player_levels import ladder_table, level_table
from forsale_sim.rules.loading import changes_text

# repetition: The findings of a report tried again: on fresh deals, with play that is trained from
# fresh seeds.
#
# A finding that was shown holds if it is shown again with the same sign; one that was shown to be
# too small to matter holds if it is that again, or at least is not shown to be large; one that was
# unclear, if it is not shown now. A finding that does not hold goes down one grade.

REPETITION = "repetition"
"""The table of conclusions from what was played again, and its file."""

SHOWN = (SOLID, LIKELY)

FAILED = "a repetition did not show it"
"""Why a grade is lower than the games of the first time alone would make it."""

LOWER = {SOLID: LIKELY}
"""The next grade; of all others that did not hold it is unclear."""

KEYS = ("players", "a", "b", "measure", "seat", "house", "play")


def holds(row: Row, again: Row) -> bool:
    if row["grade"] in SHOWN:
        same_sign = copysign(1, effect(row)) == copysign(1, effect(again))
        return same_sign and again["grade"] in SHOWN
    return again["grade"] not in SHOWN


def lowered(graded: Columns, again: Columns) -> tuple[Columns, Columns]:
    """Return conclusions with the grades of those that did not hold lowered, and what held.

    Parameters
    ----------
    graded, again
        Conclusions, and those from playing again: of some of the same things.
    """
    place = {_key(row): i for i, row in enumerate(records(graded))}
    first, grade, reason = records(graded), graded["grade"].copy(), graded["reason"].copy()
    held = np.ones(len(again["grade"]), bool)
    before = np.full(len(held), "", object)
    for number, row in enumerate(records(again)):
        one = first[place[_key(row)]]
        held[number], before[number] = holds(one, row), one["grade"]
        if not held[number]:
            grade[place[_key(row)]] = LOWER.get(one["grade"], UNCLEAR)
            reason[place[_key(row)]] = FAILED
    return graded | {"grade": grade, "reason": reason}, again | {"first": before, "held": held}


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in KEYS)


class Repeated(NamedTuple):
    """A finding of the first screen, and what came of it again."""

    statement: Statement
    row: Row
    again: Row


def repetition_text(repeated: Sequence[Repeated]) -> str:
    held = sum(each.again["held"] for each in repeated)
    return (
        "All was played again on other deals, and where play was trained anew, it was trained from "
        f"other seeds: {held} of {counted(len(repeated), 'finding')} held. A finding that did not "
        f"hold has gone down one grade. The table below has each of them, {REPETITION}.csv every "
        "measure."
    )


def repetition_table(repeated: Sequence[Repeated]) -> Table:
    return Table(
        "Each finding, played again",
        ["finding", "first grade", "range", "range again", "grade again", "held"],
        [
            [
                *(each.statement.text, each.again["first"]),
                *(range_text(each.row), range_text(each.again)),
                *(each.again["grade"], "yes" if each.again["held"] else "no"),
            ]
            for each in repeated
        ],
        "Ranges over tables.",
    )


OF_GAMES = ("margin", "drama", "ties", "shared_wins", "lead_changes", "length")
"""The measures that say so."""

NORMAL = 1.96
"""How many standard errors the limits of a measure are from it."""


def games_table(measures: Columns, seats: Columns) -> Columns:
    """Return what games are like: each measure over tables that share no player, and at a new one.

    `measures` are of each level, `seats` say which table speaks for which.
    """
    speaks = {
        (row["field"], row["b"], row["players"])
        for row in records(seats)
        if row["field"] == row["table"] and row["estimand"] in (BEFORE, STRANGERS)
    }
    values: dict[tuple[str, int, str], list[tuple[float, float]]] = {}
    for row in records(measures):
        if row["measure"] in OF_GAMES and (row["field"], row["ruleset"], row["players"]) in speaks:
            ends = [row["value_high"], row["value_low"]]
            error = float("nan") if None in ends else (ends[0] - ends[1]) / 2 / NORMAL
            key = (row["ruleset"], row["players"], row["measure"])
            values.setdefault(key, []).append((row["value"], error))
    rows = []
    for (ruleset, players, measure), pairs in values.items():
        value, error = np.array(pairs).T
        known = error > 0
        told = {"mean": float(value.mean()), "low": np.nan, "high": np.nan}
        if known.sum() >= FEWEST:
            found = new_table(value[known], error[known], PREDICTION_ERROR)
            told |= {"low": found.low, "high": found.high}
        about = {"ruleset": ruleset, "players": players, "measure": measure}
        rows.append(about | {"tables": len(pairs)} | told)
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


FAIR = "a fair share"
"""What the seats of a ruleset by itself are compared with."""


@dataclass(frozen=True)
class Results:
    """Everything that a report shows.

    Attributes
    ----------
    experiment
        What was played.
    differences, conclusions
        Of every ruleset against the first, and of every ruleset against `FAIR`.
    levels
        ``measures`` and ``standings`` of each ruleset by itself, with a column ``field``; and what
        was asked for of ``trials`` and ``advice``, ``skill_ladder`` and ``player_levels``, and
        ``repetition``, the conclusions from playing again.
    digest
        Of all that was played.
    """

    experiment: BalanceReport
    differences: Columns
    conclusions: Columns
    levels: Tables
    digest: str

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players, ascending."""
        return self.experiment.players

    @cached_property
    def pair(self) -> tuple[str, str]:
        """What the report is about: two rulesets, or one and a fair share."""
        rulesets = [*self.experiment.rulesets, *self.experiment.what_ifs]
        if len(rulesets) < 2:
            return FAIR, rulesets[0].name
        return rulesets[0].name, rulesets[1].name

    @property
    def tables(self) -> Tables:
        compared = {"differences": self.differences, "conclusions": self.conclusions}
        return compared | self.levels

    def findings(self, players: int, pair: tuple[str, str] | None = None) -> list[Finding]:
        a, b = pair or self.pair
        return findings({"conclusions": self.conclusions}, MEASURES, a, b, players)

    @cached_property
    def halved(self) -> Halved:
        return halved(self.differences, MEASURES.asked)

    def repeated(self, row: Row) -> Row | None:
        """Return what a row of `conclusions` is when all is played again, if it was."""
        if REPETITION not in self.levels:
            return None
        keys = {name: row[name] for name in ("a", "b", "players", "measure", "play")}
        rows = rows_of(where(self.levels[REPETITION], **keys), MEASURES)
        return next((each for each in rows if each["seat"] == row["seat"]), None)


def results(report: BalanceReport, outcome: Outcome) -> Results:
    blocks: dict[str, list[Columns]] = {}
    for level in report.levels:
        part = report.part(outcome, level)
        for name, table in _of_level(level, part).items():
            label = np.full(len(next(iter(table.values()))), level.field.name, object)
            blocks.setdefault(name, []).append({"field": label, **table})
    levels = {name: _joined(parts) for name, parts in blocks.items()}
    seats = levels.pop("seats")
    players = {level.field.name: level.field.voters for level in report.levels}
    compared = [_columns({**seats, "table": tables_of(seats, players)})]
    levels["games"] = games_table(levels["measures"], compared[0])
    if report.comparison is not None:
        played = report.comparison.tables(report.part(outcome, report.comparison))
        compared.insert(0, played["differences"])
    graded = [conclusions(table, MEASURES.asked) for table in compared]
    if report.rungs:
        outcomes = [report.part(outcome, rung) for rung in report.rungs]
        levels["skill_ladder"] = ladder_table(report.rungs, outcomes)
        outcomes = [report.part(outcome, table) for table in report.level_tables]
        levels["player_levels"] = level_table(report.level_tables, outcomes)
    if report.repetition is not None:
        repeated = report.repetition.tables(report.part(outcome, report.repetition))
        again = _of_games(repeated["conclusions"])
        graded[0], levels[REPETITION] = lowered(graded[0], again)
    if report.trials:
        outcomes = [report.part(outcome, trial) for trial in report.trials]
        levels["trials"], levels["advice"] = trial_tables(report.trials, outcomes)
    return Results(report, _joined(compared), _joined(graded), levels, digest_of(outcome))


def _of_games(table: Columns) -> Columns:
    """Return the rows that the page speaks of: on no single house."""
    kept = np.array([house is None for house in table["house"].tolist()])
    return {name: column[kept] for name, column in table.items()}


def _joined(parts: list[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _of_level(level: Level, outcome: Outcome) -> Tables:
    of_run = level.tables(outcome)
    return {
        "measures": of_run["measures"],
        "standings": standings_table(level.tallies(outcome)),
        "seats": _seats(level, of_run["by_seat"]),
    }


def _errors(rates: Columns, chosen: np.ndarray) -> np.ndarray:
    width = rates["win_rate_high"][chosen] - rates["win_rate_low"][chosen]
    quantile = t_quantile((1 + LEVEL) / 2, rates["deals"][chosen] - 1)
    errors: np.ndarray = width / 2 / quantile
    return errors


def _seats(level: Level, rates: Columns) -> Columns:
    """Return the win rates of seats as differences from a fair share.

    Players who were trained for other rules say nothing of these.
    """
    foreign = {count: level.field.foreign(count) for count in set(rates["players"].tolist())}
    cells = zip(rates["ruleset"].tolist(), rates["players"].tolist(), strict=True)
    known = np.array([ruleset not in foreign[count] for ruleset, count in cells], bool)
    rates = {name: column[known] for name, column in rates.items()}
    number = len(rates["seat"])
    margin = np.full(number, WIN_RATE.matters)
    fair = 1 / rates["players"]
    away, error = rates["win_rate"] - fair, _errors(rates, np.ones(number, bool))
    none = np.full(number, None, object)
    found = {
        "players": rates["players"],
        **{
            name: np.full(number, value, object)
            for name, value in (
                *(("field", level.field.name), ("estimand", level.field.estimand)),
                *(("a", FAIR), ("measure", "win_rate"), ("unit", SHARE)),
            )
        },
        **{"b": rates["ruleset"], "seat": rates["seat"], "strategy": none, "house": none},
        **{"value_a": fair, "value_b": rates["win_rate"], "difference": away},
        "difference_low": rates["win_rate_low"] - fair,
        "difference_high": rates["win_rate_high"] - fair,
        "standard_error": error,
        "p": rates["p_fair"],
        "matters": margin,
        "p_small": within(away, error, rates["deals"], margin),
        "paired": np.full(number, False),
        **{"games": rates["games"], "deals": rates["deals"]},
    }
    for name in ("p", "p_small"):
        found[f"{name}_adjusted"] = holm_by_family(found, name)
    differs, small = (found[f"{name}_adjusted"] <= SIGNIFICANT for name in ("p", "p_small"))
    found["verdict"] = verdicts(differs, small)
    return {name: column for name, column in found.items() if name in COMPARED["differences"]}


def _columns(table: Columns) -> Columns:
    return {name: table[name] for name in COMPARED["differences"]}


def names_of(results: Results) -> dict[str, str]:
    """Return what the page calls each ruleset: a what-if by what it changes."""
    report, players = results.experiment, first_count(results)
    named = {
        each.name: report.config.labels.get(each.name, ruleset_words(each))
        for each in report.rulesets
    }
    base = report.rulesets[0]
    for other in report.what_ifs:
        usual = f"{named[base.name]}, {changes_text(base, other, players)}"
        named[other.name] = report.config.labels.get(other.name, usual)
    return named


def seat_name(seat: int, players: int) -> str:
    return "the opener" if seat == 1 else "the last seat" if seat == players else f"seat {seat}"


def unit_of(row: Row) -> str:
    measure = MEASURES[row["measure"]]
    each = " a player" if PLAYER in measure.of and row["seat"] is None else ""
    return f"{measure.unit_of('2')}{each}"


def first_count(results: Results) -> int:
    return usual_count(results.players)


SMALL_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)


def number_word(number: int) -> str:
    """Return a number as running text has it: a word up to twelve."""
    return SMALL_NUMBERS[number] if number < len(SMALL_NUMBERS) else str(number)


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def table_name(results: Results, field: str) -> str:
    words = field_words(field)
    if words != field:
        return words
    # The longest first: a ruleset's name may begin with that of another.
    for ruleset, label in sorted(names_of(results).items(), key=lambda each: -len(each[0])):
        field = field.replace(f"trained for {ruleset}", f"trained for {label}")
    return field.replace(",", ", ")


def untrained_names(results: Results) -> list[str]:
    labels = names_of(results)
    return [labels[name] for name in untrained_rulesets(results.experiment.fields)]


def of_rules(results: Results, table: Table) -> Table:
    """Return a table without its first column, the rules, where all are of one ruleset."""
    if len(results.experiment.rulesets) > 1:
        return table
    return replace(table, header=table.header[1:], rows=[row[1:] for row in table.rows])


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
        return self.by_players[self.players]

    @property
    def grade(self) -> str:
        return self.finding.grade

    @property
    def brief(self) -> str:
        return MEASURES[self.about.measure].change(self.about.more, who=self.who)

    @property
    def noun(self) -> str:
        """What changes: "the win rate of the opener"."""
        seat = "" if self.finding.row["seat"] is None else f" of {self.who}"
        return f"{MEASURES[self.about.measure].noun}{seat}"

    @property
    def who(self) -> str:
        seat = self.finding.row["seat"]
        return "a player" if seat is None else seat_name(seat, self.players)

    @property
    def where(self) -> str:
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
        return len(self.by_players) == self.counts

    @property
    def is_one_way(self) -> bool:
        row = self.finding.row
        return bool(row["tables"] >= FEWEST_TABLES and row["agreeing"] == 1)

    @property
    def tables(self) -> str:
        return f"all {number_word(self.finding.row['tables'])} tables"

    @property
    def sized(self) -> str:
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


# print_advice: Which ruleset to print, as far as the evidence carries that, or how fair one is by
# itself.

WISHES = (
    (("coins_left",), True, "a kinder auction", "bids that hurt"),
    (("paid_share",), False, "a kinder auction", "bids that hurt"),
    (("paid_by_passing",), False, "cheaper passing", "dearer passing"),
    (("margin", "margin_share"), False, "a closer finish", ""),
)
"""Measures, whether more of them grants a wish, that wish, and the one that less of them grants."""


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
    return [_choice(results, found)]


def _fairness(found: Sequence[Topic]) -> str:
    unfair = [topic for topic in found if topic.grade in SHOWN]
    if unfair:
        told = [f"{topic.sized} {topic.where}" for topic in unfair[:2]]
        return sentence(f"no: {listed(told)}")
    if found and all(topic.grade == NO_EFFECT for topic in found):
        return "Yes: every seat is predicted to win a fair share, within what players would notice."
    same = next((topic for topic in found if topic.is_one_way), None)
    if same is not None:
        return (
            f"Not quite: {same.brief} at {same.tables} of {same.players}; by how much "
            "depends on who plays. No seat is shown to be better or worse at a table that nobody "
            "here has met."
        )
    return (
        "That depends on who plays: no seat is shown to be better or worse at a table that nobody "
        "here has met."
    )


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
    reasons = {topic.finding.row["reason"] for topic in found}
    if any(topic.adapted is not None and topic.grade == SOLID for topic in found):
        return (
            "Trainings do not agree on what is left once players have learned the rules: to know, "
            "it takes more of them."
        )
    if DISAGREE in reasons:
        return "To know, it takes more tables of strangers, or to say who will play."
    if FEW_GAMES in reasons:
        return "To know, it takes more games."
    return f"To know, it takes {FEWEST_TABLES} tables at least that share no player."
