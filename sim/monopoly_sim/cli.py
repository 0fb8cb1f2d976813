"""The commands of ``monopoly-sim`` that are Monopoly's own, or do more than in other games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from strategy_lab.cli import experiments as cli
from strategy_lab.display.progress import status
from strategy_lab.errors import GameLeft, StoppedError, UsageError
from strategy_lab.experiments.options import Whole, seed_option
from strategy_lab.files.whole_files import write_text
from strategy_lab.game import later

from monopoly_sim.program import PROGRAM

if TYPE_CHECKING:
    from monopoly_sim.rules.ruleset import Ruleset


def _listing(known: Sequence[Ruleset]) -> cli.Table:
    rows = [[ruleset.name, ruleset.title or "", ruleset.extends or ""] for ruleset in known]
    return ["name", "title", "extends"], rows


def _describe(ruleset: Ruleset) -> None:
    from monopoly_sim.rules.ruleset import board_table, rule_table

    cli.print_text("ruleset    ", ruleset.name)
    for key in ("title", "source", "extends"):
        if text := getattr(ruleset, key):
            cli.print_text(f"{key:11}", text)
    click.echo()
    cli.print_table(*rule_table(ruleset))
    click.echo()
    cli.print_table(*board_table(ruleset))
    click.echo("\nReadings:")
    for reading in ruleset.readings:
        rule = f" [{reading.rule}]" if reading.rule else ""
        cli.print_text("- ", f"{reading.text} ({reading.basis}){rule}")


rulesets = cli.rulesets_command(
    PROGRAM,
    cli.RulesetTexts(
        listing=_listing,
        spare=("extends",),
        describe=_describe,
        facts=later("monopoly_sim.rules.ruleset:settings_of"),
        differing=later("monopoly_sim.rules.ruleset:differing"),
        plain=later("monopoly_sim.rules.ruleset:plain"),
    ),
)


ODDS_EXAMPLE = """\b
Example:
  monopoly-sim odds position.toml --games 1e4
  where position.toml says who has what:
    ruleset = "hasbro-classic"
    turn = 2
    [[seats]]
    strategy = "builder"
    cash = 640
    at = "Illinois Avenue"
    deeds = ["Mediterranean Avenue", "Baltic Avenue", 5]
    mortgaged = [5]
    buildings = { "Mediterranean Avenue" = 2, "Baltic Avenue" = 2 }
    [[seats]]
    strategy = "trader"
    cash = 1200
    deeds = [6, 8]
    [[trades]]
    seat = 1
    partner = 2
    gives = [5]
    gets = [8]
    pays = 100
"""


@click.command(cls=cli.Command, epilog=ODDS_EXAMPLE)
@click.argument("position", type=click.Path(path_type=Path), metavar="POSITION.toml")
@click.option(
    "--games", type=Whole(least=2, most=10**7), default="1e4", show_default=True, help="How many."
)
@cli.shared_option("seed", seed_option())
@cli.format_option
def odds(position: Path, games: int, seed: int, output: str) -> None:
    """Who wins from here? Play a position on many times; show what trades would change.

    The file says what each player has at the start of a turn, and who decides for each of them;
    squares are named as on the board, or by number. Dice and the order of cards are drawn anew for
    each game, the same for the position and after each of its [[trades]].
    """
    from monopoly_sim.odds import odds_of
    from monopoly_sim.positions import read_position

    read = read_position(position)
    with status("Playing on"):
        found = odds_of(read, games, seed)
    if output == "json":
        cli.print_json(found)
        return
    rules = read.table.rules
    click.echo(
        f"Who wins from here? {games:,} games, seed {seed}; {rules.ruleset}, {rules.players} "
        f"players, seat {read.table.turn} to move\n"
    )
    cli.print_table(*_chances(found["seats"]), right=("seat", "cash", "worth", "wins %"))
    for trade in found["trades"]:
        click.echo(f"\nOnce {trade['agreed']}, and that is agreed:\n")
        cli.print_table(
            *_chances(trade["seats"]), right=("seat", "cash", "worth", "wins %", "change")
        )


def _chances(seats: Sequence[dict[str, Any]]) -> cli.Table:
    import numpy as np
    from strategy_lab.display.text_tables import estimated

    columns = {key: np.array([seat[key] for seat in seats]) for key in seats[0]}
    rows = [
        [str(seat["seat"]), seat["strategy"], f"{seat['cash']:,}", f"{seat['worth']:,}", wins]
        for seat, wins in zip(seats, estimated(columns, "win_rate", 100, most=100), strict=True)
    ]
    header = ["seat", "strategy", "cash", "worth", "wins %"]
    if "change" in columns:
        for row, seat, text in zip(rows, seats, estimated(columns, "change", 100), strict=True):
            row.append(f"+{text}" if seat["change"] > 0 else text)
        header.append("change")
    return header, rows


PLAY_EXAMPLES = """\b
Examples:
  monopoly-sim play
  monopoly-sim play --against trader,builder --seat 1 --ruleset hasbro-classic --seed 7
"""


@click.command(cls=cli.Command, epilog=PLAY_EXAMPLES)
@cli.play_options(PROGRAM, "trader,builder,cautious", "'y; 100; …'", cli.seat_option)
@cli.file_option(
    *("--out", ".jsonl", "JSON Lines"),
    "Save the game as JSON Lines, in a file that is not there yet.",
)
def play(against: str, seat: int, ruleset: str, seed: int, moves: str, out: Path | None) -> int:
    """Play a game yourself, in the terminal, against strategies of your choice.

    You are asked whatever strategies are asked: to buy, to bid, to trade, to build. Type ? for
    help, t for the table, quit to leave.
    """
    from strategy_lab.plugins.entrants import load_entrant
    from strategy_lab.plugins.strategies import split_specs

    from monopoly_sim.play import Person, new_match, play_match
    from monopoly_sim.reference.trace import trace_lines
    from monopoly_sim.rules.ruleset import load_ruleset

    if out is not None and out.exists():
        raise UsageError(f"{out} exists already: name another file")
    entrants = [load_entrant(spec, PROGRAM.game) for spec in split_specs(against)]
    rules = load_ruleset(ruleset).rules(len(entrants) + 1)
    if seat > rules.players:
        raise UsageError(f"--seat: there are {rules.players} players, and no seat {seat}")
    first = [each.strip() for each in moves.split(";")] if moves else []
    person = Person(seat, cli.typed_lines(first), click.echo)
    game = new_match(rules, entrants, person, seat, seed)
    click.echo(f"{rules.ruleset}, {rules.players} players, seed {seed}: you sit in seat {seat}.")
    exit_status = 0
    try:
        play_match(game, person, click.echo)
    except (GameLeft, KeyboardInterrupt):
        again = ["play", "--against", against, "--seat", seat, "--ruleset", ruleset]
        again += ["--seed", seed, "--moves", "; ".join(person.typed)]
        command = shlex.join([PROGRAM.name, *map(str, again)])
        click.echo(f"\nYou left the game. To go on: {command}")
        exit_status = 0 if person.has_left else StoppedError.exit_status
    if out is not None:
        names = [player.name for player in game.lineup]
        lines = trace_lines(game, seed, 1, names)
        write_text(out, "".join(f"{line}\n" for line in lines))
        click.echo(f"Saved the game in {out}.")
    return exit_status


LANDINGS_EXAMPLES = """\b
Examples:
  monopoly-sim landings
  monopoly-sim landings --ruleset hasbro-speed-die --jail stay
"""


JAIL = {
    "leave": "leaves the jail at once",
    "stay": "stays in jail as long as the rules allow",
}


@click.command(cls=cli.Command, epilog=LANDINGS_EXAMPLES)
@cli.ruleset_option(PROGRAM)
@click.option(
    "--jail",
    type=click.Choice([*JAIL]),
    default="leave",
    show_default=True,
    help="Leave it at once, or stay as long as the rules allow.",
)
@cli.format_option
def landings(ruleset: str, jail: Any, output: str) -> None:
    """Where do tokens come to, and how soon has a house paid for itself? Exactly, by the rules.

    A street and what is built on it has paid for itself after so many turns of other players, each
    counted alone: the deed once its group is whole, each house for what it adds to the rent.
    With the speed die, a bus goes as far as both dice say, Mr. Monopoly on to the next deed, and
    three of a kind to the last street.
    """
    from monopoly_sim.landings import Landings, returns
    from monopoly_sim.rules.board import members
    from monopoly_sim.rules.ruleset import load_ruleset

    rules = load_ruleset(ruleset).rules(2)
    found = Landings(rules, jail)
    names, groups, visits = rules.board.names, rules.board.group_names, 100 * found.visits
    streets = returns(found)
    if output == "json":
        facts = {"ruleset": rules.ruleset, "jail": jail, "rolls_a_turn": found.rolls}
        told = [{"square": each.square, "turns": each.turns, "best": each.best} for each in streets]
        on_squares = [float(each) for each in found.visits]
        cli.print_json({**facts, "visits_a_turn": on_squares, "streets": told})
        return
    click.echo(
        f"{rules.ruleset}, a player who {JAIL[jail]}: {found.rolls:.2f} rolls a turn, in jail "
        f"after {found.ends[-1]:.1%} of them\n"
    )
    levels = ["1 house", "2", "3", "4", "hotel"]
    rows = [
        [
            names[each.square],
            groups[rules.board.group_of[each.square]],
            f"{visits[each.square]:.2f}",
            *(f"{turns:.0f}" for turns in each.turns),
            levels[each.best - 1],
        ]
        for each in streets
    ]
    header = ["street", "group", "visits in 100 turns", "deed", *levels, "soonest"]
    cli.print_table(header, rows, right=header[2:-1])
    others = rules.board.railways | rules.board.utilities
    click.echo(
        "\nTurns of other players until a deed, each house and the hotel have paid for themselves; "
        "soonest is what does so first.\n"
    )
    cli.print_table(
        ["other deeds", "visits in 100 turns"],
        [[names[square], f"{visits[square]:.2f}"] for square in members(others)],
        right=["visits in 100 turns"],
    )
