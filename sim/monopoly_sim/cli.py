"""What ``monopoly-sim rulesets`` says of rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from strategy_lab.cli.experiments import (
    RulesetTexts,
    Table,
    print_table,
    print_text,
    rulesets_command,
)
from strategy_lab.game import later

from monopoly_sim.program import PROGRAM

if TYPE_CHECKING:
    from monopoly_sim.rules.ruleset import Ruleset


def _listing(known: Sequence[Ruleset]) -> Table:
    rows = [[ruleset.name, ruleset.title or "", ruleset.extends or ""] for ruleset in known]
    return ["name", "title", "extends"], rows


def _describe(ruleset: Ruleset) -> None:
    from monopoly_sim.rules.ruleset import board_table, rule_table

    print_text("ruleset    ", ruleset.name)
    for key in ("title", "source", "extends"):
        if text := getattr(ruleset, key):
            print_text(f"{key:11}", text)
    click.echo()
    print_table(*rule_table(ruleset))
    click.echo()
    print_table(*board_table(ruleset))
    click.echo("\nReadings:")
    for reading in ruleset.readings:
        rule = f" [{reading.rule}]" if reading.rule else ""
        print_text("- ", f"{reading.text} ({reading.basis}){rule}")


rulesets = rulesets_command(
    PROGRAM,
    RulesetTexts(
        listing=_listing,
        spare=("extends",),
        describe=_describe,
        facts=later("monopoly_sim.rules.ruleset:settings_of"),
        differing=later("monopoly_sim.rules.ruleset:differing"),
        plain=later("monopoly_sim.rules.ruleset:plain"),
    ),
)
