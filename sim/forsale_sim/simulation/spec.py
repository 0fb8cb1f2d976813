"""The request for an experiment: one object, from the command line or Python to files and back.

A spec is a frozen dataclass whose fields are what can be asked for. From them follow the command
line that asks for the same again and the JSON that checkpoints, manifests and clusters hold. Rules
are held by value and strategies with a hash of their source, so that what is read back is what was
played.
"""

from __future__ import annotations

import dataclasses
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, ClassVar, Self, TypeAlias

from forsale_sim.errors import UsageError
from forsale_sim.game import JSON, GameDefinition, Ruleset, find_game
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.sources import code_files_of, load_unchanged, source_of

HOMES = ("forsale_sim.experiments.{}.experiment", "forsale_sim.{}s.experiment")
"""The module of an experiment by its name, such as run or report: it has the class of its spec."""

UNSAID = ""
"""In the place of an option: what follows from the others."""

EXPERIMENTS = "forsale_sim.experiments"
"""The group of entry points by which other packages offer the class of a spec, by its command."""


@dataclass(frozen=True, slots=True)
class ChosenRuleset:
    """A ruleset of a game, and the text that named it: a name or a path; none for a what-if."""

    text: str | None
    ruleset: Any
    game: GameDefinition


def option(
    name: str | None,
    default: Any = dataclasses.MISSING,
    *,
    usual: Sequence[str] = (),
    joined: bool = False,
    extends: bool = False,
) -> Any:
    """Return a field of a spec that is an option of the command line.

    With more of an option that `extends`, an experiment that is complete goes on.
    """
    metadata = {"option": name, "usual": tuple(usual), "joined": joined, "extends": extends}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
class Spec(ABC):
    """All that decides what an experiment plays and shows, and nothing of how it is played."""

    command: ClassVar[str]
    """The kind of experiment, and the command that asks for one."""

    @abstractmethod
    def experiment(self) -> Experiment:
        """Settle what is played."""

    def following(self, outcome: Outcome) -> Spec | None:
        """Return the request to go on with, if what has been played only prepared for that."""
        return None

    def extended(self, more: Mapping[str, int]) -> Self:
        """Return the request with more of some of its options."""
        for field in dataclasses.fields(self):
            if field.name in more and field.metadata["extends"]:
                before, now = getattr(self, field.name), more[field.name]
                if now < before:
                    raise UsageError(
                        f"{field.metadata['option']} can only grow: {before} there, not {now}"
                    )
        return dataclasses.replace(self, **more)

    @property
    def rulesets_named(self) -> Iterable[ChosenRuleset]:
        """The rulesets that were asked for, with the texts that named them."""
        return getattr(self, "rulesets", ())

    def command_line(self, *more: str, command: str = "") -> str:
        """Return the command that asks for the same."""
        words = ["forsale-sim", command or self.command]
        for field in sorted(dataclasses.fields(self), key=_place):
            words += self.words_of(field.name)
        return shlex.join([*words, *more])

    def words_of(self, name: str) -> list[str]:
        """Return the words that ask for a field's value."""
        (field,) = (field for field in dataclasses.fields(self) if field.name == name)
        return _words(field, getattr(self, name))

    def to_json(self) -> JSON:
        """Return the spec in values that JSON can hold; see `spec_from`."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {"experiment": self.command} | {name: _held(value) for name, value in values.items()}

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Return the spec that has these values."""
        return cls(**values)


LoadEntrant: TypeAlias = Callable[[Mapping[str, Any]], Entrant]
"""Returns the strategy of a ``strategy`` (its name), ``spec``, ``source`` and ``files``."""


def spec_from(held: Mapping[str, JSON], load: LoadEntrant = load_unchanged) -> Spec:
    """Return the spec that JSON has held."""
    try:
        kind = _spec_class(held["experiment"])
        values = {key: value for key, value in held.items() if key != "experiment"}
        return kind.from_values({key: _value(value, load) for key, value in values.items()})
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(str(error)) from error


def _spec_class(command: str) -> type[Spec]:
    homes = [home.format(command) for home in HOMES if str(command).isidentifier()]
    for home in filter(_exists, homes):
        for kind in vars(import_module(home)).values():
            if isinstance(kind, type) and issubclass(kind, Spec) and _plays(kind, command):
                return kind
    for point in entry_points(group=EXPERIMENTS, name=command):
        offered: type[Spec] = point.load()
        return offered
    raise ValueError(f"there is no experiment {command!r}")


def _exists(module: str) -> bool:
    package = module.rpartition(".")[0]
    return find_spec(package) is not None and find_spec(module) is not None


def _name_or_file(chosen: ChosenRuleset) -> str:
    """Return what names a ruleset of Python; if nothing does yet, a file that could hold it."""
    name, game = chosen.ruleset.name, chosen.game
    try:
        is_known = not _differ(game, game.load_ruleset(name), chosen.ruleset)
    except UsageError:
        is_known = False
    return str(name) if is_known else f"{name}.toml"


def _differ(game: GameDefinition, one: Ruleset, other: Ruleset) -> bool:
    """Return whether two rulesets have different rules."""
    settings = game.ruleset_settings(one), game.ruleset_settings(other)
    return any(settings[0].get(key) != settings[1].get(key) for key in game.rule_keys)


def _plays(kind: type[Spec], command: str) -> bool:
    return getattr(kind, "command", None) == command


def chosen_rulesets(
    texts: Iterable[str | Ruleset], game: GameDefinition
) -> tuple[ChosenRuleset, ...]:
    """Return the rulesets that texts name, each once; a ruleset may stand for itself."""
    chosen: dict[str, ChosenRuleset] = {}
    for text in texts:
        named = isinstance(text, str)
        ruleset = game.load_ruleset(text) if isinstance(text, str) else text
        each = ChosenRuleset(str(text) if named else None, ruleset, game)
        known = chosen.setdefault(ruleset.name, each)
        if _differ(game, known.ruleset, ruleset):
            raise UsageError(
                f"{each.text or ruleset.name}: name: another ruleset of this run is called "
                f"{ruleset.name!r} and has other rules; give one of them a name of its own"
            )
    return tuple(chosen.values())


def _held(value: Any) -> JSON:
    if isinstance(value, Entrant):
        return {
            "game": value.game.name,
            "strategy": value.name,
            "spec": value.spec,
            "source": source_of(value),
            "files": dict(code_files_of(value)),
        }
    if isinstance(value, ChosenRuleset):
        settings = value.game.ruleset_settings(value.ruleset)
        return {"game": value.game.name, "ruleset": value.text, "settings": settings}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: _held(item) for key, item in value._asdict().items()}
    return [_held(item) for item in value] if isinstance(value, tuple) else value


def _value(held: JSON, load: LoadEntrant) -> Any:
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


def _place(field: dataclasses.Field[Any]) -> int:
    """Order arguments before options."""
    return 0 if field.metadata["option"] is None else 1


def _words(field: dataclasses.Field[Any], value: Any) -> list[str]:
    name, usual, joined = (field.metadata[key] for key in ("option", "usual", "joined"))
    if value is None or value == field.default:
        return []
    several = isinstance(value, tuple) and not hasattr(value, "_asdict")
    texts = [_text(item) for item in (value if several else (value,))]
    if name is None:
        return texts
    if tuple(texts) == usual or name == UNSAID:
        return []
    if isinstance(value, bool):
        return [name]
    if joined:
        return [name, ",".join(texts)]
    return [word for text in texts for word in (name, text)]


def _text(value: Any) -> str:
    if isinstance(value, Entrant):
        return value.spec
    if isinstance(value, ChosenRuleset):
        return value.text or _name_or_file(value)
    return f"{value:.12g}" if isinstance(value, float) else str(value)
