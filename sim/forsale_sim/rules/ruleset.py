"""A ruleset: the parameters of the rules for every player count, and their source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NoReturn,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
)

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    Strict,
    ValidationInfo,
    field_serializer,
)
from strategy_lab.errors import UsageError, counted, listed
from strategy_lab.ruleset_files import ContradictionError, RulesetModel, one_line
from strategy_lab.varying import Variables

from forsale_sim.cards import MAX_CARDS
from forsale_sim.rules import house_code
from forsale_sim.rules.house_code import (
    MOST_COINS,
    MOST_GIFT,
    HouseCode,
    held_code,
    read_code,
)

RuleKey: TypeAlias = Literal[
    "houses",
    "cheques",
    "coins",
    "houses_per_round",
    "removed",
    "raise",
    "opening_bid",
    "refund",
    "refunded",
    "opener",
    "coin_value",
    "pass_gift",
    "hidden_houses",
    "code",
]
"""A key that sets a rule."""

RULE_KEYS: tuple[RuleKey, ...] = get_args(RuleKey)
"""The keys that set a rule, and that a ruleset inherits from the one it extends."""

Text = Annotated[str, AfterValidator(one_line)]


class Reading(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: Text
    # The key of the rule it is about; `None` if it is about none that can be set.
    rule: RuleKey | None = None


def _read(entry: object) -> object:
    """Return an entry of a file as a table; a text alone is about no particular rule."""
    if isinstance(entry, str):
        return {"text": entry}
    if isinstance(entry, Mapping) and not {"text"} <= set(entry) <= {"text", "rule"}:
        raise ValueError(
            f"a table with the keys {sorted(entry)}; it must be a text, or a table with the keys "
            "text and rule"
        )
    return entry


_FRACTION = re.compile(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s+(up|down)\s*")

PATTERN = r"^(up|down|all|none|\d{1,2}/\d{1,2} (up|down))$"  # a refund in its one spelling

REFUNDS_ALLOWED = "'up', 'down', 'all', 'none', or a fraction such as '1/3 up' or '2/3 down'"


class Share(NamedTuple):
    """A fraction of a bid in whole coins: of ``bid * numerator + rounding`` over `denominator`."""

    numerator: int
    denominator: int
    rounding: int  # 0 to round down; `denominator` - 1 to round up

    def of(self, bid: int) -> int:
        return (bid * self.numerator + self.rounding) // self.denominator


NAMED_REFUNDS = {"up": "1/2 up", "down": "1/2 down", "all": "1/1 down", "none": "0/1 down"}


def read_refund(value: object) -> object:
    """Return a refund in one spelling, "1/3 up" for "2/6 up"; anything else as it is."""
    written = _FRACTION.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    numerator, denominator, way = int(written[1]), int(written[2]), written[3]
    if denominator == 0:
        raise ValueError(f"{value!r} divides by nothing; it must be {REFUNDS_ALLOWED}")
    if numerator > denominator:
        raise ValueError(f"{value!r} is more than the bid; it must be {REFUNDS_ALLOWED}")
    part = Fraction(numerator, denominator)
    if part.denominator == 1:  # which is not rounded
        return "all" if part else "none"
    spelled = f"{part} {way}"
    return next((name for name, full in NAMED_REFUNDS.items() if full == spelled), spelled)


@cache
def as_share(refund: str) -> Share:
    fraction, way = NAMED_REFUNDS.get(refund, refund).split()
    numerator, denominator = map(int, fraction.split("/"))
    return Share(numerator, denominator, denominator - 1 if way == "up" else 0)


Raise = Literal["strict", "match"] | int
"""``strict``: a bid must exceed the highest; ``match``: it may equal it, but exceeds one's own; a
number of at least 2: by how much a bid must exceed the highest."""

Refunded = Literal["all", "first"]
"""Who gets a refund: all who pass and take a house, or only the first of them in each auction."""

Opener = Literal["winner", "left", "lowest", "lot"]
"""Who opens the next auction: who took the last house of this one, the player to the left of the
one who did (the next in turn order), who took the lowest house, or a player drawn by lot."""

LEAST_RAISES = {"match": 0, "strict": 1}

MIN_PLAYERS, MAX_PLAYERS = 2, 8
PRINTED_PLAYERS = range(3, 7)  # the numbers of players that printed editions are for


MAX_COIN_VALUE = 10  # the most that a coin left at the end may count, in thousands

MAX_VALUE = MOST_COINS  # the most that a cheque may be worth and a player start with, in thousands


UNPRINTED: Mapping[str, Any] = {
    **{"opening_bid": 1, "refunded": "all", "opener": "winner", "coin_value": 1},
    **{"pass_gift": (), "hidden_houses": 0},
}
"""The rules that all printed editions share."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every parameter of a game for one player count; money in thousands, cards by value."""

    ruleset: str
    players: int
    houses: tuple[int, ...]  # the house deck, ascending, no two alike; values 1 to 60
    cheques: tuple[int, ...]  # the cheque deck, ascending; as many cards as there are houses
    coins: tuple[int, ...]  # what each seat starts with, seat 1 first
    removed: int  # cards set aside unseen from each deck
    houses_per_round: int
    raise_: Raise
    # What a player who passes with a bid b gets back: ``"up"`` ceil(b/2), ``"down"`` floor(b/2),
    # ``"all"``, ``"none"``, or another fraction, rounded, such as ``"1/3 up"``.
    refund: str
    refunded: Refunded = "all"
    opening_bid: int = 1  # the least that the first bid of an auction may be
    opener: Opener = "winner"
    coin_value: int = 1  # what a coin left at the end counts, in thousands
    # The coins that the bank gives to the first of an auction to pass, the second, …; then none.
    pass_gift: tuple[int, ...] = ()
    # How many houses of an auction lie face down until all others are taken; one never does.
    hidden_houses: int = 0
    code: HouseCode | None = None  # the functions that replace rules, if any do

    def settings(self) -> dict[str, Any]:
        """Return every parameter under its public name, in values that JSON can hold.

        `coins` is a number if all seats start alike, otherwise a list by seat. Parameters that no
        printed edition sets are left out where they are as `UNPRINTED`.
        """
        alike = len(set(self.coins)) == 1
        return {
            "refund": self.refund,
            "raise": self.raise_,
            "houses_per_round": self.houses_per_round,
            "coins": self.coins[0] if alike else list(self.coins),
            "removed": self.removed,
            "houses": list(self.houses),
            "cheques": list(self.cheques),
            **{
                key: list(value) if isinstance(value, tuple) else value
                for key, printed in UNPRINTED.items()
                if (value := getattr(self, key)) != printed
            },
            **({} if self.code is None else {"code": self.code.source}),
        }

    @property
    def cards_dealt(self) -> int:
        return len(self.houses) - self.removed

    @property
    def most_score(self) -> int:
        """A bound on a player's money at the end, in thousands.

        Nobody buys more than one house a round, so these are the highest coins to start with and
        as many of the best cheques as there are rounds of buying.
        """
        table = self.table_of("score")
        if table is not None:
            return max(table.answers)
        return self.coin_value * self.most_coins + self.most_cheques

    @property
    def most_gift(self) -> int:
        table = self.table_of("pass_gift")
        return 0 if table is None else max(table.answers)

    @property
    def hides(self) -> bool:
        """Whether any house may lie face down."""
        table = self.table_of("hidden_houses")
        return table is not None and any(table.answers)

    @property
    def most_coins(self) -> int:
        """A bound on a player's coins: the largest gift may come in every auction."""
        return max(self.coins) + self.auctions * self.most_gift

    @property
    def most_cheques(self) -> int:
        return sum(sorted(self.cheques)[-self.auctions :])

    @property
    def most_of_all(self) -> int:
        if self.replaces("score") or self.most_gift:
            return self.players * self.most_score
        return sum(self.cheques) + self.coin_value * sum(self.coins)

    # Rules that code may replace

    @property
    def code_rules(self) -> tuple[str, ...]:
        return tuple(house_code.ASKED)

    def replaces(self, name: str) -> bool:
        return self.code is not None and name in self.code.arguments

    @property
    def adds_up(self) -> bool:
        return not self.replaces("score")

    def table_of(self, name: str) -> house_code.Table | None:
        if self.replaces(name):
            return house_code.table_of(self, name)
        if name == "pass_gift" and self.pass_gift:
            last = self.players - 1  # to pass
            gifts = (*self.pass_gift, *[0] * last)[:last]
            return house_code.Table((0, last), (0, *gifts))
        if name == "hidden_houses" and self.hidden_houses:
            return house_code.Table((0, 0), (self.hidden_houses,))
        return None

    @property
    def auctions(self) -> int:
        return len(self.offers)

    @property
    def offers(self) -> tuple[int, ...]:
        return house_code.offers(self)

    def houses_in(self, auction: int, left: int) -> int:
        number = self.houses_per_round
        if self.code is not None and self.replaces("houses_on_offer"):
            number = self.code.answer("houses_on_offer", self, auction=auction, left=left)
        return min(number, left)

    def auctions_for(self, seen: int) -> int:
        auctions = 0
        for number in self.offers:
            if seen <= 0:
                break
            auctions, seen = auctions + 1, seen - number
        return auctions

    def money_of(self, cheques: int, coins: int, most_coins: int) -> int:
        if self.code is not None and self.replaces("score"):
            return self.code.answer(
                "score", self, cheques=cheques, coins=coins, most_coins=most_coins
            )
        return cheques + self.coin_value * coins

    @property
    def refund_share(self) -> Share:
        return as_share(self.refund)

    def refund_of(self, bid: int, place: int = 1, houses: int = 1) -> int:
        """Return what a refunded player who passes with `bid` on the table gets back.

        It may depend on how many have taken a house, this player included (`place`), and on how
        many houses were on offer.
        """
        if self.code is not None and self.replaces("refund"):
            return self.code.answer("refund", self, bid=bid, place=place, houses=houses)
        return self.refund_share.of(bid)

    def gift_of(self, bid: int, place: int) -> int:
        """Return the coins that the bank gives to who is number `place` of an auction to pass."""
        if place >= self.players:  # who takes the last house does not pass
            return 0
        if self.code is not None and self.replaces("pass_gift"):
            return self.code.answer("pass_gift", self, bid=bid, place=place)
        return sum(self.pass_gift[place - 1 : place])

    def hidden_in(self, auction: int, houses: int) -> int:
        """Return how many of an auction's houses lie face down: one never does."""
        hidden = self.hidden_houses
        if self.code is not None and self.replaces("hidden_houses"):
            hidden = self.code.answer("hidden_houses", self, auction=auction, houses=houses)
        return min(hidden, houses - 1)

    @property
    def least_raise(self) -> int:
        return LEAST_RAISES[self.raise_] if isinstance(self.raise_, str) else self.raise_

    def least_bid(self, highest_bid: int, own_bid: int) -> int:
        if highest_bid == 0:
            return self.opening_bid
        return max(highest_bid + self.least_raise, own_bid + 1)


# notation: The notation of decks, player-count tables and rounds in a ruleset's file.
#
# Values are read before their types and limits are checked, so these functions return unchanged
# whatever they cannot read, and the check that follows reports it.

PLAYER_COUNTS = {str(count): count for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
"""Player counts by their TOML keys."""

_RANGE = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*")
_HOUSES_PER_ROUND = re.compile(r"\s*players\s*(?:-\s*([0-9])\s*)?")


def read_deck(value: object) -> object:
    """Return the cards that `value` names: ``"1-30"`` as a list, anything else as it is."""
    written = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    first, last = int(written[1]), int(written[2])
    if first > last:
        raise ValueError(f"the range {value!r} runs downwards; write it as '{last}-{first}'")
    if last > MAX_VALUE:
        raise ValueError(f"the range {value!r} goes beyond {MAX_VALUE}, the highest value allowed")
    return list(range(first, last + 1))


def deck_text(deck: Sequence[int]) -> str:
    """Return an ascending deck in short form: "2 x 0, 2 x 2-3, 7"."""
    copies = [(value, len(list(same))) for value, same in groupby(deck)]
    runs: list[list[tuple[int, int]]] = []
    for value, times in copies:
        if runs and runs[-1][-1] == (value - 1, times):
            runs[-1].append((value, times))
        else:
            runs.append([(value, times)])
    return ", ".join(_run_text(run[0][0], run[-1][0], run[0][1]) for run in runs)


def _run_text(first: int, last: int, times: int) -> str:
    values = str(first) if first == last else f"{first}-{last}"
    return values if times == 1 else f"{times} x {values}"


def read_table(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    return {PLAYER_COUNTS.get(key, key): entry for key, entry in value.items()}


def read_coins(value: object) -> object:
    """Return the coins by player count; one amount for all seats is repeated for each."""
    table = read_table(value)
    if not isinstance(table, Mapping):
        return table
    seats = {count: count for count in PLAYER_COUNTS.values()}
    return {
        count: entry if isinstance(entry, list | tuple) else [entry] * seats.get(count, 0)
        for count, entry in table.items()
    }


def coins_text(coins: Sequence[int]) -> str:
    """Return the starting coins: one number if all seats are equal, else all in turn order."""
    return str(coins[0]) if len(set(coins)) == 1 else ",".join(map(str, coins))


def read_raise(value: object) -> object:
    """Return ``"match"`` for a least raise of 0 and ``"strict"`` for 1, anything else as it is."""
    if type(value) is int:
        return next((name for name, least in LEAST_RAISES.items() if least == value), value)
    return value


PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def gifts_text(gifts: Sequence[int]) -> str:
    each = zip(gifts, PLACES, strict=False)
    given = [f"{counted(coins, 'coin')} to the {place} to pass" for coins, place in each if coins]
    return listed(given or ["nothing for a pass"])


def read_houses_per_round(value: object) -> object:
    written = _HOUSES_PER_ROUND.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    fewer = int(written[1] or 0)
    return f"players - {fewer}" if fewer else "players"


def houses_fewer(houses_per_round: str) -> int:
    return int(houses_per_round.removeprefix("players").removeprefix(" - ") or 0)


# checks: Checks that a ruleset can be played, beyond the type and the limits of each value.
#
# Each function takes a field's value as read so far and returns the value to keep. Some also get
# the fields read before; they accept a field if the one to compare it with was refused.


def ascending(deck: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(deck))


def all_different(houses: tuple[int, ...]) -> tuple[int, ...]:
    twice = [house for house, times in Counter(houses).items() if times > 1]
    if twice:
        values = ", ".join(map(str, twice))
        raise ValueError(f"{values} more than once; all houses must be different")
    return houses


def one_for_each_house(cheques: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    houses = info.data.get("houses", cheques)
    if len(cheques) != len(houses):
        raise ValueError(
            f"{len(cheques)} cheques for {len(houses)} houses; the decks must have equal size"
        )
    return cheques


def one_amount_a_seat(coins: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Refuse lists that are not one amount for each seat, and no lists at all; sort by players."""
    if not coins:
        raise ValueError("no number of players; give at least one, such as 3 = 28")
    wrong = [
        (f"coins.{players}", f"{len(amounts)} amounts for {players} seats; give one for each seat")
        for players, amounts in coins.items()
        if len(amounts) != players
    ]
    if wrong:
        raise ContradictionError(*wrong)
    return dict(sorted(coins.items()))


def some_houses(houses_per_round: str, info: ValidationInfo) -> str:
    fewest = min(info.data.get("coins", [MIN_PLAYERS]))
    if houses_fewer(houses_per_round) >= fewest:
        raise ValueError(
            f"{houses_per_round!r} leaves no house for {fewest} players; "
            f"the fewest is 'players - {fewest - 1}'"
        )
    return houses_per_round


def one_gift_a_pass(gifts: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    """Refuse more gifts than players can pass; leave out those of nothing at the end."""
    passing = max(info.data.get("coins", [MAX_PLAYERS])) - 1
    if len(gifts) > passing:
        raise ValueError(
            f"{len(gifts)} gifts, but at most {passing} of {passing + 1} players pass in an auction"
        )
    return gifts[: max((place for place, coins in enumerate(gifts, 1) if coins), default=0)]


def one_house_shown(hidden: int, info: ValidationInfo) -> int:
    if {"coins", "houses_per_round"} <= info.data.keys():
        most = max(info.data["coins"]) - houses_fewer(info.data["houses_per_round"])
        if hidden >= most:
            raise ValueError(f"{hidden} of at most {most} houses; one is always shown")
    return hidden


def enough_left(removed: dict[int, int], info: ValidationInfo) -> dict[int, int]:
    """Refuse decks without cards for one round, and player counts without coins; fill in zeros."""
    if not {"houses", "coins", "houses_per_round"} <= info.data.keys():
        return removed
    cards, coins = len(info.data["houses"]), info.data["coins"]
    fewer = houses_fewer(info.data["houses_per_round"])
    wrong = [
        (
            f"removed.{players}",
            f"there is no coins.{players}; say what {players} players start with, "
            "or leave this number of players out",
        )
        for players in removed
        if players not in coins
    ]
    for players in coins:
        aside, round_ = removed.get(players, 0), players - fewer
        if cards < round_:
            wrong.append(
                ("houses", f"{cards} are too few for {players} players, who need {round_} a round")
            )
        elif cards - aside < round_:
            wrong.append(
                (
                    f"removed.{players}",
                    f"{aside} of {cards} cards leave fewer than a round's {round_}; "
                    f"at most {cards - round_} can be removed",
                )
            )
    if wrong:
        raise ContradictionError(*wrong)
    return {players: removed.get(players, 0) for players in coins}


Key = TypeVar("Key")
Value = TypeVar("Value")


class ReadOnlyDict(dict[Key, Value]):
    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            "a ruleset cannot be changed: its method vary returns another, as in "
            "ruleset.vary(coins={4: 20})"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Callable[[Any], Any], tuple[dict[Key, Value]]]:
        """Copy and pickle it whole: entry by entry it would refuse them."""
        return type(self), (dict(self),)


PlayerCount = Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Amount = Annotated[int, Strict(), Field(ge=0, le=MAX_VALUE)]
House = Annotated[int, Strict(), Field(ge=1, le=MAX_CARDS)]
DeckSize = Field(max_length=MAX_CARDS)


class Ruleset(RulesetModel):
    """Every parameter of the rules, for all player counts; money in thousands.

    ``raise_`` is the key ``raise`` of a file. The mappings are read-only.
    """

    for_players: ClassVar[Mapping[str, str]] = {
        "coins": f"a whole number from 0 to {MAX_VALUE}, or a list of one for each seat",
        "removed": f"a whole number from 0 to {MAX_CARDS}",
    }
    variables: ClassVar[Variables] = Variables(RULE_KEYS, by_players=("coins", "removed"))

    name: Annotated[Text, Field(max_length=60, pattern=r"^\w[\w .+-]*(\[[\w .,=+/-]+\])?$")] = (
        Field(
            description="up to 60 letters, digits, spaces and . + - _, beginning with a letter or "
            "digit (a file that gives no name is called by its own)"
        )
    )
    title: Text | None = Field(None, description="a text")
    publisher: Text | None = Field(None, description="a text")
    year: Annotated[int, Strict(), Field(ge=1, le=9999)] | None = Field(
        None, description="a whole number, such as 2020"
    )
    source: Text | None = Field(None, description="a text that says what the rules are taken from")
    extends: Text | None = Field(
        None, description="the name of a built-in ruleset, or the path of a .toml file"
    )
    readings: tuple[Annotated[Reading, BeforeValidator(_read)], ...] = Field(
        (),
        description="a list of texts that say how unclear rules are understood, or of tables with "
        "such a text and the rule it is about, such as { rule = 'refund', text = '…' }",
    )
    houses: Annotated[
        tuple[House, ...],
        DeckSize,
        BeforeValidator(read_deck),
        AfterValidator(ascending),
        AfterValidator(all_different),
    ] = Field(
        description=f"up to {MAX_CARDS} different whole numbers from 1 to {MAX_CARDS}: a list, "
        "or a range such as '1-30'"
    )
    cheques: Annotated[
        tuple[Amount, ...],
        DeckSize,
        BeforeValidator(read_deck),
        AfterValidator(ascending),
        AfterValidator(one_for_each_house),
    ] = Field(
        description=f"up to {MAX_CARDS} whole numbers from 0 to {MAX_VALUE}, as many as there are "
        "houses: a list, or a range such as '1-30'"
    )
    # What each seat starts with, seat 1 first; its keys are the player counts allowed.
    coins: Annotated[
        dict[PlayerCount, tuple[Amount, ...]],
        BeforeValidator(read_coins),
        AfterValidator(one_amount_a_seat),
        AfterValidator(ReadOnlyDict),
    ] = Field(
        description=f"a table with a key for each number of players, {MIN_PLAYERS} to "
        f"{MAX_PLAYERS}, such as 3 = 28"
    )
    houses_per_round: Annotated[
        str,
        Field(pattern=r"^players( - [1-9])?$"),
        BeforeValidator(read_houses_per_round),
        AfterValidator(some_houses),
    ] = Field(description="'players', or 'players - 1' (- 2, …) for fewer houses than players")
    # Cards set aside unseen from each deck, for every player count allowed.
    removed: Annotated[
        dict[PlayerCount, Annotated[int, Strict(), Field(ge=0, le=MAX_CARDS)]],
        BeforeValidator(read_table),
        AfterValidator(enough_left),
        AfterValidator(ReadOnlyDict),
    ] = Field(
        default_factory=dict,
        description=f"a table with keys for numbers of players, {MIN_PLAYERS} to {MAX_PLAYERS}, "
        "such as 4 = 2",
    )
    raise_: Annotated[
        Literal["strict", "match"] | Annotated[int, Strict(), Field(ge=2, le=MAX_VALUE)],
        BeforeValidator(read_raise),
    ] = Field(
        alias="raise",
        description=f"'strict', 'match', or the least raise: a whole number up to {MAX_VALUE}",
    )
    opening_bid: Annotated[int, Strict(), Field(ge=1, le=MAX_VALUE)] = Field(
        1, description=f"a whole number from 1 to {MAX_VALUE}"
    )
    refund: Annotated[str, Field(pattern=PATTERN), BeforeValidator(read_refund)] = Field(
        description=REFUNDS_ALLOWED
    )
    refunded: Refunded = Field("all", description="'all' or 'first'")
    opener: Opener = Field("winner", description="'winner', 'left', 'lowest' or 'lot'")
    coin_value: Annotated[int, Strict(), Field(ge=0, le=MAX_COIN_VALUE)] = Field(
        1, description=f"a whole number from 0 to {MAX_COIN_VALUE}"
    )
    pass_gift: Annotated[
        tuple[Annotated[int, Strict(), Field(ge=0, le=MOST_GIFT)], ...],
        BeforeValidator(lambda value: [value] if type(value) is int else value),
        AfterValidator(one_gift_a_pass),
    ] = Field(
        (),
        description=f"a whole number from 0 to {MOST_GIFT} for the first to pass, or a list such "
        "as [2, 0, 1] of one for each pass",
    )
    hidden_houses: Annotated[
        int, Strict(), Field(ge=0, lt=MAX_PLAYERS), AfterValidator(one_house_shown)
    ] = Field(0, description=f"a whole number from 0 to {MAX_PLAYERS - 1}")
    code: Annotated[
        InstanceOf[HouseCode] | None,
        BeforeValidator(read_code),
    ] = Field(None, description="the path of a Python file whose functions replace rules")

    @field_serializer("code", when_used="json")
    def _held_code(self, code: HouseCode | None) -> dict[str, Any] | None:
        return None if code is None else held_code(code, [*map(self.rules, self.players)])

    def mismatches(self) -> Iterator[str]:
        for rules in map(self.rules, self.players):
            if rules.most_coins > MOST_COINS:
                yield (
                    f"pass_gift: with {rules.players} players {max(rules.coins)} coins and "
                    f"{rules.most_gift} more in each of {rules.auctions} auctions can make "
                    f"{rules.most_coins}; a player may have at most {MOST_COINS}"
                )
            for name in self.code.arguments if self.code else ():
                house_code.table_of(rules, name)

    def inherited(self, settings: Mapping[str, object]) -> dict[str, Any]:
        """Return the rules, for those player counts alone whose coins the settings say."""
        inherited = super().inherited(settings)
        coins = settings.get("coins")
        if isinstance(coins, Mapping):
            kept = {str(players) for players in coins}
            inherited["removed"] = {
                players: cards for players, cards in self.removed.items() if str(players) in kept
            }
        return inherited

    def only_for(self, players: int) -> Self:
        self.rules(players)
        alone = {
            key: ReadOnlyDict({players: self.setting(key)[players]}) for key in ("coins", "removed")
        }
        return self.model_copy(update=alone)

    def setting(self, key: str) -> Any:
        """Return the value of a file's key: ``setting("raise")`` is `raise_`."""
        return getattr(self, "raise_" if key == "raise" else key)

    def __repr_args__(self) -> Iterator[tuple[str, Any]]:
        """Show the rules, in short form; a notebook prints them, where sources fill the screen."""
        yield "name", self.name
        for key in RULE_KEYS:
            value = self.setting(key)
            if key == "coins":
                value = {players: coins_text(coins) for players, coins in value.items()}
            if value is not None:
                yield key, deck_text(value) if key in ("houses", "cheques") else value

    def has_in_common(self, rule: str, other: Self) -> bool:
        one, another = self.setting(rule), other.setting(rule)
        if isinstance(one, dict):
            return all(one[count] == another[count] for count in one.keys() & another.keys())
        return bool(one == another)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self.coins)

    def rules(self, players: int) -> Rules:
        if players not in self.coins:
            problem = (
                f"ruleset {self.name!r} is for {listed(self.players, 'or')} players, not {players}"
            )
            if len(self.players) == 1 and "[coins=" in self.name:
                problem += f": list {players} amounts of coins"
            elif MIN_PLAYERS <= players <= MAX_PLAYERS:
                problem += f": a file that extends it can set coins = {{ {players} = … }}"
            raise UsageError(problem)
        alike = ("houses", "cheques", "raise_", "refund")
        return Rules(
            ruleset=self.name,
            players=players,
            coins=self.coins[players],
            removed=self.removed[players],
            houses_per_round=players - houses_fewer(self.houses_per_round),
            **{key: getattr(self, key) for key in (*alike, *UNPRINTED, "code")},
        )
