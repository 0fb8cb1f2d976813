"""The tables as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from strategy_lab.results.columns import Column, Columns, Tables
from strategy_lab.results.tables import records

KEYS = ("ruleset", "players", "strategy", "opponent", "seat")
"""The columns that say what a row is about, in their order in one CSV of all tables."""


def to_json(manifest: Mapping[str, Any], tables: Tables) -> str:
    """Return a run as one JSON object: the manifest, and each table as a list of its rows."""
    run = {"manifest": dict(manifest)} | {name: records(table) for name, table in tables.items()}
    return json.dumps(run, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_csv(table: Columns) -> str:
    """Return one table as CSV: a header line, and blanks where nothing is known."""
    return _csv(tuple(table), records(table))


def to_one_csv(tables: Tables, columns: Mapping[str, Column]) -> str:
    """Return all tables as one CSV, for a pipe.

    The first column, ``table``, says which table a row is of. Then come the columns that say what
    the row is about and the measures of all tables; blank is what a row's table does not have. A
    column of a table that is called ``table`` itself, as players sit at tables, is ``at_table``.
    """
    own_name = {"table": "at_table"}
    present = {column for table in tables.values() for column in table}
    measures = [own_name.get(name, name) for name in columns if name in present - {*KEYS}]
    rows = [
        {"table": name} | {own_name.get(column, column): value for column, value in row.items()}
        for name, table in tables.items()
        for row in records(table)
    ]
    return _csv(("table", *(key for key in KEYS if key in present), *measures), rows)


def _csv(header: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
