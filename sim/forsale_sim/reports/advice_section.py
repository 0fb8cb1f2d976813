"""Advice that was tried: what a player gains or loses who obeys it, or does the opposite."""

from __future__ import annotations

from collections.abc import Iterator

from strategy_lab.display.compare.difference_text import POINTS, Row, signed_text
from strategy_lab.display.compare.effect_text import effect, reason_text
from strategy_lab.display.number_text import NOTHING, number
from strategy_lab.display.page.page_parts import Figure, Section, Statement, Table
from strategy_lab.display.plots.effect_chart import (
    DOT,
    FILLED,
    OTHER,
    EffectRow,
    Mark,
    effect_chart,
    mark_text,
)
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import GRADES, NO_EFFECT, UNCLEAR
from strategy_lab.wording import counted, with_unit

from forsale_sim.reports.repetition import SHOWN
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.trials import OBEYED, OPPOSITE, STRONGEST
from forsale_sim.reports.wording import first_count, names_of, of_rules


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
    """Return what each advice is worth to each player, by the first ruleset."""
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
    """Break a long label in two."""
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
    """Return the grades of advice by the first ruleset, for the usual number of players."""
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    return records(where(results.levels["advice"], ruleset=ruleset, players=players))


def _players(results: Results) -> list[str]:
    """Return who has tried advice."""
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
