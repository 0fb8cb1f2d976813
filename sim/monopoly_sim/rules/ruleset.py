"""A ruleset: the board, the decks and the parameters, for every number of players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BeforeValidator, Field, Strict, ValidationError, ValidationInfo
from strategy_lab.errors import UsageError
from strategy_lab.validation import ContradictionError, problem_lines
from strategy_lab.varying import Variables, what_if

from monopoly_sim.rules.board import Board, board_of, contradictions
from monopoly_sim.rules.effects import Code, Effect, read_effect
from monopoly_sim.rules.parameters import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    PLENTY,
    Money,
    Parameters,
    Rules,
)
from monopoly_sim.rules.readings import Reading, Text
from monopoly_sim.rules.squares import Kind, Square, read_square

MOST_CARDS = 40
"""Of a deck."""


def _each(key: str, entries: object, read: Any) -> object:
    """Return what `read` makes of each entry of a list; report all that it refuses."""
    if not isinstance(entries, list | tuple):
        return entries
    values, wrong = [], []
    for place, entry in enumerate(entries):
        try:
            values.append(read(entry))
        except ValueError as error:
            wrong.append((f"{key}.{place}", str(error)))
    if wrong:
        raise ContradictionError(*wrong)
    return tuple(values)


def _read_deck(entries: object, info: ValidationInfo) -> object:
    return _each(info.field_name or "", entries, _read_card)


def _read_card(entry: object) -> Effect:
    return entry if isinstance(entry, Effect) else read_effect(entry)


def _read_squares(entries: object) -> object:
    return _each("squares", entries, read_square)


def _read_cash(value: object) -> object:
    return value if isinstance(value, list | tuple) else [value] * MAX_PLAYERS


def _one_for_each_seat(cash: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    players = info.data.get("most_players", MIN_PLAYERS)
    if not players <= len(cash) <= MAX_PLAYERS:
        raise ValueError(
            f"a list of {len(cash)} for up to {players} players (most_players); give one amount "
            "for each seat"
        )
    return cash


def _one_board(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    wrong = [("squares", sentence) for sentence in contradictions(squares)]
    if wrong:
        raise ContradictionError(*wrong)
    return squares


def _playable_deck(deck: tuple[Effect, ...], info: ValidationInfo) -> tuple[Effect, ...]:
    """Refuse a deck that can run out, and cards that lead nowhere on this board."""
    if all(card.code == Code.JAIL_FREE for card in deck):
        raise ValueError("needs a card that is not kept; 'collect 0' does nothing")
    squares = info.data.get("squares", ())
    for place, card in enumerate(deck):
        if squares and card.code == Code.ADVANCE and card.amount >= len(squares):
            raise ContradictionError(
                (
                    f"{info.field_name}.{place}",
                    f"{card} leads off the board, whose last square is {len(squares) - 1}",
                )
            )
    return deck


Deck = Annotated[
    tuple[Effect, ...],
    Field(max_length=MOST_CARDS),
    BeforeValidator(_read_deck),
    AfterValidator(_playable_deck),
]
DECK = f"a list of up to {MOST_CARDS} effects, such as 'advance to 39' or 'pay 15'"


class Ruleset(Parameters):
    """Every rule; its fields are the keys of a ruleset's file, validated in order."""

    variables: ClassVar[Variables]

    name: Annotated[Text, Field(max_length=60, pattern=r"^\w[\w .+-]*(\[[\w .,=+-]+\])?$")] = Field(
        description="up to 60 letters, digits, spaces and . + - _, beginning with a letter or digit"
    )
    title: Text | None = Field(None, description="a text")
    source: Text | None = Field(None, description="a text that says where the rules are from")
    extends: Text | None = Field(
        None, description="the name of a built-in ruleset, or the path of a .toml file"
    )
    readings: tuple[Reading, ...] = Field(
        (),
        description="a list of tables with a text, its basis ('rulebook', 'standard' or 'choice') "
        "and the rule it is about, if any",
    )
    labels: dict[str, Text] = Field(
        default_factory=dict,
        description="a table of names by square, such as 39 = 'Schlossallee', and by deck_a or "
        "deck_b",
    )
    """Names of this edition, for squares of the board and for the decks."""
    squares: Annotated[
        tuple[Square, ...], BeforeValidator(_read_squares), AfterValidator(_one_board)
    ] = Field(description="a list of tables, one for each square, GO first")
    deck_a: Deck = Field(description=DECK)
    deck_b: Deck = Field(description=DECK)
    most_players: Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)] = Field(
        description=f"a whole number from {MIN_PLAYERS} to {MAX_PLAYERS}"
    )
    start_cash: Annotated[
        tuple[Money, ...], BeforeValidator(_read_cash), AfterValidator(_one_for_each_seat)
    ] = Field(description="a whole number, or a list of one for each seat")
    """By seat, without the bonus of the speed die."""

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that `settings` describe."""
        try:
            ruleset = cls.model_validate(dict(settings))
        except ValidationError as error:
            lines = problem_lines(error, settings, ALLOWED, {})
        else:
            lines = list(_mismatches(ruleset))
            if not lines:
                return ruleset
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    def extended(self, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that differs from this one by `settings`.

        A key replaces the whole value. Cash by seat is for as many players only. `labels` and
        `readings` are added to those of this ruleset; a reading about a rule that is set
        differently is dropped. Title and source are not inherited.
        """
        inherited: dict[str, Any] = {key: getattr(self, key) for key in RULE_KEYS}
        cash = settings.get("start_cash")
        if isinstance(cash, list) and MIN_PLAYERS <= len(cash) <= self.most_players:
            inherited["most_players"] = len(cash)
        extended = self.validated({**inherited, **settings, "extends": self.name}, origin)
        kept = tuple(
            reading
            for reading in self.readings
            if reading.rule is None
            or (
                getattr(self, reading.rule) == getattr(extended, reading.rule)
                and reading.rule not in {each.rule for each in extended.readings}
            )
        )
        labels = {} if "squares" in settings else self.labels
        update = {"readings": kept + extended.readings, "labels": labels | extended.labels}
        return extended.model_copy(update=update)

    def with_changes(self, name: str, **changes: object) -> Self:
        """Return a what-if: this ruleset under another name with some rules changed."""
        return self.extended({"name": name, **changes}, origin=f"ruleset {name!r}")

    def vary(self, **changes: object) -> Self:
        """Return a what-if of this ruleset, whose name says what is changed: ``auction="none"``."""
        return what_if(self, self.variables.single_values(changes))

    def setting(self, key: str) -> Any:
        """Return the value of a file's key."""
        value = getattr(self, key)
        return "unlimited" if key in ("houses", "hotels") and value == PLENTY else value

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play by it."""
        return tuple(range(MIN_PLAYERS, self.most_players + 1))

    def rules(self, players: int) -> Rules:
        """Return the rules of a game for `players` players."""
        if not MIN_PLAYERS <= players <= self.most_players:
            raise UsageError(
                f"ruleset {self.name!r} is for {MIN_PLAYERS} to {self.most_players} players, not "
                f"{players}"
            )
        bonus = self.speed_die_bonus if self.speed_die else 0
        return Rules.model_construct(
            **{key: getattr(self, key) for key in Parameters.model_fields},
            ruleset=self.name,
            players=players,
            start_cash=tuple(cash + bonus for cash in self.start_cash[:players]),
            board=_labelled_board(self.squares, tuple(self.labels.items())),
            decks=(self.deck_a, self.deck_b),
            deck_names=(self.labels.get("deck_a", "deck A"), self.labels.get("deck_b", "deck B")),
        )


@cache
def _labelled_board(squares: tuple[Square, ...], labels: tuple[tuple[str, str], ...]) -> Board:
    names = dict(labels)
    return board_of(
        [
            square._replace(name=names.get(str(place), square.name))
            for place, square in enumerate(squares)
        ]
    )


def _mismatches(ruleset: Ruleset) -> list[str]:
    """Return what is wrong with a ruleset whose values are each right."""
    board, lines = board_of(ruleset.squares), []
    railways, utilities = board.railways.bit_count(), board.utilities.bit_count()
    if len(ruleset.railway_rents) != railways:
        lines.append(
            f"railway_rents: {len(ruleset.railway_rents)} rents for {railways} railways; give one "
            "for each number of railways that a player may own"
        )
    if len(ruleset.utility_factors) != utilities:
        lines.append(
            f"utility_factors: {len(ruleset.utility_factors)} factors for {utilities} utilities; "
            "give one for each number of utilities that a player may own"
        )
    for key, deck, kind in (
        ("deck_a", ruleset.deck_a, Kind.DECK_A),
        ("deck_b", ruleset.deck_b, Kind.DECK_B),
    ):
        if _is_endless(board, deck, kind):
            lines.append(
                f"{key}: every card may lead to a square with a card, so that a turn might never "
                "end; give it one that does not"
            )
        codes = {card.code for card in deck}
        for code, places in (
            (Code.NEAREST_RAILWAY, railways),
            (Code.NEAREST_UTILITY, utilities),
        ):
            if code in codes and not places:
                lines.append(
                    f"{key}: leads to the {code.name.lower().replace('_', ' ')}, "
                    "of which the board has none"
                )
    known = {str(place) for place in range(board.size)} | {"deck_a", "deck_b"}
    lines += [
        f"labels.{key}: is no square; squares are 0 to {board.size - 1}, decks deck_a and deck_b"
        for key in ruleset.labels
        if key not in known
    ]
    lines += [
        f"readings: {reading.rule!r} is no rule that a ruleset sets"
        for reading in ruleset.readings
        if reading.rule is not None and reading.rule not in RULE_KEYS
    ]
    return lines


def _is_endless(board: Board, deck: tuple[Effect, ...], kind: Kind) -> bool:
    """Return whether each card of a deck that is not kept may lead to a square with a card."""
    squares = [place for place, each in enumerate(board.kinds) if each == kind]
    drawn = [card for card in deck if card.code != Code.JAIL_FREE]
    return all(any(_leads_to_card(board, card, place) for place in squares) for card in drawn)


def _leads_to_card(board: Board, card: Effect, place: int) -> bool:
    """Return whether a card that is drawn on a square leads to one where a card is drawn."""
    match card.code:
        case Code.ADVANCE:
            target = card.amount
        case Code.BACK:
            target = (place - card.amount) % board.size
        case _:
            return False
    return board.kinds[target] in (Kind.DECK_A, Kind.DECK_B)


ALLOWED = {key: field.description or "" for key, field in Ruleset.model_fields.items()}
"""By key: what its value may be, in words."""

DESCRIBING = ("name", "title", "source", "extends", "readings", "labels")
RULE_KEYS = tuple(key for key in Ruleset.model_fields if key not in DESCRIBING)
"""The keys that set a rule, and that a ruleset inherits from the one it extends."""

Ruleset.variables = Variables(RULE_KEYS)
