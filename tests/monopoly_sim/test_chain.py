"""The exact chain, against figures that an enumeration found on its own."""

from __future__ import annotations

import pytest
from monopoly_sim.chain import Policy, chain_of
from monopoly_sim.rules.ruleset import load_ruleset

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


@pytest.mark.parametrize(
    ("policy", "per_cent", "rolls_per_turn"),
    [("leave", LEAVE, 1.186624), ("stay", STAY, 1.165896)],
)
def test_the_chain_of_the_standard_board(
    policy: Policy, per_cent: str, rolls_per_turn: float
) -> None:
    chain = chain_of(load_ruleset("hasbro-classic").rules(4), policy)
    assert (100 * chain.shares).tolist() == pytest.approx(
        [float(share) for share in per_cent.split()], abs=6e-5
    )
    assert chain.rolls_per_turn == pytest.approx(rolls_per_turn, abs=6e-7)


def test_landings_are_those_by_dice_and_cards() -> None:
    chain = chain_of(load_ruleset("hasbro-classic").rules(4), "leave")
    assert chain.landings_per_roll == pytest.approx(1.042963, abs=6e-7)
