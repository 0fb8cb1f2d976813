"""The command ``check``: checks a strategy under every ruleset before it is relied on."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from strategy_lab.cli.experiments import Command, program_of_command
from strategy_lab.cli.printing import format_option, print_json, print_text, tolerate_broken_pipe
from strategy_lab.display.progress import status

if TYPE_CHECKING:
    from strategy_lab.check.rehearsal import RulesetReport
    from strategy_lab.check.verdicts import Cost, Report, Verdict

DEFAULT_SECONDS, MOST_SECONDS = 10, 3600

MARKS = {"passed": "✓ ", "failed": "✗ ", "open": "- "}


@click.command(cls=Command)
@click.argument("spec", metavar="SPEC")
@click.option(
    "--seconds",
    type=click.IntRange(1, MOST_SECONDS),
    default=DEFAULT_SECONDS,
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
@format_option
@click.pass_context
def check(context: click.Context, spec: str, seconds: int, engine: str, output: str) -> None:
    """Check a strategy in a process of its own, with every ruleset and every number of players.

    SPEC is a strategy's name, or a file of your own: mine.py, mine.py:name. The exit status is 0 if
    it passes and 1 if it fails. Of a ruleset, such as mine.toml or 'NAME[code=rules.py]', all
    answers of its code are checked, and that both engines play the same games.
    """
    from strategy_lab.check.rehearsal import check_ruleset, is_ruleset

    game = program_of_command().game
    if is_ruleset(spec, game):
        with status(f"Checking {spec}"):
            found = check_ruleset(spec, seconds, game)
        if output == "json":
            print_json(asdict(found))
        else:
            _print_ruleset(found)
        return
    from strategy_lab.check.supervisor import check as check_strategy

    with status(f"Checking {spec}"):
        report = check_strategy(spec, seconds, engine, game)
    with tolerate_broken_pipe():
        if output == "json":
            print_json(_facts(report))
        else:
            _print_report(report)
    context.exit(0 if report.passed else 1)


def _print_ruleset(found: RulesetReport) -> None:
    for name, says in found.sentences.items():
        print_text(f"{name}: ", says)
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
    if report.cost:
        print_text("  ", f"a decision costs about {_cost_text(report.cost)}")
    click.echo(f"\n{report.spec} {'passes' if report.passed else 'fails'}")


def _print_verdict(verdict: Verdict) -> None:
    from strategy_lab.check.verdicts import QUESTIONS

    first, *further = verdict.text.splitlines() or [""]
    question = QUESTIONS[verdict.question]
    print_text(MARKS[verdict.outcome], f"{question}: {first}" if first else question)
    for line in further:
        click.echo(f"  {line}")
    story = verdict.excerpt.story() if verdict.excerpt else ""
    if story or verdict.replay:
        click.echo()
    if story:
        click.echo(textwrap.indent(story, "    ") + "\n")
    if verdict.replay:
        click.echo(f"  See the game: {verdict.replay}\n")


def _cost_text(cost: Cost) -> str:
    plain = f"{1e6 * cost.plain:.0f} µs in plain Python"
    return plain if cost.compiled is None else f"{1e9 * cost.compiled:,.0f} ns compiled, {plain}"


def _facts(report: Report) -> dict[str, Any]:
    cost = report.cost
    return {
        "strategy": report.spec,
        "passed": report.passed,
        "questions": [_verdict_facts(verdict) for verdict in report.verdicts.values()],
        "seconds_per_decision": cost and {"plain": cost.plain, "compiled": cost.compiled},
    }


def _verdict_facts(verdict: Verdict) -> dict[str, Any]:
    from strategy_lab.check.verdicts import QUESTIONS

    excerpt = verdict.excerpt
    return {
        "question": QUESTIONS[verdict.question],
        "outcome": verdict.outcome,
        "text": verdict.text,
        "story": (excerpt and excerpt.story()) or None,
        "replay": verdict.replay,
    }
