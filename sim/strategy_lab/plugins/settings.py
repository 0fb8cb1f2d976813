"""Parses the part of a spec after its colon: values of a strategy's parameters."""

from __future__ import annotations

from strategy_lab.errors import UsageError, nearest
from strategy_lab.plugins.contract import Parameter, Strategy


def parse_settings(strategy: Strategy, settings: str) -> dict[str, int | float]:
    """Return the value of every parameter: the one that is set, else the default."""
    values = {key: parameter.default for key, parameter in strategy.parameters.items()}
    return values | _parsed(strategy, settings)


def _parsed(strategy: Strategy, settings: str) -> dict[str, int | float]:
    parsed: dict[str, int | float] = {}
    for setting in filter(None, settings.split(",")):
        key, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UsageError(
                f"strategy {strategy.name!r}: {setting!r} sets nothing; write name=value"
            )
        if key not in strategy.parameters:
            known = nearest(key, strategy.parameters) if strategy.parameters else ", nor any other"
            raise UsageError(f"strategy {strategy.name!r} has no parameter {key!r}{known}")
        if key in parsed:
            raise UsageError(f"strategy {strategy.name!r}: parameter {key!r} is set twice")
        parsed[key] = _parse_value(strategy.name, key, text, strategy.parameters[key])
    return parsed


def _parse_value(strategy: str, key: str, text: str, parameter: Parameter) -> int | float:
    kind = "a whole number" if parameter.is_whole else "a number"
    try:
        value = int(text) if parameter.is_whole else float(text)
    except ValueError:
        value = None
    if value is None or not parameter.low <= value <= parameter.high:
        raise UsageError(
            f"strategy {strategy!r}: parameter {key!r} must be {kind} from {parameter.low} to "
            f"{parameter.high}, not {text!r}"
        )
    return value
