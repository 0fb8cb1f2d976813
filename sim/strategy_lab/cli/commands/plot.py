"""The command ``plot``: draw a plot of a saved run."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING

import click

from strategy_lab.cli.experiments import Command, program_of_command, with_options
from strategy_lab.cli.printing import note
from strategy_lab.display.progress import status
from strategy_lab.errors import UsageError, listed, nearest
from strategy_lab.files.whole_files import read_regular
from strategy_lab.program import Program

if TYPE_CHECKING:
    from strategy_lab.display.plots.charts import PlotFormat
    from strategy_lab.display.presentations import Draw
    from strategy_lab.results.conclusions import Tables

ABOUT = {
    "strategies": "win rates of the strategies",
    "seats": "win rates of the seats",
    "players": "money, by the number of players",
    "measures": "what games come to, by the number of players",
    "ratings": "ratings of the strategies",
    "opponents": "who finishes ahead of whom",
    "equilibria": "equilibria and alpha-rank of a meta-game",
}
"""What each kind of plot of a folder shows."""

FORMATS: dict[str, PlotFormat] = {".png": "png", ".svg": "svg"}
"""By what the name of a plot's file ends in."""

MARKS: dict[PlotFormat, bytes] = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<svg"}
"""What the start of a plot's file holds."""

LONGEST_START = 1024
"""Bytes; before its mark, an SVG says that it is XML, and of which type."""

EXAMPLES = """\b
Examples:
  forsale-sim plot my-run --kind seats
  forsale-sim plot my-run --kind opponents --out opponents.svg
"""


def command_of(program: Program) -> click.Command:
    more, example, saved = "", "", "DIR"
    if own := program.game_plots:
        told = listed([f"{what} ({kind})" for kind, what in own.items()])
        more = f" The file of run --games-out has {told}."
        example = f"  {program.name} plot games.parquet --kind {list(own)[-1]}\n"
        saved = "DIR|GAMES"
    kinds = ", ".join((*ABOUT, *own))
    return click.command(
        "plot",
        cls=Command,
        help=f"{inspect.getdoc(_plot)}{more}",
        epilog=EXAMPLES + example,
    )(
        with_options(
            click.argument("saved", type=click.Path(path_type=Path, exists=True), metavar=saved),
            click.option(
                "--kind",
                metavar="KIND",
                help=f"What to plot: {kinds}.  [default: list the kinds that there are of it]",
            ),
            click.option(
                "--ruleset", metavar="NAME", help="Which of its rulesets.  [default: all]"
            ),
            click.option(
                "--format",
                "form",
                type=click.Choice(["png", "svg"]),
                help="Of the file.  [default: what the name given with --out ends in, else png]",
            ),
            click.option(
                "--out",
                type=click.Path(path_type=Path, dir_okay=False),
                metavar="FILE",
                help="Where to, of one ruleset; KIND_RULESET.FORMAT in this folder unless said. A "
                "plot there is replaced, any other file is not.",
            ),
        )(_plot)
    )


def _plot(
    saved: Path, kind: str | None, ruleset: str | None, form: PlotFormat | None, out: Path | None
) -> None:
    """Draw a plot of a saved run.

    The folders of run --out and merge --out have win rates by seat (seats) and by strategy
    (strategies), money by player count (players), and who finishes ahead of whom (opponents);
    those of rank --out ratings and opponents; those of meta --out equilibria.
    """
    from strategy_lab.display.plots.charts import plot_name, save_figure
    from strategy_lab.files.whole_files import check_writable

    program = program_of_command()
    if saved.is_file() and not program.game_plots:
        raise UsageError(f"{saved}: there are no plots of files of games, only of folders")
    kinds = (*ABOUT, *program.game_plots)
    if kind is None:
        _list_kinds(saved, out)
        return
    if kind not in kinds:
        raise UsageError(f"there is no plot of {kind!r}{nearest(kind, kinds)}")
    form = _format_of(out, form)
    check_writable(out or Path(kind))  # unless a place is named, it is this folder
    with status("Reading"):
        rulesets, draw = _of_games(saved, kind) if saved.is_file() else _of_tables(saved, kind)
    if not rulesets:
        raise UsageError(f"{saved} says nothing about {kind}: no row is in its tables")
    chosen = _chosen(rulesets, ruleset, saved, out)
    paths = {name: out or Path(f"{plot_name(kind, name)}.{form}") for name in chosen}
    for path in paths.values():
        _check_replaced(path, form)
    for name, path in paths.items():
        with status(f"Drawing {path}"):
            save_figure(draw(name), path, form)
        note(f"Saved {path}.")


def _list_kinds(saved: Path, out: Path | None) -> None:
    if out is not None:
        raise UsageError(f"--out {out} needs --kind: name what to plot, or leave both out to list")
    own = program_of_command().game_plots
    for kind in own if saved.is_file() else _plots_in(saved)[1]:
        click.echo(f"{kind:<12}{(own if saved.is_file() else ABOUT)[kind]}")


def _format_of(out: Path | None, asked: PlotFormat | None) -> PlotFormat:
    suffix = out.suffix if out else ""
    if not suffix:
        if out and not asked:
            raise UsageError(f"{out}: name it .png or .svg, or say which with --format")
        return asked or "png"
    named = FORMATS.get(suffix.lower())
    if named is None or named != (asked or named):
        raise UsageError(f"{out}: name it {f'.{asked}' if asked else '.png or .svg'}")
    return named


def _check_replaced(path: Path, form: PlotFormat) -> None:
    if not path.exists():
        return
    try:
        start = read_regular(path)[:LONGEST_START]
    except OSError:
        start = b""
    if MARKS[form] not in start:
        raise UsageError(
            f"{path} exists already and is no {form.upper()}, and only plots are overwritten: "
            "name another file"
        )


def _chosen(rulesets: list[str], ruleset: str | None, saved: Path, out: Path | None) -> list[str]:
    if ruleset is None and out is not None and len(rulesets) > 1:
        raise UsageError(
            f"--out {out} names one file, and {saved} has {', '.join(rulesets)}: say which with "
            "--ruleset, or leave out --out for a file of each"
        )
    if ruleset is not None and ruleset not in rulesets:
        raise UsageError(f"{saved} has no ruleset {ruleset!r}{nearest(ruleset, rulesets)}")
    return rulesets if ruleset is None else [ruleset]


def _of_games(path: Path, kind: str) -> tuple[list[str], Draw]:
    program = program_of_command()
    if kind not in program.game_plots:
        known = ", ".join(program.game_plots)
        raise UsageError(f"{path} is a file, not a folder: of a file of games there are {known}")
    assert program.game.plot_games is not None
    return program.game.plot_games(path, kind)


def _plots_in(folder: Path) -> tuple[Tables, dict[str, Draw]]:
    from strategy_lab.display.presentations import NEEDED, plots_of
    from strategy_lab.results.saved_tables import MANIFEST, TABLES, read_tables
    from strategy_lab.simulation.checkpoints import command_of, read_manifest
    from strategy_lab.stats.confidence_sequences import FIXED_SAMPLE, AnytimeValid

    facts = read_manifest(folder)
    if not isinstance(facts, dict):
        raise UsageError(f"{folder / MANIFEST} is not the manifest of a run")
    # The intervals are in the tables. All that is taken from the estimator are its names.
    anytime = facts.get("intervals", {}).get("rates") == AnytimeValid.rates
    estimator = AnytimeValid(planned=1) if anytime else FIXED_SAMPLE
    needed = sorted({name for names in NEEDED.values() for name in names})
    checksums = facts.get(TABLES)
    tables = read_tables(folder, needed, checksums if isinstance(checksums, dict) else {})
    plots = plots_of(tables, program_of_command().game.measures(), estimator)
    if not plots:
        raise UsageError(
            f"{folder} was saved by {program_of_command().name} {command_of(facts)}: there are "
            "plots of the folders of run, merge, rank and meta, and of files of games"
        )
    return tables, plots


def _of_tables(folder: Path, kind: str) -> tuple[list[str], Draw]:
    from strategy_lab.display.presentations import NEEDED
    from strategy_lab.results.tables import values

    tables, plots = _plots_in(folder)
    if kind in program_of_command().game_plots:
        raise UsageError(
            f"{kind} need the file that run --games-out writes: {program_of_command().name} plot "
            f"GAMES.parquet --kind {kind}. Of {folder} there are {', '.join(plots)}"
        )
    if kind not in plots:
        raise UsageError(
            f"{folder} has no tables for {kind}; there are plots of: {', '.join(plots)}"
        )
    return values(tables[NEEDED[kind][0]]["ruleset"]), plots[kind]
