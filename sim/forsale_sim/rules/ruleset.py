"""A ruleset: the parameters of the rules for every player count, and their source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    InstanceOf,
    PlainSerializer,
    Strict,
    ValidationError,
)
from strategy_lab.errors import UsageError
from strategy_lab.validation import problem_lines
from strategy_lab.varying import Variables, what_if
from strategy_lab.wording import listed

from forsale_sim.cards import MAX_CARDS
from forsale_sim.rules import checks, notation, refunds
from forsale_sim.rules.house_code import HouseCode, check_code, held_code, read_code
from forsale_sim.rules.parameters import (
    MAX_COIN_VALUE,
    MAX_PLAYERS,
    MAX_VALUE,
    MIN_PLAYERS,
    Opener,
    Refunded,
    Rules,
)
from forsale_sim.rules.read_only import ReadOnlyDict
from forsale_sim.rules.readings import RULE_KEYS, ReadingEntry, RuleKey, Text

PlayerCount = Annotated[int, Strict(), Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
Amount = Annotated[int, Strict(), Field(ge=0, le=MAX_VALUE)]
House = Annotated[int, Strict(), Field(ge=1, le=MAX_CARDS)]
DeckSize = Field(max_length=MAX_CARDS)


class Ruleset(BaseModel):
    """Every parameter of the rules, for all player counts; money in thousands.

    The fields are the keys of a ruleset's file (``raise_`` is the key ``raise``); errors quote a
    field's description. Fields are validated in order, the later ones against the earlier. The
    mappings are read-only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

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
    readings: tuple[ReadingEntry, ...] = Field(
        (),
        description="a list of texts that say how unclear rules are understood, or of tables with "
        "such a text and the rule it is about, such as { rule = 'refund', text = '…' }",
    )
    houses: Annotated[
        tuple[House, ...],
        DeckSize,
        BeforeValidator(notation.read_deck),
        AfterValidator(checks.ascending),
        AfterValidator(checks.all_different),
    ] = Field(
        description=f"up to {MAX_CARDS} different whole numbers from 1 to {MAX_CARDS}: a list, "
        "or a range such as '1-30'"
    )
    cheques: Annotated[
        tuple[Amount, ...],
        DeckSize,
        BeforeValidator(notation.read_deck),
        AfterValidator(checks.ascending),
        AfterValidator(checks.one_for_each_house),
    ] = Field(
        description=f"up to {MAX_CARDS} whole numbers from 0 to {MAX_VALUE}, as many as there are "
        "houses: a list, or a range such as '1-30'"
    )
    coins: Annotated[
        dict[PlayerCount, tuple[Amount, ...]],
        BeforeValidator(notation.read_coins),
        AfterValidator(checks.one_amount_a_seat),
        AfterValidator(ReadOnlyDict),
    ] = Field(
        description=f"a table with a key for each number of players, {MIN_PLAYERS} to "
        f"{MAX_PLAYERS}, such as 3 = 28"
    )
    """What each seat starts with, seat 1 first; its keys are the player counts allowed."""
    houses_per_round: Annotated[
        str,
        Field(pattern=r"^players( - [1-9])?$"),
        BeforeValidator(notation.read_houses_per_round),
        AfterValidator(checks.some_houses),
    ] = Field(description="'players', or 'players - 1' (- 2, …) for fewer houses than players")
    removed: Annotated[
        dict[PlayerCount, Annotated[int, Strict(), Field(ge=0, le=MAX_CARDS)]],
        BeforeValidator(notation.read_table),
        AfterValidator(checks.enough_left),
        AfterValidator(ReadOnlyDict),
    ] = Field(
        default_factory=dict,
        description=f"a table with keys for numbers of players, {MIN_PLAYERS} to {MAX_PLAYERS}, "
        "such as 4 = 2",
    )
    """Cards set aside unseen from each deck, for every player count allowed."""
    raise_: Annotated[
        Literal["strict", "match"] | Annotated[int, Strict(), Field(ge=2, le=MAX_VALUE)],
        BeforeValidator(notation.read_raise),
    ] = Field(
        alias="raise",
        description=f"'strict', 'match', or the least raise: a whole number up to {MAX_VALUE}",
    )
    opening_bid: Annotated[int, Strict(), Field(ge=1, le=MAX_VALUE)] = Field(
        1, description=f"a whole number from 1 to {MAX_VALUE}"
    )
    refund: Annotated[str, Field(pattern=refunds.PATTERN), BeforeValidator(refunds.read_refund)] = (
        Field(description=refunds.ALLOWED)
    )
    refunded: Refunded = Field("all", description="'all' or 'first'")
    opener: Opener = Field("winner", description="'winner', 'left', 'lowest' or 'lot'")
    coin_value: Annotated[int, Strict(), Field(ge=0, le=MAX_COIN_VALUE)] = Field(
        1, description=f"a whole number from 0 to {MAX_COIN_VALUE}"
    )
    code: Annotated[
        InstanceOf[HouseCode] | None,
        BeforeValidator(read_code),
        PlainSerializer(held_code, when_used="json"),
    ] = Field(None, description="the path of a Python file whose functions replace rules")

    @classmethod
    def validated(cls, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that `settings` describe."""
        try:
            ruleset = cls.model_validate(dict(settings))
            for players in ruleset.players if ruleset.code else ():
                check_code(ruleset.rules(players))
            return ruleset
        except ValidationError as error:
            lines = problem_lines(error, settings, ALLOWED, ALLOWED_BY_PLAYERS)
        raise UsageError("\n".join(f"{origin}: {line}" for line in lines))

    def extended(self, settings: Mapping[str, object], origin: str) -> Self:
        """Return the ruleset that differs from this one by `settings`.

        A key replaces this ruleset's whole value, tables included, so only the player counts in a
        given `coins` are allowed; `removed`, if not given, keeps its entries for these. `readings`
        are added to this ruleset's, except those about a rule that is set differently. Keys that
        only describe this ruleset (title, publisher, year, source) are not inherited.
        """
        inherited: dict[str, Any] = {key: self.setting(key) for key in RULE_KEYS}
        coins = settings.get("coins")
        if isinstance(coins, Mapping):
            kept = {str(players) for players in coins}
            inherited["removed"] = {
                players: cards for players, cards in self.removed.items() if str(players) in kept
            }
        extended = self.validated({**inherited, **settings, "extends": self.name}, origin)
        in_force = (
            reading
            for reading in self.readings
            if reading.rule is None or self._has_in_common(reading.rule, extended)
        )
        return extended.model_copy(update={"readings": (*in_force, *extended.readings)})

    def with_changes(self, name: str, **changes: object) -> Self:
        """Return a what-if: this ruleset under another name with some rules changed.

        Examples
        --------
        >>> from forsale_sim.rules.loading import load_ruleset
        >>> load_ruleset("iello-en").with_changes("rounded up", refund="up").refund
        'up'
        """
        settings = {key.removesuffix("_"): value for key, value in changes.items()}
        return self.extended({"name": name, **settings}, origin=f"ruleset {name!r}")

    def vary(self, **changes: object) -> Self:
        """Return a what-if of this ruleset, with a name that says what is changed.

        The name can be used wherever a ruleset is named, on the command line too.

        Parameters
        ----------
        **changes
            Values by rule, as ``--vary`` takes them: ``coins=20``, ``coins="+1"``,
            ``coins={4: 20}`` for one player count, ``refund="up"``, ``houses="1-20"``; ``raise_``
            for the rule ``raise``.

        Raises
        ------
        UsageError
            If the result cannot be played.

        Examples
        --------
        >>> from forsale_sim.rules.loading import load_ruleset
        >>> load_ruleset("iello-en").vary(coins="+1", refund="up").name
        'iello-en[coins=+1,refund=up]'
        """
        return what_if(self, self.variables.single_values(changes))

    def only_for(self, players: int) -> Self:
        """Return the same ruleset for one number of players."""
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
                value = {players: notation.coins_text(coins) for players, coins in value.items()}
            if value is not None:
                yield key, notation.deck_text(value) if isinstance(value, tuple) else value

    def _has_in_common(self, key: RuleKey, other: Ruleset) -> bool:
        """Return whether a rule is equal in both; a table, for the player counts both allow."""
        one, another = self.setting(key), other.setting(key)
        if isinstance(one, dict):
            return all(one[count] == another[count] for count in one.keys() & another.keys())
        return bool(one == another)

    @property
    def players(self) -> tuple[int, ...]:
        """The player counts allowed, ascending."""
        return tuple(self.coins)

    def rules(self, players: int) -> Rules:
        """Return the rules of a game for `players` players."""
        if players not in self.coins:
            problem = (
                f"ruleset {self.name!r} is for {listed(self.players, 'or')} players, not {players}"
            )
            if MIN_PLAYERS <= players <= MAX_PLAYERS:
                problem += f": a file that extends it can set coins = {{ {players} = … }}"
            raise UsageError(problem)
        return Rules(
            ruleset=self.name,
            players=players,
            houses=self.houses,
            cheques=self.cheques,
            coins=self.coins[players],
            removed=self.removed[players],
            houses_per_round=players - notation.houses_fewer(self.houses_per_round),
            raise_=self.raise_,
            refund=self.refund,
            refunded=self.refunded,
            opening_bid=self.opening_bid,
            opener=self.opener,
            coin_value=self.coin_value,
            code=self.code,
        )


ALLOWED = {
    field.alias or key: field.description or "" for key, field in Ruleset.model_fields.items()
}
"""By key: what its value may be, in words."""

ALLOWED_BY_PLAYERS = {
    "coins": f"a whole number from 0 to {MAX_VALUE}, or a list of one for each seat",
    "removed": f"a whole number from 0 to {MAX_CARDS}",
}
"""By key: what the value for one player count may be."""
