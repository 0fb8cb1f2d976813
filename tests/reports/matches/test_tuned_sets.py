from __future__ import annotations

from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.reports.matches.tuned_sets import tuned_set
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.varying import parse_variation, what_ifs


def test_a_set_is_found_by_the_rules_not_by_the_name() -> None:
    for name, players in (("iello-en", 3), ("iello-fr", 5), ("ravensburger-1997", 4)):
        rules = load_ruleset(name).rules(players)
        path = tuned_set(rules)
        assert path is not None
        made_for = read_tuned(path)
        of_file = load_ruleset(made_for.ruleset).rules(made_for.players)
        assert (made_for.players, of_file.settings()) == (players, rules.settings())


def test_a_game_that_nobody_tuned_for_has_none() -> None:
    (free,) = what_ifs(load_ruleset("iello-en"), [parse_variation("refund=all")])
    assert tuned_set(free.rules(4)) is None
