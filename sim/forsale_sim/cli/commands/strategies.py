"""``forsale-sim strategies``: who can play, what they do and what about them can be set."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.groups import Listing
from forsale_sim.cli.printing import Table, format_option, print_json, print_table, print_text

if TYPE_CHECKING:
    from forsale_sim.plugins.contract import Parameter, Strategy
    from forsale_sim.plugins.entrant import Found

PARTNERS = ("spread", "linear")
"""The built-in strategies that examples pair a strategy with: the first, or for itself the next."""


@click.group(cls=Listing, invoke_without_command=True)
@format_option
@click.pass_context
def strategies(context: click.Context, output: str) -> None:
    """List the installed strategies; show what one does.

    Wherever a strategy is asked for, one in a file of your own will do: mine.py, or mine.py:name
    if there are several. Parameters are set after a colon: spread:share=0.3
    """
    if context.invoked_subcommand is not None:
        context.default_map = {"show": {"output": output}}
        return
    from forsale_sim.plugins.registry import installed_strategies

    known = installed_strategies()
    if output == "json":
        print_json({"strategies": [_facts(strategy, name) for name, strategy in known.items()]})
        return
    summaries = [[name, strategy.summary] for name, strategy in known.items()]
    print_table(["strategy", "summary"], summaries)
    click.echo()
    print_table(*_parameters(known.values()))


@strategies.command()
@click.argument("spec", metavar="NAME|SPEC")
@format_option
def show(spec: str, output: str) -> None:
    """Show a strategy's idea, its parameters, where it comes from and how to use it.

    Where parameters are set, by the spec or by a tuned file, their values stand beside the
    defaults. Of a cross (bid=A,sell=B), both are shown; of a mixture, who is in it.
    """
    from forsale_sim.plugins.entrant import find_strategy, is_mixture, load_entrant
    from forsale_sim.plugins.specs import CROSS

    load_entrant(spec)
    crossed = CROSS.fullmatch(spec)
    if is_mixture(spec):
        _show_mixture(spec, output)
        return
    parts = crossed.groups() if crossed else [spec]
    found = list(map(find_strategy, parts))
    shown = [(each, _shown(part, each)) for part, each in zip(parts, found, strict=True)]
    if output == "json":
        print_json({"strategies": [facts | {"examples": _examples(each)} for each, facts in shown]})
        return
    for number, (each, facts) in enumerate(shown):
        if number:
            click.echo()
        _print_one(each, facts)


def _show_mixture(spec: str, output: str) -> None:
    from forsale_sim.plugins.mixtures import read_mixture

    said = read_mixture(Path(spec))
    shares = dict(zip(said.members, said.shares, strict=True))
    if output == "json":
        print_json({"mixture": spec, "members": shares, "made": said.made})
        return
    rows = [[member, f"{100 * share:.1f}"] for member, share in shares.items()]
    share = "share of games, %"
    print_table(["member", share], rows, right=[share])


def _shown(spec: str, found: Found) -> dict[str, Any]:
    """Return the facts of the strategy that a spec names, with the values that are in force."""
    from forsale_sim.plugins.settings import parse_settings
    from forsale_sim.plugins.specs import TOML

    facts = _facts(found.strategy, found.spec)
    values = parse_settings(found.strategy, found.settings)
    for parameter in facts["parameters"]:
        parameter["value"] = values[parameter["name"]]
    facts["tuned"] = spec if TOML.fullmatch(spec) else None
    return facts


def _print_one(found: Found, facts: dict[str, Any]) -> None:
    for key in ("strategy", "package", "file", "tuned"):
        if facts[key]:
            click.echo(f"{key:11}{facts[key]}")
    for paragraph in filter(None, found.strategy.description.split("\n\n")):
        click.echo()
        print_text("", " ".join(paragraph.split()))
    if found.strategy.parameters:
        click.echo()
        (_, name, *headers), rows = _parameters([found.strategy])
        values = {parameter["name"]: parameter["value"] for parameter in facts["parameters"]}
        if any(values[key] != each.default for key, each in found.strategy.parameters.items()):
            headers = ["value", *headers]
            rows = [[strategy, key, str(values[key]), *more] for strategy, key, *more in rows]
        print_table([name, *headers], [row[1:] for row in rows])
    click.echo("\nExamples:")
    for example in _examples(found):
        click.echo(f"  {example}")


def _parameters(listed: Iterable[Strategy]) -> Table:
    return ["strategy", "parameter", "default", "range", "meaning"], [
        [
            strategy.name,
            name,
            str(parameter.default),
            f"{parameter.low} to {parameter.high}",
            parameter.meaning,
        ]
        for strategy in listed
        for name, parameter in strategy.parameters.items()
    ]


def _facts(strategy: Strategy, spec: str) -> dict[str, Any]:
    module = getattr(strategy.bid, "__module__", type(strategy.bid).__module__)
    return {
        "strategy": spec,
        "summary": strategy.summary,
        "description": strategy.description,
        "parameters": [
            {
                "name": name,
                "default": parameter.default,
                "low": parameter.low,
                "high": parameter.high,
                "meaning": parameter.meaning,
            }
            for name, parameter in strategy.parameters.items()
        ],
        "package": _package(module),
        "file": getattr(sys.modules.get(module), "__file__", None),
    }


def _package(module: str) -> str | None:
    """Return the installed package that offers the strategies of a module; None for a file."""
    from importlib.metadata import entry_points

    from forsale_sim.plugins.registry import GROUP

    for point in entry_points(group=GROUP):
        if point.dist and (module == point.module or module.startswith(f"{point.module}.")):
            return f"{point.dist.name} {point.dist.version}"
    return None


def _examples(found: Found) -> list[str]:
    spec = found.spec
    partner = next(name for name in PARTNERS if name != spec)
    commands = [
        ["run", "--strategy", spec, "--strategy", partner],
        ["run", "--strategy", spec, "--strategy", f"bid={spec},sell={partner}"],
        ["check", spec],
    ]
    setting = _other_setting(found.strategy.parameters)
    if setting:
        commands.insert(1, ["run", "--strategy", spec, "--strategy", f"{spec}:{setting}"])
    return [shlex.join(["forsale-sim", *command]) for command in commands]


def _other_setting(parameters: Mapping[str, Parameter]) -> str:
    """Return a setting near the first parameter's default, but another; empty if there is none."""
    for name, parameter in parameters.items():
        low, high, default = parameter.low, parameter.high, parameter.default
        for value in (default / 2, 2 * default, (low + high) / 2, low, high):
            other = min(max(int(value) if parameter.is_whole else value, low), high)
            if other != default:
                return f"{name}={other}"
    return ""
