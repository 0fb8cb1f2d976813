"""What is checked of For Sale alone: every seat, moves asked for again, cards that are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from strategy_lab.check.child import COMPILING_SECONDS, Checker
from strategy_lab.check.verdicts import Excerpt, Verdict
from strategy_lab.plugins.entrant import Entrant

from forsale_sim.check.consistency import ask_in_another_order, ask_with_other_cards
from forsale_sim.check.engine_agreement import agree, cost, prepare
from forsale_sim.check.trials import Trial, make_trials
from forsale_sim.check.watched_play import PlayRecord, play
from forsale_sim.reference import story as stories
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.rules.loading import load_ruleset


def examine(checker: Checker, checked: Entrant, ends: Sequence[Entrant]) -> None:
    """Play trial games, ask for decisions again, and compare the engines."""
    trials, record = make_trials(checked, ends), PlayRecord()
    if not checker.answer(partial(play, trials, record, checker.progress("plays"))):
        return
    repeats = checker.answer(
        partial(ask_in_another_order, record.sample, checker.progress("repeats"))
    )
    if repeats:
        checker.answer(partial(ask_with_other_cards, record.sample, checker.progress("public")))
    _compare(checker, checked, trials, record, repeats=repeats)
    slowest = f"no decision took longer than {1000 * record.slowest:.1f} ms in plain Python"
    checker.send(Verdict("finishes", "passed", slowest))


def _compare(
    checker: Checker, checked: Entrant, trials: list[Trial], record: PlayRecord, *, repeats: bool
) -> None:
    """Play again, compiled; compare only a strategy that repeats its moves."""
    checker.step("compiles", COMPILING_SECONDS)
    prepared, progress = prepare(checked, checker.engine), checker.progress("agrees")
    checker.send(prepared)
    compared = prepared.outcome == "passed" and repeats
    agrees = compared and checker.answer(partial(agree, trials, record, progress))
    checker.send(cost(trials, record, progress, compiles=agrees))


def story(excerpt: Excerpt) -> str:
    """Return a game up to a decision, move by move."""
    return stories.story(_game(excerpt), excerpt.seed, excerpt.game, excerpt.names)


def whereabouts(excerpt: Excerpt) -> str:
    """Return which decision of a game it is, in words."""
    game = _game(excerpt)
    return f"{game.phase} in round {game.round} from seat {game.to_act}"


def _game(excerpt: Excerpt) -> Game:
    """Return a game at a decision, without asking any strategy."""
    rules = load_ruleset(excerpt.ruleset).rules(len(excerpt.specs))
    game = Game(rules, deal_cards(rules, excerpt.seed, excerpt.game))
    for move in excerpt.moves or ():
        game.step(move)
    return game
