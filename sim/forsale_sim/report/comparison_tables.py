"""A comparison for the terminal: sentences, then a table with a row for whatever was compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from forsale_sim.report.comparison import findings
from forsale_sim.report.differences import POINTS, Row, estimates
from forsale_sim.results.paired.differences import Margins
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import Tables, records, values, where
from forsale_sim.rules.difference import differences as rule_differences
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from forsale_sim.stats.paired import PAIRED_INTERVAL
from forsale_sim.stats.unpaired import UNPAIRED_INTERVAL

WIDTH = 110
"""Longest line, but for long names of strategies."""

MARKS = {DIFFERS: "≠", SMALL: "=", DEPENDS: "~", NOT_SHOWN: "?"}
"""What stands beside a difference for the conclusion from all fields."""

LABELS = {
    "win_rate": "{} wins, points",
    "rank": "place of {}",
    "money": "money of {}",
    "money_share": "{}'s share of all money, points",
    "coins_left": "coins left in a game",
    "coins_lost": "coins lost in a game",
    "coins_lost_share": "coins lost, % of all",
    "coins_lost_to_passes": "coins lost by passing",
    "coins_lost_to_passes_share": "coins lost by passing, % of all",
    "margin": "margin of victory",
    "margin_share": "margin of victory, % of all money",
    "level_games": "games level on money, points",
    "shared_wins": "wins shared, points",
}
"""What rows are called. Prices, which are many, have none."""


def print_comparison(
    tables: Tables, rulesets: Sequence[Ruleset], margins: Margins, console: Console
) -> None:
    """Print a comparison of the first ruleset with each of the others.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions``.
    rulesets
        The first is what the others are compared with.
    margins
        What differences count as small.
    console
        Where to.
    """
    first, *others = rulesets
    for other in others:
        pair = {name: where(table, a=first.name, b=other.name) for name, table in tables.items()}
        console.print(Text(f"{other.name} against {first.name}", style="bold"))
        for line in _changes(first, other):
            console.print(Text(f"  {line}"))
        players = values(pair["differences"]["players"])
        for count in players:
            console.print(Text(f"\n{count} players", style="bold"))
            for sentence in findings(pair, first, other, count):
                console.print(Text(f"- {sentence}"), width=min(console.width, WIDTH))
        console.print()
        console.print(difference_table(pair, players))
        for note in _notes(tables, pair, margins):
            console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()


def difference_table(tables: Tables, players: Sequence[int]) -> Table:
    """Return the differences in the first field, marked with what is concluded from all fields.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions`` of two rulesets.
    players
        The player counts, each of which gets a column.
    """
    rows = records(tables["differences"])
    first = [row for row in rows if row["field"] == rows[0]["field"]]
    concluded = {_key(row): row["conclusion"] for row in records(tables["conclusions"])}
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(Text(f"field {rows[0]['field']}"), no_wrap=True)
    for count in players:
        table.add_column(Text(f"{count} players"), justify="right", no_wrap=True)
    labelled: dict[str, list[Row]] = {}
    for row in first:
        if row["measure"] in LABELS:
            labelled.setdefault(_label(row), []).append(row)
    for label, of_label in sorted(labelled.items(), key=lambda labelled: _place(labelled[1][0])):
        cells = {
            row["players"]: f"{text} {MARKS[concluded[_key(row)]]}"
            for row, text in zip(of_label, estimates(of_label), strict=True)
        }
        table.add_row(Text(label), *(Text(cells.get(count, "")) for count in players))
    return table


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("players", "measure", "seat", "strategy", "house"))


def _place(row: Row) -> tuple[int, int]:
    """Return where in the table a row is: by measure, seats in turn order."""
    return list(LABELS).index(row["measure"]), row["seat"] or 0


def _label(row: Row) -> str:
    about = f"seat {row['seat']}" if row["seat"] is not None else row["strategy"] or "a player"
    return LABELS[row["measure"]].format(about)


def _changes(a: Ruleset, b: Ruleset) -> Iterator[str]:
    """Yield the rules that differ; those for several player counts on one line."""
    changed: dict[str, list[str]] = {}
    for difference in rule_differences(a, b):
        count = "" if difference.players is None else f"{difference.players} players: "
        sides = (_short(side) for side in (difference.a, difference.b))
        changed.setdefault(difference.parameter, []).append(f"{count}{' → '.join(sides)}")
    if not changed:
        yield "the same rules under another name"
    yield from (f"{parameter}  {', '.join(texts)}" for parameter, texts in changed.items())


def _short(value: object) -> str:
    if not isinstance(value, tuple):
        return "-" if value is None else str(value)
    if len(set(value)) == 1:
        return str(value[0])
    return "/".join(map(str, value)) if len(value) <= 6 else f"{len(value)} cards"


def _notes(tables: Tables, pair: Tables, margins: Margins) -> Iterable[str]:
    paired = bool(pair["differences"]["paired"].all())
    fields = values(pair["differences"]["field"])
    interval = PAIRED_INTERVAL if paired else UNPAIRED_INTERVAL
    yield f"Differences in field {fields[0]}. ±: {interval}. Coins and money in thousands."
    if not paired:
        yield (
            "The decks are of different sizes, so no deal is common to both rulesets: intervals "
            "are not paired, and only rates and shares are compared."
        )
    looked_at = len(tables["differences"]["verdict"])
    yield (
        f"{MARKS[DIFFERS]} differs, {MARKS[SMALL]} shown to be small, {MARKS[NOT_SHOWN]} not shown "
        f"in all of {len(fields)} fields ({', '.join(fields)}); {MARKS[DEPENDS]} depends on the "
        f"field. "
        f"Small: less than {margins.rates * POINTS:g} points or {margins.amounts:g} thousand, by "
        f"{EQUIVALENCE_TEST}. Tests are {HOLM} over {looked_at:,} differences."
    )
