"""The command ``play`` of games that a class plays: a person at the table, in a terminal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from itertools import cycle, islice
from typing import Any

import click

from strategy_lab.cli.experiments import Command, play_options, seat_option, typed_lines
from strategy_lab.errors import GameLeft, StoppedError, UsageError
from strategy_lab.program import Program

NUMBER = re.compile(r"[+-]?\d{1,9}")
ASKED = re.compile(r"(?P<name>[a-z]\w*)\((?P<numbers>[-\d, ]*)\)")
WORDS = {"y": 1, "yes": 1, "n": 0, "no": 0}


class Person:
    """Answers by what is typed, and is shown what has happened."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.typed: list[str] = []
        self._lines, self._told = lines, 0

    def tell(self, table: Any) -> None:
        for line in table.told[self._told :]:
            click.echo(line)
        self._told = len(table.told)

    def answer(self, decision: str, view: Any) -> int:
        from strategy_lab.table_game import YES_OR_NO, shown, table_of

        table = table_of(view)
        self.tell(table)
        seen, told = seen_by(view)
        click.echo(f"\n{decision}: {table.decisions[decision]}{f' ({seen})' if seen else ''}")
        allowed = "y or n" if table.legal is YES_OR_NO else shown(table.legal)
        click.echo(f"answer {allowed}{f'; or ask {told}' if told else ''}")
        for line in self._lines:
            word = line.strip().lower()
            if word in {"quit", "q"}:
                break
            asked = ASKED.fullmatch(word)
            if asked and callable(vars(type(view)).get(asked["name"])):
                numbers = map(int, re.findall(r"-?\d{1,9}", asked["numbers"]))
                click.echo(f"{word}: {answer_of(getattr(view, asked['name']), *numbers)}")
                continue
            number = WORDS.get(word)
            if number is None and NUMBER.fullmatch(word):
                number = int(word)
            if number is not None and number in table.legal:
                self.typed.append(word)
                return number
            click.echo(f"{line!r} is none of the answers: {allowed}; quit leaves the game")
        raise GameLeft


def seen_by(view: Any) -> tuple[str, str]:
    """Return what a view shows, of each seat where it takes one; and what else can be asked."""
    seen, told = [], []
    for name, each in vars(type(view)).items():
        if isinstance(each, property):
            seen.append(f"{name} {getattr(view, name)}")
        elif not name.startswith("_"):
            _, *taken = signature(each).parameters
            if taken == ["seat"]:
                by_seat = (str(each(view, seat)) for seat in range(1, view.players + 1))
                seen.append(f"{name} by seat {' '.join(by_seat)}")
            else:
                told.append(f"{name}({', '.join(taken)})")
    return ", ".join(seen), ", ".join(told)


def answer_of(question: Callable[..., object], *numbers: int) -> object:
    """Return what a member of a view tells of numbers; why not, where it does not know them."""
    wanted = signature(question).parameters
    if len(numbers) != len(wanted):
        return f"no answer: ask {question.__name__}({', '.join(wanted)}) with numbers"
    try:
        return question(*numbers)
    except Exception as error:  # the game's own code
        return f"no answer: {error}"


def play(program: Program) -> click.Command:
    """Return the command ``play`` of a game."""

    @click.command("play", cls=Command)
    @play_options(program, "", "'y; 3; …'", seat_option)
    def command(against: str, seat: int, ruleset: str, seed: int, moves: str) -> int:
        """Play a game yourself, in the terminal, against strategies of your choice.

        You are asked what strategies are asked, and shown what they see. Type a number, or y or n,
        or a question that you may ask, such as has(7); quit leaves the game.
        """
        from strategy_lab.plugins.entrants import Decision, Entrant, load_field
        from strategy_lab.plugins.strategies import split_specs
        from strategy_lab.simulation.experiment import Game, make_plan

        definition = program.game
        rules = definition.load_ruleset(ruleset)
        usual = ",".join(islice(cycle(program.field), rules.players[0] - 1))
        specs = split_specs(against or usual)
        if seat > len(specs) + 1:
            raise UsageError(f"--seat: there are {len(specs) + 1} players, and no seat {seat}")
        person = Person(typed_lines([each.strip() for each in moves.split(";") if each.strip()]))
        decisions = {
            name: Decision(partial(person.answer, name), {}) for name in definition.decisions
        }
        others = load_field(specs, definition)
        field = (*others, Entrant("you", "<you>", decisions, definition))
        names = [load_field([spec], definition)[0].name for spec in specs]
        lineup = [[each.name for each in others].index(name) for name in names]
        lineup.insert(seat - 1, len(others))
        plan = make_plan([rules], field=field, lineup=lineup, rotate=False, seed=seed, games=1)
        seated: Any = definition.seat_game(plan, Game(1, plan.cells[0], 1, 1))
        click.echo(f"{rules.name}, {len(lineup)} players, seed {seed}: you sit in seat {seat}.")
        try:
            seated.play()
        except (GameLeft, KeyboardInterrupt) as left:
            words = ["play", "--against", ",".join(specs), "--seat", seat, "--ruleset", ruleset]
            words += ["--seed", seed, "--moves", "; ".join(person.typed)]
            click.echo(f"\nTo go on: {shlex.join([program.name, *map(str, words)])}")
            return 0 if isinstance(left, GameLeft) else StoppedError.exit_status
        before = len(seated.game.told)
        person.tell(seated.game)
        click.echo("\n".join(seated.story().splitlines()[before:]))
        return 0

    return command
