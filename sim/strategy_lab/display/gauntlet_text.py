"""A gauntlet for the terminal: how strong, the worst tables, and what the numbers mean."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    Texts,
    estimates,
    laid_out,
    note,
    number,
    print_parts,
    with_limits,
)
from strategy_lab.experiments.gauntlet.experiment import CROSSED, MEAN_OF_TABLES
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.intervals import RATE_INTERVAL

MOST_SHOWN = 10
"""Tables of each strategy that are printed; all are in the table ``tables``."""

OPPONENTS = "opponents"

NOTES = (
    "All in times a fair share of the wins: 1 is what each player would win among equals. worst "
    f"tenth: mean over the worst tenth of the tables, {CROSSED}, so that bad luck is not taken for "
    "weakness. "
    f"±: {MEAN_OF_TABLES}; of one table, {RATE_INTERVAL}.",
    "below: tables where the interval is below a fair share. Of many tables one in forty is so by "
    "chance, and the worst ones look worse than they are: play them again with another --seed.",
)


def print_gauntlet(tables: Tables, console: Console) -> None:
    print_parts(_parts(tables, console.width), console)


def _parts(tables: Tables, width: int) -> Iterator[RenderableType]:
    for ruleset in values(tables["strength"]["ruleset"]):
        here = {name: where(table, ruleset=ruleset) for name, table in tables.items()}
        yield Text(f"Ruleset {ruleset}\n", style="bold")
        yield laid_out(_strength(here["strength"], here["by_players"]), width)
        yield Text()
        names = values(here["strength"]["strategy"])
        for name in names:
            title = f"worst tables of {name}" if len(names) > 1 else "worst tables"
            worst = _worst(where(here["tables"], strategy=name), title)
            yield laid_out(worst, width, left=(OPPONENTS, "verdict"), running=OPPONENTS)
            yield Text()
        yield laid_out(_kinds(here["kinds"], names), width, left=("verdict",))
        yield Text()
    yield from (*map(note, NOTES), Text())


def _strength(overall: Columns, by_players: Columns) -> Texts:
    counts, first = values(by_players["players"]), overall["strategy"][0]
    blocks = [(f"{count} players", where(by_players, players=count)) for count in counts]
    blocks = [*(blocks if len(blocks) > 1 else []), ("all", overall)]
    rows = {name: np.concatenate([block[name] for _, block in blocks]) for name in overall}
    labels = [
        f"{label}: {name}" if len(blocks) > 1 else str(name)
        for label, block in blocks
        for name in block["strategy"]
    ]
    columns = {
        "times a fair share": labels,
        "worst tenth": estimates(*with_limits(rows, "worst_tenth")),
        "mean": estimates(*with_limits(rows, "times")),
        "below": [f"{row[0]} of {row[1]}" for row in np.c_[rows["below"], rows["tables"]]],
    }
    if len(overall["strategy"]) > 1:
        than = f"more than {first}"
        columns |= {
            f"{than}\nworst tenth": estimates(*with_limits(rows, "more_worst")),
            f"{than}\nmean": estimates(*with_limits(rows, "more")),
        }
    return columns


def _worst(rows: Columns, title: str) -> Texts:
    order = np.argsort(rows["times"], kind="stable")[:MOST_SHOWN]
    worst = {name: column[order] for name, column in rows.items()}
    return {
        title: worst["kind"].tolist(),
        "players": [str(count) for count in worst["players"]],
        "times": estimates(*with_limits(worst, "times")),
        "verdict": worst["verdict"].tolist(),
        OPPONENTS: worst["opponents"].tolist(),
    }


def _kinds(rows: Columns, names: list[str]) -> Texts:
    """Return the means by kind: of one strategy with verdicts, of several side by side."""
    kinds = values(rows["kind"])
    by_name = [where(rows, strategy=name) for name in names]
    columns: dict[str, list[str]] = {"kind": kinds, "tables": list(map(str, by_name[0]["tables"]))}
    if len(names) > 1:
        return columns | {
            name: estimates(*with_limits(own, "times"))
            for name, own in zip(names, by_name, strict=True)
        }
    (own,) = by_name
    return columns | {
        "mean": estimates(*with_limits(own, "times")),
        "verdict": own["verdict"].tolist(),
        "worst": [number(x, 1) for x in own["worst"]],
    }
