"""Rulesets stay as they are, and can be copied and sent."""

from __future__ import annotations

import copy
import pickle

import pytest
from forsale_sim.rules.loading import load_ruleset


def test_an_edition_cannot_be_changed() -> None:
    edition = load_ruleset("iello-en")
    for table in (edition.coins, edition.removed):
        before = dict(table)
        with pytest.raises(TypeError, match=r"ruleset.vary\(coins="):
            table[4] = 3  # type: ignore[index]
        with pytest.raises(TypeError, match="cannot be changed"):
            table.update({4: 3})  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="cannot be changed"):
            table |= {4: 3}  # type: ignore[dict-item]
        with pytest.raises(TypeError, match="cannot be changed"):
            del table[4]
        assert table == before


def test_it_is_copied_and_pickled() -> None:
    edition = load_ruleset("iello-en")
    for other in (copy.deepcopy(edition), pickle.loads(pickle.dumps(edition))):
        assert other == edition
        assert type(other.coins) is type(edition.coins)
    assert edition.model_copy(update={"name": "mine"}).coins == edition.coins
    assert edition.model_dump(mode="json")["coins"]["4"] == [21, 21, 21, 21]
