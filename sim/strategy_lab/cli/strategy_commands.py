"""The commands ``strategies``, ``new``, ``check`` and ``rulesets``: what there is to play."""

from __future__ import annotations

import shlex
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from strategy_lab.cli import experiments
from strategy_lab.display.progress import status
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import PlayerCounts
from strategy_lab.program import offered

if TYPE_CHECKING:
    from strategy_lab.check.rehearsal import Report, RulesetReport, Verdict
    from strategy_lab.plugins.entrants import NamedStrategy
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.program import Program
    from strategy_lab.varying import Difference


@click.group(cls=experiments.Listing, invoke_without_command=True)
@click.pass_context
def strategies(context: click.Context) -> None:
    """List the installed strategies; show what one does.

    Every command that takes a strategy also takes a file of your own: mine.py, or mine.py:name if
    it holds several. Parameters are set after a colon: mine.py:share=0.3
    """
    if context.invoked_subcommand is not None:
        return
    from strategy_lab.plugins.registry import (
        installed_files,
        installed_strategies,
        problems_of_packages,
    )

    game = experiments.program_of_command().game
    known, files = installed_strategies(game), installed_files(game)
    for problem in problems_of_packages(game):
        experiments.note(problem)
    summaries = [[name, strategy.summary] for name, strategy in known.items()]
    summaries += [[name, _summary(path)] for name, path in files.items()]
    experiments.print_table(["strategy", "summary"], summaries)
    click.echo()
    experiments.print_table(*_parameters(known.values()))


@strategies.command()
@click.argument("spec", metavar="NAME|SPEC")
def show(spec: str) -> None:
    """Show a strategy's idea, its parameters and where it comes from.

    Where parameters are set, by the spec or by a tuned file, their values stand beside the
    defaults. For a cross (bid=A,sell=B), both strategies are shown; for a mixture, its members.
    """
    from strategy_lab.plugins.entrants import find_strategy, is_mixture, load_entrant
    from strategy_lab.plugins.registry import shipped
    from strategy_lab.plugins.strategies import halves

    game = experiments.program_of_command().game
    load_entrant(spec, game)
    spec = shipped(spec, game)
    if is_mixture(spec):
        _show_mixture(spec)
        return
    for number, part in enumerate((halves(spec) or {"": spec}).values()):
        if number:
            click.echo()
        _print_one(part, find_strategy(part, game))


def _summary(path: Path) -> str:
    from strategy_lab.plugins.entrants import is_mixture, read_mixture, read_tuned

    if is_mixture(str(path)):
        return f"A mixture of {len(read_mixture(path).members)} strategies."
    tuned = read_tuned(path)
    return f"{tuned.strategy}, tuned for {tuned.ruleset} with {tuned.players} players."


def _show_mixture(spec: str) -> None:
    from strategy_lab.plugins.entrants import read_mixture

    mixture = read_mixture(Path(spec))
    shares = zip(mixture.members, mixture.shares, strict=True)
    rows = [[member, f"{100 * share:.1f}"] for member, share in shares]
    experiments.print_table(["member", "share of games, %"], rows, right=["share of games, %"])


def _print_one(spec: str, named: NamedStrategy) -> None:
    from strategy_lab.plugins.strategies import TOML, parse_settings

    strategy = named.strategy
    function = next(iter(strategy.decisions.values()))
    module = getattr(function, "__module__", type(function).__module__)
    facts = {
        "strategy": named.spec,
        "package": _package(module),
        "file": getattr(sys.modules.get(module), "__file__", None),
        "tuned": spec if TOML.fullmatch(spec) else None,
    }
    for key, fact in facts.items():
        if fact:
            click.echo(f"{key:11}{fact}")
    for paragraph in filter(None, strategy.description.split("\n\n")):
        click.echo()
        experiments.print_text("", " ".join(paragraph.split()))
    if strategy.parameters:
        click.echo()
        (_, name, *headers), rows = _parameters([strategy])
        values = parse_settings(strategy, named.settings)
        if any(values[key] != each.default for key, each in strategy.parameters.items()):
            headers = ["value", *headers]
            rows = [[of, key, str(values[key]), *more] for of, key, *more in rows]
        experiments.print_table([name, *headers], [row[1:] for row in rows])


def _parameters(strategies: Iterable[Strategy]) -> experiments.Table:
    return ["strategy", "parameter", "default", "range", "meaning"], [
        [strategy.name, name, str(each.default), f"{each.low} to {each.high}", each.meaning]
        for strategy in strategies
        for name, each in strategy.parameters.items()
    ]


def _package(module: str) -> str | None:
    """Return the installed package that offers the strategies of a module; None for a file."""
    for point in offered(experiments.program_of_command().game.strategies):
        if point.dist and f"{module}.".startswith(f"{point.module}."):
            return f"{point.dist.name} {point.dist.version}"
    return None


@click.command(cls=experiments.Command)
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a strategy file to start from, with comments that say how it works.

    FILE is the file to write, such as mine.py, by which the strategy is called. A file that exists
    is never written over.
    """
    from strategy_lab.files.whole_files import check_free, write_text
    from strategy_lab.plugins.registry import name_from, starter

    if file.suffix != ".py":
        raise UsageError(f"a strategy file's name ends in .py, such as {file.stem}.py, not {file}")
    program = experiments.program_of_command()
    text = starter(program.game.template(), name_from(file), file)
    check_free(file)
    write_text(file, text)
    partner = program.in_words("spread")
    click.echo(f"Saved {file}. Next:\n")
    for command in (
        ["check", str(file)],
        ["run", "--games", program.in_words("1e5"), "--strategy", str(file), "--strategy", partner],
    ):
        if command[0] in program.commands:
            click.echo(f"  {shlex.join([program.name, *command])}")


MARKS = {"passed": "✓ ", "failed": "✗ ", "open": "- "}


@click.command(cls=experiments.Command)
@click.argument("spec", metavar="SPEC")
@click.option(
    "--seconds",
    type=click.IntRange(1, 3600),
    default=10,
    show_default=True,
    help="Time limit of a decision, or of a rule; what exceeds it hangs.",
)
@click.option(
    "--engine",
    type=click.Choice(["compiled", "python"]),
    default="compiled",
    show_default=True,
    help="The engine that has to play it; python for a strategy that numba cannot compile.",
)
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    help="By which rules to check a strategy; may be repeated. All that are built in unless given.",
)
@click.option(
    "--players", type=PlayerCounts(), help="For how many players, such as 3-5; all unless given."
)
@click.option(
    "--quick",
    is_flag=True,
    help="Play a game for each number of players alone, by the usual ruleset unless one is named.",
)
@click.pass_context
def check(
    context: click.Context,
    spec: str,
    seconds: int,
    engine: str,
    rulesets: tuple[str, ...],
    players: tuple[int, ...] | None,
    quick: bool,
) -> None:
    """Check a strategy in a process of its own, with every ruleset and every number of players.

    SPEC is a strategy's name, or a file of your own: mine.py, mine.py:name. The exit status is 0 if
    it passes and 1 if it fails. Of a ruleset, such as mine.toml or 'NAME[code=rules.py]', all
    answers of its code are checked, and that both engines play the same games.
    """
    from strategy_lab.check.rehearsal import Scope, check_ruleset, is_ruleset

    game, scope = experiments.program_of_command().game, Scope(rulesets, players or (), quick)
    if is_ruleset(spec, game):
        if scope != Scope():
            raise UsageError(
                f"{spec} is a ruleset: --ruleset, --players and --quick are for strategies"
            )
        with status(f"Checking {spec}"):
            found = check_ruleset(spec, seconds, game)
        _print_ruleset(found)
        return
    from strategy_lab.check.supervisor import check as check_strategy

    with status(f"Checking {spec}"):
        report = check_strategy(spec, seconds, engine, game, scope)
    with experiments.tolerate_broken_pipe():
        _print_report(report)
    context.exit(0 if report.passed else 1)


def _print_ruleset(found: RulesetReport) -> None:
    for name, says in found.sentences.items():
        experiments.print_text(f"{name}: ", says)
    if found.sentences:
        click.echo(f"✓ {found.answers:,} answers are allowed, and the same when asked again")
    click.echo(f"✓ {found.games:,} games are the same compiled and in plain Python")
    for players, added in found.added.items():
        if added:
            click.echo(f"- {players} players: rules add {added:+.2f} to the money of a player")
    if found.added and not any(found.added.values()):
        click.echo("✓ money is conserved: players end with their cheques and coins")


def _print_report(report: Report) -> None:
    for verdict in report.verdicts.values():
        _print_verdict(verdict)
    if cost := report.cost:
        plain, speed = f"{1e6 * cost.plain:,.0f} µs in plain Python", cost.compiled
        spent = "" if speed is None else f"{1e9 * speed:,.0f} ns"
        if speed is not None and speed > 1e-5:
            spent = f"{1e6 * speed:,.0f} µs"
        compiled = f"{spent} compiled, " if spent else ""
        each = ", ".join(f"{name} {1e6 * spent:.0f}" for name, spent in cost.by_function.items())
        experiments.print_text(
            "  ", f"a decision costs about {compiled}{plain}{f' ({each})' if each else ''}"
        )
    click.echo(f"\n{report.spec} {'passes' if report.passed else 'fails'}")


def _print_verdict(verdict: Verdict) -> None:
    from strategy_lab.check.rehearsal import QUESTIONS

    first, *further = verdict.text.splitlines() or [""]
    question = QUESTIONS[verdict.question]
    experiments.print_text(MARKS[verdict.outcome], f"{question}: {first}" if first else question)
    for line in further:
        click.echo(f"  {line}")
    story = verdict.excerpt.story() if verdict.excerpt else ""
    if story or verdict.replay:
        click.echo()
    if story:
        click.echo(textwrap.indent(story, "    ") + "\n")
    if verdict.replay:
        click.echo(f"  See the game: {verdict.replay}\n")


def rulesets(program: Program) -> click.Group:
    """Return the command ``rulesets`` of a game whose rules are single values."""
    game = program.game

    def describe(ruleset: Any) -> None:
        title = getattr(ruleset, "title", "")
        experiments.print_text("ruleset    ", f"{ruleset.name}: {title}" if title else ruleset.name)
        click.echo()
        fields = getattr(type(ruleset), "model_fields", {})
        rows = [
            [key, _rule_text(ruleset.setting(key)), getattr(fields.get(key), "title", None) or ""]
            for key in ("players", *ruleset.variables.keys)
        ]
        experiments.print_table(["rule", "value", "meaning"], rows)

    def differing(difference: Difference) -> Iterable[tuple[str, str, str]]:
        yield difference.parameter, _rule_text(difference.a), _rule_text(difference.b)

    return experiments.rulesets_command(
        program,
        experiments.RulesetTexts(
            listing=lambda known: (
                ["name", "title"],
                [[one.name, getattr(one, "title", "")] for one in known],
            ),
            spare=(),
            describe=describe,
            facts=game.ruleset_settings,
            differing=differing,
            plain=lambda value: value,
        ),
    )


def _rule_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
