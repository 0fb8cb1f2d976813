from __future__ import annotations

import forsale_sim
import pandas as pd


def test_a_players_cheques_are_those_of_its_houses() -> None:
    ruleset = "iello-en[coin_value=2]"
    games = forsale_sim.run(300, rulesets=ruleset, players=[4, 6], seed=5, progress=False).games
    for seat in range(1, 7):
        its = [games[f"cheque_{house}"][games[f"buyer_{house}"] == seat] for house in range(1, 31)]
        of_seat = pd.concat(its).groupby(level=0).sum()
        there = games[games["players"] >= seat]
        assert (there[f"cheques_{seat}"] == of_seat[there.index]).all()
        assert of_seat.nunique() > 10
