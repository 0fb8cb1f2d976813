"""``forsale-sim plot``: draw a plot of a saved run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.playing import note
from forsale_sim.errors import UsageError, nearest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from forsale_sim.report.plots.saving import PlotFormat
    from forsale_sim.results.economy.house_values import Value

KINDS = {
    "seats": ("by_seat", "seat_effect"),
    "strategies": ("by_strategy",),
    "players": ("by_players",),
    "opponents": ("head_to_head",),
    "ratings": ("ratings",),
    "prices": (),
    "cheques": (),
}
"""What there is to plot, and the saved tables that it takes."""

OF_GAMES: dict[str, Value] = {"prices": "price", "cheques": "cheque"}
"""What takes a file of games instead."""

Draw = Callable[[str], "Figure"]
"""Draws the plot of a ruleset."""

EXAMPLES = """\b
Examples:
  forsale-sim plot my-run --kind seats
  forsale-sim plot my-run --kind opponents --out opponents.svg
  forsale-sim plot games.parquet --kind prices
"""


@click.command(epilog=EXAMPLES)
@click.argument("saved", type=click.Path(path_type=Path, exists=True), metavar="DIR|GAMES")
@click.option("--kind", required=True, help=f"What to plot: {', '.join(KINDS)}.", metavar="KIND")
@click.option("--ruleset", metavar="NAME", help="Which of its rulesets, if there are several.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["png", "svg"]),
    help="Of the file; png unless the name given with --out says svg.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to; KIND_RULESET.FORMAT in this folder unless said.",
)
def plot(
    saved: Path, kind: str, ruleset: str | None, form: PlotFormat | None, out: Path | None
) -> None:
    """Draw a plot of a saved run.

    The folders of run --out and merge --out have win rates by seat (seats) and by strategy
    (strategies), money by player count (players), and who finishes ahead of whom (opponents);
    those of rank --out ratings and opponents. The file of run --games-out has what houses cost
    (prices) and are sold for (cheques).
    """
    from forsale_sim.report.plots.saving import plot_name, save_figure

    if kind not in KINDS:
        raise UsageError(f"there is no plot of {kind!r}: {nearest(kind, KINDS)}")
    form = form or _format_of(out)
    rulesets, draw = _of_games(saved, kind) if saved.is_file() else _of_tables(saved, kind)
    if not rulesets:
        raise UsageError(f"{saved} says nothing about {kind}: no row is in its tables")
    chosen = _chosen(rulesets, ruleset, saved)
    path = out or Path(f"{plot_name(kind, chosen)}.{form}")
    save_figure(draw(chosen), path, form)
    note(f"Saved {path}.")


def _format_of(out: Path | None) -> PlotFormat:
    suffix = out.suffix.lower() if out else ".png"
    if suffix == ".png":
        return "png"
    if suffix == ".svg":
        return "svg"
    raise UsageError(f"{out}: name it .png or .svg, or say which with --format")


def _chosen(rulesets: list[str], ruleset: str | None, saved: Path) -> str:
    if ruleset is None and len(rulesets) > 1:
        raise UsageError(f"say which with --ruleset: {saved} has {', '.join(rulesets)}")
    if ruleset is not None and ruleset not in rulesets:
        raise UsageError(f"{saved} has no ruleset {ruleset!r}: {nearest(ruleset, rulesets)}")
    return ruleset or rulesets[0]


def _of_games(path: Path, kind: str) -> tuple[list[str], Draw]:
    """Return the rulesets in a file of games, and what draws their plots."""
    from forsale_sim.report.plots.houses import plot_houses
    from forsale_sim.results.economy.house_values import house_values
    from forsale_sim.results.tables import values

    if kind not in OF_GAMES:
        raise UsageError(
            f"{path} is a file, not a folder: of a file of games there are {', '.join(OF_GAMES)}"
        )
    houses = house_values(path, OF_GAMES[kind])
    return values(houses["ruleset"]), lambda ruleset: plot_houses(houses, ruleset, OF_GAMES[kind])


def _of_tables(folder: Path, kind: str) -> tuple[list[str], Draw]:
    """Return the rulesets in a folder, and what draws their plots."""
    from forsale_sim.report.plots.meetings import plot_opponents
    from forsale_sim.report.plots.money import plot_players
    from forsale_sim.report.plots.ratings import plot_ratings
    from forsale_sim.report.plots.win_rates import plot_seats, plot_strategies
    from forsale_sim.results.files.reading import read_tables
    from forsale_sim.results.tables import values
    from forsale_sim.stats.estimators import FIXED_SIZE, AnySize

    facts = _manifest(folder)
    tables = read_tables(folder, sorted({name for needed in KINDS.values() for name in needed}))
    there = [name for name, needed in KINDS.items() if needed and set(needed) <= set(tables)]
    if kind in OF_GAMES:
        raise UsageError(
            f"{kind} need the file that run --games-out writes: forsale-sim plot GAMES.parquet "
            f"--kind {kind}. Of {folder} there are {', '.join(there) or 'no plots'}"
        )
    if kind not in there:
        raise UsageError(
            f"{folder} has no tables for {kind}; "
            f"there are plots of: {', '.join(there) or 'nothing'}"
        )
    if kind == "ratings":
        return values(tables["ratings"]["ruleset"]), lambda ruleset: plot_ratings(tables, ruleset)
    # The intervals are in the tables. All that is taken from the estimator are its names.
    estimator = FIXED_SIZE if facts.get("precision") is None else AnySize(planned=1)
    plots = {
        "seats": plot_seats,
        "strategies": plot_strategies,
        "players": plot_players,
        "opponents": plot_opponents,
    }
    rulesets = values(tables[KINDS[kind][0]]["ruleset"])
    return rulesets, lambda ruleset: plots[kind](tables, ruleset, estimator)


def _manifest(folder: Path) -> dict[str, Any]:
    from forsale_sim.results.files.saving import MANIFEST

    path = folder / MANIFEST
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UsageError(f"{folder} holds no saved run: there is no {path}") from error
    except (ValueError, RecursionError, OSError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if not isinstance(facts, dict):
        raise UsageError(f"{path} is not the manifest of a run")
    return facts
