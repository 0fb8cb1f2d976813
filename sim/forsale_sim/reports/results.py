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
    field_words,
    findings,
    rows_of,
)
from strategy_lab.display.pages import Table
from strategy_lab.errors import listed
from strategy_lab.experiments.fields import NamedField, untrained_rulesets
from strategy_lab.results.conclusions import (
    BEFORE,
    SHARE,
    STRANGERS,
    Columns,
    Tables,
    conclusions,
    holm_by_family,
    tables_of,
)
from strategy_lab.results.conclusions import TABLES as COMPARED
from strategy_lab.results.measures import PLAYER
from strategy_lab.results.tables import WIN_RATE, records, standings_table, where
from strategy_lab.simulation.checkpoints import digest_of
from strategy_lab.simulation.experiment import Experiment, Outcome
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
    new_table,
)
from strategy_lab.stats.intervals import LEVEL, t_quantile

from forsale_sim.measures import MEASURES
from forsale_sim.reports.experiment import BalanceReport, trial_tables, usual_count
from forsale_sim.reports.player_levels import columns_of, ladder_table, level_table
from forsale_sim.rules.loading import changes_text, ruleset_words

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

    `again` are conclusions from playing again, of some of the same things as `graded`.
    """

    def key(row: Row) -> tuple[object, ...]:
        return tuple(row[name] for name in KEYS)

    first = records(graded)
    place = {key(row): i for i, row in enumerate(first)}
    grade, reason = graded["grade"].copy(), graded["reason"].copy()
    rows = records(again)
    at = [place[key(row)] for row in rows]
    held = [holds(first[i], row) for i, row in zip(at, rows, strict=True)]
    for i, row_held in zip(at, held, strict=True):
        if not row_held:
            grade[i], reason[i] = LOWER.get(first[i]["grade"], UNCLEAR), FAILED
    before = np.array([first[i]["grade"] for i in at], object)
    said = {"first": before, "held": np.array(held, bool)}
    return graded | {"grade": grade, "reason": reason}, again | said


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
    return columns_of(rows)


FAIR = "a fair share"
"""What the seats of a ruleset by itself are compared with."""


@dataclass(frozen=True)
class Results:
    """Everything that a report shows.

    `differences` and `conclusions` are of every ruleset against the first, and of every ruleset
    against `FAIR`; `levels` has ``measures`` and ``standings`` of each ruleset by itself, with a
    column ``field``, ``games``, and what was asked for of ``trials``, ``advice``,
    ``skill_ladder``, ``player_levels`` and ``repetition``; `digest` is of all that was played.
    """

    experiment: BalanceReport
    differences: Columns
    conclusions: Columns
    levels: Tables
    digest: str

    @property
    def players(self) -> tuple[int, ...]:
        return self.experiment.players

    @cached_property
    def pair(self) -> tuple[str, str]:
        """What the report is about: two rulesets, or one and a fair share."""
        names = [each.name for each in (*self.experiment.rulesets, *self.experiment.what_ifs)]
        return (FAIR, names[0]) if len(names) < 2 else (names[0], names[1])

    @property
    def tables(self) -> Tables:
        compared = {"differences": self.differences, "conclusions": self.conclusions}
        return compared | self.levels

    def findings(self, players: int, pair: tuple[str, str] | None = None) -> list[Finding]:
        a, b = pair or self.pair
        return findings({"conclusions": self.conclusions}, MEASURES, a, b, players)

    def repeated(self, row: Row) -> Row | None:
        if REPETITION not in self.levels:
            return None
        keys = {name: row[name] for name in ("a", "b", "players", "measure", "play")}
        rows = rows_of(where(self.levels[REPETITION], **keys), MEASURES)
        return next((each for each in rows if each["seat"] == row["seat"]), None)


def results(report: BalanceReport, outcome: Outcome) -> Results:
    """Return the tables of what was played."""

    def played(parts: Sequence[Experiment]) -> list[Outcome]:
        return [report.part(outcome, part) for part in parts]

    blocks: dict[str, list[Columns]] = {}
    for level, part in zip(report.levels, played(report.levels), strict=True):
        of_run = level.tables(part)
        found = {
            "measures": of_run["measures"],
            "standings": standings_table(level.tallies(part)),
            "seats": _seats(level.about, of_run["by_seat"]),
        }
        for name, table in found.items():
            label = np.full(len(next(iter(table.values()))), level.about.name, object)
            blocks.setdefault(name, []).append({"field": label, **table})
    levels = {name: _joined(parts) for name, parts in blocks.items()}
    seats = levels.pop("seats")
    players = {level.about.name: level.about.voters for level in report.levels}
    seats["table"] = tables_of(seats, players)
    compared = [{name: seats[name] for name in COMPARED["differences"]}]
    levels["games"] = games_table(levels["measures"], compared[0])
    if report.comparison is not None:
        (part,) = played([report.comparison])
        compared.insert(0, report.comparison.tables(part)["differences"])
    graded = [conclusions(table, MEASURES.asked) for table in compared]
    if report.rungs:
        levels["skill_ladder"] = ladder_table(report.rungs, played(report.rungs))
        levels["player_levels"] = level_table(report.level_tables, played(report.level_tables))
    if report.repetition is not None:
        (part,) = played([report.repetition])
        again = report.repetition.tables(part)["conclusions"]
        of_games = np.array([house is None for house in again["house"].tolist()])
        again = {name: column[of_games] for name, column in again.items()}
        graded[0], levels[REPETITION] = lowered(graded[0], again)
    if report.trials:
        levels["trials"], levels["advice"] = trial_tables(report.trials, played(report.trials))
    return Results(report, _joined(compared), _joined(graded), levels, digest_of(outcome))


def _joined(parts: list[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _seats(of: NamedField, rates: Columns) -> Columns:
    """Return the win rates of seats as differences from a fair share.

    Players who were trained for other rules say nothing of these.
    """
    cells = zip(rates["ruleset"].tolist(), rates["players"].tolist(), strict=True)
    known = np.array([ruleset not in of.foreign(players) for ruleset, players in cells], bool)
    rates = {name: column[known] for name, column in rates.items()}
    fair, deals = 1 / rates["players"], rates["deals"]
    low, high = rates["win_rate_low"], rates["win_rate_high"]
    away = rates["win_rate"] - fair
    error = (high - low) / 2 / t_quantile((1 + LEVEL) / 2, deals - 1)
    margin = np.full(len(deals), WIN_RATE.matters)
    same: dict[str, str | None] = {"field": of.name, "estimand": of.estimand, "a": FAIR}
    same |= {"measure": "win_rate", "unit": SHARE, "strategy": None, "house": None}
    found = {name: np.full(len(deals), value, object) for name, value in same.items()}
    found |= {name: rates[name] for name in ("players", "seat", "games", "deals")}
    found |= {"b": rates["ruleset"], "value_a": fair, "value_b": rates["win_rate"]}
    found |= {"difference": away, "difference_low": low - fair, "difference_high": high - fair}
    found |= {"standard_error": error, "p": rates["p_fair"], "matters": margin}
    found |= {"p_small": within(away, error, deals, margin), "paired": np.full(len(deals), False)}
    for name in ("p", "p_small"):
        found[f"{name}_adjusted"] = holm_by_family(found, name)
    differs, small = (found[f"{name}_adjusted"] <= SIGNIFICANT for name in ("p", "p_small"))
    return found | {"verdict": verdicts(differs, small)}


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


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def sentence(text: str) -> str:
    return f"{capital(text)}."


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
    if len(results.experiment.rulesets) > 1:
        return table
    return replace(table, header=table.header[1:], rows=[row[1:] for row in table.rows])


FIRST = (
    *("coins_left", "paid", "win_rate", "seat_gap", "margin", "paid_by_passing"),
    *("ties", "shared_wins", "money"),
)
"""What players care for, first to last."""


class Topic(NamedTuple):
    finding: Finding  # for the number of players that is spoken of
    counts: int  # for how many numbers of players it is so, with the same grade
    is_everywhere: bool

    @property
    def row(self) -> Row:
        return self.finding.row

    @property
    def grade(self) -> str:
        return self.finding.grade

    @property
    def more(self) -> bool:
        return effect(self.row) > 0

    @property
    def brief(self) -> str:
        text: str = self.row["entry"].change(self.more, who=self.who)
        return text

    @property
    def noun(self) -> str:
        """What changes: "the win rate of the opener"."""
        seat = "" if self.row["seat"] is None else f" of {self.who}"
        return f"{MEASURES[self.row['measure']].noun}{seat}"

    @property
    def who(self) -> str:
        seat = self.row["seat"]
        return "a player" if seat is None else seat_name(seat, self.row["players"])

    @property
    def where(self) -> str:
        return f"at a table of {self.row['players']}"

    @property
    def heading(self) -> str:
        """What happens and where, as short as the title of a figure has to be; or the question."""
        what = self.brief
        if self.grade == UNCLEAR:
            what = self.row["entry"].question.format(who=self.who)
        return f"{what} with {self.row['players']} players"

    @property
    def is_one_way(self) -> bool:
        return bool(self.row["tables"] >= FEWEST_TABLES and self.row["agreeing"] == 1)

    @property
    def tables(self) -> str:
        return f"all {number_word(self.row['tables'])} tables"

    @property
    def sized(self) -> str:
        return effect_text(self.row, self.who)

    @property
    def adapted(self) -> Row | None:
        return self.finding.retuned


def topics(results: Results, pair: tuple[str, str] | None = None) -> list[Topic]:
    """Return what the findings on two rulesets say, the best supported first.

    They are those that the report is about, unless others are named.
    """
    usual = first_count(results)
    grouped: dict[tuple[object, ...], list[Finding]] = {}
    for players in (usual, *(count for count in results.players if count != usual)):
        for finding in results.findings(players, pair):
            row = finding.row
            seat = "last" if row["seat"] == players else row["seat"]
            about = (row["measure"], seat, effect(row) > 0, finding.grade)
            grouped.setdefault(about, []).append(finding)
    counts = len(results.players)
    return _in_order([Topic(each[0], len(each), len(each) == counts) for each in grouped.values()])


def _in_order(found: Sequence[Topic]) -> list[Topic]:
    """Return topics, the best supported first; of each grade, other measures before more of one."""
    best = sorted(
        found,
        key=lambda topic: (
            GRADES.index(topic.grade),
            FIRST.index(topic.row["measure"].removesuffix("_share")),
            -topic.counts,
            -topic.finding.weight,
        ),
    )
    told: dict[tuple[str, str], int] = {}
    turn = {}
    for topic in best:
        key = (topic.grade, topic.row["measure"].removesuffix("_share"))
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


def print_advice(results: Results, found: Sequence[Topic]) -> tuple[str, list[str]]:
    is_fair, written = results.pair[0] == FAIR, results.experiment.config.print_advice
    question = "How fair is it?" if is_fair else "Which should you print?"
    return question, [written or (_fairness(found) if is_fair else _choice(results, found))]


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
            f"Not quite: {same.brief} at {same.tables} of {same.row['players']}; by how much "
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
            wishes[b if topic.more == is_kind else a].append(wish)
            if other_wish:
                wishes[a if topic.more == is_kind else b].append(other_wish)
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
    lasts = adapted is None or (adapted["grade"] in SHOWN and (effect(adapted) > 0) == topic.more)
    return topic.row["measure"] in measures and topic.grade == SOLID and lasts


def _missing(found: Sequence[Topic]) -> str:
    reasons = {topic.row["reason"] for topic in found}
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
