"""A ruleset: the board, the decks and the parameters, for every number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationInfo,
)
from strategy_lab.errors import UsageError
from strategy_lab.ruleset_files import ContradictionError, RulesetFiles, RulesetModel, one_line
from strategy_lab.varying import Difference, Variables

from monopoly_sim.rules import board as boards
from monopoly_sim.rules.board import KEYS, MOST_MONEY, Board, Code, Effect, Kind, Square

MIN_PLAYERS, MAX_PLAYERS = 2, 8

MOST_WORTH = 10_000  # in hundreds, a million: tables count who owns more for this
PLENTY = 1_000  # buildings of an unlimited stock: more than any board has room for

FLAG = "true or false"


def _number(least: int, most: int) -> Any:
    return Field(ge=least, le=most, description=f"a whole number from {least} to {most:,}")


Money = Annotated[int, Strict(), _number(0, MOST_MONEY)]
Step = Annotated[int, Strict(), _number(1, MOST_MONEY)]
Percent = Annotated[int, Strict(), _number(0, 100)]
Stock = Annotated[
    int,
    BeforeValidator(lambda value: PLENTY if value == "unlimited" else value),
    Strict(),
    Field(ge=0, le=PLENTY, description=f"'unlimited', or a whole number up to {PLENTY}"),
]
Flag = Annotated[bool, Strict(), Field(description=FLAG)]


class Parameters(BaseModel):
    """What a single value sets; errors quote a field's description."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    salary: Money  # for passing GO
    landing_salary: Money  # for landing on it
    railway_rents: tuple[Money, ...] = Field(
        description="a list of rents, by how many railways the owner has"
    )
    utility_factors: tuple[Money, ...] = Field(
        description="a list of factors of the dice, by how many utilities the owner has"
    )
    houses: Stock
    hotels: Stock
    # When players may build, sell, mortgage, redeem and trade: all before each roll, or only the
    # one who is going to roll.
    windows: Literal["every_roll", "own_turn"] = Field(description="'every_roll' or 'own_turn'")
    # Whether a mortgage on one street of a group keeps the others from paying double.
    double_rent_needs_clear_group: Flag
    mortgaged_railways_count: Flag
    # Whether the rent of a utility is that of a new throw, not of the one that led there.
    utility_rolls_again: Flag
    jail_rent: Flag  # whether players in jail collect rent
    # Whether taxes, fees and what cards cost go to the next player on free parking.
    free_parking_jackpot: Flag
    # Of a player's worth, if that is less than the amount on the tax square nearest to GO; 0: the
    # amount alone.
    income_tax_percent: Percent
    auction: Literal["limits", "open", "none"] = Field(description="'limits', 'open' or 'none'")
    min_bid: Step
    bid_step: Step
    # Who gets buildings that are too few for those who want them.
    scarce: Literal["auction", "seat_order"] = Field(description="'auction' or 'seat_order'")
    scarce_min: Step  # the opening bid for such a building
    interest_percent: Percent
    interest_rounding: Literal["up", "down"] = Field(description="'up' or 'down'")
    jail_fee: Money
    # Turns in jail in which to try for doubles; the fee is due after the last.
    jail_rolls: Annotated[int, Strict(), _number(1, 9)]
    jail_double_rolls_again: Flag  # whether doubles that open the jail give another roll
    speed_die: Flag
    # When a player who has passed GO for the first time uses it.
    speed_die_from: Literal["next_turn", "next_roll"] = Field(
        description="'next_turn' or 'next_roll'"
    )
    speed_die_bonus: Money  # added to the start money where the speed die is used
    triple_rolls_again: Flag  # whether a triple gives another roll
    max_rounds: Annotated[int, Strict(), _number(1, 100_000)]  # after these the richest player wins
    # Rounds without a trade, a purchase or a building after which a game that can no longer move
    # ends as a stalemate; 0 for never.
    quiet_rounds: Annotated[int, Strict(), _number(0, 100_000)]


class Rules(Parameters):
    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    ruleset: str
    players: int
    start_cash: tuple[int, ...]  # by seat, seat 1 first, the bonus of the speed die included
    board: Board
    decks: tuple[tuple[Effect, ...], tuple[Effect, ...]]  # deck A and deck B, unshuffled
    deck_names: tuple[str, str]

    @property
    def most_score(self) -> int:
        return MOST_WORTH

    @property
    def most_of_all(self) -> int:
        return MOST_WORTH * self.players

    def settings(self) -> Mapping[str, Any]:
        return {
            "start_cash": list(self.start_cash),
            **{key: getattr(self, key) for key in Parameters.model_fields},
        }

    def interest(self, square: int) -> int:
        owed = self.board.mortgages[square] * self.interest_percent
        return -(-owed // 100) if self.interest_rounding == "up" else owed // 100


Text = Annotated[str, AfterValidator(one_line)]


class Reading(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Text
    # What settles it: the edition's own rulebook, the rules of the standard editions where that is
    # silent, or nobody but us.
    basis: Literal["rulebook", "standard", "choice"]
    # The key of the rule it is about; `None` if it is about none that can be set.
    rule: str | None = None


MOST_CARDS = 40  # of a deck


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


def _one_for_each_seat(cash: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    players = info.data.get("most_players", MIN_PLAYERS)
    if not players <= len(cash) <= MAX_PLAYERS:
        raise ValueError(
            f"a list of {len(cash)} for up to {players} players (most_players); give one amount "
            "for each seat"
        )
    return cash


def _one_board(squares: tuple[Square, ...]) -> tuple[Square, ...]:
    wrong = [("squares", sentence) for sentence in boards.contradictions(squares)]
    if wrong:
        raise ContradictionError(*wrong)
    return squares


def _playable_deck(deck: tuple[Effect, ...], info: ValidationInfo) -> tuple[Effect, ...]:
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
    BeforeValidator(lambda cards, info: _each(info.field_name, cards, boards.read_effect)),
    AfterValidator(_playable_deck),
]
DECK = f"a list of up to {MOST_CARDS} effects, such as 'advance to 39' or 'pay 15'"


class Ruleset(Parameters, RulesetModel):
    """Every rule."""

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
    # Names of this edition, for squares of the board and for the decks.
    labels: dict[str, Text] = Field(
        default_factory=dict,
        description="a table of names by square, such as 39 = 'Schlossallee', and by deck_a or "
        "deck_b",
    )
    squares: Annotated[
        tuple[Square, ...],
        BeforeValidator(lambda squares: _each("squares", squares, boards.read_square)),
        AfterValidator(_one_board),
    ] = Field(description="a list of tables, one for each square, GO first")
    deck_a: Deck = Field(description=DECK)
    deck_b: Deck = Field(description=DECK)
    most_players: Annotated[int, Strict(), _number(MIN_PLAYERS, MAX_PLAYERS)]
    # By seat, without the bonus of the speed die.
    start_cash: Annotated[
        tuple[Money, ...],
        BeforeValidator(
            lambda cash: cash if isinstance(cash, list | tuple) else [cash] * MAX_PLAYERS
        ),
        AfterValidator(_one_for_each_seat),
    ] = Field(description="a whole number, or a list of one for each seat")

    def mismatches(self) -> Iterator[str]:
        board = boards.board_of(self.squares)
        for key, owned in (("railway_rents", board.railways), ("utility_factors", board.utilities)):
            given, places = len(getattr(self, key)), owned.bit_count()
            if given != places:
                what = "railways" if key == "railway_rents" else "utilities"
                yield (
                    f"{key}: {given} {key.partition('_')[2]} for {places} {what}; give one for "
                    f"each number of {what} that a player may own"
                )
        for key, kind in (("deck_a", Kind.DECK_A), ("deck_b", Kind.DECK_B)):
            deck = getattr(self, key)
            if _is_endless(board, deck, kind):
                yield (
                    f"{key}: every card may lead to a square with a card, so that a turn might "
                    "never end; give it one that does not"
                )
            needed = {Code.NEAREST_RAILWAY: board.railways, Code.NEAREST_UTILITY: board.utilities}
            for code in sorted({card.code for card in deck} & needed.keys()):
                if not needed[code]:
                    name = code.name.lower().replace("_", " ")
                    yield f"{key}: leads to the {name}, of which the board has none"
        known = {*map(str, range(board.size)), "deck_a", "deck_b"}
        for key in [label for label in self.labels if label not in known]:
            yield (
                f"labels.{key}: is no square; squares are 0 to {board.size - 1}, decks deck_a and "
                "deck_b"
            )
        for reading in self.readings:
            if reading.rule is not None and reading.rule not in RULE_KEYS:
                yield f"readings: {reading.rule!r} is no rule that a ruleset sets"

    def inherited(self, settings: Mapping[str, object]) -> dict[str, Any]:
        """Return the rules, for as many players alone as the settings give cash by seat."""
        cash = settings.get("start_cash")
        inherited = super().inherited(settings)
        if isinstance(cash, list) and MIN_PLAYERS <= len(cash) <= self.most_players:
            inherited["most_players"] = len(cash)
        return inherited

    def handed_on(self, extended: Self, settings: Mapping[str, object]) -> dict[str, Any]:
        """Return also the labels; a reading goes where the other has one of the same rule."""
        told = {reading.rule for reading in extended.readings} - {None}
        kept = [
            each
            for each in super().handed_on(extended, settings)["readings"]
            if each in extended.readings or each.rule not in told
        ]
        labels = {} if "squares" in settings else self.labels
        return {"readings": tuple(kept), "labels": labels | extended.labels}

    def setting(self, key: str) -> Any:
        value = getattr(self, key)
        return "unlimited" if key in ("houses", "hotels") and value == PLENTY else value

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(range(MIN_PLAYERS, self.most_players + 1))

    def rules(self, players: int) -> Rules:
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
    return boards.board_of(
        [
            square._replace(name=names.get(str(place), square.name))
            for place, square in enumerate(squares)
        ]
    )


def _is_endless(board: Board, deck: tuple[Effect, ...], kind: Kind) -> bool:
    squares = [place for place, each in enumerate(board.kinds) if each == kind]
    drawn = [card for card in deck if card.code != Code.JAIL_FREE]
    return all(any(_leads_to_card(board, card, place) for place in squares) for card in drawn)


def _leads_to_card(board: Board, card: Effect, place: int) -> bool:
    match card.code:
        case Code.ADVANCE:
            target = card.amount
        case Code.BACK:
            target = (place - card.amount) % board.size
        case _:
            return False
    return board.kinds[target] in (Kind.DECK_A, Kind.DECK_B)


DESCRIBING = ("name", "title", "source", "extends", "readings", "labels")
RULE_KEYS = tuple(key for key in Ruleset.model_fields if key not in DESCRIBING)
"""The keys that set a rule, and that a ruleset inherits from the one it extends."""

Ruleset.variables = Variables(RULE_KEYS)


def settings_of(ruleset: Ruleset) -> dict[str, Any]:
    values = ruleset.model_dump(exclude={"squares", "deck_a", "deck_b", "extends"})
    values |= {key: getattr(ruleset, key) for key in ("squares", "deck_a", "deck_b")}
    return {**plain(values)}


def plain(value: object) -> Any:
    match value:
        case Square():
            facts = {key: plain(getattr(value, key)) for key in KEYS.get(value.kind, ())}
            return {"kind": value.kind.name.lower(), "name": value.name, **facts}
        case Effect():
            return str(value)
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {key: plain(each) for key, each in value.items() if each is not None}
        case _:
            return value


_files = RulesetFiles(Path(__file__).with_name("editions"), Ruleset)

ruleset_names, load_ruleset, ruleset_of = _files.names, _files.load, _files.of_settings


Table = tuple[list[str], list[list[str]]]  # headers, and rows of as many cells


def rule_table(ruleset: Ruleset) -> Table:
    values = {
        "most_players": ruleset.most_players,
        "start_cash": _by_seat(ruleset.start_cash),
        **{key: ruleset.setting(key) for key in Parameters.model_fields},
    }
    return ["rule", "value"], [[key, _text(value)] for key, value in values.items()]


def _by_seat(amounts: tuple[int, ...]) -> int | tuple[int, ...]:
    return amounts[0] if len(set(amounts)) == 1 else amounts


def _text(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Kind():
            return value.name.lower()
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def board_table(ruleset: Ruleset) -> Table:
    rows = []
    for place, square in enumerate(ruleset.squares):
        name = ruleset.labels.get(str(place), square.name)
        kind = square.group or square.kind.name.lower().replace("_", " ")
        money = [square.price or square.tax, square.house]
        rents = "/".join(map(str, square.rents))
        rows.append([str(place), name, kind, *(str(each or "") for each in money), rents])
    return ["square", "name", "group", "price", "house", "rents"], rows


def differing(difference: Difference) -> Iterator[tuple[str, str, str]]:
    """Yield what two rulesets set differently, and both values; squares are told one by one."""
    rule, a, b = difference.parameter, difference.a, difference.b
    match rule:
        case "players":  # which `most_players` says
            return
        case "squares":
            for place, pair in enumerate(zip_longest(a, b)):
                for key in Square._fields:
                    one, other = (_text(getattr(square, key, "")) for square in pair)
                    if one != other:
                        yield f"square {place}, {key}", one or "-", other or "-"
        case "deck_a" | "deck_b":
            decks = Counter(map(str, a)), Counter(map(str, b))
            for one, other in zip_longest(
                (decks[0] - decks[1]).elements(), (decks[1] - decks[0]).elements(), fillvalue="-"
            ):
                yield rule, one, other
        case "start_cash":
            yield rule, _text(_by_seat(a)), _text(_by_seat(b))
        case _:
            yield rule, _text(a), _text(b)
