"""Advice that was tried: what it gains or loses who obeys it, and who does the opposite."""

from __future__ import annotations

from collections.abc import Iterator

from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import records, where
from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, REFERENCE, SOLID
from strategy_lab.wording import with_unit

from forsale_sim.display.compare.difference_text import POINTS, Row, signed_text
from forsale_sim.display.compare.effect_text import effect
from forsale_sim.display.number_text import NOTHING, number
from forsale_sim.display.page.page_parts import Figure, Section, Statement, Table
from forsale_sim.display.plots.effect_chart import FILLED, OTHER, EffectRow, Mark, effect_chart
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.trials import OBEYED, OPPOSITE
from forsale_sim.reports.wording import first_count, names_of

SHOWN = (SOLID, LIKELY)


def advice_section(results: Results) -> Section | None:
    """Return what advice is worth; None if none was tried."""
    if "advice" not in results.levels:
        return None
    return Section(
        "advice",
        "Advice that was tried",
        text=[
            "A good player obeys each rule amid copies of itself that do not, then its opposite. "
            "Without the rule all would win alike, so the difference from a fair share is what the "
            "rule is worth. The strongest play tries it, and two other good players."
        ],
        figures=[] if is_on_advice(results) else [advice_figure(results)],
        tables=[_table(results)],
    )


def is_on_advice(results: Results) -> bool:
    """Return whether advice is what a report answers: it was tried, and nothing is compared."""
    return "advice" in results.levels and results.pair[0] == FAIR


def advice_headline(results: Results) -> tuple[str, list[str]]:
    """Return the advice whose opposite costs most, and how much that is.

    Advice that costs something to obey, at a table of any size, is none.
    """
    rows = _first_rows(results)
    harmful = {
        row["advice"]
        for row in records(results.levels["advice"])
        if row["way"] == OBEYED and row["grade"] in SHOWN and _worth(row) < 0
    }
    costly = sorted(
        (
            row
            for row in rows
            if row["way"] == OPPOSITE
            and row["grade"] in SHOWN
            and _worth(row) < 0
            and row["advice"] not in harmful
        ),
        key=_worth,
    )
    if not costly:
        return "No advice is shown to pay", []
    first, *others = [row["advice"] for row in costly[:2]]
    headline = "; ".join([first, *(f"{other[0].lower()}{other[1:]}" for other in others)])
    which = " of the first" if others else ""
    return headline, [
        f"At a table of {first_count(results)}, who does the opposite{which} wins "
        f"{_points_text(_worth(costly[0]))} less often."
    ]


def advice_figure(results: Results) -> Figure:
    """Return what each advice is worth to the strongest play, by the first ruleset."""
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    trials = where(results.levels["trials"], ruleset=ruleset, players=players)
    strongest = where(trials, role=REFERENCE)
    table: Columns = strongest if len(strongest["worth"]) else trials
    rows, alts = [], []
    for text in dict.fromkeys(table["advice"].tolist()):
        tried = {row["way"]: row for row in records(where(table, advice=text))}
        marks = [
            _mark(kind, tried[way])
            for kind, way in ((FILLED, OBEYED), (OTHER, OPPOSITE))
            if way in tried
        ]
        rows.append(EffectRow(_wrapped(text), marks))
        alts.append(f"{text}: {', '.join(signed_text(mark.value, 1) for mark in marks)}")
    drawing = effect_chart(
        rows,
        unit="win rate beside a fair share, points",
        key=[(FILLED, OBEYED), (OTHER, OPPOSITE)],
        margin=1.0,
    )
    caption = (
        f"What a rule is worth to the strongest player who obeys it, {players} players, "
        f"{names_of(results)[ruleset]}, with 95 % intervals."
    )
    finding = "What obeying a rule gains and loses"
    return Figure("advice", finding, caption, drawing, f"Points. {'; '.join(alts)}.")


def _mark(kind: str, row: Row) -> Mark:
    """Return what a rule is worth, with its interval if there are deals enough for one."""
    known = [row[name] for name in ("worth", "low", "high") if row[name] is not None]
    return Mark(kind, *(POINTS * value for value in known))


def _wrapped(text: str) -> str:
    """Break a long label in two."""
    words = text.split()
    return f"{' '.join(words[:3])}\n{' '.join(words[3:])}" if len(words) > 4 else text


def advice_statements(results: Results, most: int) -> list[Statement]:
    """Return what is known of advice by the first ruleset, the best supported first."""
    rows = sorted(
        (row for row in _first_rows(results) if row["grade"] in (*SHOWN, NO_EFFECT)),
        key=lambda row: (GRADES.index(row["grade"]), row["way"] != OBEYED, -abs(_worth(row))),
    )
    return [Statement(row["grade"], _sentence(row)) for row in rows[:most]]


def _first_rows(results: Results) -> list[Row]:
    """Return the grades of advice by the first ruleset, for the usual number of players."""
    ruleset, players = results.experiment.rulesets[0].name, first_count(results)
    return records(where(results.levels["advice"], ruleset=ruleset, players=players))


def _worth(row: Row) -> float:
    """Return what a rule is worth to the strongest play, or else the median, in points."""
    return POINTS * effect(row)


def _sentence(row: Row) -> str:
    what = f"\u201c{row['advice']}\u201d"
    if row["way"] == OPPOSITE:
        what = f"The opposite of {what}"
    if row["grade"] == NO_EFFECT:
        return f"{what} makes no difference that matters."
    worth = _worth(row)
    return f"{what} {'wins' if worth > 0 else 'costs'} {_points_text(worth)}."


def _points_text(worth: float) -> str:
    return with_unit(number(abs(worth), 0 if abs(worth) >= 1.5 else 1), "point")


def _table(results: Results) -> Table:
    return Table(
        "Worth of each advice",
        ["rules", "players", "advice", "", "strongest play, points", "others, points", "grade"],
        list(_rows(results)),
        "Points of win rate beside a fair share; others: the median.",
    )


def _rows(results: Results) -> Iterator[list[str]]:
    names = names_of(results)
    for row in records(results.levels["advice"]):
        yield [
            *(names[row["ruleset"]], str(row["players"]), row["advice"], row["way"]),
            *(_points(row["reference"]), _points(row["median"]), row["grade"]),
        ]


def _points(value: float | None) -> str:
    return NOTHING if value is None else signed_text(POINTS * value, 1)
