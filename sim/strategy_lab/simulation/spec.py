"""The request for an experiment: one object, from the command line or Python to files and back.

From its fields follow the options of its command, the arguments of its function of Python, the
command line that asks for the same again and the JSON that checkpoints, manifests and clusters
hold, with rules by value and strategies with a hash. Nothing slow to import, for help's sake.
"""

from __future__ import annotations

import dataclasses
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

from strategy_lab.errors import UsageError
from strategy_lab.program import imported, offered
from strategy_lab.simulation.options import ChosenRuleset, Option

if TYPE_CHECKING:
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.program import Program
    from strategy_lab.simulation.experiment import Experiment, Outcome

SPECS = {
    **{
        name: f"strategy_lab.experiments.specs:{name.capitalize()}Spec"
        for name in ("run", "rank", "duel", "gauntlet", "meta", "tune", "exploit", "psro")
    },
    "compare": "strategy_lab.experiments.compare.spec:CompareSpec",
    "design": "strategy_lab.experiments.design.spec:DesignSpec",
    "report": "strategy_lab.experiments.compare.spec:ReportSpec",
}
"""Where the class of a request is, by the name of its experiment."""

JSON: TypeAlias = Any

EXPERIMENTS = "forsale_sim.experiments"
"""The group of entry points by which other packages offer the class of a spec, by its command."""


@dataclass(frozen=True, kw_only=True)
class Spec(ABC):
    """All that decides what an experiment plays and shows, and nothing of how it is played.

    What a class says of itself is the help of its command.
    """

    command: ClassVar[str]  # the kind of experiment, and the command that asks for one
    # The program whose command it is: the requests of another game are of a subclass.
    program: ClassVar[Program]

    @classmethod
    def in_program(cls, program: Program) -> type[Self]:
        return cls if program is getattr(cls, "program", None) else _in_program(cls, program)

    # The option that Python takes first, beside the arguments of the command.
    first: ClassVar[str] = ""

    # What it shows, by name; a table may be left out where nothing is in it.
    tables: ClassVar[tuple[str, ...]] = ()
    examples: ClassVar[tuple[str, ...]] = ()  # commands that help shows

    # What shows its results: the place of a class, which prints tables as they are unless said.
    presentation: ClassVar[str] = "strategy_lab.display.text_tables:Presentation"

    records_games: ClassVar[bool] = False  # whether the command can save a row for every game
    has_plots: ClassVar[bool] = False  # whether it saves plots

    from_file: ClassVar[bool] = False  # whether the command takes its options from a file, too

    # Whether only one process can play it, since it grows as it is played.
    played_here: ClassVar[bool] = False

    has_parts: ClassVar[bool] = True  # whether it may be of a fixed size, which --shard divides

    @classmethod
    def options(cls) -> dict[str, Option]:
        every = {
            field.name: field.metadata["option"].in_program(cls.program)
            for field in dataclasses.fields(cls)
            if "option" in field.metadata
        }
        return {name: option for name, option in every.items() if not option.absent}

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Return the spec of a request by texts or by values of Python; None stands for the usual.

        What is no option is passed on to `settle` as it is.
        """
        options = cls.options()
        asked = {name: each.value(name, given.get(name)) for name, each in options.items()}
        return cls.settle(**{**given, **asked})

    @classmethod
    def settle(cls, *_: Any, **asked: Any) -> Self:
        """Return the spec of what was asked for: check that it fits together, and load it."""
        return cls(**cls.loaded(asked))

    @classmethod
    def loaded(cls, asked: Mapping[str, Any]) -> dict[str, Any]:
        options = cls.options()
        return {
            name: options[name].loaded(value, cls.program) if name in options else value
            for name, value in asked.items()
        }

    @abstractmethod
    def experiment(self) -> Experiment:
        """Settle what is played."""

    def following(self, outcome: Outcome) -> Spec | None:
        return None

    def extended(self, more: Mapping[str, int]) -> Self:
        options = self.options()
        for name, now in more.items():
            before = getattr(self, name)
            if options[name].extends and now < before:
                raise UsageError(f"{options[name].flags} can only grow: {before} there, not {now}")
        return dataclasses.replace(self, **more)

    @property
    def rulesets_named(self) -> Iterable[ChosenRuleset]:
        one = getattr(self, "ruleset", None)
        return getattr(self, "rulesets", () if one is None else (one,))

    def command_line(self, *more: str, command: str = "") -> str:
        words = [self.program.name, command or self.command]
        options = self.options()
        for name in sorted(options, key=lambda name: bool(options[name].flags)):
            words += self.words_of(name)
        return shlex.join([*words, *more])

    def words_of(self, name: str) -> list[str]:
        return self.options()[name].words(getattr(self, name))

    def to_json(self) -> JSON:
        """Return the spec in values that JSON can hold; see `spec_from`."""
        return {"experiment": self.command, **self._held}

    @cached_property
    def _held(self) -> Mapping[str, JSON]:
        """The values of all fields: what they are does not change, and hashing it takes a while."""
        fields = dataclasses.fields(self)
        return {field.name: _held(getattr(self, field.name)) for field in fields}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        return cls(**values)


S = TypeVar("S", bound=Spec)

LoadEntrant: TypeAlias = "Callable[[Mapping[str, Any]], Entrant]"
"""Returns the strategy of a ``strategy`` (its name), ``spec``, ``source`` and ``files``."""


def spec_from(held: Mapping[str, JSON], load: LoadEntrant | None = None) -> Spec:
    from strategy_lab.simulation.replaying import load_unchanged

    load = load or load_unchanged
    try:
        values = {key: value for key, value in held.items() if key != "experiment"}
        loaded = {key: _value(value, load) for key, value in values.items()}
        return spec_class(held["experiment"], _program_of(loaded)).from_values(loaded)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(str(error)) from error


@cache
def _in_program(kind: type[S], program: Program) -> type[S]:
    facts = {
        "program": program,
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "__reduce__": lambda spec: (_again, (kind, program.game.name, vars(spec))),
    }
    return type(kind.__name__, (kind,), facts)


def _again(kind: type[S], game: str, values: Mapping[str, Any]) -> S:
    from strategy_lab.game import find_game

    spec = object.__new__(kind.in_program(find_game(game).program()))
    vars(spec).update(values)
    return spec


def _program_of(values: Mapping[str, Any]) -> Program | None:
    for value in values.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, ChosenRuleset):
                return each.game.program()
    return None


def spec_class(command: str, program: Program | None) -> type[Spec]:
    """Return the class of an experiment's requests, in the program of a game.

    It is of every game, of this one alone, or another package offers it, in a program of its own.
    """
    own = {} if program is None else program.experiments
    if place := own.get(command) or SPECS.get(command):
        module, _, name = place.partition(":")
        kind: type[Spec] = getattr(import_module(module), name)
        return kind if program is None or command in own else kind.in_program(program)
    for point in offered(EXPERIMENTS):
        if point.name == command:
            theirs: type[Spec] = imported(point, point.load)
            return theirs
    raise ValueError(f"there is no experiment {command!r}")


def _held(value: Any) -> JSON:
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.simulation.replaying import code_files_of, source_of, values_of

    if isinstance(value, Entrant):
        return {
            "game": value.game.name,
            "strategy": value.name,
            "spec": value.spec,
            "source": source_of(value),
            "files": dict(code_files_of(value)),
            "values": dict(values_of(value)),
        }
    if isinstance(value, ChosenRuleset):
        settings = value.game.ruleset_settings(value.ruleset)
        return {"game": value.game.name, "ruleset": value.text, "settings": settings}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: _held(item) for key, item in value._asdict().items()}
    return [_held(item) for item in value] if isinstance(value, tuple) else value


def _value(held: JSON, load: LoadEntrant) -> Any:
    from strategy_lab.game import find_game

    if isinstance(held, list):
        return tuple(_value(item, load) for item in held)
    if isinstance(held, dict) and "strategy" in held:
        return load(held)
    if isinstance(held, dict) and "settings" in held:
        game = find_game(held["game"])
        return ChosenRuleset(held["ruleset"], game.ruleset_from(held["settings"]), game)
    if isinstance(held, dict):
        return {key: _value(item, load) for key, item in held.items()}
    return held
