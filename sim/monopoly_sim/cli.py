"""What ``monopoly-sim`` can do beside what every game has: rulesets, and a check of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli.experiments import Command, RulesetTexts, rulesets_command
from strategy_lab.cli.printing import Table, format_option, print_json, print_table, print_text
from strategy_lab.errors import LaboratoryError

from monopoly_sim.program import PROGRAM

if TYPE_CHECKING:
    from monopoly_sim.dice_check import Comparison
    from monopoly_sim.rules.ruleset import Ruleset

SUSPICIOUS = 4.5
"""Standard errors: of 82 shares, one is so far off by chance in fewer than 1,000 checks."""

ruleset_option = click.option(
    "--ruleset",
    default=PROGRAM.ruleset,
    show_default=True,
    metavar="NAME|FILE",
    help="The rules: a built-in ruleset, or a TOML file.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="What all chance depends on.",
)


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


@click.command("check-dice", cls=Command)
@ruleset_option
@seed_option
@click.option(
    "--rolls",
    type=click.IntRange(10_000, 10**9),
    default=200_000,
    show_default=True,
    help="How often to roll, for each policy in jail.",
)
@format_option
def check_dice(ruleset: str, seed: int, rolls: int, output: str) -> None:
    """Compare where tokens are with the exact shares, for both policies in jail.

    The exact shares are those of a Markov chain in which each card is drawn from the whole deck.
    Tokens move by the dice and decks of games. A share that is more than 4.5 standard errors off is
    an error (status 1).
    """
    import numpy as np

    from monopoly_sim.dice_check import compare_with_chain
    from monopoly_sim.rules.ruleset import load_ruleset

    rules = load_ruleset(ruleset)
    results = {
        policy: compare_with_chain(rules, policy, seed, rolls) for policy in ("leave", "stay")
    }
    if output == "json":
        print_json(
            {
                policy: {
                    "rolls": result.rolls,
                    "rolls_per_turn": result.rolls_per_turn,
                    "exact_rolls_per_turn": result.exact_rolls_per_turn,
                    "places": [
                        {"name": name, "exact": exact, "share": share, "z": z}
                        for name, exact, share, z in zip(
                            result.names,
                            result.exact.tolist(),
                            result.shares.tolist(),
                            result.z.tolist(),
                            strict=True,
                        )
                    ],
                }
                for policy, result in results.items()
            }
        )
    else:
        headers = ["place", *(f"{policy} {what}" for policy in results for what in WHAT)]
        rows = [
            [name, *(cell for result in results.values() for cell in _cells(result, place))]
            for place, name in enumerate(results["leave"].names)
        ]
        print_table(headers, rows, right=headers[1:])
        for policy, result in results.items():
            click.echo(
                f"{policy}: {result.rolls:,} rolls, {result.rolls_per_turn:.4f} a turn "
                f"(exact {result.exact_rolls_per_turn:.4f})"
            )
    worst = max(float(np.abs(result.z).max()) for result in results.values())
    if worst > SUSPICIOUS:
        raise LaboratoryError(
            f"a share is {worst:.1f} standard errors from the exact one; {SUSPICIOUS} is the most "
            "that chance explains: try another --seed, and if it stays, report it"
        )
    if output == "table":
        click.echo(f"All shares are within {worst:.1f} standard errors of the exact ones.")


WHAT = ("exact %", "rolled %", "z")


def _cells(result: Comparison, place: int) -> list[str]:
    return [
        f"{100 * result.exact[place]:.4f}",
        f"{100 * result.shares[place]:.4f}",
        f"{result.z[place]:+.1f}",
    ]
