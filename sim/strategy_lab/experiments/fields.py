"""Fields of strategies that conclusions are drawn from: a sample of how people may play.

==================  ===================  ===========================================================
text                role                 fields
==================  ===================  ===========================================================
``trained``         reference            the strongest play that there is for these games, alone
``strong``          credible             the built-in strategies that play well
``panel``           credible             players that were not made here
``panels``          credible             the same at tables that share none of them: as many fields
``all``             stress               the built-in strategies that both bid and sell, but for
                                         those of the ladder
``mirrors``         stress               each of the strong ones alone, against itself: as many
                                         fields
``mirrors:SPEC,…``  stress               each of other strategies alone
``SPEC,SPEC,…``     credible             a field of one's own; ``trained``, ``all``, ``strong``
                                         and ``panel`` among them stand for theirs
``ROLE=TEXT``       ROLE                 any of these in another role
==================  ===================  ===========================================================

Fields of strangers and stress are told apart wherever conclusions are drawn: see
`results.paired.conclusions`. Who is trained, a game says: its `trained_play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from strategy_lab.errors import UsageError, listed

if TYPE_CHECKING:
    from strategy_lab.game import Ruleset
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.program import Program


SLOW_SHARE = 3
"""Of how many games a field of players who search plays one."""

MOST_TRAINING_SEEDS = 20

LEAST_POPULATION = 4
"""The better half of a generation are parents: from a single one no covariance can be learned."""

VALIDATE: Final = "validate"
GAUNTLET_PARTS = ("train", VALIDATE, "test")
"""Of the strangers of a game: to make a strategy with, to choose by, and to judge it by."""
DEFAULT_GAUNTLET_DEALS = 60
DEFAULT_STRANGERS, DEFAULT_MIXED_TABLES = 12, 8

DEFAULT_DESIGN_GAMES = 20_000_000
RETUNED_FIELD = "retuned"
"""The field of play that is tuned for each ruleset of a design."""

DRAWN_SEED_BITS = 32
"""A drawn seed has to be typed again by people."""


def drawn_seed() -> int:
    import secrets

    return secrets.randbits(DRAWN_SEED_BITS)


# named_field: A field by its name: who plays, with what say, and what its strategies do by other
# rules.

REFERENCE, CREDIBLE, STRANGERS, STRESS = "reference", "credible", "strangers", "stress"
ROLES = (REFERENCE, CREDIBLE, STRANGERS, STRESS)
"""The strongest play, tables that might be met, players who were not made here, and tables that are
watched but decide nothing."""

BEFORE, ADAPTED, RETUNED = "before", "adapted", "re-tuned"
"""As `results.paired.schema` has them, which takes long to import."""


TRAINED = "trained"
"""The word that stands for trained play in a field, and for the player who plays it in tables."""


class Table(NamedTuple):
    ruleset: str
    players: int
    entrants: tuple[Entrant, ...]
    # Whether the one who was trained was trained for this ruleset, not for another.
    is_trained_for: bool = True


class NamedField(NamedTuple):
    name: str
    entrants: tuple[Entrant, ...]  # who plays, unless `tables` says otherwise
    role: str = CREDIBLE
    # Unless it is `RETUNED`, each strategy plays any ruleset as it does by one.
    play: str = "either"

    # Who plays where that depends on the ruleset or the number of players: first the one who was
    # trained.
    tables: tuple[Table, ...] = ()

    # Whether tables have rows by strategy: not where others play under each ruleset.
    by_strategy: bool = True
    share: int = 1  # of how many games that a field plays it plays one

    @property
    def strategies(self) -> tuple[str, ...]:
        """What tables call the strategies: by any rules the one who was trained has one name."""
        names = tuple(entrant.name for entrant in self.entrants)
        return (TRAINED, *names[1:]) if self.tables else names

    @property
    def estimand(self) -> str:
        """Of whom the field tells: as of `results.paired.schema`."""
        if self.role in (STRESS, STRANGERS):
            return self.role
        return ADAPTED if self.play == RETUNED else BEFORE

    @property
    def voters(self) -> frozenset[str]:
        """Who plays, by any ruleset; those who were trained or tuned here have one name.

        Play that was trained anew from different seeds is a sample of trainings, not of one player.
        """
        lineups = [table.entrants for table in self.tables] or [self.entrants]
        players = [entrant for entrants in lineups for entrant in entrants]
        names = {entrant.name for entrant in players}
        if self.estimand == ADAPTED:
            return frozenset(names)
        trained = {table.entrants[0].name for table in self.tables}
        ladder = {name for each in players for name in each.game.program().ladder}
        return frozenset(
            TRAINED if name in trained or name.partition(":")[0] in ladder else name
            for name in names
        )

    def at(self, ruleset: str, players: int) -> tuple[Entrant, ...]:
        for table in self.tables:
            if (table.ruleset, table.players) == (ruleset, players):
                return table.entrants
        return self.entrants

    def foreign(self, players: int) -> tuple[str, ...]:
        return tuple(
            table.ruleset
            for table in self.tables
            if table.players == players and not table.is_trained_for
        )


MIRRORS, PANELS = "mirrors", "panels"

MOST_NAMED = 3
"""How many rulesets a sentence names."""


class ChosenFields(NamedTuple):
    text: str
    fields: tuple[NamedField, ...]

    def __str__(self) -> str:
        return self.text


def load_strategies(specs: Sequence[str | Strategy], program: Program) -> tuple[Entrant, ...]:
    """Return the field that specs name, each strategy once; for none, the usual field.

    ``all``, ``strong`` and ``panel`` stand for the strategies of these fields.
    """
    from strategy_lab.plugins.entrants import load_field

    every: list[str | Strategy] = []
    for spec in specs:
        every += program.named_fields.get(spec, (spec,)) if isinstance(spec, str) else (spec,)
    return load_field(every or program.field, program.game)


def choose_fields(
    texts: Iterable[str],
    rulesets: Sequence[Ruleset] = (),
    players: Sequence[int] = (),
    trained: str | None = None,
    *,
    program: Program,
) -> tuple[ChosenFields, ...]:
    texts = tuple(texts)
    if texts == program.compared_in:
        texts = _usual_fields(rulesets, players, trained, program)
    return tuple(
        ChosenFields(text, tuple(_fields(text.strip(), rulesets, players, trained, program)))
        for text in texts
    )


def _usual_fields(
    rulesets: Sequence[Ruleset], players: Sequence[int], trained: str | None, program: Program
) -> tuple[str, ...]:
    """Return the usual fields; for rules that nobody was trained for, those without trained play.

    Whoever names a place where trained play is learns that there is none.
    """
    if trained is not None or _is_anything_trained(rulesets, players, program):
        return program.compared_in
    return tuple(text for text in program.compared_in if TRAINED not in text.split(","))


def _is_anything_trained(
    rulesets: Sequence[Ruleset], players: Sequence[int], program: Program
) -> bool:
    trained_play = program.game.trained_play
    return trained_play is not None and trained_play.exists(rulesets, players)


def with_tuned(
    chosen: Sequence[ChosenFields], tuned: Sequence[NamedField]
) -> tuple[ChosenFields, ...]:
    places = [i for i, each in enumerate(chosen) if split_role(each.text)[1] == TRAINED]
    if not places:
        return (ChosenFields(TRAINED, tuple(tuned)), *chosen)
    return tuple(
        each._replace(fields=(*each.fields, *tuned)) if i == places[0] else each
        for i, each in enumerate(chosen)
    )


def different_fields(chosen: Iterable[ChosenFields]) -> tuple[NamedField, ...]:
    return tuple({field.name: field for each in chosen for field in each.fields}.values())


def held_fields(held: Iterable[Mapping[str, Any]]) -> tuple[ChosenFields, ...]:
    return tuple(
        ChosenFields(each["text"], tuple(map(_held_field, each["fields"]))) for each in held
    )


def untrained_rulesets(fields: Iterable[NamedField]) -> list[str]:
    tables = [table for field in fields for table in field.tables]
    trained = {table.ruleset for table in tables if table.is_trained_for}
    return [
        name for name in dict.fromkeys(table.ruleset for table in tables) if name not in trained
    ]


def untrained_note(names: Sequence[str], seeds: str) -> str:
    """Return a sentence on rulesets that nobody was trained for; without any, nothing."""
    if not names:
        return ""
    which = listed(names) if len(names) <= MOST_NAMED else f"{len(names)} of the rulesets"
    return (
        f"Nobody here has learned {which}: trained players go on there as they learned it by other "
        f"rules, so this is what happens before people adapt. {seeds} trains play for each ruleset."
    )


def weakness_note(
    fields: Iterable[NamedField],
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seeds: str,
    program: Program,
) -> str:
    fields = list(fields)
    names = {entrant.name.partition(":")[0] for field in fields for entrant in field.entrants}
    if names & set(program.ladder) or any(field.tables for field in fields):
        return ""
    stronger = (
        "in the fields trained and mirrors:quick, say"
        if _is_anything_trained(rulesets, players, program)
        else f"in the field mirrors:quick, or by play tuned for these rules ({seeds})"
    )
    return (
        "No field has trained play or a strategy of the ladder, which are far stronger "
        "(docs/ladder.md) and may show something else: see whether it holds among them, "
        f"{stronger}."
    )


def split_role(text: str) -> tuple[str, str]:
    role, equals, rest = text.strip().partition("=")
    return (role, rest.strip()) if equals and role in ROLES else ("", text.strip())


def _held_field(held: Mapping[str, Any]) -> NamedField:
    return NamedField(**{**held, "tables": tuple(Table(**table) for table in held["tables"])})


def _fields(
    text: str,
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    trained: str | None,
    program: Program,
) -> list[NamedField]:
    from strategy_lab.plugins.entrants import load_field
    from strategy_lab.plugins.strategies import split_specs

    role, rest = split_role(text)
    if role:
        fields = _fields(rest, rulesets, players, trained, program)
        return [field._replace(role=role) for field in fields]
    if text == PANELS and program.strangers:
        return [
            NamedField(
                name,
                load_field(specs, program.game),
                STRANGERS,
                share=SLOW_SHARE if name in program.searching else 1,
            )
            for name, specs in program.strangers.items()
        ]
    if text in program.named_fields:
        role = {"all": STRESS, "panel": STRANGERS}.get(text, CREDIBLE)
        return [NamedField(text, load_strategies([text], program), role)]
    kind, colon, specs = text.partition(":")
    if kind == MIRRORS:
        mirrored = load_field(
            split_specs(specs) if colon else program.named_fields["strong"], program.game
        )
        return [NamedField(f"{entrant.name} alone", (entrant,), STRESS) for entrant in mirrored]
    named = [each for spec in split_specs(text) for each in program.named_fields.get(spec, (spec,))]
    trained_play = program.game.trained_play if TRAINED in named else None
    if trained_play is not None:
        return trained_play.fields(named, rulesets, players, trained)
    entrants = load_field(named, program.game)
    if len(entrants) == 1:
        (alone,) = entrants
        raise UsageError(
            f"field {text!r} is of one strategy, which has nobody to play with: name others after "
            f"a comma, or write {MIRRORS}:{alone.spec} to let it play against itself"
        )
    return [NamedField(",".join(entrant.name for entrant in entrants), entrants)]
