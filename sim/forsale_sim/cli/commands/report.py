"""``forsale-sim report``: a page on how a game is balanced, with the data behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli.experiments import (
    PLAYING_OPTIONS,
    Command,
    out_option,
    played_and_shown,
    with_options,
)
from strategy_lab.cli.printing import note
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import PlayerCounts, Whole

if TYPE_CHECKING:
    from strategy_lab.simulation.sessions import Session

    from forsale_sim.reports.experiment import Config, ReportSpec

EXAMPLES = """\b
Examples:
  forsale-sim report --draft --out first-look
  forsale-sim report --ruleset iello-en --ruleset mine.toml --out mine
  forsale-sim report reports/balance.toml --out balance
  forsale-sim report --resume balance
"""


NEEDS_FOLDER = "a report needs --out: the folder for its page, figures and data"


def _new_spec(
    config: Path | None, games: int | None, players: tuple[int, ...] | None, **asked: Any
) -> ReportSpec:
    from forsale_sim.reports.experiment import load_config, new_report_spec

    chosen = load_config(config, games)
    return new_report_spec(chosen, path=config, games=games, players=players or (), **asked)


def write_page(session: Session, _output: str, new: bool) -> None:
    from strategy_lab.display.pages import PAGE
    from strategy_lab.display.progress import status

    from forsale_sim.reports.experiment import BalanceReport, ReportSpec
    from forsale_sim.reports.results import results
    from forsale_sim.reports.sections import write_report

    folder, outcome, report = session.folder, session.outcome, session.outcome.experiment
    spec = session.spec
    if folder is None:
        raise UsageError(NEEDS_FOLDER)
    if not (isinstance(report, BalanceReport) and isinstance(spec, ReportSpec)):
        raise TypeError("only a report has a page")
    if not report.has_results(outcome):
        note(f"Saved this part in {folder}: forsale-sim merge makes the report of all parts.")
        return
    if not new and (folder / PAGE).exists():
        note(f"The report in {folder} is complete: there was nothing left to do.")
        return
    report.config = _as_worded_now(spec, report.config)
    with status("Writing"):
        write_report(results(report, outcome), folder)
    note(f"Saved the report: {folder / PAGE}")


def _as_worded_now(spec: ReportSpec, config: Config) -> Config:
    from forsale_sim.reports.experiment import amended, load_config

    path = spec.path
    if path is None or not path.is_file():
        return config
    return config.in_words_of(
        amended(
            load_config(path),
            games=spec.games,
            rulesets=spec.named_rulesets,
            players=spec.players,
            draft=spec.draft,
        )
    )


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument(
    "config",
    required=False,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="[CONFIG.toml]",
)
@click.option(
    "--games",
    type=Whole(),
    help="How many games each ruleset plays for each number of players in each field.  [default: "
    "as CONFIG.toml says, else a million]",
)
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME|FILE",
    help="An edition, or your own TOML file, instead of those of CONFIG.toml; may be repeated. The "
    "others are compared with the first.",
)
@click.option(
    "--players",
    type=PlayerCounts(),
    help="Player counts, such as 3,4.  [default: as CONFIG.toml says, else all that the rulesets "
    "have in common]",
)
@click.option("--draft", is_flag=True, help="A first look: few games, and a title that says so.")
@with_options(out_option, *PLAYING_OPTIONS)
def report(config: Path | None, games: int | None, **options: object) -> int:
    """Write a report: what a rule does to coins, seats and luck, how surely, and what to print.

    It is about a house rule, if one stands beside the ruleset that it extends, else about the first
    two rulesets. DIR gets report.html, which stands alone, its twin report.md with figures, every
    number as CSV and Parquet, and report.toml, which makes it all again.
    """
    if options["out"] is None and options["resume"] is None:
        raise UsageError(NEEDS_FOLDER)
    return played_and_shown(_new_spec, write_page)(config=config, games=games, **options)
