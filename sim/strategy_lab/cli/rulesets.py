"""The command ``rulesets`` of a game: what rules there are, what each says and how two differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from strategy_lab.cli.parsing import Listing
from strategy_lab.cli.printing import Table, format_option, print_json, print_table

if TYPE_CHECKING:
    from strategy_lab.program import Program
    from strategy_lab.rule_differences import Difference


@dataclass(frozen=True)
class RulesetTexts:
    """How a game prints its rulesets."""

    listing: Callable[[Sequence[Any]], Table]
    """Returns the table of some rulesets, the name first."""
    spare: Sequence[str]
    """What that does without on a narrow terminal, by its headers, the first first."""
    describe: Callable[[Any], None]
    """Prints one."""
    facts: Callable[[Any], dict[str, Any]]
    """Returns one as values for JSON."""
    differing: Callable[[Difference], Iterable[tuple[str, str, str]]]
    """Yields the rows of a difference: what differs, and both values."""
    plain: Callable[[Any], Any]
    """Returns a rule's value for JSON."""


def rulesets_command(program: Program, texts: RulesetTexts) -> click.Group:
    """Return the command of a game."""

    @click.group(cls=Listing, invoke_without_command=True)
    @format_option
    @click.pass_context
    def rulesets(context: click.Context, output: str) -> None:
        """List the built-in rulesets; show or compare rulesets.

        Wherever a ruleset's name is asked for, the path of a TOML file of your own will do.
        """
        if context.invoked_subcommand is not None:
            context.default_map = {name: {"output": output} for name in ("show", "diff")}
            return
        known = [program.game.load_ruleset(name) for name in program.game.ruleset_names()]
        if output == "json":
            print_json({"rulesets": [texts.facts(ruleset) for ruleset in known]})
        else:
            print_table(*texts.listing(known), spare=texts.spare)

    @rulesets.command()
    @click.argument("ruleset", metavar="NAME|FILE")
    @format_option
    def show(ruleset: str, output: str) -> None:
        """Show the rules of one ruleset, its source and how unclear rules are read."""
        shown = program.game.load_ruleset(ruleset)
        if output == "json":
            print_json(texts.facts(shown))
        else:
            texts.describe(shown)

    @rulesets.command()
    @click.argument("a", metavar="NAME|FILE")
    @click.argument("b", metavar="NAME|FILE")
    @format_option
    def diff(a: str, b: str, output: str) -> None:
        """Show what two rulesets do differently."""
        from strategy_lab.rule_differences import differences

        one, other = map(program.game.load_ruleset, (a, b))
        found = differences(one, other)
        if output == "json":
            rows = [
                each._asdict() | {"a": texts.plain(each.a), "b": texts.plain(each.b)}
                for each in found
            ]
            print_json({"a": one.name, "b": other.name, "differences": rows})
        elif found:
            _print_differences(one, other, found, texts.differing)
        else:
            click.echo("no difference")

    return rulesets


def _print_differences(
    a: Any,
    b: Any,
    found: Iterable[Difference],
    differing: Callable[[Difference], Iterable[tuple[str, str, str]]],
) -> None:
    rows = [
        [what, "all" if each.players is None else str(each.players), *values]
        for each in found
        for what, *values in differing(each)
    ]
    headers = ["parameter", "players", a.name, b.name]
    if not a.variables.by_players:  # nothing is set by player count
        del headers[1]
        rows = [[what, *values] for what, _, *values in rows]
    print_table(headers, rows)
