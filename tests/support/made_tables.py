"""Tables of the documents that are made from the code: ``python -m tests.support.made_tables``.

In a document, a line ``<!-- made: NAME -->`` stands above each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from forsale_sim.cli.commands.rulesets import _listing
from forsale_sim.measures import MEASURES
from forsale_sim.rl.observation import FIELDS, HISTORY_FIELDS, PLACES, Field
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.saved_games import BY_HOUSE, COLUMNS
from strategy_lab.experiments.design.experiment import TABLES as DESIGN_TABLES
from strategy_lab.experiments.duel.experiment import COLUMNS as DUEL_COLUMNS
from strategy_lab.experiments.gauntlet import experiment as gauntlet
from strategy_lab.experiments.meta import experiment as meta
from strategy_lab.experiments.run import experiment as rank
from strategy_lab.results import conclusions
from strategy_lab.results.saved_games import LABEL
from strategy_lab.results.tables import columns_with, tables_with

from tests.support.documents import DOCUMENTS

MADE = re.compile(r"^<!-- made: ([\w ]+) -->\n((?:\|.*\n)*)", re.MULTILINE)
LIMITS = ("_low", "_high")

RUN = columns_with(MEASURES)
EXPERIMENTS: dict[str, Mapping[str, Iterable[str]]] = {
    "run": tables_with(MEASURES),
    "rank": rank.TABLES,
    "compare": conclusions.TABLES,
    "design": {"candidates": ("changes", "round", "outcome"), **DESIGN_TABLES},
    "duel": {"duels": DUEL_COLUMNS},
    "gauntlet": gauntlet.TABLES,
    "meta": meta.TABLES,
}
"""The tables of each experiment, with their columns."""


def _table(headers: list[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [headers, ["---"] * len(headers), *rows]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in lines)


def _among(column: str, tables: Mapping[str, Iterable[str]]) -> str:
    having = [table for table, columns in tables.items() if column in columns]
    others = [table for table in tables if table not in having]
    if not others:
        return "all"
    shown = having if len(having) <= len(others) else others
    names = ", ".join(f"`{table}`" for table in shown)
    return names if shown is having else f"all but {names}"


def _columns(
    columns: Mapping[str, Any], told: Mapping[str, Any], tables: Mapping[str, Iterable[str]]
) -> str:
    """One row for a column with its limits; none for what is `told` in the same words."""
    rows, places = [], False
    for name, column in columns.items():
        base, _, end = name.rpartition("_")
        if (f"_{end}" in LIMITS and base in columns) or told.get(name) == column:
            continue
        if base == "place" and places:
            continue
        shown, meaning = f"`{name}`", column.description
        if base == "place":
            shown, meaning, places = "`place_1` …", meaning.replace("place 1", "that place"), True
        limit = columns.get(f"{name}_low")
        if limit is not None:
            shown, meaning = f"{shown} ±", f"{meaning}; {limit.description.partition(': ')[2]}"
        rows.append([shown, column.unit, meaning, *([_among(name, tables)] if tables else [])])
    return _table(["column", "unit", "meaning", *(["in"] if tables else [])], rows)


def columns_of(experiment: str) -> str:
    told = {} if experiment == "run" else RUN
    own: dict[str, Mapping[str, Any]] = {
        "run": RUN,
        "rank": rank.COLUMNS,
        "compare": conclusions.COLUMNS,
        "duel": DUEL_COLUMNS,
        "gauntlet": gauntlet.COLUMNS,
        "meta": meta.COLUMNS,
    }
    tables = EXPERIMENTS.get(experiment, {})
    return _columns(own[experiment], told, tables if len(tables) > 1 else {})


def columns_of_games() -> str:
    parts = [
        (part, number)
        for group, number in (
            (COLUMNS.by_game, ""),
            (COLUMNS.by_seat, "SEAT"),
            (BY_HOUSE, "HOUSE"),
        )
        for part in group
    ]
    return _table(
        ["column of games", "type", "unit", "meaning"],
        [
            [
                f"`{part.name}_{number}`" if number else f"`{part.name}`",
                "text" if part.type == LABEL else str(part.type),
                part.unit,
                part.description.format(number),
            ]
            for part, number in parts
        ],
    )


def measures() -> str:
    return _table(
        ["measure", "of", "what it is", "matters from", "because", "told by"],
        [
            [
                f"`{measure.name}`",
                ", ".join(measure.of) or "table",
                f"{measure.noun}: {measure.description}" if measure.noun else measure.description,
                measure.threshold,
                measure.matters.reason,
                ", ".join(measure.used_in),
            ]
            for measure in MEASURES.entries
        ],
    )


def editions() -> str:
    headers, rows = _listing([load_ruleset(name) for name in ruleset_names()])
    named = [[f"`{name}`", *cells] for name, *cells in rows]
    return _table(["ruleset", *headers[1:]], named)


def observation(fields: Iterable[Field]) -> str:
    rows = []
    for field in fields:
        place, (first, *_, last) = PLACES[field.name], (field.entries[0], *field.entries)
        index = f"{place.start}" if first == last else f"{place.start} to {place.stop - 1}"
        entries = first if first == last else f"{first} … {last}"
        rows.append([index, f"`{field.name}`", field.meaning, entries, str(field.high)])
    return _table(["index", "name", "meaning", "entries", "highest"], rows)


MAKERS: dict[str, Callable[[], str]] = {
    **{f"columns of {name}": partial(columns_of, name) for name in EXPERIMENTS if name != "design"},
    "columns of games": columns_of_games,
    "measures": measures,
    "editions": editions,
    "observation": partial(observation, FIELDS),
    "history": partial(observation, HISTORY_FIELDS),
}


def renewed(text: str) -> str:
    """Return a document with the tables that the code makes now."""
    return MADE.sub(lambda found: f"<!-- made: {found[1]} -->\n{MAKERS[found[1]]()}", text)


def main() -> None:
    for document in DOCUMENTS:
        document.write_text(renewed(document.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
