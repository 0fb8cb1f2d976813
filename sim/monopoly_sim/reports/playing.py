"""What the report plays: questions on rules, and the kinds of players who are to answer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from strategy_lab.api.functions import compare, run
from strategy_lab.api.playing import in_program

from monopoly_sim.program import PROGRAM

if TYPE_CHECKING:
    import pandas as pd

PLAYERS = 4

KINDS = {
    "buyer,jailbird": "buy everything",
    "collector,auctioneer,cautious": "refuse",
    "trader,fixed-policy": "trade",
    "hoarder,builder": "hoard houses",
}
"""Fields that share no player, and what those do. Lineups of four are drawn from each."""

BASE = "football-de"
RICHER = "football-de[start_cash=2500]"
EXTRA = 200
"""What the last seat gets more, to see what money is worth to it."""
LAST_RICHER = "last-seat-richer"


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule does: the games by two rulesets are compared."""

    name: str
    asked: str
    when: str
    """How a sentence of the answer begins."""
    a: str
    b: str


QUESTIONS = (
    Question(
        "auctions",
        "Do auctions shorten the game?",
        "Without auctions",
        BASE,
        "football-de[auction=none]",
    ),
    Question(
        "speed-die",
        "What does the speed die do, apart from its 1,000?",
        "With the speed die, to players who have 2,500 either way,",
        RICHER,
        "football-de[speed_die=true]",
    ),
    Question(
        "jackpot",
        "What does a jackpot on free parking do?",
        "With a jackpot",
        BASE,
        "football-de[free_parking_jackpot=true]",
    ),
)


@dataclass(frozen=True, slots=True)
class Played:
    """The tables of all that was played, with a column ``field`` for who played."""

    differences: pd.DataFrame
    conclusions: pd.DataFrame
    measures: pd.DataFrame
    groups: pd.DataFrame
    seats: pd.DataFrame
    picking: pd.DataFrame
    """As `groups`, from other deals: what is named was picked by these, and tested by those."""
    games: int
    seed: int
    digests: tuple[str, ...]


def last_seat_richer() -> dict[str, object]:
    """Return the rules by which the last of four starts with more."""
    cash = [1500] * (PLAYERS - 1) + [1500 + EXTRA] + [1500] * PLAYERS
    return {"extends": BASE, "name": LAST_RICHER, "start_cash": cash}


def played(games: int, seed: int) -> Played:
    """Play the report: so many games by each ruleset among each kind of players."""
    import pandas as pd

    comparing, running = in_program(compare, PROGRAM), in_program(run, PROGRAM)
    results = []
    for rulesets in (
        [BASE, QUESTIONS[0].b, QUESTIONS[2].b, last_seat_richer()],
        [RICHER, QUESTIONS[1].b],
    ):
        number = games * len(rulesets) * len(KINDS)
        results.append(
            comparing(*rulesets, games=number, fields=[*KINDS], players=PLAYERS, seed=seed)
        )
    tested, picking = (
        {
            field: running(
                games, rulesets=BASE, strategies=field.split(","), players=PLAYERS, seed=each
            )
            for field in KINDS
        }
        for each in (seed, seed + 1)
    )
    everything = (*results, *tested.values(), *picking.values())

    def of_runs(name: str, runs: Mapping[str, Any] = tested) -> pd.DataFrame:
        tables = [result.tables[name].assign(field=field) for field, result in runs.items()]
        whole: pd.DataFrame = pd.concat(tables, ignore_index=True)
        return whole

    return Played(
        differences=pd.concat([each.differences for each in results], ignore_index=True),
        conclusions=pd.concat([each.conclusions for each in results], ignore_index=True),
        measures=of_runs("measures"),
        groups=of_runs("groups"),
        seats=of_runs("by_seat"),
        picking=of_runs("groups", picking),
        games=sum(each.manifest["games"] for each in everything),
        seed=seed,
        digests=tuple(each.manifest["digest"] for each in everything),
    )
