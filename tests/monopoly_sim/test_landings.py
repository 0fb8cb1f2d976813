"""Where tokens are, by the engine's dice and cards, against an enumeration of the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from monopoly_sim.landings import Landings, Policy, returns
from monopoly_sim.reference.events import Game, Jail, Move, Roll
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.reference.view import PAY, ROLL, View
from monopoly_sim.rules.ruleset import Rules, load_ruleset

LEAVE = """
3.0961 2.1314 1.8849 2.1624 2.3285 2.9631 2.2621 0.8650 2.3210 2.3003
2.2695 2.7017 2.6040 2.3721 2.4649 2.9200 2.7924 2.5945 2.9356 3.0852
2.8836 2.8358 1.0480 2.7357 3.1858 3.0659 2.7072 2.6789 2.8074 2.5860
0.0000 2.6774 2.6252 2.3661 2.5006 2.4326 0.8669 2.1864 2.1799 2.6260
3.9500
"""
STAY = """
2.9183 2.0100 1.7775 2.0398 2.1966 2.8050 2.1346 0.8164 2.1903 2.1712
2.1422 2.5596 2.6155 2.1760 2.4253 2.6366 2.6789 2.2951 2.8197 2.8116
2.8248 2.6142 1.0450 2.5673 2.9955 2.8928 2.5401 2.5192 2.6548 2.4387
0.0000 2.5249 2.4769 2.2292 2.3576 2.2925 0.8174 2.0616 2.0558 2.4861
9.3855
"""
"""Per cent of rolls after which a token is on each square, GO first, and in jail."""


ROLLS_A_TURN = {"leave": 1.186624, "stay": 1.165896}


@pytest.mark.parametrize(("policy", "per_cent"), [("leave", LEAVE), ("stay", STAY)])
def test_landings_are_those_of_an_enumeration(policy: Policy, per_cent: str) -> None:
    landings = Landings(load_ruleset("hasbro-classic").rules(2), policy)
    assert landings.ends == pytest.approx(np.array(per_cent.split(), float) / 100, abs=1e-6)
    assert landings.rolls == pytest.approx(ROLLS_A_TURN[policy], abs=1e-6)


def test_the_third_house_has_paid_for_itself_first_but_on_the_cheapest_streets() -> None:
    rules = load_ruleset("hasbro-classic").rules(2)
    best = [street.best for street in returns(Landings(rules, "leave"))]
    assert set(best[2:]) == {3}
    orange = next(each for each in returns(Landings(rules, "leave")) if each.square == 19)
    assert orange.turns[3] == pytest.approx(100 / (380 * orange.visits))  # 600 less 220


class Walker:
    """Owns nothing, and leaves the jail at once or stays as long as it may."""

    def __init__(self, policy: Policy) -> None:
        self.name, self.answer = policy, PAY if policy == "leave" else ROLL

    def jail(self, view: View) -> int:
        return self.answer

    def buy(self, view: View, square: int) -> bool:
        return False

    def jump(self, view: View) -> int:
        return 39


def places_of_turns(rules: Rules, policy: Policy, deal: int) -> Iterator[list[int]]:
    """Yield the places (the jail is beyond the last square) after each roll of a turn."""
    game = Game(rules, [Walker(policy)] * 2, 1, deal)
    in_jail = rules.board.size
    while True:
        place = in_jail if game.table.jail[1] else game.table.position[1]
        places: list[int] = []
        game.events.clear()
        play_turn(game, 1)
        for event in game.events:
            if isinstance(event, Roll):
                places.append(place)
            elif isinstance(event, Move) or (isinstance(event, Jail) and not event.free):
                place = places[-1] = event.square if isinstance(event, Move) else in_jail
        yield places


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("edition", "policy"),
    [("hasbro-classic", "leave"), ("hasbro-classic", "stay"), ("hasbro-speed-die", "leave")],
)
def test_tokens_come_to_where_they_should(edition: str, policy: Policy) -> None:
    ruleset = load_ruleset(edition)
    kept = {
        key: [str(card).replace("jail free", "collect 0") for card in getattr(ruleset, key)]
        for key in ("deck_a", "deck_b")
    }
    changes = {"auction": "none", "windows": "own_turn", "start_cash": 10**6}
    rules = ruleset.with_changes("walks", **changes, **kept).rules(2)
    landings, walks = Landings(rules, policy), 80
    exact = landings.ends
    counts, turns = np.zeros((walks, rules.board.size + 1)), 0
    for walk in range(walks):
        for number, places in enumerate(places_of_turns(rules, policy, walk + 1)):
            if number >= 100:  # those before begin near GO
                counts[walk] += np.bincount(places, minlength=rules.board.size + 1)
                turns += 1
            if counts[walk].sum() >= 1000:
                break
    shares = counts / counts.sum(axis=1, keepdims=True)
    reached = exact > 0
    gaps = shares.mean(axis=0) - exact
    assert not gaps[~reached].any()
    errors = shares.std(axis=0, ddof=1)[reached] / np.sqrt(walks)
    assert np.abs(gaps[reached] / errors).max() < 4.5
    assert counts.sum() / turns == pytest.approx(landings.rolls, rel=0.005)
