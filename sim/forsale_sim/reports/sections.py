"""A report from its results: the first screen, and what stands behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from strategy_lab.display.comparison_text import (
    POINTS,
    Finding,
    Row,
    effect,
    effect_text,
    margin_text,
    reason_text,
    rows_of,
    scale,
    signed_text,
)
from strategy_lab.display.pages import Figure, Page, Section, Statement, Table, write_page
from strategy_lab.display.plots.figures import inline_svg
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

from forsale_sim.experiments.trained_play import FEWEST_TRAININGS
from forsale_sim.measures import MEASURES, on_common_deals
from forsale_sim.program import FOR_SALE
from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.playing import play_game
from forsale_sim.reference.trace import pass_gains
from forsale_sim.reports.answer import (
    MOST_RULESETS,
    STATEMENTS,
    deck,
    forest_figure,
    headline,
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
from forsale_sim.reports.experiment import OBEYED, OPPOSITE, STRONGEST, check_claims, with_a_say
from forsale_sim.reports.player_levels import BEGINNER_WINS, FACTOR, LEVELS, MEASURED, OPENER_WINS
from forsale_sim.reports.results import (
    FAIR,
    REPETITION,
    SHOWN,
    Repeated,
    Results,
    Topic,
    advice,
    advice_title,
    first_count,
    names_of,
    of_rules,
    repetition_table,
    repetition_text,
    seat_name,
    sentence,
    table_name,
    topics,
    untrained_names,
)
from forsale_sim.rules.ruleset import Ruleset

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
    players = first_count(results)
    rows = [row for row in _first_rows(results) if row["way"] == OBEYED and row["grade"] in SHOWN]
    good = sorted((row for row in rows if effect(row) > 0), key=effect, reverse=True)
    helps = [row for row in good if row["strongest"] > 0]
    bad = [row for row in rows if effect(row) < 0]
    if good:
        first = good[0]
        headline = first["advice"]
        size = f"A player who obeys this wins {_size(first)} more often at a table of {players}."
        deck = [size] if helps else [size, "No rule that was tried helps the strongest player."]
        return headline, deck
    harm = (
        f"{len(bad)} of the {len({row['advice'] for row in _first_rows(results)})} rules that were "
        "tried are shown to make a player who obeys them win less often at a table of "
        f"{players}."
        if bad
        else "None is shown to cost anything, either."
    )
    return "No simple rule is shown to make a player win more", [harm]


def _size(row: Row) -> str:
    """Return the size of what a rule is worth, over players: a number or a range, in points."""
    if not row["least"] * row["most"] > 0:
        return "on average " + with_unit(number(POINTS * abs(effect(row)), 1), "percentage point")
    small, large = sorted(POINTS * abs(row[end]) for end in ("least", "most"))
    if large <= 2 * small:
        return with_unit(number(POINTS * abs(effect(row)), 1), "percentage point")
    return f"{number(small, 1)} to {number(large, 1)} percentage points"


def advice_figure(results: Results) -> Figure:
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    trials = where(results.levels["trials"], ruleset=ruleset, players=players)
    graded = records(where(results.levels["advice"], ruleset=ruleset, players=players))
    graded.sort(key=effect, reverse=True)
    rows, alts = [], []
    for row in graded:
        tried = records(where(trials, advice=row["advice"], way=row["way"]))
        dots = [
            Mark(OTHER if each["player"] == STRONGEST else DOT, POINTS * each["worth"])
            for each in tried
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
    return Figure(
        "advice", "What obeying a rule gains and loses", caption, drawing, f"{'; '.join(alts)}."
    )


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
    return Table(
        "Worth of each advice",
        ["rules", "players", "advice", "", "new player", *players, "grade"],
        list(_rows(results, names, players)),
        "Percentage points of win rate beside a fair share; first where a player whom nobody here "
        "has met is predicted to lie, with 90 %.",
    )


def _rows(results: Results, names: dict[str, str], players: list[str]) -> Iterator[list[str]]:
    trials = records(results.levels["trials"])
    for row in records(results.levels["advice"]):
        worth = {
            each["player"]: each["worth"]
            for each in trials
            if all(each[key] == row[key] for key in ("ruleset", "players", "advice", "way"))
        }
        limits = [row[end] for end in ("low", "high")]
        new = NOTHING if None in limits else " to ".join(map(_points, limits))
        yield [
            *(names[row["ruleset"]], str(row["players"]), row["advice"], row["way"], new),
            *(_points(worth.get(player)) for player in players),
            row["grade"],
        ]


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
    report = results.experiment
    rulesets = [*report.rulesets, *report.what_ifs][:2]
    players = first_count(results)
    if len(rulesets) < 2 or not on_common_deals(*(each.rules(players) for each in rulesets)):
        return None
    try:
        player = _first_player(results, rulesets[0].name, players)
    except UsageError:
        return None
    for deal in range(1, DEALS + 1):
        auctions = [
            _first_auction(ruleset, player, players, report.config.seed, deal)
            for ruleset in rulesets
        ]
        if _worth_showing(auctions):
            return _section(results, rulesets, auctions, deal)
    return None


def _first_player(results: Results, ruleset: str, players: int) -> Entrant:
    """Return who plays: the first of the first field."""
    named = results.experiment.fields[0].at(ruleset, players)[0]
    return load_unchanged(
        {
            "game": named.game.name,
            "spec": named.spec,
            "source": source_of(named),
            "files": code_files_of(named),
        }
    )


def _first_auction(
    ruleset: Ruleset, player: Entrant, players: int, seed: int, deal: int
) -> list[Event]:
    game = play_game(ruleset.rules(players), [player] * players, seed, deal)
    return list(_until_second(game.events))


def _until_second(events: Sequence[Event]) -> Iterator[Event]:
    for event in events:
        if isinstance(event, Cheques) or (isinstance(event, Houses) and event.round > 1):
            return
        yield event


def _worth_showing(auctions: Sequence[Sequence[Event]]) -> bool:
    return auctions[0] != auctions[1] and max(map(len, auctions)) <= LONGEST


def _section(
    results: Results, rulesets: Sequence[Ruleset], auctions: Sequence[Sequence[Event]], deal: int
) -> Section:
    houses = auctions[0][0]
    if not isinstance(houses, Houses):
        raise TypeError(f"an auction begins with houses, not with {houses}")
    offer = ", ".join(map(str, houses.cards))
    labels = names_of(results)
    moves = [[_move(event) for event in auction[1:]] for auction in auctions]
    rows = [
        [str(number), *pair] for number, pair in enumerate(zip_longest(*moves, fillvalue=""), 1)
    ]
    return Section(
        "auction",
        "One auction by both rules",
        text=[
            f"The first auction of deal {deal}: houses {offer} are on offer, seat "
            f"{houses.opener} opens. Both tables have the same players, who decide alike until the "
            "rules part them."
        ],
        tables=[Table("The auction", ["", *(labels[ruleset.name] for ruleset in rulesets)], rows)],
    )


def _move(event: Event) -> str:
    match event:
        case Bid(seat=seat, amount=amount):
            return f"seat {seat} bids {amount}"
        case Pass(seat=seat):
            return f"seat {seat} passes, {pass_gains(event)}"
        case Take(seat=seat, house=house, paid=paid):
            return f"seat {seat} takes house {house} for {paid or 'nothing'}"
        case Sell() | Houses() | Cheques():
            raise ValueError(f"{event} is no move of an auction")


ESTIMANDS = {
    BEFORE: "players who know the rules",
    STRANGERS: "strangers",
    ADAPTED: "players trained anew",
    STRESS: "nobody: no vote",
}
"""What the page calls whom a field tells of."""


def explorer_section(results: Results) -> Section:
    fields = [field.name for field in with_a_say(results.experiment.fields)]
    names = names_of(results)
    rows = []
    pairs = dict.fromkeys(
        zip(results.conclusions["a"].tolist(), results.conclusions["b"].tolist(), strict=True)
    )
    for pair in pairs:
        for players in results.players:
            for finding in results.findings(players, pair):
                rows.append(_explored(results, finding, fields, names))
    header = [
        "change",
        "players",
        "measure",
        *("grade", "why", "new table", "trained anew"),
        *fields,
    ]
    return Section(
        "explorer",
        "Every number",
        text=[
            "A row is a measure for a number of players; the numbers are its change at each table, "
            "in percentage points, or in coins or thousands; and first where a table that nobody "
            "here has met is predicted to lie, with 90 %."
        ],
        tables=[
            Table(
                "Changes at each table",
                [table_name(results, name) for name in header],
                rows,
            )
        ],
        folded=True,
    )


def _explored(
    results: Results, finding: Finding, fields: Sequence[str], names: dict[str, str]
) -> list[str]:
    row = finding.row
    keys = {name: row[name] for name in ("players", "a", "b", "measure")}
    found = {
        each["field"]: each["difference"] * scale(row)
        for each in records(where(results.differences, **keys))
        if (each["seat"], each["strategy"], each["house"]) == (row["seat"], None, None)
    }
    about = MEASURES[row["measure"]].noun
    if row["seat"] is not None:
        about = f"wins of {seat_name(row['seat'], row['players'])}"
    change = f"{names[row['b']]} against {names.get(row['a'], row['a'])}"
    limits = [row[end] for end in ("low", "high")]
    new = (
        NOTHING
        if None in limits
        else " to ".join(signed_text(scale(row) * limit, 1) for limit in limits)
    )
    anew = NOTHING if finding.retuned is None else finding.retuned["grade"]
    why = reason_text(row, lambda name: table_name(results, name))
    values = [signed_text(found[name], 1) if name in found else NOTHING for name in fields]
    return [change, f"{row['players']} players", about, row["grade"], why, new, anew, *values]


def method_section(results: Results) -> Section:
    report = results.experiment
    tables = [
        Table(
            "Tables: who plays",
            ["table", "of whom it tells", "strategies"],
            [
                [
                    table_name(results, field.name),
                    ESTIMANDS[field.estimand],
                    _players_of(field),
                ]
                for field in report.fields
            ],
        ),
        Table(
            "What matters",
            ["measure", "from", "reason"],
            [[measure, text, MEASURES[measure].reason] for measure, text in _margins(results)],
        ),
    ]
    return Section(
        "method",
        "Method",
        text=[
            f"{report.games:,} games were played: {report.config.games:,} or a few more by each "
            "ruleset, for each number of players, at each table, on common deals where the decks "
            "allow it. A deal is played with every rotation of a lineup that is drawn from the "
            "field without replacement. The deal is the unit of evidence: intervals and tests are "
            "clustered by deal.",
            f"A grade is by the {PREDICTION_INTERVAL}, and by a one-sided t test of the mean over "
            f"tables at what matters, {CONCLUSIONS_FAMILY}. Grades are {listed(GRADES)}.",
        ],
        tables=tables,
        folded=True,
    )


def _players_of(field: NamedField) -> str:
    if not field.by_strategy:
        return f"{counted(len(field.entrants), 'strategy', 'strategies')} for each ruleset"
    return ", ".join(dict.fromkeys(entrant.name for entrant in field.entrants))


def _margins(results: Results) -> Iterator[tuple[str, str]]:
    seen = set()
    for row in rows_of(results.conclusions, MEASURES):
        if MEASURES[row["measure"]].more and row["measure"] not in seen:
            seen.add(row["measure"])
            yield row["measure"], margin_text(row)


# evidence_sections: What stands behind the answer: the findings at every table, and how fair the
# seats are.

MOST_FORESTS = 4
"""How many findings are shown table by table, beside the first."""


def tables_section(results: Results, found: Sequence[Topic]) -> Section | None:
    """Return the findings that are shown table by table, but for the one of the first screen."""
    shown = [topic for topic in found if topic.grade in SHOWN]
    figures = [
        topic_figure(results, f"tables-{number}", topic)
        for number, topic in enumerate(shown[1 : 1 + MOST_FORESTS], start=1)
    ]
    if shown and shown[0].adapted is not None and shown[0].adapted["tables"] > 1:
        title = f"The same with {shown[0].players} players who were trained anew"
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
        _percentages(where(standings, standing=place)["win_rate"]) for place in (1, players)
    )
    changes = _range([number(value, 1) for value in sorted(told["value"].tolist())])
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
            by_players = {
                row["players"]: _predicted(row, MEASURES[measure].scale)
                for row in records(where(found, ruleset=ruleset.name, measure=measure))
            }
            cells = [by_players.get(players, NOTHING) for players in results.players]
            rows.append([names[ruleset.name], MEASURES[measure].title, *cells])
    return Table(
        "What games are like",
        ["rules", "measure", *(f"{players} players" for players in results.players)],
        rows,
        "The mean over tables that share no player, and where a table that nobody here has met is "
        "predicted to lie, with 90 %.",
    )


def _predicted(row: Row, factor: int) -> str:
    mean, low, high = (row[name] for name in ("mean", "low", "high"))
    if low is None:
        return number(factor * mean, 1)
    low, high = (number(factor * max(end, 0.0), 1) for end in (low, high))
    return f"{number(factor * mean, 1)} ({low} to {high})"


def _level_tables(results: Results) -> list[Table]:
    found = records(results.levels.get("player_levels", {}))
    cells = {(row["level"], row["measure"]): row for row in found}
    heads = {BEGINNER_WINS: "a beginner among them wins, %", OPENER_WINS: "the opener wins, %"}
    heads |= {name: MEASURES[name].title for name in MEASURED}
    rows = [
        [level, *(_level_cell(cells.get((level, name)), name) for name in heads)]
        for level in dict.fromkeys(row["level"] for row in found)
    ]
    note = "All of one level, but for the beginner of the first column; with 95 % intervals."
    order = {level: place for place, level in enumerate(LEVELS)}
    rows.sort(key=lambda row: order[row[0]])
    return [Table("Players of each level", ["all are", *heads.values()], rows, note)] * bool(rows)


def _level_cell(row: Row | None, name: str) -> str:
    if row is None:
        return NOTHING
    factor = MEASURES[name].scale if name in MEASURED else 100
    value, low, high = (
        number(factor * row[end], 1) for end in ("value", "value_low", "value_high")
    )
    return f"{value} ({low} to {high})"


def _percentages(shares: np.ndarray) -> str:
    return f"{_range([number(100 * share, 0) for share in sorted(shares.tolist())])} %"


def _range(texts: Sequence[str]) -> str:
    """Return the first and the last of some numbers in order; one, if they are alike."""
    return " to ".join(dict.fromkeys((texts[0], texts[-1])))


def _sources_tables(results: Results) -> list[Table]:
    players, names = first_count(results), names_of(results)
    rows = []
    measures = where(results.levels["measures"], players=players)
    for ruleset in results.experiment.rulesets:
        for field in dict.fromkeys(measures["field"].tolist()):
            found = [
                records(
                    where(measures, ruleset=ruleset.name, field=field, measure=f"win_by_{source}")
                )
                for source in FROM
            ]
            if all(found):
                shares = [_share(rows_of_one[0]) for rows_of_one in found]
                rows.append([names[ruleset.name], table_name(results, field), *shares])
    if not rows:
        return []
    return [
        Table(
            "Where wins come from",
            ["rules", "table", *(f"{what}, %" for what in FROM.values())],
            rows,
            f"Shares of the variance of wins at a table of {players}, with 95 % intervals: each "
            "deal is played in every rotation of the seats, so they add up to all of it.",
        )
    ]


def _share(row: Row) -> str:
    value, low, high = (row[name] for name in ("value", "value_low", "value_high"))
    if low is None or high is None:
        return NOTHING if value is None else number(100 * value, 0)
    value, low, high = (number(100 * max(share, 0.0), 0) for share in (value, low, high))
    return f"{value} ({low} to {high})"


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
    rungs = records(results.levels.get("skill_ladder", {}))
    rows = [
        [
            *(str(rung["others"]), str(rung["budget"])),
            number(100 * rung["win_rate"], 0),
            # A single deal has no interval.
            NOTHING
            if rung["low"] is None
            else f"{number(100 * rung['low'], 0)} to {number(100 * rung['high'], 0)}",
        ]
        for rung in rungs
    ]
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


def trust_section(results: Results, repeated: Sequence[Repeated]) -> Section:
    """Return how far to trust the findings, some of which were tried again."""
    report = results.experiment
    tables = _tables(results)
    of = {
        estimand: [table_name(results, name) for name, its in tables.items() if its == estimand]
        for estimand in (BEFORE, STRANGERS, ADAPTED)
    }
    points = []
    if of[BEFORE]:
        points.append(f"Tables of players who know the rules: {listed(of[BEFORE])}.")
    if of[STRANGERS]:
        points.append(
            f"Tables of strangers, who were not made or tuned here: {listed(of[STRANGERS])}."
        )
    points.append("No two of these tables share a player; each has one vote.")
    points += _without_a_vote(results)
    if of[ADAPTED]:
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
    points += _split_panel_text(results)
    if repeated:
        points.append(repetition_text(repeated))
    points.append(
        "Chance is the smaller error, who plays the larger one: a size is a range over tables, or "
        "one number where the largest is at most twice the smallest."
    )
    return Section(
        "trust",
        "How far to trust it",
        text=[WHAT_GRADES_MEAN],
        points=[*points, *report.config.notes],
        tables=[repetition_table(repeated)] if repeated else [],
    )


def _split_panel_text(results: Results) -> list[str]:
    """Return how many findings hold among strangers who had no vote, if there were any."""
    solid, held = results.halved
    if not solid:
        return []
    return [
        "Tried without half of the strangers: with the votes of the other half, in all ways to "
        f"halve them, {solid} findings on all measures are solid; {held} of these "
        f"({number(100 * held / solid, 0)} %) keep their sign and half their size among the "
        "strangers who had no vote."
    ]


def _pair_table(results: Results) -> Columns:
    a, b = results.pair
    return where(results.differences, a=a, b=b)


def _tables(results: Results) -> dict[str, str]:
    """Return the estimand of each field that speaks for itself, for the usual number of players."""
    rows = where(_pair_table(results), players=first_count(results))
    return {
        field: estimand
        for field, table, estimand in zip(
            *(rows[name].tolist() for name in ("field", "table", "estimand")), strict=True
        )
        if field == table and estimand != STRESS
    }


def _without_a_vote(results: Results) -> Iterator[str]:
    rows = where(_pair_table(results), players=first_count(results))
    spoken_for = dict(zip(rows["field"].tolist(), rows["table"].tolist(), strict=True))
    for name, other in spoken_for.items():
        if name != other:
            one, another = (table_name(results, each) for each in (name, other))
            yield (
                f"The table {one} shares a player with {another}, or plays like it, and has no "
                "vote of its own."
            )
    watched = sum(field.estimand == STRESS for field in results.experiment.fields)
    if watched:
        yield f"{counted(watched, 'more table')} are in the data but have no vote."


class FirstScreen(NamedTuple):
    headline: str
    deck: Sequence[str]
    lead: Figure
    statements: Sequence[Statement]
    advice_title: str
    advice: Sequence[str]


def make_page(results: Results, command: str, config: str, data: Sequence[str]) -> Page:
    check_claims(results)
    found = topics(results)
    chosen = [topic for topic in found if topic.grade in SHOWN] or found
    asked = results.experiment.config
    first = _first_screen(results, found, chosen)
    is_on_two = not (is_on_advice(results) or is_on_rules(results))
    sections = [
        advice_section(results),
        tables_section(results, found) if is_on_two else None,
        auction_section(results) if is_on_two else None,
        None if is_on_advice(results) else seats_section(results),
        rules_section(results, chosen[0] if chosen else None),
        luck_section(results),
        trust_section(results, repeated_findings(results, found) if is_on_two else []),
        explorer_section(results),
        method_section(results),
    ]
    page = Page(
        question=asked.question or asked.title,
        headline=asked.headline or first.headline,
        deck=first.deck,
        lead=first.lead,
        statements=first.statements,
        advice_title=first.advice_title,
        advice=first.advice,
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
    for figure in page.figures:
        page.drawings[figure.name] = inline_svg(figure.drawing, figure.name, figure.alt)
    return page


def _first_screen(results: Results, found: Sequence[Topic], chosen: Sequence[Topic]) -> FirstScreen:
    title, said = advice_title(results), advice(results, found)
    if is_on_advice(results):
        return FirstScreen(
            *advice_headline(results),
            advice_figure(results),
            advice_statements(results, STATEMENTS),
            *(title, said),
        )
    if is_on_rules(results):
        moved = moves(results)
        return FirstScreen(
            *rules_headline(moved),
            rules_figure(results, moved),
            rules_statements(moved, STATEMENTS),
            *("Which rule should you change?", rules_advice(moved)),
        )
    return FirstScreen(
        *(headline(results, found), deck(results, found), lead_figure(results, chosen)),
        [statement for statement, _ in statements(results, found)],
        *(title, said),
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

PLAY = {estimand: play for play, estimands in OF_PLAY.items() for estimand in estimands}

DATA_COLUMNS = {name: COLUMNS[name] for name in (*OF_FIELDS, *OF_ALL)}

DIGITS = 5
"""Significant digits in the table."""


def tidy_data(results: Results) -> Columns:
    """Return the table. It is of what the page speaks of: no single houses or strategies."""
    differences = results.differences
    keys = [name for name in KEYS if name not in ("house", "strategy")]
    graded = {
        (*(row[name] for name in keys), row["play"]): row
        for row in records(results.conclusions)
        if _is_of_games(row)
    }
    nothing = dict.fromkeys(OF_ALL) | {"tables": 0}
    kept = np.array([_is_of_games(row) for row in records(differences)])
    table = {name: differences[name][kept] for name in OF_FIELDS}
    found = [
        graded.get((*(row[name] for name in keys), PLAY.get(row["estimand"], "")), nothing)
        for row in records(table)
    ]
    return {name: _rounded(column) for name, column in table.items()} | {
        name: _rounded(_column(name, [row[name] for row in found])) for name in OF_ALL
    }


def _is_of_games(row: Mapping[str, object]) -> bool:
    return row["house"] is None and row["strategy"] is None


def _column(name: str, values: list[Any]) -> np.ndarray:
    """Return a column of conclusions: numbers, or texts."""
    texts = ("play", "grade", "reason", "against")
    return np.array(values, object if name in texts else np.int64 if name == "tables" else float)


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
            "split_panel": results.halved._asdict(),
            "digest": results.digest,
            "data": hashlib.sha256((aside / f"{DATA}.csv").read_bytes()).hexdigest(),
        }
        write_text(aside / CONFIG, config.to_toml())
        save_manifest(manifest, aside)
    return manifest
