"""What a balance report is about: rulesets, player counts, fields, games, seed; from TOML."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Self, TypeVar

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
from strategy_lab.errors import UsageError
from strategy_lab.experiments.defaults import MOST_TRAINING_SEEDS
from strategy_lab.files.toml import read_toml, toml_line
from strategy_lab.validation import one_line, problem_lines

from forsale_sim.program import FIELD_KINDS
from forsale_sim.reports.paths import moved_fields, moved_ruleset
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS
from forsale_sim.rules.readings import RULE_KEYS

T = TypeVar("T")

TRIALS = 5
"""Each trial of advice plays a fifth of the games: there are many."""

DRAFT_GAMES = 10_000
"""How many games a cell of a draft plays."""

WORDS = ("title", "question", "headline", "claims", "labels", "print_advice", "notes")
"""Keys that change what the page says, and nothing of what is played."""


def _some(values: tuple[T, ...]) -> tuple[T, ...]:
    """Check that a list is not empty: after its entries, so that one mistake is one message."""
    if not values:
        raise ValueError("[] is not allowed; name at least one")
    return values


Count = Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Text = Annotated[str, Strict(), Field(min_length=1, max_length=200), AfterValidator(one_line)]
Names = Annotated[str, Strict(), Field(min_length=1, max_length=10_000)]
"""Of what is loaded; paths may be long."""
Sentence = Annotated[str, Strict(), Field(min_length=1, max_length=1000), AfterValidator(one_line)]


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
        FIELD_KINDS,
        description="a list of fields, as for compare --field",
    )
    trained: Names | None = Field(
        None,
        description="where 'trained' play is, such as 'trained/{ruleset}-{players}-{seed}.toml'",
    )
    training_seeds: Annotated[int, Strict(), Field(ge=1, le=MOST_TRAINING_SEEDS)] | None = Field(
        None,
        description=f"a whole number from 1 to {MOST_TRAINING_SEEDS}: from how many seeds play is "
        "tuned for each ruleset",
    )
    repeat: Annotated[bool, Strict()] = Field(
        False,
        description="true or false: whether the findings are tried again on fresh deals, with play "
        "that is tuned from fresh seeds",
    )
    what_ifs: tuple[Text, ...] = Field(
        (), description="a list of rules and values, such as 'refund=none,all'"
    )
    advice: Annotated[bool, Strict()] = Field(
        False, description="true or false: whether advice to players is tried"
    )
    skill_ladder: Annotated[bool, Strict()] = Field(
        False,
        description="true or false: whether players of other levels are tried: a beginner "
        "among experts, and players who think longer and longer",
    )
    question: Text | None = Field(None, description="a text: what the report answers")
    headline: Text | None = Field(None, description="a text: the answer, which claims back")
    claims: tuple[Text, ...] = Field(
        (),
        description="a list of claims, such as 'coins_left > 0.5' or 'win_rate seat 1 > 0, 4, 6'",
    )
    labels: Mapping[str, Text] = Field(
        {}, description="a table: what the page calls a ruleset, such as iello-en = 'English rules'"
    )
    print_advice: Sentence | None = Field(None, description="a text: which ruleset to print")
    notes: tuple[Sentence, ...] = Field((), description="a list of texts on how far to trust it")
    games: Annotated[int, Strict(), Field(ge=1, le=10**10)] = Field(
        1_000_000,
        description="a whole number from 1 on: how many games each ruleset plays for each number "
        "of players in each field",
    )
    seed: Annotated[int, Strict(), Field(ge=0, lt=2**64)] = Field(
        1, description="a whole number from 0 to 2**64 - 1"
    )

    @model_serializer(mode="wrap")
    def _without_what_is_not_said(
        self, serialise: SerializerFunctionWrapHandler
    ) -> dict[str, object]:
        said: dict[str, object] = serialise(self)
        return {key: value for key, value in said.items() if value is not None}

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return the configuration that `settings` describe."""
        try:
            config = cls.model_validate(dict(settings))
        except ValidationError as error:
            lines = problem_lines(error, settings, ALLOWED, {})
        else:
            if config.headline is None or config.claims:
                return config
            lines = ["headline: it claims something: say in claims what the games have to show"]
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    @property
    def trial_games(self) -> int:
        """How many games a trial plays."""
        return max(self.games // TRIALS, 1)

    def as_draft(self) -> Self:
        """Return a first look at the same, which says so: few games bear out no headline."""
        question = None if self.question is None else f"{self.question} (draft)"
        said = {"title": f"{self.title} (draft)", "question": question, "games": DRAFT_GAMES}
        return self.without_claims().model_copy(update=said)

    def without_claims(self) -> Self:
        """Return the same without what its writer says of the results."""
        return self.model_copy(update={"headline": None, "claims": (), "print_advice": None})

    def in_words_of(self, other: Config) -> Config:
        """Return what is played here, told in the words of another configuration."""
        return self.model_copy(update={name: getattr(other, name) for name in WORDS})

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
                "trained": None if self.trained is None else place(self.trained),
            }
        )

    def to_toml(self) -> str:
        """Return the file that asks for the same, every key that is said or usual written out."""
        said = {key: getattr(self, key) for key in type(self).model_fields if key != "labels"}
        lines = [toml_line(key, value) for key, value in said.items() if value is not None]
        if self.labels:
            lines += [
                "",
                "[labels]",
                *(toml_line(key, value) for key, value in self.labels.items()),
            ]
        return "".join(f"{line}\n" for line in lines)


ALLOWED = {key: field.description or "" for key, field in Config.model_fields.items()}
"""What the value of each key may be, in words."""


def load_config(path: Path | None, games: int | None = None) -> Config:
    """Return the configuration in a file, in which paths are relative to its folder."""
    origin = "the report" if path is None else str(path)
    settings = {} if path is None else read_toml(path)
    said = set(settings)
    if said & {"extends", *RULE_KEYS} and said & set(Config.model_fields) <= {"title"}:
        base = settings.get("extends")
        named = [*([base] if isinstance(base, str) else []), str(path)]
        options = " ".join(f"--ruleset {shlex.quote(name)}" for name in named)
        raise UsageError(
            f"{path} is a ruleset, not the configuration of a report; for a report on it, type: "
            f"forsale-sim report {options} --out DIR"
        )
    if games is not None:
        settings = {**settings, "games": games}
    config = Config.validated(settings, origin)
    return config if path is None else config.resolved_from(path.parent)
