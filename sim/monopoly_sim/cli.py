"""What ``monopoly-sim rulesets`` says of rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli.experiments import (
    RulesetTexts,
    Table,
    print_table,
    print_text,
    rulesets_command,
)

from monopoly_sim.program import PROGRAM

if TYPE_CHECKING:
    from monopoly_sim.rules.ruleset import Ruleset


def _rules() -> Any:
    return import_module("monopoly_sim.rules.ruleset")


def _listing(known: Sequence[Ruleset]) -> Table:
    rows = [[ruleset.name, ruleset.title or "", ruleset.extends or ""] for ruleset in known]
    return ["name", "title", "extends"], rows


def _describe(ruleset: Ruleset) -> None:
    print_text("ruleset    ", ruleset.name)
    for key in ("title", "source", "extends"):
        if text := getattr(ruleset, key):
            print_text(f"{key:11}", text)
    click.echo()
    print_table(*_rules().rule_table(ruleset))
    click.echo()
    print_table(*_rules().board_table(ruleset))
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
        facts=lambda ruleset: _rules().settings_of(ruleset),
        differing=lambda difference: _rules().differing(difference),
        plain=lambda value: _rules().plain(value),
    ),
)
