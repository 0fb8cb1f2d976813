"""What is said about an option that a command does not have."""

from __future__ import annotations

from collections.abc import Iterable

import click

from strategy_lab.program import Program
from strategy_lab.wording import listed

WHAT_IF = "An edition with other rules is named as --ruleset 'iello-en[coins=24,refund=up]'."


def unknown_option_message(
    error: click.NoSuchOption, commands: Iterable[click.Command], program: Program
) -> str:
    """Return what is wrong, with the way to change rules, or the commands that have the option."""
    option = error.option_name
    own = error.ctx.command if error.ctx else None
    changes_rules = ("--vary", *(f"--{rule}" for rule in program.game.rule_keys))
    if option in changes_rules and own is not None and "--ruleset" in _options(own):
        return f"No such option {option!r}. {program.in_words(WHAT_IF)}"
    others = [command.name or "" for command in commands if option in _options(command)]
    if not others:
        return error.format_message()
    return f"No such option {option!r} here: {listed(others)} {'have' if others[1:] else 'has'} it."


def _options(command: click.Command) -> list[str]:
    return [name for parameter in command.params for name in parameter.opts]
