"""A report from its results: the first screen, and what stands behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from strategy_lab.display.comparison_text import (
    POINTS,
    Row,
    effect,
    effect_text,
    margin_text,
    range_text,
    reason_text,
    rows_of,
    signed_text,
)
from strategy_lab.display.pages import Figure, Page, Section, Statement, Table, write_page
from strategy_lab.display.plots.marks import (
    DOT,
    FILLED,
    OTHER,
    EffectRow,
    Mark,
    effect_chart,
    mark_text,
)
from strategy_lab.display.text_tables import NOTHING, number
from strategy_lab.errors import UsageError, counted, listed, with_unit
from strategy_lab.experiments.fields import NamedField, untrained_note, weakness_note
from strategy_lab.files.whole_files import atomic_write_together, write_text
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.conclusions import (
    ADAPTED,
    BEFORE,
    COLUMNS,
    CONCLUSIONS_FAMILY,
    KEYS,
    OF_PLAY,
    STRANGERS,
    STRESS,
    UNCHANGED,
    Columns,
)
from strategy_lab.results.measures import FROM
from strategy_lab.results.saved_tables import MANIFEST, save_manifest, save_tables
from strategy_lab.results.tables import records, where
from strategy_lab.simulation.replaying import code_files_of, load_unchanged, source_of
from strategy_lab.stats.evidence import GRADES, NO_EFFECT, PREDICTION_INTERVAL, UNCLEAR
from strategy_lab.version import __version__

from forsale_sim.measures import MEASURES, on_common_deals
from forsale_sim.program import FOR_SALE
from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Take
from forsale_sim.reference.playing import play_game
from forsale_sim.reference.trace import pass_gains
from forsale_sim.reports.answer import (
    MOST_RULESETS,
    STATEMENTS,
    forest_figure,
    is_on_rules,
    lead_figure,
    moves,
    repeated_findings,
    rules_advice,
    rules_figure,
    rules_headline,
    rules_section,
    rules_statements,
    seat_figure,
    statements,
    topic_figure,
)
from forsale_sim.reports.answer import (
    deck as usual_deck,
)
from forsale_sim.reports.answer import (
    headline as usual_headline,
)
from forsale_sim.reports.experiment import OBEYED, OPPOSITE, STRONGEST, check_claims
from forsale_sim.reports.player_levels import BEGINNER_WINS, FACTOR, LEVELS, MEASURED, OPENER_WINS
from forsale_sim.reports.results import (
    FAIR,
    REPETITION,
    SHOWN,
    Results,
    Topic,
    first_count,
    names_of,
    of_rules,
    print_advice,
    seat_name,
    sentence,
    table_name,
    topics,
    untrained_names,
)
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.training.trained_play import FEWEST_TRAININGS

# advice_section: Advice that was tried: what a player gains or loses who obeys it, or does the
# opposite.


def advice_section(results: Results) -> Section | None:
    """Return what advice is worth; None if none was tried."""
    if "advice" not in results.levels:
        return None
    return Section(
        "advice",
        "Advice that was tried",
        text=[
            "A player obeys a rule amid copies of itself that do not, then does the opposite. "
            "Without the rule all would win alike, so the difference from a fair share is what the "
            f"rule is worth. {counted(len(_players(results)), 'player')} try each rule: strong "
            "ones, and strangers who were not made here."
        ],
        figures=[] if is_on_advice(results) else [advice_figure(results)],
        tables=[of_rules(results, _table(results))],
    )


def is_on_advice(results: Results) -> bool:
    """Return whether advice is what a report answers: it was tried, and nothing is compared."""
    return "advice" in results.levels and results.pair[0] == FAIR


def advice_headline(results: Results) -> tuple[str, list[str]]:
    """Return the advice that makes a player win more, the best first; if there is none, that."""
    players, everything = first_count(results), _first_rows(results)
    rows = [row for row in everything if row["way"] == OBEYED and row["grade"] in SHOWN]
    good = sorted((row for row in rows if effect(row) > 0), key=effect, reverse=True)
    if good:
        deck = [
            f"A player who obeys this wins {_size(good[0])} more often at a table of {players}."
        ]
        if not any(row["strongest"] > 0 for row in good):
            deck.append("No rule that was tried helps the strongest player.")
        return good[0]["advice"], deck
    bad = sum(effect(row) < 0 for row in rows)
    harm = (
        f"{bad} of the {len({row['advice'] for row in everything})} rules that were tried are "
        "shown to make a player who obeys them win less often at a table of "
        f"{players}."
    )
    nothing = "None is shown to cost anything, either."
    return "No simple rule is shown to make a player win more", [harm if bad else nothing]


def _size(row: Row) -> str:
    """Return the size of what a rule is worth, over players: a number or a range, in points."""
    mean = with_unit(number(POINTS * abs(effect(row)), 1), "percentage point")
    if not row["least"] * row["most"] > 0:
        return f"on average {mean}"
    small, large = sorted(POINTS * abs(row[end]) for end in ("least", "most"))
    if large <= 2 * small:
        return mean
    return f"{number(small, 1)} to {number(large, 1)} percentage points"


def advice_figure(results: Results) -> Figure:
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    trials = where(results.levels["trials"], ruleset=ruleset, players=players)
    rows, alts = [], []
    for row in sorted(_first_rows(results), key=effect, reverse=True):
        dots = [
            Mark(OTHER if each["player"] == STRONGEST else DOT, POINTS * each["worth"])
            for each in records(where(trials, advice=row["advice"], way=row["way"]))
        ]
        text = row["advice"] if row["way"] == OBEYED else f"Not: {_small(row['advice'])}"
        limits = [POINTS * row[end] for end in ("low", "high") if row[end] is not None]
        main = Mark(FILLED, POINTS * effect(row), *limits)
        rows.append(EffectRow(_wrapped(text), [*dots, main]))
        alts.append(f"{text}: {mark_text(main)}")
    drawing = effect_chart(
        rows,
        unit="percentage points beside a fair share",
        key=[(FILLED, "mean"), (OTHER, STRONGEST), (DOT, "another player")],
        margin=1.0,
    )
    caption = (
        f"What a rule is worth to a player who obeys it at a table of {players} under "
        f"{names_of(results)[ruleset]}. Filled: the mean over players, and where a player whom "
        "nobody here has met is predicted to lie, with 90 %."
    )
    title = "What obeying a rule gains and loses"
    return Figure("advice", title, caption, drawing, f"{'; '.join(alts)}.")


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _wrapped(text: str) -> str:
    words = text.split()
    return f"{' '.join(words[:3])}\n{' '.join(words[3:])}" if len(words) > 4 else text


def advice_statements(results: Results, most: int) -> list[Statement]:
    """Return what is known of advice by the first ruleset: what helps most, first."""
    rows = sorted(
        _first_rows(results),
        key=lambda row: (GRADES.index(row["grade"]), row["way"] != OBEYED, -effect(row)),
    )
    return [Statement(row["grade"], _sentence(row, first_count(results))) for row in rows[:most]]


def _first_rows(results: Results) -> list[Row]:
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    return records(where(results.levels["advice"], ruleset=ruleset, players=players))


def _players(results: Results) -> list[str]:
    return list(dict.fromkeys(results.levels["trials"]["player"].tolist()))


def _sentence(row: Row, players: int) -> str:
    what = f"\u201c{row['advice']}\u201d"
    who = f"A player who obeys {what}"
    if row["way"] == OPPOSITE:
        who = f"A player who does the opposite of {what}"
    where_to = f"at a table of {players}"
    if row["grade"] == NO_EFFECT:
        return f"{who} wins as often as one who does not {where_to}."
    if row["grade"] == UNCLEAR:
        return f"Whether {_small(who)} wins more is unclear {where_to}; {_reason(row)}."
    more = "more" if effect(row) > 0 else "less"
    return f"{who} wins {_size(row)} {more} often {where_to}."


def _reason(row: Row) -> str:
    of_tables = reason_text({**row, "against": ""})
    return of_tables.replace("tables", "players").replace("table", "player")


def _table(results: Results) -> Table:
    names, players = names_of(results), _players(results)
    keys = ("ruleset", "players", "advice", "way")
    worth = {
        (*(row[key] for key in keys), row["player"]): row["worth"]
        for row in records(results.levels["trials"])
    }
    rows = []
    for row in records(results.levels["advice"]):
        key = tuple(row[name] for name in keys)
        limits = [row[end] for end in ("low", "high")]
        rows.append(
            [
                *(names[row["ruleset"]], str(row["players"]), row["advice"], row["way"]),
                NOTHING if None in limits else " to ".join(map(_points, limits)),
                *(_points(worth.get((*key, player))) for player in players),
                row["grade"],
            ]
        )
    return Table(
        "Worth of each advice",
        ["rules", "players", "advice", "", "new player", *players, "grade"],
        rows,
        "Percentage points of win rate beside a fair share; first where a player whom nobody here "
        "has met is predicted to lie, with 90 %.",
    )


def _points(value: float | None) -> str:
    return NOTHING if value is None else signed_text(POINTS * value, 1)


# auction: One auction by both rulesets, move by move: the same houses, the same players, the same
# draws.

DEALS = 60
"""How many deals are looked through for an auction that goes another way."""

LONGEST = 14
"""Moves of an auction that is easy to follow."""


def auction_section(results: Results) -> Section | None:
    """Return an auction that the rules change; None if none of the first deals has one.

    There is none, either, where parts are merged far from the files of their strategies.
    """
    report, players = results.experiment, first_count(results)
    rulesets = [*report.rulesets, *report.what_ifs][:2]
    if len(rulesets) < 2 or not on_common_deals(*(each.rules(players) for each in rulesets)):
        return None
    named = report.fields[0].at(rulesets[0].name, players)[0]
    held: dict[str, Any] = {"game": named.game.name, "spec": named.spec}
    held |= {"source": source_of(named), "files": code_files_of(named)}
    try:
        player = load_unchanged(held)
    except UsageError:
        return None
    labels = [names_of(results)[ruleset.name] for ruleset in rulesets]
    for deal in range(1, DEALS + 1):
        one, other = (
            _first_auction(ruleset, player, players, report.config.seed, deal)
            for ruleset in rulesets
        )
        if one == other or max(len(one), len(other)) > LONGEST:
            continue
        houses = one[0]
        assert isinstance(houses, Houses)
        moves = zip_longest(map(_move, one[1:]), map(_move, other[1:]), fillvalue="")
        rows = [[str(number), *pair] for number, pair in enumerate(moves, 1)]
        offer = (
            f"The first auction of deal {deal}: houses {', '.join(map(str, houses.cards))} are on "
            f"offer, seat {houses.opener} opens. Both tables have the same players, who decide "
            "alike until the rules part them."
        )
        table = Table("The auction", ["", *labels], rows)
        return Section("auction", "One auction by both rules", text=[offer], tables=[table])
    return None


def _first_auction(
    ruleset: Ruleset, player: Entrant, players: int, seed: int, deal: int
) -> list[Event]:
    game = play_game(ruleset.rules(players), [player] * players, seed, deal)
    ends = (
        i
        for i, event in enumerate(game.events)
        if isinstance(event, Cheques) or (isinstance(event, Houses) and event.round > 1)
    )
    return game.events[: next(ends, None)]


def _move(event: Event) -> str:
    match event:
        case Bid(seat=seat, amount=amount):
            return f"seat {seat} bids {amount}"
        case Pass(seat=seat):
            return f"seat {seat} passes, {pass_gains(event)}"
        case Take(seat=seat, house=house, paid=paid):
            return f"seat {seat} takes house {house} for {paid or 'nothing'}"
    raise ValueError(f"{event} is no move of an auction")


ESTIMANDS = {
    BEFORE: "players who know the rules",
    STRANGERS: "strangers",
    ADAPTED: "players trained anew",
    STRESS: "nobody: no vote",
}
"""What the page calls whom a field tells of."""


def method_section(results: Results) -> Section:
    report = results.experiment
    players = [
        [table_name(results, field.name), ESTIMANDS[field.estimand], _players_of(field)]
        for field in report.fields
    ]
    margins: dict[str, list[str]] = {}
    for row in rows_of(results.conclusions, MEASURES):
        name, measure = row["measure"], MEASURES[row["measure"]]
        if measure.more:
            margins.setdefault(name, [name, margin_text(row), measure.reason])
    tables = [
        Table("Tables: who plays", ["table", "of whom it tells", "strategies"], players),
        Table("What matters", ["measure", "from", "reason"], [*margins.values()]),
    ]
    text = [
        f"{report.games:,} games were played: {report.config.games:,} or a few more by each "
        "ruleset, for each number of players, at each table, on common deals where the decks "
        "allow it. A deal is played with every rotation of a lineup that is drawn from the "
        "field without replacement. The deal is the unit of evidence: intervals and tests are "
        "clustered by deal.",
        f"A grade is by the {PREDICTION_INTERVAL}, and by a one-sided t test of the mean over "
        f"tables at what matters, {CONCLUSIONS_FAMILY}. Grades are {listed(GRADES)}.",
    ]
    return Section("method", "Method", text=text, tables=tables, folded=True)


def _players_of(field: NamedField) -> str:
    if not field.by_strategy:
        return f"{counted(len(field.entrants), 'strategy', 'strategies')} for each ruleset"
    return ", ".join(dict.fromkeys(entrant.name for entrant in field.entrants))


# evidence_sections: What stands behind the answer: the findings at every table, and how fair the
# seats are.

MOST_FORESTS = 4
"""How many findings are shown table by table, beside the first."""


def tables_section(results: Results, found: Sequence[Topic]) -> Section | None:
    shown = [topic for topic in found if topic.grade in SHOWN]
    figures = [
        topic_figure(results, f"tables-{number}", topic)
        for number, topic in enumerate(shown[1 : 1 + MOST_FORESTS], start=1)
    ]
    if shown and shown[0].adapted is not None and shown[0].adapted["tables"] > 1:
        title = f"The same with {shown[0].row['players']} players who were trained anew"
        adapted = forest_figure(results, "trained-anew", title, shown[0].adapted)
        figures.insert(0, adapted)
    if not figures:
        return None
    return Section("tables", "Would it hold at your table?", figures=figures)


def seats_section(results: Results) -> Section:
    seats = rows_of(where(results.conclusions, a=FAIR, play=UNCHANGED), MEASURES)
    shown = [row for row in seats if row["grade"] in SHOWN]
    drawn = {ruleset.name for ruleset in results.experiment.rulesets[:MOST_RULESETS]}
    title = (
        "Some seats are shown to be unfair"
        if any(row["b"] in drawn for row in shown)
        else "No seat is shown to be unfair at other tables"
    )
    names = names_of(results)
    return Section(
        "fairness",
        "Each seat, for each number of players",
        text=[
            f"{sentence(row['grade'])[:-1]}: under {names[row['b']]}, "
            f"{effect_text(row, seat_name(row['seat'], row['players']))} than a fair share at a "
            f"table of {row['players']}."
            for row in shown
        ],
        figures=[seat_figure(results, title)],
    )


# luck_section: Luck and skill: where wins come from, who stays ahead, and what a ruleset's games
# are like.


def luck_section(results: Results) -> Section:
    base = results.experiment.rulesets[0].name
    players = first_count(results)
    label = names_of(results)[base]
    standings = where(results.levels["standings"], ruleset=base, players=players)
    told = where(results.levels["measures"], ruleset=base, players=players, measure="lead_changes")
    leads, last = (
        f"{_range(where(standings, standing=place)['win_rate'], 0, 100)} %"
        for place in (1, players)
    )
    changes = _range(told["value"], 1)
    return Section(
        "skill",
        "Luck and skill",
        text=[
            f"At a table of {players}, a player who is ahead when the last house is bought wins "
            f"{leads} of the games under {label}, by who plays. A player who is last then wins "
            f"{last}. A house counts for this as the cheque of the same rank. The lead changes "
            f"{changes} times a game.",
            *_ladder_text(results),
        ],
        tables=[
            *(
                of_rules(results, table)
                for table in (_games_table(results), *_sources_tables(results))
            ),
            *_ladder_tables(results),
            *_level_tables(results),
        ],
    )


def _games_table(results: Results) -> Table:
    """Return what games are like by each ruleset: for a new table, by number of players."""
    found, names = results.levels["games"], names_of(results)
    rows = []
    for ruleset in results.experiment.rulesets:
        for measure in dict.fromkeys(found["measure"].tolist()):
            cells = {
                row["players"]: _value(row, "mean", "low", "high", MEASURES[measure].scale, 1)
                for row in records(where(found, ruleset=ruleset.name, measure=measure))
            }
            of_players = [cells.get(players, NOTHING) for players in results.players]
            rows.append([names[ruleset.name], MEASURES[measure].title, *of_players])
    return Table(
        "What games are like",
        ["rules", "measure", *(f"{players} players" for players in results.players)],
        rows,
        "The mean over tables that share no player, and where a table that nobody here has met is "
        "predicted to lie, with 90 %.",
    )


ENDS = ("value", "value_low", "value_high")


def _value(row: Row, value: str, low: str, high: str, factor: int, decimals: int) -> str:
    """Return a value with its limits, none of them below 0."""
    if row[value] is None:
        return NOTHING
    if row[low] is None or row[high] is None:
        return number(factor * row[value], decimals)
    ends = (number(factor * max(row[end], 0.0), decimals) for end in (value, low, high))
    return "{} ({} to {})".format(*ends)


def _level_tables(results: Results) -> list[Table]:
    found = records(results.levels.get("player_levels", {}))
    if not found:
        return []
    heads = {BEGINNER_WINS: "a beginner among them wins, %", OPENER_WINS: "the opener wins, %"}
    heads |= {name: MEASURES[name].title for name in MEASURED}
    scales = {name: MEASURES[name].scale if name in MEASURED else 100 for name in heads}
    cells = {
        (row["level"], row["measure"]): _value(row, *ENDS, scales[row["measure"]], 1)
        for row in found
    }
    rows = [[level, *(cells.get((level, name), NOTHING) for name in heads)] for level in LEVELS]
    note = "All of one level, but for the beginner of the first column; with 95 % intervals."
    return [Table("Players of each level", ["all are", *heads.values()], rows, note)]


def _range(values: np.ndarray, decimals: int, factor: int = 1) -> str:
    """Return the smallest and the largest value; one, if they are alike."""
    ends = (number(factor * end, decimals) for end in (values.min(), values.max()))
    return " to ".join(dict.fromkeys(ends))


def _sources_tables(results: Results) -> list[Table]:
    players, names = first_count(results), names_of(results)
    measures = where(results.levels["measures"], players=players)
    rows = []
    for ruleset in results.experiment.rulesets:
        for field in dict.fromkeys(measures["field"].tolist()):
            of_field = records(where(measures, ruleset=ruleset.name, field=field))
            by_measure = {row["measure"]: row for row in of_field}
            found = [by_measure.get(f"win_by_{source}") for source in FROM]
            shares = [_value(row, *ENDS, 100, 0) for row in found if row is not None]
            if len(shares) == len(found):
                rows.append([names[ruleset.name], table_name(results, field), *shares])
    note = (
        f"Shares of the variance of wins at a table of {players}, with 95 % intervals: each "
        "deal is played in every rotation of the seats, so they add up to all of it."
    )
    header = ["rules", "table", *(f"{what}, %" for what in FROM.values())]
    return [Table("Where wins come from", header, rows, note)] if rows else []


def _ladder_text(results: Results) -> Iterator[str]:
    if "skill_ladder" not in results.levels:
        return
    *_, last = rungs = records(results.levels["skill_ladder"])
    rates = [f"{number(100 * rung['win_rate'], 0)} %" for rung in rungs]
    yield (
        f"A player who thinks {FACTOR} times as long as everybody else wins {listed(rates)} of the "
        "games on the rungs of the ladder below. A fair share is "
        f"{number(100 / last['players'], 0)} %. Thinking is measured in games "
        "that a player tries in its head for each decision."
    )


def _ladder_tables(results: Results) -> list[Table]:
    rows = []
    for rung in records(results.levels.get("skill_ladder", {})):
        rate, low, high = (
            NOTHING if rung[name] is None else number(100 * rung[name], 0)
            for name in ("win_rate", "low", "high")
        )
        # A single deal has no interval.
        interval = NOTHING if NOTHING in (low, high) else f"{low} to {high}"
        rows.append([str(rung["others"]), str(rung["budget"]), rate, interval])
    header = ["all others try", "one player tries", "and wins, %", "95 % interval"]
    return [Table("The skill ladder", header, rows)] if rows else []


# trust_section: How far to trust a report: who has a vote, and what came of its findings when
# tried again.

WHAT_GRADES_MEAN = (
    "A grade answers one question: would it hold at a table that nobody here has met? Solid: such "
    "a table is predicted to show an effect that is large enough to matter. Likely: the mean over "
    "tables is shown to be large enough, and four of five tables have its sign. No effect worth "
    "naming: such a table is predicted to show none that matters. Unclear: anything else, and the "
    "reason is said."
)

TRAINING_SEEDS = "An option of a report"


def trust_section(results: Results, repeated: Sequence[tuple[Statement, Row, Row]]) -> Section:
    report = results.experiment
    rows = where(_pair_table(results), players=first_count(results))
    of: dict[str, list[str]] = {}
    for field, table, estimand in zip(
        *(rows[name].tolist() for name in ("field", "table", "estimand")), strict=True
    ):
        name = table_name(results, field)
        if field == table and name not in of.setdefault(estimand, []):
            of[estimand].append(name)
    points = []
    if BEFORE in of:
        points.append(f"Tables of players who know the rules: {listed(of[BEFORE])}.")
    if STRANGERS in of:
        strangers = listed(of[STRANGERS])
        points.append(f"Tables of strangers, who were not made or tuned here: {strangers}.")
    points.append("No two of these tables share a player; each has one vote.")
    if ADAPTED in of:
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
    if repeated:
        held = sum(again["held"] for _, _, again in repeated)
        points.append(
            "All was played again on other deals, and where play was trained anew, it was trained "
            f"from other seeds: {held} of {counted(len(repeated), 'finding')} held. A finding that "
            "did not hold has gone down one grade. The table below has each of them, "
            f"{REPETITION}.csv every measure."
        )
    points.append(
        "Chance is the smaller error, who plays the larger one: a size is a range over tables, or "
        "one number where the largest is at most twice the smallest."
    )
    return Section(
        "trust",
        "How far to trust it",
        text=[WHAT_GRADES_MEAN],
        points=[*points, *report.config.notes],
        tables=[_repetition_table(repeated)] if repeated else [],
    )


def _repetition_table(repeated: Sequence[tuple[Statement, Row, Row]]) -> Table:
    return Table(
        "Each finding, played again",
        ["finding", "first grade", "range", "range again", "grade again", "held"],
        [
            [
                *(statement.text, again["first"], range_text(row), range_text(again)),
                *(again["grade"], "yes" if again["held"] else "no"),
            ]
            for statement, row, again in repeated
        ],
        "Ranges over tables.",
    )


def _pair_table(results: Results) -> Columns:
    a, b = results.pair
    return where(results.differences, a=a, b=b)


def make_page(results: Results, command: str, config: str, data: Sequence[str]) -> Page:
    """Return the page of a report, whose claims have to hold."""
    check_claims(results)
    found = topics(results)
    chosen = [topic for topic in found if topic.grade in SHOWN] or found
    asked = results.experiment.config
    advice_title, said = print_advice(results, found)
    sections: list[Section | None] = [advice_section(results)]
    repeated: list[tuple[Statement, Row, Row]] = []
    if is_on_advice(results):
        headline, deck = advice_headline(results)
        lead, stated = advice_figure(results), advice_statements(results, STATEMENTS)
    elif is_on_rules(results):
        moved = moves(results)
        headline, deck = rules_headline(moved)
        lead, stated = rules_figure(results, moved), rules_statements(moved, STATEMENTS)
        advice_title, said = "Which rule should you change?", rules_advice(moved)
    else:
        headline, deck = usual_headline(results, found), usual_deck(results, found)
        lead = lead_figure(results, chosen)
        stated = [statement for statement, _ in statements(results, found)]
        sections += [tables_section(results, found), auction_section(results)]
        repeated = repeated_findings(results, found)
    if not is_on_advice(results):
        sections.append(seats_section(results))
    sections += [
        rules_section(results, chosen[0] if chosen else None),
        luck_section(results),
        trust_section(results, repeated),
        method_section(results),
    ]
    return Page(
        question=asked.question or asked.title,
        headline=asked.headline or headline,
        deck=deck,
        lead=lead,
        statements=stated,
        advice_title=advice_title,
        advice=said,
        sections=[section for section in sections if section is not None],
        facts=[
            ("version", __version__),
            ("games", f"{results.experiment.games:,}"),
            ("seed", str(asked.seed)),
            ("digest", results.digest),
        ],
        command=command,
        config=config,
        data=data,
    )


OF_FIELDS = (
    *("players", "a", "b", "measure", "seat", "unit", "field", "estimand", "table"),
    *("value_a", "value_b", "difference", "difference_low", "difference_high", "deals"),
)
OF_ALL = (
    *("play", "tables", "mean", "low", "high", "least", "most", "agreeing"),
    *("grade", "reason", "games_factor", "against"),
)
"""What all tables that have a say say of the measure: the same in each of their rows."""

TEXTS = ("play", "grade", "reason", "against")

PLAY = {estimand: play for play, estimands in OF_PLAY.items() for estimand in estimands}

DATA_COLUMNS = {name: COLUMNS[name] for name in (*OF_FIELDS, *OF_ALL)}

DIGITS = 5
"""Significant digits in the table."""


def tidy_data(results: Results) -> Columns:
    """Return the table. It is of what the page speaks of: no single houses or strategies."""

    def of_games(table: Columns) -> Columns:
        about = zip(table["house"].tolist(), table["strategy"].tolist(), strict=True)
        kept = np.array([each == (None, None) for each in about])
        return {name: column[kept] for name, column in table.items()}

    def key(row: Row, play: str) -> tuple[object, ...]:
        return (*(row[name] for name in KEYS if name not in ("house", "strategy")), play)

    graded = {key(row, row["play"]): row for row in records(of_games(results.conclusions))}
    nothing = dict.fromkeys(OF_ALL) | {"tables": 0}
    differences = of_games(results.differences)
    found = [
        graded.get(key(row, PLAY.get(row["estimand"], "")), nothing) for row in records(differences)
    ]
    table = {name: differences[name] for name in OF_FIELDS}
    for name in OF_ALL:
        kind = np.int64 if name == "tables" else object if name in TEXTS else float
        table[name] = np.array([row[name] for row in found], kind)
    return {name: _rounded(column) for name, column in table.items()}


def _rounded(column: np.ndarray) -> np.ndarray:
    if not np.issubdtype(column.dtype, np.floating):
        return column
    return np.array([float(f"{value:.{DIGITS}g}") for value in column.tolist()])


CONFIG = "report.toml"
DATA = "data"
MORE = ("advice", "trials", "skill_ladder", "player_levels", "games", REPETITION)
"""Tables that only some reports have."""

COMMAND = f"forsale-sim report {CONFIG} --out again"


def write_report(results: Results, folder: Path) -> dict[str, Any]:
    config = results.experiment.config.relative_to(folder)
    more = [name for name in MORE if name in results.levels]
    files = [f"{name}.csv" for name in (DATA, *more)]
    page = make_page(results, COMMAND, config.to_toml(), files)
    with atomic_write_together(folder, MANIFEST) as aside:
        write_page(page, aside)
        save_tables({DATA: tidy_data(results)}, aside, ["csv", "parquet"], DATA_COLUMNS)
        save_tables({name: results.levels[name] for name in more}, aside, ["csv"], {})
        manifest = {
            "version": __version__,
            "command": COMMAND,
            "games": results.experiment.games,
            **config.model_dump(mode="json"),
            "digest": results.digest,
            "data": hashlib.sha256((aside / f"{DATA}.csv").read_bytes()).hexdigest(),
        }
        write_text(aside / CONFIG, config.to_toml())
        save_manifest(manifest, aside)
    return manifest
