from __future__ import annotations

import pytest
from forsale_sim.check.trials import make_trials
from forsale_sim.for_sale import GAME, load_entrant
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from strategy_lab.check.rehearsal import variants
from strategy_lab.errors import UsageError


def test_every_ruleset_player_count_and_seat_is_tried() -> None:
    trials = make_trials(load_entrant("counter"), [])
    for name in ruleset_names():
        for players in load_ruleset(name).players:
            lineups = [
                [entrant.name for entrant in trial.lineup]
                for trial in trials
                if (trial.rules.ruleset, trial.rules.players) == (name, players)
            ]
            assert len(lineups) == players + 1
            assert [lineup.count("counter") for lineup in lineups] == [1] * players + [players]
            assert {lineup.index("counter") for lineup in lineups[:-1]} == set(range(players))
            assert all("random" in lineup for lineup in lineups[:-1])


def test_no_two_games_of_a_table_are_of_the_same_deal() -> None:
    ends = [load_entrant(spec) for spec in variants("spread", GAME)]
    trials = make_trials(load_entrant("spread"), ends)
    named = [
        (trial.rules, trial.plan.seed, [entrant.name for entrant in trial.lineup])
        for trial in trials
    ]
    assert all(named.count(trial) == 1 for trial in named)


def test_variants_keep_what_is_set() -> None:
    assert variants("spread:share=0.2", GAME) == ["spread:share=0.0", "spread:share=1.0"]
    assert variants("highest-first", GAME) == []
    assert variants("expert:flat=7", GAME)[:2] == [
        "expert:gap=0,flat=7,narrow=2",
        "expert:gap=60,flat=7,narrow=2",
    ]


def test_variants_of_a_cross() -> None:
    assert variants("bid=spread,sell=linear:share=0.2", GAME) == [
        "bid=spread:share=0.0,sell=linear:share=0.2",
        "bid=spread:share=1.0,sell=linear:share=0.2",
        "bid=spread,sell=linear:share=0.0",
        "bid=spread,sell=linear:share=1.0",
    ]
    for spec in variants("bid=spread,sell=linear:share=0.2", GAME):
        load_entrant(spec)


def test_an_unknown_strategy() -> None:
    with pytest.raises(UsageError, match="did you mean 'spread'"):
        variants("spraed", GAME)


def test_an_excerpt_names_a_game_that_a_run_can_find() -> None:
    trial = make_trials(load_entrant("matcher"), [])[1]
    assert trial.excerpt(2).command == (
        f"forsale-sim replay --ruleset {trial.rules.ruleset} --lineup random,spread,matcher "
        "--seed 2 --games 2 --game 2 --no-rotate"
    )
    assert trial.plan.game(2).deal == 2
