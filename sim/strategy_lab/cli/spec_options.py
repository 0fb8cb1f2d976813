"""The options of a command, as the class of its spec has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

if TYPE_CHECKING:
    from dataclasses import Field

    from strategy_lab.simulation.options import Option
    from strategy_lab.simulation.spec import Spec

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
S = TypeVar("S", bound="Spec")


def spec_options(kind: type[Spec]) -> list[Decorator]:
    """Return what gives a command the options of a spec, in the order of its fields."""
    return [click_option(name, option) for name, option in kind.options().items()]


def spec_of(kind: type[S], asked: Mapping[str, Any], **more: Any) -> S:
    """Return the spec of what a command was asked for; what may be repeated was not always said."""
    repeated = {name for name, option in kind.options().items() if option.repeats}
    unsaid = {name for name in repeated if asked.get(name) == ()}
    return kind.of(**{name: asked[name] for name in asked.keys() - unsaid}, **more)


def shared_option(name: str, field: Field[Any]) -> Decorator:
    """Return what gives a command that has no spec an option that specs have."""
    return click_option(name, field.metadata["option"])


def click_option(name: str, option: Option) -> Decorator:
    """Return what gives a command an option, or an argument."""
    if option.flags is None:
        return click.argument(
            name,
            type=option.kind,
            nargs=-1 if option.repeats else 1,
            required=False,
            metavar=option.metavar,
        )
    is_flag = isinstance(option.default, bool)
    usual = option.usual if option.default is None else option.default
    default = None if usual == () or (option.shown and not callable(usual)) else usual
    return click.option(
        option.flags,
        name,
        type=None if is_flag else option.kind,
        is_flag=is_flag,
        multiple=option.repeats,
        default=default,
        show_default=not (default is None or default is False or callable(default)),
        metavar=option.metavar,
        help=f"{option.help}  [default: {option.shown}]" if option.shown else option.help,
    )
