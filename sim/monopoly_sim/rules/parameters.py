"""The rules that one value sets, and those of a game for one number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict

from monopoly_sim.rules.board import Board
from monopoly_sim.rules.effects import MOST_MONEY, Effect

MIN_PLAYERS, MAX_PLAYERS = 2, 8

MOST_WORTH = 10_000
"""In hundreds, a million: tables count who owns more for this."""

PLENTY = 1_000
"""Buildings of an unlimited stock: more than any board has room for."""

Money = Annotated[int, Strict(), Field(ge=0, le=MOST_MONEY)]
Step = Annotated[int, Strict(), Field(ge=1, le=MOST_MONEY)]
Stock = Annotated[
    int,
    BeforeValidator(lambda value: PLENTY if value == "unlimited" else value),
    Strict(),
    Field(ge=0, le=PLENTY),
]
Flag = Annotated[bool, Strict()]

MONEY = f"a whole number from 0 to {MOST_MONEY:,}"
STEP = f"a whole number from 1 to {MOST_MONEY:,}"
STOCK = f"'unlimited', or a whole number up to {PLENTY}"
FLAG = "true or false"


class Parameters(BaseModel):
    """What a single value sets; errors quote a field's description."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    salary: Money = Field(description=MONEY)
    """For passing GO."""
    landing_salary: Money = Field(description=MONEY)
    """For landing on it."""
    railway_rents: tuple[Money, ...] = Field(
        description="a list of rents, by how many railways the owner has"
    )
    utility_factors: tuple[Money, ...] = Field(
        description="a list of factors of the dice, by how many utilities the owner has"
    )
    houses: Stock = Field(description=STOCK)
    hotels: Stock = Field(description=STOCK)
    windows: Literal["every_roll", "own_turn"] = Field(description="'every_roll' or 'own_turn'")
    """When players may build, sell, mortgage, redeem and trade: all before each roll, or only the
    one who is going to roll."""
    double_rent_needs_clear_group: Flag = Field(description=FLAG)
    """Whether a mortgage on one street of a group keeps the others from paying double."""
    mortgaged_railways_count: Flag = Field(description=FLAG)
    utility_rolls_again: Flag = Field(description=FLAG)
    """Whether the rent of a utility is that of a new throw, not of the one that led there."""
    jail_rent: Flag = Field(description=FLAG)
    """Whether players in jail collect rent."""
    free_parking_jackpot: Flag = Field(description=FLAG)
    """Whether taxes, fees and what cards cost go to the next player on free parking."""
    income_tax_percent: Annotated[int, Strict(), Field(ge=0, le=100)] = Field(
        description="a whole number from 0 to 100"
    )
    """Of a player's worth, if that is less than the amount on the tax square nearest to GO; 0: the
    amount alone."""
    auction: Literal["limits", "open", "none"] = Field(description="'limits', 'open' or 'none'")
    min_bid: Step = Field(description=STEP)
    bid_step: Step = Field(description=STEP)
    scarce: Literal["auction", "seat_order"] = Field(description="'auction' or 'seat_order'")
    """Who gets buildings that are too few for those who want them."""
    scarce_min: Step = Field(description=STEP)
    """The opening bid for such a building."""
    interest_percent: Annotated[int, Strict(), Field(ge=0, le=100)] = Field(
        description="a whole number from 0 to 100"
    )
    interest_rounding: Literal["up", "down"] = Field(description="'up' or 'down'")
    jail_fee: Money = Field(description=MONEY)
    jail_rolls: Annotated[int, Strict(), Field(ge=1, le=9)] = Field(
        description="a whole number from 1 to 9"
    )
    """Turns in jail in which to try for doubles; the fee is due after the last."""
    jail_double_rolls_again: Flag = Field(description=FLAG)
    """Whether doubles that open the jail give another roll."""
    speed_die: Flag = Field(description=FLAG)
    speed_die_from: Literal["next_turn", "next_roll"] = Field(
        description="'next_turn' or 'next_roll'"
    )
    """When a player who has passed GO for the first time uses it."""
    speed_die_bonus: Money = Field(description=MONEY)
    """Added to the start money where the speed die is used."""
    triple_rolls_again: Flag = Field(description=FLAG)
    """Whether a triple gives another roll."""
    max_rounds: Annotated[int, Strict(), Field(ge=1, le=100_000)] = Field(
        description="a whole number from 1 to 100,000"
    )
    """After these the richest player wins."""
    quiet_rounds: Annotated[int, Strict(), Field(ge=0, le=100_000)] = Field(
        description="a whole number from 0 to 100,000"
    )
    """Rounds without a trade, a purchase or a building after which a game that can no longer move
    ends as a stalemate; 0 for never."""


class Rules(Parameters):
    """The rules of a game for one number of players."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    ruleset: str
    players: int
    start_cash: tuple[int, ...]
    """By seat, seat 1 first, the bonus of the speed die included."""
    board: Board
    decks: tuple[tuple[Effect, ...], tuple[Effect, ...]]
    """Deck A and deck B, unshuffled."""
    deck_names: tuple[str, str]

    @property
    def most_score(self) -> int:
        """A bound on a player's worth in tables, where it is in hundreds."""
        return MOST_WORTH

    @property
    def most_of_all(self) -> int:
        """A bound on the sum of all players' worth in tables."""
        return MOST_WORTH * self.players

    def settings(self) -> Mapping[str, Any]:
        """Return the parameters under their public names, in values that JSON can hold."""
        return {
            "start_cash": list(self.start_cash),
            **{key: getattr(self, key) for key in Parameters.model_fields},
        }

    def interest(self, square: int) -> int:
        """Return the interest on a deed's mortgage."""
        owed = self.board.mortgages[square] * self.interest_percent
        return -(-owed // 100) if self.interest_rounding == "up" else owed // 100
