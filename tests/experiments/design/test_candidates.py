"""The rules that race."""

from __future__ import annotations

import pytest
from forsale_sim.experiments.design.search import (
    Candidate,
    make_candidates,
    parse_variations,
    step_between,
)
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError

ENGLISH = load_ruleset("iello-en")


def candidates(*texts: str, players: int = 4, changes: int | None = None) -> tuple[Candidate, ...]:
    return make_candidates(ENGLISH, parse_variations(texts), players, changes)


def test_the_base_comes_first_and_every_ruleset_once() -> None:
    found = candidates("coins=20:22", "refund=up,down")
    names = [each.ruleset.name for each in found]
    assert names == [
        "iello-en",
        "iello-en[coins=20]",
        "iello-en[coins=22]",
        "iello-en[refund=up]",
        "iello-en[coins=20,refund=up]",
        "iello-en[coins=22,refund=up]",
    ]
    assert [each.changes for each in found] == [0, 1, 1, 1, 2, 2]
    assert found[0].values == {"coins": 21, "refund": "down"}


def test_changes_are_bounded() -> None:
    assert len(candidates("coins=20..22", "refund=up,down", changes=1)) == 4


def test_a_step_is_to_the_next_number_or_any_other_value() -> None:
    base, twenty, twenty_four, up, both = candidates("coins=20,24", "refund=up")[:5]
    everyone = candidates("coins=20,24", "refund=up")
    assert step_between(base, twenty, everyone) == "coins"
    assert step_between(twenty, twenty_four, everyone) is None
    assert step_between(base, up, everyone) == "refund"
    assert step_between(base, both, everyone) is None


@pytest.mark.parametrize(
    ("texts", "players", "changes", "words"),
    [
        ([], 4, None, "takes rules to vary"),
        (["coins=21"], 4, None, "nothing varies"),
        (["coins=26:14"], 4, None, "has no values"),
        (["coins=20"], 4, 0, "--changes must be at least 1"),
        (["refunds=up"], 4, None, "did you mean 'refund'"),
        (["refund=half"], 4, None, "refund"),
        (["removed=29"], 4, None, "iello-en[removed=29]"),
        (["coins=[20,20,20]"], 4, None, "is not for 4 players: leave it out"),
        (["coins=1..99", "refund=up,all,none"], 4, None, "at most 300 can race"),
    ],
)
def test_what_cannot_be_searched_is_one_message(
    texts: list[str], players: int, changes: int | None, words: str
) -> None:
    with pytest.raises(UsageError) as refused:
        candidates(*texts, players=players, changes=changes)
    assert words in str(refused.value)


def test_a_vast_space_is_refused_at_once() -> None:
    texts = [f"coins.{players}=1..250" for players in (3, 4, 5, 6)]
    with pytest.raises(UsageError, match=r"the space has 3,969,126,001 rulesets"):
        candidates(*texts)
