"""The plug-in contract: a strategy is a function for each decision of a game, with parameters."""

from __future__ import annotations

import difflib
import inspect
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from strategy_lab.errors import UsageError, listed, nearest
from strategy_lab.game import GameDefinition

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

OF_THE_SESSION: dict[str, Strategy] = {}
"""The strategies that a notebook, a script or the prompt has defined: by name, the latest."""

PLAYED: dict[str, Strategy] = {}  # by name, those that were named as objects, wherever defined


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a strategy's functions read by name and a user may set.

    Parameters
    ----------
    default
        Its value unless set. An `int` makes a whole-number parameter, a `float` a real one.
    low, high
        The range, both ends allowed.
    meaning
        What it does, in a few words, with its unit.

    Raises
    ------
    ValueError
        If the default lies outside the range, or one of these is no number.
    """

    default: int | float
    low: int | float
    high: int | float
    meaning: str

    def __post_init__(self) -> None:
        numbers = self.default, self.low, self.high
        wrong = [each for each in numbers if not isinstance(each, int | float)]
        if wrong:
            raise ValueError(f"a parameter's default, low and high are numbers, not {wrong[0]!r}")
        if not self.low <= self.default <= self.high:
            raise ValueError(
                f"a parameter's default must lie in its range: {self.default} is not from low, "
                f"{self.low}, to high, {self.high}"
            )

    @property
    def is_whole(self) -> bool:
        """Whether the parameter takes whole numbers only."""
        return isinstance(self.default, int)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play a game: `strategy` makes one.

    Its decisions are also attributes of it: ``Spread.bid``.

    Parameters
    ----------
    game
        The game that it plays.
    name
        Lower-case words joined by hyphens: its name on the command line.
    decisions
        By name, a function ``bid(view, …) -> int`` of the view and parameters; one for each
        decision of the game that has no default.
    parameters
        What the functions may take by name after `view`.
    description
        The idea, its origin and a reference; the first paragraph is the summary.
    settings
        The values of parameters that are set, as in a spec: ``share=0.3``. Others have defaults.

    Raises
    ------
    ValueError
        If the name is malformed, a decision is missing, a function does not take the view first or
        reads a parameter that is not declared, or a declared parameter is read by no function.
    """

    game: GameDefinition
    name: str
    decisions: Mapping[str, Callable[..., int]]
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    description: str = ""
    settings: str = ""
    module: str = field(default="", compare=False, repr=False)  # where it was defined

    def __call__(self, **values: int | float) -> Strategy:
        """Return the strategy with values of parameters: ``Patient(share=0.3)``.

        Raises a `UsageError` if it has no such parameter, or a value is not in its range.
        """
        texts = [f"{key}={value}" for key, value in values.items()]
        settings = ",".join(filter(None, [self.settings, *texts]))
        parse_settings(self, settings)
        return replace(self, settings=settings)

    def __repr__(self) -> str:
        return f"<Strategy {self.name}{':' if self.settings else ''}{self.settings}>"

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(
                f"a strategy's name is lower-case words joined by hyphens, not {self.name!r}"
            )
        asked_with = {name for kind in self.game.decisions.values() for name in kind.asked_with}
        reserved = sorted({*self.game.decisions, *asked_with} & set(self.parameters))
        if reserved:
            raise ValueError(f"strategy {self.name!r}: {reserved[0]!r} cannot name a parameter")
        for name, kind in self.game.decisions.items():
            if name in self.decisions:
                self._check_asked(name, kind.asked_with)
            elif kind.default is None:
                asked = ", ".join(kind.asked_with)
                raise ValueError(f"strategy {self.name!r} has no function {name}({asked})")
        read = {each for name in self.decisions for each in self.reads(name)}
        undeclared = sorted(read - set(self.parameters))
        if undeclared:
            raise ValueError(
                f"strategy {self.name!r} reads {undeclared[0]!r}, which it does not declare as a "
                "Parameter"
            )
        unread = sorted(set(self.parameters) - read)
        if unread:
            raise ValueError(
                f"strategy {self.name!r} declares {unread[0]!r}, which none of its functions reads"
            )

    def __getattr__(self, name: str) -> Callable[..., int]:
        decisions = object.__getattribute__(self, "decisions")
        if name not in decisions:
            raise AttributeError(
                f"strategy {self.name!r} has no {name!r}: what its functions share stands outside "
                "its class"
            )
        function: Callable[..., int] = decisions[name]
        return function

    def reads(self, decision: str) -> tuple[str, ...]:
        """Return the names of the parameters that a decision's function takes."""
        taken = tuple(inspect.signature(self.decisions[decision]).parameters)
        return taken[len(self.game.decisions[decision].asked_with) :]

    def _check_asked(self, decision: str, asked_with: tuple[str, ...]) -> None:
        """Refuse a function that does not first take what it is asked with."""
        names = tuple(inspect.signature(self.decisions[decision]).parameters)
        comes_late = set(asked_with) & set(names[len(asked_with) :])
        has_self = names[:1] == ("self",) and not set(names[1:]) <= set(self.parameters)
        if len(names) < len(asked_with) or comes_late or has_self:
            raise ValueError(
                f"strategy {self.name!r}: {decision} takes {', '.join(names) or 'nothing'}: let it "
                f"take {', '.join(asked_with)}, then its parameters; a class needs no self"
            )

    @property
    def summary(self) -> str:
        """The first paragraph of the description, on one line."""
        return " ".join(self.description.split("\n\n", 1)[0].split())


def make_strategy(game: GameDefinition, name: str, source: type | object) -> Strategy:
    """Return the strategy that a class, or an object, is for a game."""
    functions = {each: getattr(source, each, None) for each in game.decisions}
    declared = vars(source if isinstance(source, type) else type(source)).items()
    for each in (key for key, value in declared if callable(value) and key not in functions):
        missing = [decision for decision, function in functions.items() if function is None]
        if difflib.get_close_matches(each, missing):
            raise ValueError(f"strategy {name!r}: {each!r} is no decision{nearest(each, missing)}")
    made = Strategy(
        game=game,
        name=name,
        decisions={each: function for each, function in functions.items() if callable(function)},
        parameters=MappingProxyType(
            {key: value for key, value in declared if isinstance(value, Parameter)}
        ),
        description=inspect.cleandoc(source.__doc__ or ""),
        module=getattr(source, "__module__", ""),
    )
    if made.module == "__main__":
        OF_THE_SESSION[name] = made
    return made


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


# Specs: the texts that name strategies and set their parameters (docs/strategies.md). `<name>` is
# one defined where it is run, as in a notebook: it loads nothing.

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<rest>.*))?", re.DOTALL)
LIVE = re.compile(r"<(?P<name>.*)>", re.DOTALL)
LIVE_ONLY = (
    "the strategy {!r} was defined where it is run, in a notebook, a session or a script, and "
    "cannot be {}: save it in a file of its own, and name that"
)
TOML = re.compile(r".+\.toml", re.DOTALL)
HALF = re.compile(
    r"(?:^|,)\s*(?P<decision>[^\W\d]\w*)\s*=(?!\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*(?:,|$))"
)
"""The beginning of one of the strategies of a cross; ``share=0.3`` sets a parameter."""
TOML_WITH_SETTINGS = re.compile(r"(?P<path>.+?\.toml):.*", re.DOTALL)


def split_specs(text: str) -> list[str]:
    """Split ``A,B,C`` into specs, keeping the commas inside a cross or between parameters.

    A piece that sets something (``sell=…``, ``share=…``) belongs to the spec before it, unless it
    begins another cross: by a decision that the spec before it has, or after one that is no cross.
    """
    specs: list[str] = []
    for piece in map(str.strip, text.split(",")):
        if not piece:
            raise UsageError(
                f"the name of a strategy is missing in {text!r}: name them as in expert,spread"
            )
        half = HALF.match(piece)
        begun = halves(specs[-1]) if specs else None
        begins = half is not None and (begun is None or half["decision"] in begun)
        if specs and not begins and re.match(r"[^\W\d]\w*\s*=", piece):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def halves(spec: str) -> dict[str, str] | None:
    """Return the strategies of a cross by what they decide; None for another spec."""
    found = list(HALF.finditer(spec))
    if not found or found[0].start() != 0:
        return None
    ends = [each.start() for each in found[1:]] + [len(spec)]
    return {half["decision"]: spec[half.end() : end] for half, end in zip(found, ends, strict=True)}


def crossed(spec: str, decisions: Iterable[str]) -> dict[str, str] | None:
    """Return the strategies of a cross by a game's decisions; None for another spec."""
    parts, names = halves(spec), list(decisions)
    if parts is None and not any(each["decision"] in names for each in HALF.finditer(spec)):
        return None
    if parts is None or set(parts) != set(names):
        example = joined(dict(zip(names, ("spread", "matcher"), strict=False)))
        raise UsageError(
            f"{spec!r} is part of a cross: it needs {listed(f'{name}=' for name in names)}, as in "
            f"{example}"
        )
    return {name: parts[name] for name in names}


def joined(parts: Mapping[str, str]) -> str:
    """Return the spec of a cross."""
    return ",".join(f"{decision}={spec}" for decision, spec in parts.items())


def check_one(spec: str, decisions: Iterable[str]) -> None:
    """Refuse a spec that does not name exactly one strategy, or that sets what it cannot."""
    parts = crossed(spec, decisions)
    if parts is not None:
        raise UsageError(
            f"{spec!r} is a cross of strategies, and here it takes one, with parameters of its "
            f"own: name {listed(map(repr, parts.values()), 'or')}"
        )
    in_toml = TOML_WITH_SETTINGS.fullmatch(spec)
    if in_toml is not None:
        raise UsageError(
            f"{spec!r}: a TOML file takes no parameters, as it sets them: name {in_toml['path']!r} "
            "alone, or the strategy in it with others"
        )


def moved(spec: str, place: Callable[[str], str]) -> str:
    """Return a spec with every path in it replaced by `place(path)`."""
    parts = halves(spec)
    if parts is not None:
        return joined({decision: moved(part, place) for decision, part in parts.items()})
    if TOML.fullmatch(spec):
        return place(spec)
    in_file = FILE.fullmatch(spec)
    return spec if in_file is None else place(in_file["path"]) + spec[in_file.end("path") :]


def paths_in(spec: str) -> list[str]:
    """Return the files that a spec names: none, one, or those of a cross."""
    paths: list[str] = []

    def note(path: str) -> str:
        paths.append(path)
        return path

    moved(spec, note)
    return paths


def relative_paths(folder: Path, spec: str) -> str:
    """Return a spec as a file in `folder` writes it: its paths are relative to the folder."""
    return moved(spec, lambda file: Path(os.path.relpath(file, folder)).as_posix())


def resolve_paths(folder: Path, spec: str) -> str:
    """Return the spec that a file in `folder` has written; reverses `relative_paths`."""
    return moved(spec, lambda file: str(folder / file))
