"""What a balance report is about: rulesets, player counts, fields, games, seed; from TOML."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    Strict,
    ValidationError,
    model_serializer,
)

from forsale_sim.errors import UsageError
from forsale_sim.reports.paths import moved_fields, moved_ruleset
from forsale_sim.rules.checks import one_line
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS
from forsale_sim.rules.problems import problem_lines
from forsale_sim.rules.readings import RULE_KEYS
from forsale_sim.toml import read_toml, toml_line

T = TypeVar("T")

SMALLEST_COMPARISON = 1000
SectionName = Literal[
    "seats",
    "players",
    "strategies",
    "economy",
    "drama",
    "luck",
    "editions",
    "readings",
    "buying",
    "selling",
    "strength",
    "tuning",
]
SECTIONS: tuple[SectionName, ...] = get_args(SectionName)
"""What a report may have sections on; one on the method always comes last."""

USUAL_SECTIONS = SECTIONS[:8]
"""The sections of a report that does not say which: the last four are about how to play."""

STRENGTH_GAMES = 600
"""How many games each match of the section on strength has, unless a report says so."""

COMPARED = 5
"""A comparison plays a fifth of the games of a cell: on common deals fewer are enough."""


def _some(values: tuple[T, ...]) -> tuple[T, ...]:
    """Check that a list is not empty: after its entries, so that one mistake is one message."""
    if not values:
        raise ValueError("[] is not allowed; name at least one")
    return values


def _once(values: tuple[T, ...]) -> tuple[T, ...]:
    """Check that no value is in a list twice."""
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"{value!r} is in the list twice; name it once")
    return values


Count = Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Text = Annotated[str, Strict(), Field(min_length=1, max_length=200), AfterValidator(one_line)]
Names = Annotated[str, Strict(), Field(min_length=1, max_length=10_000)]
"""Of what is loaded; paths may be long."""


class Config(BaseModel):
    """What a report is about. The fields are the file's keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Text = Field("Balance report", description="a text")
    rulesets: Annotated[tuple[Names, ...], Field(max_length=6), AfterValidator(_some)] = Field(
        ("iello-en", "iello-fr"),
        description="a list of one to six names of rulesets, or paths of .toml files",
    )
    players: Annotated[tuple[Count, ...], AfterValidator(_some)] | None = Field(
        None, description=f"a list of whole numbers from {MIN_PLAYERS} to {MAX_PLAYERS}"
    )
    """None for all that the rulesets have in common."""
    fields: Annotated[tuple[Names, ...], AfterValidator(_some)] = Field(
        ("all", "strong", "mirrors"),
        description="a list of 'all', 'strong', 'mirrors', or strategies joined by commas; for "
        "sections on strategies or luck the first has two strategies or more",
    )
    alternatives: tuple[Text, ...] = Field(
        ("refund=up,down", "raise=strict,match"),
        description="a list of rules and values, such as 'refund=up': other readings of unclear "
        "rules",
    )
    sections: Annotated[tuple[SectionName, ...], AfterValidator(_some), AfterValidator(_once)] = (
        Field(
            USUAL_SECTIONS,
            description=f"a list of sections, in the order of the page: {', '.join(SECTIONS)}",
        )
    )
    games: Annotated[int, Strict(), Field(ge=1, le=10**10)] = Field(
        1_000_000,
        description="a whole number from 1 on: how many games each ruleset plays for each number "
        "of players in each field",
    )
    seed: Annotated[int, Strict(), Field(ge=0, lt=2**64)] = Field(
        1, description="a whole number from 0 to 2**64 - 1"
    )
    strength_games: Annotated[int, Strict(), Field(ge=1, le=10**10)] | None = Field(
        None,
        description="a whole number from 1 on: how many games each match of the section on "
        "strength has",
    )

    @model_serializer(mode="wrap")
    def _without_what_is_not_said(
        self, serialise: SerializerFunctionWrapHandler
    ) -> dict[str, object]:
        said: dict[str, object] = serialise(self)
        return {key: value for key, value in said.items() if value is not None}

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return the configuration that `settings` describe.

        Parameters
        ----------
        settings
            Values by key, as a file has them.
        origin
            What to call their source in an error.
        """
        try:
            return cls.model_validate(dict(settings))
        except ValidationError as error:
            lines = problem_lines(error, settings, ALLOWED, {})
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    @property
    def compared_games(self) -> int:
        """How many games a cell of a comparison plays."""
        return max(self.games // COMPARED, min(self.games, SMALLEST_COMPARISON))

    @property
    def match_games(self) -> int:
        """How many games a match of the section on strength has: never more than a cell."""
        return min(self.strength_games or STRENGTH_GAMES, self.games)

    def resolved_from(self, folder: Path) -> Self:
        """Return what the configuration is here if a file in `folder` has it."""
        return self._with_paths(lambda file: str(folder / file))

    def relative_to(self, folder: Path) -> Self:
        """Return the configuration as a file in `folder` has it: with paths relative to that."""
        return self._with_paths(lambda file: Path(os.path.relpath(file, folder)).as_posix())

    def _with_paths(self, place: Callable[[str], str]) -> Self:
        return self.model_copy(
            update={
                "rulesets": tuple(moved_ruleset(text, place) for text in self.rulesets),
                "fields": tuple(moved_fields(text, place) for text in self.fields),
            }
        )

    def to_toml(self) -> str:
        """Return the file that asks for the same, every key that is said or usual written out."""
        said = {key: getattr(self, key) for key in type(self).model_fields}
        return "".join(
            f"{toml_line(key, value)}\n" for key, value in said.items() if value is not None
        )


ALLOWED = {key: field.description or "" for key, field in Config.model_fields.items()}
"""What the value of each key may be, in words."""


def load_config(path: Path | None, games: int | None = None) -> Config:
    """Return the configuration in a file, in which paths are relative to its folder.

    Parameters
    ----------
    path
        None for the usual one.
    games
        How many games a cell plays, instead of what the file says.
    """
    origin = "the report" if path is None else str(path)
    settings = {} if path is None else read_toml(path)
    said = set(settings)
    if said & {"extends", *RULE_KEYS} and said & set(Config.model_fields) <= {"title"}:
        raise UsageError(
            f"{path} is a ruleset, and no configuration of a report: forsale-sim report --ruleset "
            f"{path} reports on it"
        )
    if games is not None:
        settings = {**settings, "games": games}
    config = Config.validated(settings, origin)
    return config if path is None else config.resolved_from(path.parent)
